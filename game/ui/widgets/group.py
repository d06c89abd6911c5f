"""The widgets of a screen together: who has the keyboard, and whose tooltip is shown."""

from collections.abc import Hashable, Iterable, Sequence

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import MOTION, RADIUS, TOOLTIP_SHADOW, TYPE
from game.ui.widgets.base import (
    FOCUS_REACH,
    Action,
    Grip,
    Widget,
    draw_key_cap,
    draw_notice,
    key_cap_width,
)


class FocusGroup:
    """Hands events to widgets and moves the keyboard among them with Tab.

    The order of the widgets is the order of Tab and of drawing. The focus ring is shown only
    after the keyboard was used, and goes away with a click.
    """

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets: tuple[Widget, ...] = tuple(widgets)
        self._pointer: tuple[int, int] | None = None
        self._tip: Widget | None = None
        self._rested = 0.0
        self._muted = False

    def set_widgets(self, widgets: Iterable[Widget]) -> None:
        """Take other widgets; one that stays keeps the focus."""
        self.widgets = tuple(widgets)
        if self._pointer is not None:
            for widget in self.widgets:
                widget.hovered = widget.hit(self._pointer)

    def widget(self, name: str) -> Widget:
        """Return a widget by name; raises KeyError."""
        for widget in self.widgets:
            if widget.name == name:
                return widget
        raise KeyError(name)

    @property
    def focused(self) -> Widget | None:
        return next((widget for widget in self.widgets if widget.focused), None)

    @property
    def stops(self) -> int:
        return sum(widget.can_focus for widget in self.widgets)

    @property
    def is_animating(self) -> bool:
        """Whether any widget wants to be drawn again soon."""
        return any(widget.visible and widget.is_animating for widget in self.widgets)

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself: 0 animates, None never."""
        if self.is_animating:
            return 0.0
        waits = self._tip is not None and not self._muted and not self._tip_shown
        return MOTION.tooltip_delay - self._rested if waits else None

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press on one of the widgets means; None where there is none.

        One that can be used by now means something else than before, when it could not.
        """
        hit = next((widget for widget in self.widgets if widget.hit(position)), None)
        return None if hit is None else (hit.meaning_at(position), hit.enabled)

    def grip_at(self, position: tuple[int, int]) -> Grip:
        """Return what a finger does with the widget at a pixel, if there is one."""
        hit = next((widget for widget in self.widgets if widget.hit(position)), None)
        return Grip.NONE if hit is None or not hit.enabled else hit.grip

    def covers(self, position: tuple[float, float]) -> bool:
        """Tell whether a widget lies under the pointer."""
        return any(widget.hit(position) for widget in self.widgets)

    def let_go(self) -> None:
        """Forget a button that is held on a widget: its release goes to somebody else."""
        for widget in self.widgets:
            widget.pressed = False

    def leave(self) -> None:
        """Take the keyboard from a widget that was clicked; who uses keys stays where they led."""
        if self.focused is not None and not self.focused.show_focus:
            self.focus(None)

    def focus(self, widget: Widget | None, *, show: bool = True) -> None:
        """Give a widget the keyboard, or nobody; `show` draws the ring."""
        for other in self.widgets:
            other.focused = other is widget
            other.show_focus = other is widget and show

    def move_focus(self, step: int) -> bool:
        """Go to the next (+1) or previous (-1) widget; return whether there was one.

        Past the last one nobody has the focus, so that a board beside the group gets it.
        """
        stops = [widget for widget in self.widgets if widget.can_focus]
        current = self.focused
        if current in stops:
            index = stops.index(current) + step
        else:
            index = 0 if step > 0 else len(stops) - 1
        if not 0 <= index < len(stops):
            self.focus(None)
            return False
        self.focus(stops[index])
        return True

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Hand an event to the widgets; return the first action."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self._leave()
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._muted = True  # no tooltip over what was just clicked
            hit = next((w for w in self.widgets if w.enabled and w.hit(event.pos)), None)
            if hit is not None and event.button == 1:
                self.focus(hit, show=False)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            step = -1 if event.mod & pygame.KMOD_SHIFT else 1
            if not self.move_focus(step):
                self.move_focus(step)
            return None
        for widget in self.widgets:
            if widget.visible and (action := widget.handle_event(event)):
                return action
        return None

    def update(self, dt: float, skin: Skin) -> bool:
        """Let `dt` seconds pass; return whether anything looks different now."""
        changed = False
        for widget in self.widgets:
            changed = (widget.visible and widget.update(dt, skin)) or changed
        was_shown = self._tip_shown
        tip = self._tip_widget()
        if tip is not self._tip:
            self._tip, self._rested, self._muted = tip, 0.0, False
        elif tip is not None and not self._muted:
            self._rested += dt
        return changed or was_shown != self._tip_shown

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the widgets, those in something that scrolls only inside of it."""
        before = surface.get_clip()
        for widget in self.widgets:
            if not widget.visible or not before.colliderect(widget.box):
                continue
            if widget.clip is None:
                widget.draw(surface, skin)
            elif widget.box.overlaps(widget.clip):
                # A focus ring may reach out of what scrolls: its control is in sight.
                reach = skin.px(FOCUS_REACH) if widget.focused and widget.show_focus else 0
                surface.set_clip(before.clip(pygame.Rect(widget.clip.inset(-reach))))
                widget.draw(surface, skin)
                surface.set_clip(before)

    def draw_tooltip(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the tooltip of what the pointer rests on; call it after everything else."""
        if self._tip is not None and self._tip_shown:
            tip = self._tip
            draw_tooltip(surface, skin, tip.tooltip, tip.tip_box, key=tip.key)

    @property
    def _tip_shown(self) -> bool:
        rested = self._rested >= MOTION.tooltip_delay
        return self._tip is not None and rested and not self._muted

    def _tip_widget(self) -> Widget | None:
        for widget in self.widgets:
            over = widget.hovered or (widget.focused and widget.show_focus)
            if widget.visible and widget.tooltip and over:
                return widget
        return None

    def _leave(self) -> None:
        self._pointer = None
        for widget in self.widgets:
            widget.hovered = False


def draw_tooltip(
    surface: pygame.Surface,
    skin: Skin,
    text: str,
    anchor: Box,
    *,
    key: str = "",
    value: str = "",
    spared: Sequence[Box] = (),
) -> Box:
    """Draw a tooltip below a box, or above where there is no room below.

    Args:
        anchor: What it belongs to; it never covers it.
        spared: What it must not cover, if it can stand anywhere else.

    Returns:
        Where it went, always inside the window.
    """
    theme = skin.theme
    padding, gap = skin.px(11), skin.px(9)
    width = 2 * padding + skin.width(text, TYPE.table)
    width += (gap + skin.width(value, TYPE.table, bold=True)) if value else 0
    width += (gap + key_cap_width(skin, key)) if key else 0
    height = skin.px(32)
    margin = skin.px(6)
    aside = skin.px(8)
    middle = anchor.centre[0] - width // 2
    top = anchor.y - aside - height
    places = [(middle, anchor.bottom + aside), (middle, top)]
    if spared:
        beside = anchor.centre[1] - height // 2
        places += [(anchor.right + aside, beside), (anchor.x - aside - width, beside)]
    window = Box(0, 0, *surface.get_size()).inset(margin)
    boxes = []
    for x, y in places:
        inside = max(margin, min(x, window.right - width))
        boxes.append(Box(inside, max(margin, y), width, height))

    def is_free(box: Box) -> bool:
        return box.bottom <= window.bottom and not any(map(box.overlaps, (anchor, *spared)))

    box = next(filter(is_free, boxes), boxes[1])
    radius = skin.px(RADIUS.tooltip)
    draw.shadow(surface, box, radius, TOOLTIP_SHADOW, theme, skin.unit)
    draw_notice(surface, skin, box, radius)
    left, middle = box.x + padding, box.centre[1]
    for part, bold in ((text, False), (value, True)):
        if part:
            at, ink = (left, middle), theme.on_primary
            left = skin.write(surface, part, at, TYPE.table, ink, bold=bold).right + gap
    if key:
        draw_key_cap(surface, skin, key, (left, middle), theme.on_primary, theme.primary)
    return box
