"""What the records screen shows of a player's progress: a rating and mistakes a game, as curves."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pygame

from ai.levels import levels_of
from game.library.progress import Progress
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, Row
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.panel.plot import AXIS_DP, Curve, Plot, rounded_up
from game.ui.skin import Skin
from game.ui.theme import RADIUS, STROKE, TYPE, Colour
from game.words.numbers import thousands

_TALL_DP: Final = 104
_BESIDE_DP: Final = 520
"""From this width on both curves stand side by side."""
_LEAST_GAP_DP: Final = 13
_LATEST: Final = 10
"""The games of which a mean is told."""
_STEP: Final = 100
"""What the ends of the axis of ratings are multiples of."""


@dataclass(frozen=True, slots=True)
class ProgressCharts(Composed):
    """Both curves of a game.

    Attributes:
        progress: What they show; None until that is read, for which their room is kept.
    """

    game: str
    progress: Progress | None

    def content(self, skin: Skin, width: int) -> Section:
        """Return them side by side, or one below the other in a narrow window."""
        progress = self.progress or Progress()
        rating, mistakes = self._rating(skin, progress), self._mistakes(skin, progress)
        if skin.unit.dp(width) < _BESIDE_DP:
            return Column(rating, mistakes, gap=8)
        return Row(Column(rating), Column(mistakes), gap=24, top=True)

    def _rating(self, skin: Skin, progress: Progress) -> Section:
        if not progress.ratings:
            words = "no rated game yet" if self.progress else ""
            return _chart(skin, "Your rating", words, None)
        last = progress.ratings[-1]
        curve = tuple(enumerate(each.value for each in progress.ratings))
        low, high = (
            tuple((at, each.value + side * each.margin) for at, each in enumerate(progress.ratings))
            for side in (-1, 1)
        )
        known = [(e.rating, e.title) for e in levels_of(self.game) if e.rating is not None]
        near = [value for _, value in (*low[-_LATEST:], *high[-_LATEST:], *curve)]
        bottom = rounded_up(round(min(near)) - _STEP, _STEP)
        top = rounded_up(round(max(near)), _STEP)
        levels = [(value, title) for value, title in known if bottom <= value <= top]
        chart = _Chart(curve, bottom, top, levels, (low, high))
        return _chart(
            skin, "Your rating", f"{thousands(round(last.value))} ± {last.margin:.0f}", chart
        )

    def _mistakes(self, skin: Skin, progress: Progress) -> Section:
        counts = progress.mistakes
        if not counts:
            words = "none looked through yet" if self.progress else ""
            return _chart(skin, "Mistakes a game", words, None)
        latest = counts[-_LATEST:]
        curve = tuple((at, float(count)) for at, count in enumerate(counts))
        most = max(2, *counts)
        chart = _Chart(curve, 0, most, [(each, str(each)) for each in (0, most)])
        return _chart(skin, "Mistakes a game", f"{sum(latest) / len(latest):.1f}", chart)


def _chart(skin: Skin, title: str, value: str, chart: "_Chart | None") -> Section:
    """Return a plot below its title and what it comes to; without a plot, its room."""
    number = Phrase(value, bold=True, tabular=True) if chart else quiet(value)
    tall = skin.px(_TALL_DP)
    return Column(
        Row(quiet(title), SPRING, number, tall=24),
        Painted(tall, chart.paint if chart else _paint_ground),
    )


def _paint_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw.fill_round(surface, box, skin.px(RADIUS.row), skin.theme.raised)


@dataclass(frozen=True, slots=True)
class _Chart:
    """A curve over games, perhaps in a band.

    Attributes:
        curve: What is plotted, by the number of the game.
        high: The value at the upper edge.
        levels: Values that have a line and a name.
        band: How low and how high the values may be in truth.
    """

    curve: Curve
    low: float
    high: float
    levels: Sequence[tuple[float, str]]
    band: tuple[Curve, Curve] | None = None

    def paint(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme = skin.theme
        _paint_ground(surface, skin, box)
        names = skin.px(AXIS_DP / 2) + max(
            (skin.width(name, TYPE.axis) for _, name in self.levels), default=0
        )
        inner = box.inset(skin.px(12), skin.px(12))
        inner = inner._replace(x=inner.x + names, width=inner.width - names)
        plot = Plot(inner, max(1, len(self.curve) - 1), self.low, self.high)
        free: list[tuple[float, str]] = []
        for value, name in sorted(self.levels):
            if not free or plot.y(free[-1][0]) - plot.y(value) >= skin.px(_LEAST_GAP_DP):
                free.append((value, name))
        plot.draw_levels(surface, skin, free)
        if self.band is not None:
            low, high = map(plot.points, self.band)
            for (left, right), (top_left, top_right) in zip(
                pairwise(low), pairwise(high), strict=True
            ):
                draw.polygon(surface, [left, right, top_right, top_left], theme.ai, alpha=50)
        points = plot.points(self.curve)
        ink: Colour = theme.ai if self.band else theme.text
        if len(points) > 1:
            draw.polyline(surface, points, skin.unit.exact(STROKE.graph), ink)
        draw.disc(surface, points[-1], skin.unit.exact(4), ink)
