"""The curves of a watched search that has no tree: numbers that rise and fall with its steps."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pygame

from game.ui import draw
from game.ui.format import thousands
from game.ui.layout import Box
from game.ui.panel.plot import AXIS_DP, Plot
from game.ui.skin import Skin
from game.ui.theme import STROKE, TYPE

Pixel = tuple[float, float]
Curves = Mapping[str, Sequence[float]]
_LEFT_DP, _ABOVE_DP, _BELOW_DP = AXIS_DP + 12, 32, 16
_MOST: Final = 400
"""Points of a curve."""


def _plots(skin: Skin, area: Box, curves: Curves) -> Iterator[tuple[str, Plot, list[Pixel]]]:
    """Yield each curve's title, plot and points: one below the other, over the same steps."""
    tall, left, above = area.height // len(curves), skin.px(_LEFT_DP), skin.px(_ABOVE_DP)
    for which, (name, values) in enumerate(curves.items()):
        top = area.y + which * tall + above
        box = Box(
            area.x + left, top, area.width - left - skin.px(8), tall - above - skin.px(_BELOW_DP)
        )
        low = min(values)
        plot = Plot(box, max(2, len(values)), low, max(*values, low + 1), first=1)
        every = -(-len(values) // _MOST)
        shown = tuple((at + 1, values[at]) for at in range(len(values) - 1, -1, -every))
        yield f"{name}: {_number(values[-1])}", plot, plot.points(shown)


def draw_curves(surface: pygame.Surface, skin: Skin, area: Box, curves: Curves) -> None:
    """Draw each curve in a plot of its own."""
    for title, plot, points in _plots(skin, area, curves):
        at = area.x, plot.box.y - skin.px(20)
        skin.write(surface, title, at, TYPE.caption, skin.theme.text2)
        plot.draw_levels(surface, skin, ((each, _number(each)) for each in (plot.low, plot.high)))
        if len(points) > 1:
            draw.polyline(surface, points, skin.unit.exact(STROKE.graph), skin.theme.ai)
        draw.disc(surface, points[0], skin.unit.exact(3.5), skin.theme.ai)


def _number(value: float) -> str:
    return thousands(round(value)) if abs(value) >= 100 else f"{value:.1f}"
