"""A number on a track."""

from collections.abc import Sequence

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import STROKE, mix
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.controls import arrow_step


class Slider(Widget):
    """A number in a range, dragged or stepped with the arrow keys.

    Attributes:
        step: What an arrow key adds, and what dragging rounds to.
        ticks: Values that are marked below the track.
        live: Whether dragging reports every step; else only letting go does.
    """

    wide, tall = 190, 28

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
