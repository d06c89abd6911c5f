"""A list of places to go, one below the other."""

from collections.abc import Sequence

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import SIZE, TYPE
from game.ui.widgets.base import Action, Widget, draw_border, draw_focus_ring
from game.ui.widgets.controls import arrow_step

_ROW_DP = 44
_GAP_DP = 4


class NavList(Widget):
    """A column of icons with labels, of which one is chosen.

    Attributes:
        options: (value, label, lucide name) of each.
        value: The chosen one's value.
    """

    def __init__(self, name: str, options: Sequence[tuple[str, str, str]], value: str) -> None:
        super().__init__(name)
        self.options = tuple(options)
        self.value = value
        self._over: int | None = None

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        return len(self.options) * (look.px(_ROW_DP) + look.px(_GAP_DP)) - look.px(_GAP_DP)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Choose by a click or by the arrow keys."""
        if event.type == pygame.MOUSEMOTION:
            self._over = self._row_at(event.pos) if self.hit(event.pos) else None
        if self.focused and (step := arrow_step(event)):
            return self._choose(self._index() + step)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            row = self._row_at(event.pos) if self.hit(event.pos) else None
            return self._choose(row) if row is not None else None
        return super().handle_event(event)

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether there is another place above or below."""
        return not across and 0 <= self._index() + step < len(self.options)

    def activate(self) -> Action | None:
        """Go on to the next option, and round."""
        return self._choose((self._index() + 1) % len(self.options))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the rows; the chosen one is raised and bold."""
        theme = look.theme
        radius = look.px(12)
        for i, (value, label, icon) in enumerate(self.options):
            row = self._row(i)
            chosen = value == self.value
            if chosen or self._over == i:
                draw.fill_round(surface, row, radius, theme.raised if chosen else theme.panel)
            if chosen:
                draw_border(surface, look, row, radius)
            ink = theme.text if chosen or self._over == i else theme.text2
            centre = (row.x + look.px(23), row.centre[1])
            look.icons.draw(surface, icon, centre, look.px(SIZE.icon), ink)
            left = row.x + look.px(45)
            text = look.fit(label, TYPE.lead, row.right - look.px(8) - left, bold=chosen)
            look.write(surface, text, (left, row.centre[1]), TYPE.lead, ink, bold=chosen)
            if chosen and self.focused and self.show_focus:
                draw_focus_ring(surface, look, row, radius)

    def _index(self) -> int:
        return [value for value, _, _ in self.options].index(self.value)

    def _choose(self, index: int) -> Action | None:
        if not 0 <= index < len(self.options) or index == self._index():
            return None
        self.value = self.options[index][0]
        return Action(self.name, self.value)

    def _row(self, index: int) -> Box:
        count = len(self.options)
        pitch = self.box.height / (count - _GAP_DP / (_ROW_DP + _GAP_DP))
        top = self.box.y + round(index * pitch)
        return Box(self.box.x, top, self.box.width, round(pitch * _ROW_DP / (_ROW_DP + _GAP_DP)))

    def _row_at(self, position: tuple[float, float]) -> int | None:
        rows = range(len(self.options))
        return next((i for i in rows if self._row(i).contains(position)), None)
