"""Two curves over the moves of a game, one for each side."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.screens.arena.sides import draw_curve, side_ink
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.plot import SHARES, Curve, Plot, rounded_up
from game.ui.skin import Skin
from game.ui.theme import TYPE

_AXIS_DP: Final = 36
_HEAD_DP: Final = 30
_FOOT_DP: Final = 18
_LOW_DP: Final = 100


@dataclass(frozen=True, slots=True)
class SideGraph:
    """What each side's line shows.

    Attributes:
        curves: A's and B's (ply, value).
        plies: How many plies the axis has at least.
        players: 2 for shares of a win, shown as per cent over moves of two plies; 1 for scores.
    """

    title: str
    note: str
    curves: tuple[Curve, Curve]
    plies: int
    players: int = 1

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw title, axes and curves; in a low box the curves alone."""
        plot = self._plot(skin, box)
        if not self._is_low(skin, box):
            self._draw_axes(surface, skin, box, plot)
        elif self.players == 2:
            middle = round(plot.y(0.5))
            draw.hairline(surface, (plot.box.x, middle), plot.box.width, skin.theme.line)
        for side in (1, 0):
            points = plot.points(self.curves[side])
            draw_curve(surface, skin, points, side)
            if points:
                draw.disc(surface, points[-1], skin.unit.exact(4), side_ink(skin.theme, side))

    def _draw_axes(self, surface: pygame.Surface, skin: Skin, box: Box, plot: Plot) -> None:
        theme = skin.theme
        y = box.y + skin.px(8)
        skin.write(surface, self.title, (box.x, y), TYPE.caption, theme.text3)
        title = skin.width(self.title, TYPE.caption)
        if skin.width(self.note, TYPE.caption) + title + skin.px(20) < box.width:
            at = (box.right, y)
            skin.write(surface, self.note, at, TYPE.caption, theme.text3, anchor="midright")
        plot.draw_levels(surface, skin, self._levels(plot))
        plot.write_moves(surface, skin, 5, players=self.players)

    def _is_low(self, skin: Skin, box: Box) -> bool:
        return box.height < skin.px(_LOW_DP)

    @property
    def _top(self) -> float:
        if self.players == 2:
            return 1.0
        most = max((value for curve in self.curves for _, value in curve), default=0.0)
        steps = (100, 200, 400, 600, 1000, 2000, 3000, 4000, 6000, 8000, 12000)
        return float(next((step for step in steps if step >= most), most))

    def _levels(self, plot: Plot) -> tuple[tuple[float, str], ...]:
        if self.players == 2:
            return SHARES
        middle = plot.high / 2
        return ((plot.high, f"{plot.high:g}"), (middle, f"{middle:g}"), (0.0, "0"))

    def _plot(self, skin: Skin, box: Box) -> Plot:
        low = self._is_low(skin, box)
        left = skin.px(4 if low else _AXIS_DP)
        top = skin.px(6 if low else _HEAD_DP)
        height = max(1, box.height - top - skin.px(6 if low else _FOOT_DP))
        inner = Box(box.x + left, box.y + top, box.width - left - skin.px(8), height)
        last = max([self.plies, *(curve[-1][0] for curve in self.curves if curve)])
        return Plot(inner, rounded_up(max(10, last), 10), 0.0, self._top)
