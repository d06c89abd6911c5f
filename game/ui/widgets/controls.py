"""Small controls of a setting, on or off, less or more; and what arrow keys and steps lead to."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, TypeVar

import pygame

from game.ui import draw
from game.ui.animation import Tween
from game.ui.elements import Act, Role
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import MOTION, RADIUS, SIZE, STROKE, TYPE, Colour, mix
from game.ui.widgets.base import Action, Grip, Widget, draw_ground

T = TypeVar("T")
STEPS: Final = frozenset((Act.FOCUS, Act.MORE, Act.LESS))
"""What can be done with what has arrows for less and more."""

_NEXT_KEYS: Final = (pygame.K_RIGHT, pygame.K_DOWN)
_BACK_KEYS: Final = (pygame.K_LEFT, pygame.K_UP)


def arrow_step(event: pygame.event.Event) -> int:
    """Return +1 or -1 for an arrow key pressed without modifiers, 0 for anything else."""
    if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
        return 0
    return int(event.key in _NEXT_KEYS) - int(event.key in _BACK_KEYS)


def next_round(values: Sequence[T], now: T, step: int) -> T:
    """Return the next of a list, after the last one the first."""
    return values[(values.index(now) + step) % len(values)]


def next_in(values: Sequence[T], now: T, step: int) -> T:
    """Return the next of a list, at either end the present one."""
    at = values.index(now) + step
    return values[at] if 0 <= at < len(values) else now


def next_amount(
    values: Iterable[T], now: T, step: int, key: Callable[[T], Any] = lambda value: value
) -> T:
    """Return the nearest value above or below, at either end the present one.

    Args:
        values: The values in any order; `now` need not be one of them.
        step: 1 to go up, -1 to go down.
        key: By what they are ordered; by default by themselves.
    """
    if step > 0:
        return min((each for each in values if key(each) > key(now)), key=key, default=now)
    return max((each for each in values if key(each) < key(now)), key=key, default=now)


class Switch(Widget):
    """On or off, told by place and fill, not by colour alone.

    Attributes:
        reach: A box around it that can be clicked too, such as the row with its label.
    """

    wide, tall = SIZE.switch_width, SIZE.switch_height
    role = Role.SWITCH

    def __init__(self, name: str, on: bool, *, tooltip: str = "") -> None:
        super().__init__(name, tooltip=tooltip)
        self.on = on
        self.reach: Box | None = None
        self._knob = Tween(1.0 if on else 0.0)

    @property
    def is_on(self) -> bool:
        return self.on

    @property
    def is_animating(self) -> bool:
        return super().is_animating or not self._knob.is_done

    def hit(self, position: tuple[float, float]) -> bool:
        reachable = self.clip is None or self.clip.contains(position)
        return self.visible and reachable and (self.reach or self.box).contains(position)

    def activate(self) -> Action | None:
        self.on = not self.on
        return Action(self.name, self.on)

    def update(self, dt: float, skin: Skin) -> bool:
        target = 1.0 if self.on else 0.0
        if not skin.gate.moves:
            self._knob.jump_to(target)
        self._knob.go_to(target, skin.gate.duration(MOTION.tab))
        moved = self._knob.update(dt)
        return super().update(dt, skin) or moved

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        box = self.box.fitted(skin.px(SIZE.switch_width), skin.px(SIZE.switch_height))
        radius = box.height / 2
        share = self._knob.value
        margin = skin.unit.exact(4)
        if self.on:
            track = self.ink(theme, theme.ai, theme.panel)
            draw.fill_round(surface, box, radius, track)
            knob, ground = theme.on_ai, track
        else:
            ground = mix(theme.panel, theme.hover, self.lit)
            draw.fill_round(surface, box, radius, ground)
            border = self.ink(theme, theme.ctrl, theme.panel)
            draw.stroke_round(surface, box, radius, border, skin.unit.exact(STROKE.control))
            knob = theme.text2
            margin += skin.unit.exact(1)
        left = box.x + radius
        x = left + (box.width - 2 * radius) * share
        draw.disc(surface, (x, box.y + radius), radius - margin, self.ink(theme, knob, ground))
        self.draw_focus(surface, skin, radius)


class Stepper(Widget):
    """Two small buttons around a bold value; its actions are -1 and +1, and 0 to see all values.

    Attributes:
        least_width: Room for the value in dp, so that the buttons stay in place.
        widest: The values that have to be there in full; a wider one is cut, as nothing may move.
        icons: Lucide names of the two buttons.
        opens: Whether a press on the value, or Enter, asks for a list of all of them.
    """

    tall = SIZE.button_small
    role = Role.SPIN_BUTTON

    def __init__(
        self,
        name: str,
        text: str,
        *,
        least_width: float = 44,
        widest: Sequence[str] = (),
        icons: tuple[str, str] = ("minus", "plus"),
        opens: bool = False,
        tooltip: str = "",
        key: str = "",
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self.text = text
        self.least_width = least_width
        self.widest = tuple(widest)
        self.can_go_down = self.can_go_up = True
        self.icons = icons
        self.opens = opens
        self.acts = STEPS | {Act.PRESS} if opens else STEPS
        self._over = 0

    @property
    def setting(self) -> str:
        return self.text

    def meaning_at(self, position: tuple[float, float]) -> Hashable:
        """Return which of the two buttons is meant, if any."""
        return self.name, self._side(position)

    def width(self, skin: Skin) -> int:
        texts = self.widest or (self.text,)
        value = max(skin.width(text, TYPE.body, bold=True) for text in texts) + skin.px(16)
        return 2 * skin.target(SIZE.button_small) + max(skin.px(self.least_width), value)

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
        return across and (self.can_go_up if step > 0 else self.can_go_down)

    def activate(self) -> Action | None:
        return self._go(0 if self.opens else 1)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        for side, usable in ((-1, self.can_go_down), (1, self.can_go_up)):
            self._draw_button(surface, skin, side, usable and self.enabled)
        middle = self.box.inset(self.box.height, 0)
        ink = self.ink(theme, theme.text, theme.panel)
        if self.opens:
            middle = middle.inset(skin.px(3), 0)
            lit = 1.0 if self._over == 0 and self.pressed else self.lit * (self._over == 0)
            ground = mix(theme.raised, theme.hover, lit)
            draw_ground(surface, skin, middle, skin.px(RADIUS.button_small), ground)
        text = skin.fit(self.text, TYPE.body, middle.width - skin.px(8), bold=True)
        skin.write(surface, text, middle.centre, TYPE.body, ink, bold=True, anchor="center")
        self.draw_focus(surface, skin, skin.px(RADIUS.button_small))

    def _draw_button(self, surface: pygame.Surface, skin: Skin, side: int, usable: bool) -> None:
        theme, box = skin.theme, self._button(side)
        is_over = self._over == side and usable
        ground: Colour = theme.raised
        if is_over:
            ground = theme.pressed if self.pressed else theme.hover
        radius = skin.px(RADIUS.button_small)
        draw_ground(surface, skin, box, radius, ground)
        ink = theme.text if usable else theme.faded(theme.text, ground)
        icon = self.icons[0 if side < 0 else 1]
        skin.draw_icon(surface, icon, box.centre, skin.px(SIZE.icon_small), ink)

    def _button(self, side: int) -> Box:
        edge = self.box.height
        x = self.box.x if side < 0 else self.box.right - edge
        return Box(x, self.box.y, edge, edge)

    def _side(self, position: tuple[float, float]) -> int:
        return next((side for side in (-1, 1) if self._button(side).contains(position)), 0)

    def _go(self, step: int) -> Action | None:
        usable = (self.can_go_down, self.opens, self.can_go_up)[step + 1]
        return Action(self.name, step) if usable else None


class Slider(Widget):
    """A number in a range, dragged or stepped with the arrow keys.

    Attributes:
        step: What an arrow key adds, and what dragging rounds to.
        ticks: Values that are marked below the track.
        live: Whether dragging reports every step; else only letting go does.
    """

    wide, tall = 190, 28
    grip = Grip.SLIDE
    role = Role.SLIDER
    acts = STEPS | {Act.WRITE}

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

    @property
    def setting(self) -> str:
        return f"{self.value:g}"

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

    @property
    def is_held(self) -> bool:
        """A slider that reports every step is dragged to see what each of them changes."""
        return self.pressed and not self.live

    @property
    def knob(self) -> tuple[int, int]:
        """The pixel in the middle of what is dragged."""
        return round(self._x_of(self.value)), self.box.centre[1]

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        return across and (self.value > self.low if step < 0 else self.value < self.high)

    def activate(self) -> Action | None:
        """Do nothing: a slider has no click of its own."""
        return None

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        track = self._track(skin)
        ground = theme.ctrl if theme.bordered else theme.line
        draw.fill_round(surface, track, track.height / 2, ground)
        x = self._x_of(self.value)
        filled = track._replace(width=round(x) - track.x)
        if filled.width > 0:
            draw.fill_round(
                surface, filled, track.height / 2, self.ink(theme, theme.text, theme.panel)
            )
        for tick in self.ticks:
            at = round(self._x_of(tick))
            surface.fill(theme.ctrl, (at, track.bottom + skin.px(3), skin.px(1), skin.px(4)))
        centre = (x, track.y + track.height / 2)
        radius = skin.unit.exact(9)
        knob = mix(theme.text, theme.focus, self.lit)
        draw.disc(surface, centre, radius, self.ink(theme, knob, ground))
        if self.focused and self.show_focus:
            line = skin.px(STROKE.focus)
            draw.ring(surface, centre, skin.unit.exact(11), skin.px(2), theme.panel)
            draw.ring(surface, centre, skin.unit.exact(11) + line, line, theme.focus)

    def _track(self, skin: Skin) -> Box:
        height = skin.px(4)
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
