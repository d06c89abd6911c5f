"""The graph of estimates on their way to the truth, over the simulations behind them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.graphs import AXIS_DP, SHARES, SPARK_DP, Curve, Plot, spark_box
from game.ui.skin import Skin
from game.ui.theme import RADIUS, STROKE, TYPE, Colour
from game.words.numbers import short_count

PLOT_DP: Final = 64
LOW_PLOT_DP: Final = 46
LABEL_DP: Final = 34
TITLES: Final = (
    "Estimate on its way to the truth, win % by simulations",
    "Estimates, win % by simulations",
    "Estimates, win %",
)
"""What stands above, by how much room there is."""
TICKS: Final = ("Short ticks at the right edge mark the exact values.", "Ticks: exact values")
"""What stands below, by how much room there is."""
CAPTION_DP: Final = 18


@dataclass(frozen=True, slots=True)
class Estimate:
    """One move's estimate over time.

    Attributes:
        points: (simulations, share of a win), in ascending order.
        truth: Its true share of a win.
    """

    name: str
    points: Curve
    truth: float


@dataclass(frozen=True, slots=True)
class ConvergenceGraph(Section):
    """Up to three estimates over simulations, on a logarithmic axis.

    Attributes:
        estimates: The best move first; it is drawn in the AI's colour.
        dp: Least height of the plot.
        spark: Whether there are the curves alone, in one low row.
    """

    estimates: tuple[Estimate, ...]
    dp: int = PLOT_DP
    spark: bool = False

    @property
    def smaller(self) -> tuple["ConvergenceGraph", ...]:
        """What it becomes where a panel is too low: lower, then a sparkline."""
        return replace(self, dp=LOW_PLOT_DP), replace(self, spark=True)

    def height(self, skin: Skin, width: int) -> int:
        del width
        if self.spark:
            return skin.px(SPARK_DP)
        return skin.px(24) + skin.px(self.dp) + skin.px(18) + skin.px(CAPTION_DP)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the axes, the curves, their names and ticks at the true values."""
        theme = skin.theme
        if self.spark:
            draw.fill_round(surface, box, skin.px(RADIUS.row), theme.raised)
            plot = self._plot(spark_box(skin, box))
        else:
            plot = self._draw_axes(surface, skin, box)
        inks = (theme.ai, theme.text2, theme.text3)
        # The best one last, so that it lies on top.
        for index in reversed(range(len(self.estimates))):
            self._draw_estimate(surface, skin, plot, index, inks[index])
        if not self.spark:
            self._write_names(surface, skin, plot, inks)
            plot.write_below(surface, skin, self._counts(plot))
            caption = next((t for t in TICKS if skin.width(t, TYPE.caption) <= box.width), "")
            at = (box.x, box.bottom - skin.px(CAPTION_DP) // 2)
            skin.write(surface, caption, at, TYPE.caption, theme.text3)

    def _draw_axes(self, surface: pygame.Surface, skin: Skin, box: Box) -> Plot:
        """Draw the title and the levels; return the plot between them."""
        theme = skin.theme
        title = next(
            (each for each in TITLES if skin.width(each, TYPE.caption) <= box.width), TITLES[-1]
        )
        skin.write(surface, title, (box.x, box.y + skin.px(9)), TYPE.caption, theme.text3)
        inner = Box(
            box.x + skin.px(AXIS_DP),
            box.y + skin.px(28),
            box.width - skin.px(AXIS_DP + LABEL_DP),
            box.height - skin.px(28 + 20 + CAPTION_DP),
        )
        plot = self._plot(inner)
        plot.draw_levels(surface, skin, SHARES)
        return plot

    def _plot(self, box: Box) -> Plot:
        counts = [count for estimate in self.estimates for count, _ in estimate.points]
        first = min(counts, default=1)
        last = max(max(counts, default=1), first + 1)
        return Plot(box, last, first=first, is_log=True)

    def _draw_estimate(
        self, surface: pygame.Surface, skin: Skin, plot: Plot, index: int, ink: Colour
    ) -> None:
        estimate = self.estimates[index]
        points = plot.points(estimate.points)
        width = skin.unit.exact(STROKE.graph)
        if len(points) > 1 and index == 0:
            draw.polyline(surface, points, width, ink)
        elif len(points) > 1:
            on, off = ((5, 4), (1.5, 4))[index - 1]
            draw.dashed(
                surface, points, width, ink, on=skin.unit.exact(on), off=skin.unit.exact(off)
            )
        draw.disc(surface, points[-1], skin.unit.exact(3.5), ink)
        tick = round(plot.y(estimate.truth)) - skin.px(1)
        surface.fill(skin.theme.text, (plot.box.right - skin.px(10), tick, skin.px(14), skin.px(3)))

    def _write_names(
        self, surface: pygame.Surface, skin: Skin, plot: Plot, inks: tuple[Colour, ...]
    ) -> None:
        """Write the moves beside their last values, from the top down and never overlapping."""
        step = skin.px(14)
        ends = [
            (plot.y(estimate.points[-1][1]), estimate.name, ink)
            for estimate, ink in zip(self.estimates, inks, strict=False)
        ]
        lowest = plot.box.y - step
        for y, name, ink in sorted(ends, key=lambda end: end[0]):
            lowest = max(round(y), lowest + step)
            at = (plot.box.right + skin.px(8), lowest)
            skin.write(surface, name, at, TYPE.caption, ink, bold=True)

    @staticmethod
    def _counts(plot: Plot) -> Iterator[tuple[int, str]]:
        """Yield the numbers of simulations to be written below."""
        first, last = plot.first, plot.last
        middle = round((first * last) ** 0.5)
        for count in (first, middle, last) if last >= 4 * first else (last,):
            yield count, short_count(count)
