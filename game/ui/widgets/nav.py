"""A list of places to go, one below the other."""

from collections.abc import Sequence

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import SIZE, TYPE
from game.ui.widgets.base import draw_chosen, draw_focus_ring
from game.ui.widgets.tabs import OneOf

_ROW_DP = 44
_GAP_DP = 4


class NavList(OneOf):
    """A column of icons with labels, of which one is chosen.

    Attributes:
        options: (value, label, lucide name) of each.
    """

    def __init__(self, name: str, options: Sequence[tuple[str, str, str]], value: str) -> None:
        super().__init__(name, [option for option, _, _ in options], value)
        self.options = tuple(options)

    def height(self, skin: Skin) -> int:
        return len(self.options) * (skin.px(_ROW_DP) + skin.px(_GAP_DP)) - skin.px(_GAP_DP)

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether there is another place above or below."""
        return not across and 0 <= self.index + step < len(self.options)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the rows; the chosen one is raised and bold."""
        theme = skin.theme
        radius = skin.px(12)
        rows = enumerate(zip(self.options, self.cells(), strict=True))
        for i, ((value, label, icon), row) in rows:
            chosen = value == self.value
            if chosen:
                draw_chosen(surface, skin, row, radius)
            elif self._over == i:
                draw.fill_round(surface, row, radius, theme.panel)
            ink = theme.text if chosen or self._over == i else theme.text2
            centre = (row.x + skin.px(23), row.centre[1])
            skin.icons.draw(surface, icon, centre, skin.px(SIZE.icon), ink)
            left = row.x + skin.px(45)
            text = skin.fit(label, TYPE.lead, row.right - skin.px(8) - left, bold=chosen)
            skin.write(surface, text, (left, row.centre[1]), TYPE.lead, ink, bold=chosen)
            if chosen and self.focused and self.show_focus:
                draw_focus_ring(surface, skin, row, radius)

    def cells(self) -> tuple[Box, ...]:
        count, x, width = len(self.options), self.box.x, self.box.width
        pitch = self.box.height / (count - _GAP_DP / (_ROW_DP + _GAP_DP))
        tall = round(pitch * _ROW_DP / (_ROW_DP + _GAP_DP))
        return tuple(Box(x, self.box.y + round(i * pitch), width, tall) for i in range(count))
