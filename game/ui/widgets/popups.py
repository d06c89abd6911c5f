"""What stands above a screen for a while: dialog and toast."""

from collections.abc import Callable
from typing import Final

import pygame

from game.ui import draw
from game.ui.animation import Tween
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import (
    DIALOG_SHADOW,
    MOTION,
    RADIUS,
    SCRIM,
    SCRIM_ALPHA,
    SIZE,
    STROKE,
    TOAST_SHADOW,
    TYPE,
    mix,
)
from game.ui.widgets.base import (
    Action,
    Widget,
    draw_border,
    draw_key_cap,
    draw_notice,
    key_cap_width,
)
from game.ui.widgets.buttons import Button
from game.ui.widgets.group import FocusGroup
from game.ui.widgets.scroll import ScrollArea

Check = Callable[[str], str | None]
_MOST_CHARACTERS: Final = 400
_WIDEST_DP: Final = 640
_MOST_LINES: Final = 4
_NARROW_DP: Final = 340
_WIDE_DP: Final = 480
_LONG_LINES: Final = 4
"""A dialog with a longer text is wide."""
_SPINS: Final = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)
_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz "
_SPIN_HINT: Final = "Up and down change the last sign, right adds one, left erases."


class TextField(Widget):
    """One line of text to type.

    Attributes:
        text: What was typed.
        accepts: Tells whether a character may be typed.
        selected: Whether the whole text is replaced by the next character.
        spins: Whether a game controller, which has only arrows, writes with them.
        by_gamepad: Whether one was used last.
    """

    def __init__(
        self, name: str, text: str = "", *, accepts: Callable[[str], bool] = str.isprintable
    ) -> None:
        super().__init__(name)
        self.text = text
        self.accepts = accepts
        self.selected = bool(text)
        self.spins = False
        self.by_gamepad = False

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        return look.px(46)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Type, erase and paste while focused; an action tells that the text changed."""
        before = self.text
        if self.focused and event.type == pygame.TEXTINPUT:
            self._insert(event.text)
        elif self.focused and event.type == pygame.KEYDOWN:
            self.by_gamepad = getattr(event, "gamepad", False)
            if self.spins and self.by_gamepad and event.key in _SPINS:
                self._spin(event.key)
            elif event.key == pygame.K_BACKSPACE:
                self.text = "" if self.selected else self.text[:-1]
                self.selected = False
            elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
                if event.key == pygame.K_v:
                    self._insert(_clipboard())
                elif event.key == pygame.K_a:
                    self.selected = bool(self.text)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.selected = False
            super().handle_event(event)
        return Action(self.name, self.text) if self.text != before else None

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the field, the text and the caret."""
        theme, box = look.theme, self.box
        radius = look.px(RADIUS.button)
        draw.fill_round(surface, box, radius, theme.bg)
        edge = theme.focus if self.focused else theme.ctrl
        draw.stroke_round(surface, box, radius, edge, look.px(STROKE.focus))
        size = look.text(TYPE.lead)
        x, y = box.x + look.px(16), box.centre[1]
        room = box.width - 2 * look.px(16)
        width = look.fonts.width(self.text, size, tabular=True)
        before = surface.get_clip()
        surface.set_clip(before.clip(pygame.Rect(box.inset(look.px(12), 0))))
        left = x - max(0, width - room)
        if self.selected:
            height = look.fonts.height(size)
            surface.fill(theme.hover, (left, y - height // 2, width, height))
        if self.text:
            look.fonts.draw(
                surface, self.text, (left, y), size, theme.text, tabular=True, anchor="midleft"
            )
        surface.set_clip(before)
        if self.focused:
            caret = look.px(18)
            at = min(left + width, x + room) + look.px(1)
            surface.fill(theme.ai, (at, y - caret // 2, look.px(1.5), caret))

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether arrows write."""
        del across, step
        return self.spins

    def _spin(self, key: int) -> None:
        """Write with arrows: change the last character, add one, or erase it."""
        signs = [sign for sign in _ALPHABET if self.accepts(sign)]
        self.selected = False
        if key == pygame.K_LEFT:
            self.text = self.text[:-1]
        elif key == pygame.K_RIGHT or not self.text:
            self._insert(signs[0])
        else:
            last = self.text[-1].lower()
            index = signs.index(last) if last in signs else -1
            index += 1 if key == pygame.K_UP else -1
            self.text = self.text[:-1] + signs[index % len(signs)]

    def _insert(self, text: str) -> None:
        kept = "".join(character for character in text if self.accepts(character))
        if kept:
            self.text = (("" if self.selected else self.text) + kept)[:_MOST_CHARACTERS]
            self.selected = False


class Dialog:
    """A question above everything else: it takes all events until it is answered.

    The answer is an `Action` with the dialog's name: False for no (Esc, a click beside it), and
    True, or the text of its field, for yes (Enter).
    """

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        *,
        confirm: str,
        cancel: str = "Cancel",
        field: str | None = None,
        accepts: Callable[[str], bool] = str.isprintable,
        check: Check | None = None,
        aside: tuple[str, str] | None = None,
    ) -> None:
        """Make a dialog; it is shown by drawing it and handing it the events.

        Args:
            name: Comes back in its action.
            title: What it is about.
            text: What it asks, with **bold** runs.
            confirm: The yes button.
            cancel: The no button; empty for none.
            field: The first text of its field, or None for no field.
            accepts: Which characters may be typed.
            check: Says what is wrong with the field's text, or None if nothing is.
            aside: Name and label of a third way out; its answer is an `Action` of that name.
        """
        self.name = name
        self.title = title
        self.text = text
        self._check = check
        self._problem: str | None = None
        self._field = None
        if field is not None:
            self._field = TextField("field", field, accepts=accepts)
            self._field.spins = True
        self._cancel = Button("cancel", cancel, key="Esc", flat=True)
        self._cancel.visible = bool(cancel)
        self._confirm = Button("confirm", confirm, key="Enter", primary=True)
        self._aside = Button(*(aside or ("", "")), flat=True)
        self._aside.visible = aside is not None
        widgets: list[Widget] = [self._field] if self._field else []
        self._group = FocusGroup([*widgets, self._aside, self._cancel, self._confirm])
        self._group.focus(self._field or self._confirm, show=self._field is not None)
        self._box = Box(0, 0, 0, 0)
        self._scroll = ScrollArea()
        self._shown = Tween(0.0)
        self._validate()

    @property
    def group(self) -> FocusGroup:
        """Its controls, which have the keyboard while it is there."""
        return self._group

    @property
    def is_animating(self) -> bool:
        """Whether it wants to be drawn again soon."""
        return self._shown.target < 1.0 or not self._shown.is_done or self._group.is_animating

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Take in any event; return the answer once there is one."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                return Action(self.name, False)
            elsewhere = self._cancel.focused or self._aside.focused
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not elsewhere:
                return self._answer()
        outside = event.type == pygame.MOUSEBUTTONDOWN and not self._box.contains(event.pos)
        if outside and self._box.width:
            return Action(self.name, False)
        self._scroll.handle_event(event)
        action = self._group.handle_event(event)
        if action is None:
            return None
        if action.name == "cancel":
            return Action(self.name, False)
        if action.name == "confirm":
            return self._answer()
        if self._aside.visible and action.name == self._aside.name:
            return action
        self._validate()
        return None

    def update(self, dt: float, look: Look) -> bool:
        """Let `dt` seconds pass; return whether it looks different now."""
        self._shown.go_to(1.0, look.gate.duration(MOTION.dialog))
        faded = self._shown.update(dt)
        return self._group.update(dt, look) or faded

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Darken the screen and draw the dialog in its middle."""
        draw.scrim(surface, SCRIM, SCRIM_ALPHA * self._shown.value)
        self._lay_out(surface.get_size(), look)
        theme, fonts = look.theme, look.fonts
        radius = look.px(RADIUS.card)
        draw.shadow(surface, self._box, radius, DIALOG_SHADOW, theme, look.unit)
        draw.fill_round(surface, self._box, radius, theme.raised)
        draw_border(surface, look, self._box, radius)
        padding = look.px(22)
        x, y = self._box.x + padding, self._box.y + padding
        fonts.draw(surface, self.title, (x, y), look.text(TYPE.h2), theme.text, bold=True)
        width = self._box.width - 2 * padding
        self._draw_text(surface, look, width)
        if self._field and (note := self._problem or self._spin_hint):
            below = self._field.box.bottom + look.px(4)
            ink = theme.warn if self._problem else theme.text3
            size = look.text(TYPE.caption)
            fonts.draw(surface, fonts.fit(note, size, width), (x, below), size, ink)
        self._group.draw(surface, look)

    def _draw_text(self, surface: pygame.Surface, look: Look, width: int) -> None:
        room, before = self._scroll.box, surface.get_clip()
        surface.set_clip(before.clip(pygame.Rect(room)))
        at = (room.x, room.y - self._scroll.offset)
        size, ink = look.text(TYPE.body), look.theme.text2
        look.fonts.draw_wrapped(surface, self.text, at, size, width, ink)
        surface.set_clip(before)
        self._scroll.draw_bar(surface, look)

    @property
    def _spin_hint(self) -> str:
        return _SPIN_HINT if self._field is not None and self._field.by_gamepad else ""

    def _lay_out(self, size: tuple[int, int], look: Look) -> None:
        padding = look.px(22)
        shown = [b for b in (self._aside, self._cancel, self._confirm) if b.visible]
        buttons = sum(b.width(look) for b in shown) + look.px(10) * (len(shown) - 1)
        long = look.fonts.width(self.text, look.text(TYPE.body)) > _LONG_LINES * look.px(_NARROW_DP)
        wanted = look.px(_WIDE_DP if long else _NARROW_DP)
        width = min(max(wanted, buttons + 2 * padding), size[0] - 2 * look.px(8))
        inner = width - 2 * padding
        text = look.fonts.wrapped_height(self.text, look.text(TYPE.body), inner)
        # What does not fit into the window scrolls; the rest of the dialog stays.
        rest = padding + look.px(30 + 14 + 4 + 18 + 16) + look.px(SIZE.button)
        rest += self._field.height(look) + look.px(20) if self._field else 0
        seen = min(text, size[1] - rest)
        height = padding + look.px(30) + seen + look.px(14)
        field_top = height
        if self._field:
            height += self._field.height(look) + look.px(20)
        height += look.px(4)
        buttons_top = height
        height += look.px(SIZE.button) + look.px(18)
        self._box = Box((size[0] - width) // 2, (size[1] - height) // 2, width, height)
        x, y = self._box.x + padding, self._box.y
        # The bar stands in the padding.
        room = Box(x, y + padding + look.px(30), inner + look.px(14), seen)
        self._scroll.place(room, text, look)
        if self._field:
            self._field.place(Box(x, y + field_top, inner, self._field.height(look)))
        right = self._box.right - padding
        for button in (self._confirm, self._cancel):
            if button.visible:
                wide = button.width(look)
                button.place(Box(right - wide, y + buttons_top, wide, look.px(SIZE.button)))
                right -= wide + look.px(10)
        wide = self._aside.width(look)
        left = max(self._box.x + look.px(8), x - look.px(12))
        self._aside.place(Box(left, y + buttons_top, wide, look.px(SIZE.button)))

    def _validate(self) -> None:
        if self._field and self._check:
            self._problem = self._check(self._field.text)
        self._confirm.enabled = self._problem is None

    def _answer(self) -> Action | None:
        if not self._confirm.enabled:
            return None
        return Action(self.name, self._field.text if self._field else True)


class Toasts:
    """Short notices at the bottom of the board, one at a time, with one action at most."""

    def __init__(self) -> None:
        self._text = ""
        self._button: Button | None = None
        self._left = 0.0
        self._shown = Tween(0.0)
        self._box = Box(0, 0, 0, 0)

    @property
    def is_showing(self) -> bool:
        """Whether there is a notice, or one just leaves."""
        return bool(self._text)

    def show(self, text: str, *, action: str = "", label: str = "", key: str = "") -> None:
        """Show a notice for six seconds in place of any other.

        Args:
            text: What happened.
            action: The name of the action its button gives; empty for no button.
            label: The button's label.
            key: The key that does the same.
        """
        self._text = text
        self._button = Button(action, label, key=key, small=True) if action else None
        self._left = MOTION.toast_stay
        self._shown.jump_to(0.0)

    def dismiss(self) -> None:
        """Take the notice away at once."""
        self._text, self._button = "", None

    def wake_after(self) -> float | None:
        """Return the seconds until it changes by itself: 0 animates, None never."""
        if not self._text:
            return None
        moves = not self._shown.is_done or self._shown.target < 1.0
        animating = moves or (self._button is not None and self._button.is_animating)
        return 0.0 if animating else max(0.0, self._left)

    def covers(self, position: tuple[float, float]) -> bool:
        """Tell whether the notice lies under the pointer."""
        return bool(self._text) and self._box.contains(position)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Return the action when its button is clicked; the notice then goes away."""
        if self._button is None:
            return None
        action = self._button.handle_event(event)
        if action:
            self.dismiss()
        return action

    def update(self, dt: float, look: Look) -> bool:
        """Let `dt` seconds pass; return whether it looks different now."""
        if not self._text:
            return False
        self._left -= dt
        if self._left <= 0:
            self.dismiss()
            return True
        self._shown.go_to(1.0, look.gate.duration(MOTION.toast_in))
        changed = self._shown.update(dt)
        return (self._button is not None and self._button.update(dt, look)) or changed

    def draw(self, surface: pygame.Surface, look: Look, area: Box) -> None:
        """Draw the notice at the bottom centre of an area, usually the board's."""
        if not self._text:
            return
        theme, fonts = look.theme, look.fonts
        size = look.text(TYPE.body)
        padding = look.px(16)
        inner = look.px(8)
        button_width = self._button_width(look)
        aside = look.px(12) + button_width + inner if button_width else padding
        lines = self._lines(look, min(area.width, look.px(_WIDEST_DP)) - padding - aside)
        step = fonts.line_height(size)
        width = padding + max(fonts.width(line, size) for line in lines) + aside
        height = look.px(44) + (len(lines) - 1) * step
        rise = round((1.0 - self._shown.value) * look.px(16)) if look.gate.moves else 0
        self._box = Box(
            area.x + (area.width - width) // 2, area.bottom - height + rise, width, height
        )
        radius = look.px(12)
        draw.shadow(surface, self._box, radius, TOAST_SHADOW, theme, look.unit)
        draw_notice(surface, look, self._box, radius)
        x, y = self._box.x + padding, self._box.centre[1]
        for i, line in enumerate(lines):
            place = (x, y + round((i - (len(lines) - 1) / 2) * step))
            fonts.draw(surface, line, place, size, theme.on_tooltip, anchor="midleft")
        if self._button:
            top = y - look.px(SIZE.button_small) // 2
            left = self._box.right - inner - button_width
            self._button.place(Box(left, top, button_width, look.px(SIZE.button_small)))
            self._draw_button(surface, look, self._button)

    def _lines(self, look: Look, room: int) -> list[str]:
        """Break the text; a single word that is too long, such as a path, is cut."""
        size = look.text(TYPE.body)
        lines = look.fonts.wrap(self._text, size, room, _MOST_LINES)
        texts = ["".join(run.text for run in line.runs) for line in lines]
        return [look.fonts.fit(text, size, room) for text in texts]

    def _button_width(self, look: Look) -> int:
        if self._button is None:
            return 0
        label = look.text_width(self._button.label, TYPE.table, bold=True)
        key = key_cap_width(look, self._button.key) + look.px(8) if self._button.key else 0
        return label + key + 2 * look.px(12)

    def _draw_button(self, surface: pygame.Surface, look: Look, button: Button) -> None:
        """The button in the colours of the notice turned round."""
        theme = look.theme
        ground = mix(theme.on_tooltip, theme.tooltip, 0.18 * button.lit)
        draw.fill_round(surface, button.box, look.px(RADIUS.button_small), ground)
        x, y = button.box.x + look.px(12), button.box.centre[1]
        box = look.fonts.draw(
            surface,
            button.label,
            (x, y),
            look.text(TYPE.table),
            theme.tooltip,
            bold=True,
            anchor="midleft",
        )
        if button.key:
            at = (box.right + look.px(8), y)
            draw_key_cap(surface, look, button.key, at, theme.tooltip, ground)


def _clipboard() -> str:
    """Return the clipboard's text; nothing if there is none or no clipboard."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
