"""Controls with a value: tabs, switch, slider, stepper."""

from collections.abc import Sequence
from typing import Final

import pygame

from game.ui import draw
from game.ui.animation import Tween
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import MOTION, RADIUS, SIZE, STROKE, TYPE, Colour, mix
from game.ui.widgets.base import Action, Widget, draw_border

_NEXT_KEYS: Final = (pygame.K_RIGHT, pygame.K_DOWN)
_BACK_KEYS: Final = (pygame.K_LEFT, pygame.K_UP)
_TAB_PADDING: Final = 3


def arrow_step(event: pygame.event.Event) -> int:
    """Return +1 or -1 for an arrow key pressed without modifiers, 0 for anything else."""
    if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
        return 0
    return int(event.key in _NEXT_KEYS) - int(event.key in _BACK_KEYS)


class Tabs(Widget):
    """A choice of a few, side by side; a pill slides to the chosen one.

    Attributes:
        options: (value, label) of each.
        value: The chosen one's value.
        stretch: Whether the tabs share the box evenly instead of fitting their labels.
    """

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[str, str]],
        value: str,
        *,
        stretch: bool = False,
        tooltip: str = "",
        key: str = "",
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self.options = tuple(options)
        self.value = value
        self.stretch = stretch
        self._pill = Tween(float(self._index()))
        self._over: int | None = None
        self._cells: tuple[Box, ...] = ()

    @property
    def is_animating(self) -> bool:
        """Whether the pill slides."""
        return super().is_animating or not self._pill.is_done

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        return look.px(SIZE.tab) + 2 * look.px(_TAB_PADDING)

    def width(self, look: Look) -> int:
        """Return the width that shows every label."""
        return sum(self._label_widths(look)) + 2 * look.px(_TAB_PADDING)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Choose by a click or by the arrow keys."""
        if event.type == pygame.MOUSEMOTION:
            self._over = self._cell_at(event.pos) if self.hit(event.pos) else None
        if self.focused and self.enabled and (step := arrow_step(event)):
            return self._choose(self._index() + step)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            cell = self._cell_at(event.pos) if self.hit(event.pos) else None
            return self._choose(cell) if cell is not None else None
        return super().handle_event(event)

    def activate(self) -> Action | None:
        """Go on to the next option, and round."""
        return self._choose((self._index() + 1) % len(self.options))

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether there is another option on that side."""
        return across and 0 <= self._index() + step < len(self.options)

    def update(self, dt: float, look: Look) -> bool:
        """Slide the pill to the value, whoever set it."""
        target = float(self._index())
        if not look.gate.moves:
            self._pill.jump_to(target)
        self._pill.go_to(target, look.gate.duration(MOTION.tab))
        moved = self._pill.update(dt)
        return super().update(dt, look) or moved

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the track, the pill and the labels."""
        theme = look.theme
        self._cells = self._layout(look)
        draw.fill_round(surface, self.box, look.px(RADIUS.tab_track), theme.raised)
        draw_border(surface, look, self.box, look.px(RADIUS.tab_track))
        radius = look.px(RADIUS.tab)
        if self._over is not None and self._over != self._index():
            draw.fill_round(surface, self._cells[self._over], radius, theme.hover)
        draw.fill_round(surface, self._pill_box(), radius, theme.primary)
        for i, ((_, label), cell) in enumerate(zip(self.options, self._cells, strict=True)):
            chosen = abs(self._pill.value - i) < 0.5
            size = look.text(TYPE.table)
            text = look.fonts.fit(label, size, cell.width - look.px(4), bold=chosen)
            ink = theme.on_primary if chosen else theme.text2
            look.fonts.draw(surface, text, cell.centre, size, ink, bold=chosen, anchor="center")
        self.draw_focus(surface, look, look.px(RADIUS.tab_track))

    def _index(self) -> int:
        values = [value for value, _ in self.options]
        return values.index(self.value) if self.value in values else 0

    def _choose(self, index: int) -> Action | None:
        if not 0 <= index < len(self.options) or index == self._index():
            return None
        self.value = self.options[index][0]
        return Action(self.name, self.value)

    def _cell_at(self, position: tuple[float, float]) -> int | None:
        return next((i for i, cell in enumerate(self._cells) if cell.contains(position)), None)

    def _label_widths(self, look: Look) -> list[int]:
        return [
            look.text_width(label, TYPE.table, bold=True) + 2 * look.px(17)
            for _, label in self.options
        ]

    def _layout(self, look: Look) -> tuple[Box, ...]:
        inner = self.box.inset(look.px(_TAB_PADDING))
        widths = self._label_widths(look)
        if self.stretch:
            widths = [1] * len(self.options)
        total, left, cells = sum(widths), 0, []
        for width in widths:
            start, left = left, left + width
            x = inner.x + inner.width * start // total
            right = inner.x + inner.width * left // total
            cells.append(Box(x, inner.y, right - x, inner.height))
        return tuple(cells)

    def _pill_box(self) -> Box:
        low = int(self._pill.value)
        high = min(low + 1, len(self._cells) - 1)
        share = self._pill.value - low
        first, second = self._cells[low], self._cells[high]
        x = round(first.x + (second.x - first.x) * share)
        width = round(first.width + (second.width - first.width) * share)
        return Box(x, first.y, width, first.height)


class Switch(Widget):
    """On or off, told by place and fill, not by colour alone.

    Attributes:
        on: Its value.
        reach: A box around it that can be clicked too, such as the row with its label.
    """

    def __init__(self, name: str, on: bool, *, tooltip: str = "", key: str = "") -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self.on = on
        self.reach: Box | None = None
        self._knob = Tween(1.0 if on else 0.0)

    @property
    def is_animating(self) -> bool:
        """Whether the knob slides."""
        return super().is_animating or not self._knob.is_done

    def width(self, look: Look) -> int:
        """Return its width in pixels."""
        return look.px(SIZE.switch_width)

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        return look.px(SIZE.switch_height)

    def hit(self, position: tuple[float, float]) -> bool:
        """Tell whether the pointer is over it or its row."""
        reachable = self.clip is None or self.clip.contains(position)
        return self.visible and reachable and (self.reach or self.box).contains(position)

    def activate(self) -> Action | None:
        """Turn it over."""
        self.on = not self.on
        return Action(self.name, self.on)

    def update(self, dt: float, look: Look) -> bool:
        """Slide the knob to the value."""
        target = 1.0 if self.on else 0.0
        if not look.gate.moves:
            self._knob.jump_to(target)
        self._knob.go_to(target, look.gate.duration(MOTION.tab))
        moved = self._knob.update(dt)
        return super().update(dt, look) or moved

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the track and the knob."""
        theme, box = look.theme, self.box
        radius = box.height / 2
        share = self._knob.value
        margin = look.unit.exact(4)
        if self.on:
            track = self.ink(theme.ai, theme.panel)
            draw.fill_round(surface, box, radius, track)
            knob, ground = theme.on_ai, track
        else:
            ground = mix(theme.panel, theme.hover, self.lit)
            draw.fill_round(surface, box, radius, ground)
            border = self.ink(theme.ctrl, theme.panel)
            draw.stroke_round(surface, box, radius, border, look.unit.exact(STROKE.control))
            knob = theme.text2
            margin += look.unit.exact(1)
        left = box.x + radius
        x = left + (box.width - 2 * radius) * share
        draw.disc(surface, (x, box.y + radius), radius - margin, self.ink(knob, ground))
        self.draw_focus(surface, look, radius)


class Slider(Widget):
    """A number in a range, dragged or stepped with the arrow keys.

    Attributes:
        value: The number.
        low: Its lowest value.
        high: Its highest value.
        step: What an arrow key adds, and what dragging rounds to.
        ticks: Values that are marked below the track.
        live: Whether dragging reports every step; else only letting go does.
    """

    def __init__(
        self,
        name: str,
        value: float,
        low: float,
        high: float,
        *,
        step: float,
        ticks: Sequence[float] = (),
        live: bool = True,
        tooltip: str = "",
    ) -> None:
        super().__init__(name, tooltip=tooltip)
        self.value = value
        self.low = low
        self.high = high
        self.step = step
        self.ticks = tuple(ticks)
        self.live = live
        self._reported = value

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        return look.px(28)

    def width(self, look: Look) -> int:
        """Return its width in pixels."""
        return look.px(190)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Drag, click on the track, or step."""
        if self.focused and self.enabled and (step := arrow_step(event)):
            # Up means more, unlike in a list.
            up = event.key in (pygame.K_UP, pygame.K_DOWN)
            return self._set(self.value + (-step if up else step) * self.step, report=True)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            return self._set(self._value_at(event.pos[0]), report=True)
        super().handle_event(event)
        if self.pressed and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            return self._set(self._value_at(event.pos[0]), report=self.live)
        return None

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether there is room on that side."""
        return across and (self.value > self.low if step < 0 else self.value < self.high)

    def activate(self) -> Action | None:
        """Do nothing: a slider has no click of its own."""
        return None

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw track, ticks and knob."""
        theme = look.theme
        track = self._track(look)
        ground = theme.ctrl if theme.bordered else theme.line
        draw.fill_round(surface, track, track.height / 2, ground)
        x = self._x_of(self.value)
        filled = track._replace(width=round(x) - track.x)
        if filled.width > 0:
            draw.fill_round(surface, filled, track.height / 2, self.ink(theme.text, theme.panel))
        for tick in self.ticks:
            at = round(self._x_of(tick))
            surface.fill(theme.ctrl, (at, track.bottom + look.px(3), look.px(1), look.px(4)))
        centre = (x, track.y + track.height / 2)
        radius = look.unit.exact(9)
        draw.disc(surface, centre, radius, self.ink(mix(theme.text, theme.focus, self.lit), ground))
        if self.focused and self.show_focus:
            line = look.px(STROKE.focus)
            draw.ring(surface, centre, look.unit.exact(11), look.px(2), theme.panel)
            draw.ring(surface, centre, look.unit.exact(11) + line, line, theme.focus)

    def _track(self, look: Look) -> Box:
        height = look.px(4)
        return Box(self.box.x, self.box.centre[1] - height // 2, self.box.width, height)

    def _x_of(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        knob = self.box.height / 3
        return self.box.x + knob + (self.box.width - 2 * knob) * share

    def _value_at(self, x: float) -> float:
        knob = self.box.height / 3
        share = (x - self.box.x - knob) / max(1.0, self.box.width - 2 * knob)
        return self.low + share * (self.high - self.low)

    def _set(self, value: float, *, report: bool) -> Action | None:
        steps = round((value - self.low) / self.step)
        self.value = round(min(self.high, max(self.low, self.low + steps * self.step)), 6)
        if not report or self.value == self._reported:
            return None
        self._reported = self.value
        return Action(self.name, self.value)


class Stepper(Widget):
    """Two small buttons around a bold value; its actions are -1 and +1.

    Attributes:
        text: The value, as it is shown.
        least_width: Room for the value in dp, so that the buttons stay in place.
        can_go_down: Whether there is a lower value.
        can_go_up: Whether there is a higher value.
        icons: Lucide names of the two buttons.
    """

    def __init__(
        self,
        name: str,
        text: str,
        *,
        least_width: float = 44,
        can_go_down: bool = True,
        can_go_up: bool = True,
        icons: tuple[str, str] = ("minus", "plus"),
        tooltip: str = "",
        key: str = "",
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self.text = text
        self.least_width = least_width
        self.can_go_down = can_go_down
        self.can_go_up = can_go_up
        self.icons = icons
        self._over = 0

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        return look.px(SIZE.button_small)

    def width(self, look: Look) -> int:
        """Return the width that shows the value."""
        value = look.text_width(self.text, TYPE.body, bold=True) + look.px(16)
        return 2 * look.px(SIZE.button_small) + max(look.px(self.least_width), value)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Step by a click on a button or by an arrow key."""
        if event.type == pygame.MOUSEMOTION:
            self._over = self._side(event.pos) if self.hit(event.pos) else 0
        if self.focused and self.enabled and (step := arrow_step(event)):
            vertical = event.key in (pygame.K_UP, pygame.K_DOWN)
            return self._go(-step if vertical else step)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            return self._go(self._side(event.pos)) if self.hit(event.pos) else None
        return super().handle_event(event)

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether there is another value on that side."""
        return across and (self.can_go_up if step > 0 else self.can_go_down)

    def activate(self) -> Action | None:
        """Step up."""
        return self._go(1)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw both buttons and the value between them."""
        theme = look.theme
        for side, box, usable in (
            (-1, self._button(-1), self.can_go_down),
            (1, self._button(1), self.can_go_up),
        ):
            self._draw_button(surface, look, side, box, usable and self.enabled)
        look.fonts.draw(
            surface,
            self.text,
            self.box.centre,
            look.text(TYPE.body),
            self.ink(theme.text, theme.panel),
            bold=True,
            anchor="center",
        )
        self.draw_focus(surface, look, look.px(RADIUS.button_small))

    def _draw_button(
        self, surface: pygame.Surface, look: Look, side: int, box: Box, usable: bool
    ) -> None:
        theme = look.theme
        is_over = self._over == side and usable
        ground: Colour = theme.raised
        if is_over:
            ground = theme.pressed if self.pressed else theme.hover
        radius = look.px(RADIUS.button_small)
        draw.fill_round(surface, box, radius, ground)
        draw_border(surface, look, box, radius)
        ink = theme.text if usable else mix(ground, theme.text, 0.38)
        icon = self.icons[0 if side < 0 else 1]
        look.icons.draw(surface, icon, box.centre, look.px(SIZE.icon_small), ink)

    def _button(self, side: int) -> Box:
        edge = self.box.height
        x = self.box.x if side < 0 else self.box.right - edge
        return Box(x, self.box.y, edge, edge)

    def _side(self, position: tuple[float, float]) -> int:
        return next((side for side in (-1, 1) if self._button(side).contains(position)), 0)

    def _go(self, step: int) -> Action | None:
        usable = self.can_go_up if step > 0 else self.can_go_down
        return Action(self.name, step) if step and usable else None
