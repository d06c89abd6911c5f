"""Reliability diagrams: what was told of positions along one axis, what they scored up the other.

A point is a tenth of the shares with at least `ENOUGH` positions, its bar one standard error over
games. Where shares come true the points lie on the diagonal; the band around it reaches `BAND` to
either side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from benchmarks.reliability import ENOUGH, Told, tenths
from game.ui import draw
from game.ui.boards.paths import Point
from game.ui.layout import Box
from game.ui.text import Fonts
from game.ui.theme import DARK, mix
from game.words.numbers import THIN_SPACE

BAND = 0.05
SIDE = 232
MARGIN = 24
LEFT, TOP, BOTTOM = 40, 56, 44
HEAD = 74
LARGE, SMALL = 17, 13
RADIUS = 4.5
COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Panel:
    """One board's diagram: what is told, and the plain means for comparison."""

    title: str
    told: Sequence[Told]
    counted: Sequence[Told]


def save(file: Path, title: str, panels: Sequence[Panel]) -> None:
    """Draw a diagram for each board below a title, and write it as a picture."""
    pygame.font.init()
    columns = min(COLUMNS, len(panels))
    wide, high = LEFT + SIDE + MARGIN, TOP + SIDE + BOTTOM
    size = MARGIN + columns * wide + MARGIN // 2, HEAD + -(-len(panels) // columns) * high
    surface = pygame.Surface(size)
    surface.fill(DARK.bg)
    fonts = Fonts()
    fonts.draw(surface, title, (MARGIN, 16), LARGE + 3, DARK.text, bold=True)
    _legend(surface, fonts, (MARGIN, 56))
    for number, panel in enumerate(panels):
        left, top = MARGIN + number % columns * wide, HEAD + number // columns * high
        _draw_panel(surface, fonts, panel, Box(left + LEFT, top + TOP, SIDE, SIDE))
    pygame.image.save(surface, file)


def _legend(surface: pygame.Surface, fonts: Fonts, left: Point) -> None:
    x, y = left
    for text, solid in (("shown", True), ("counted by the search", False)):
        _dot(surface, (x + RADIUS, y), solid=solid)
        box = fonts.draw(surface, text, (x + 3 * RADIUS, y), SMALL, DARK.text2, anchor="midleft")
        x = box.right + MARGIN


def _draw_panel(surface: pygame.Surface, fonts: Fonts, panel: Panel, plot: Box) -> None:
    games = len({each.game for each in panel.told})
    about = f"{games:,} games, {len(panel.told):,} positions"
    head = plot.x - LEFT
    fonts.draw(surface, panel.title, (head, plot.y - 46), LARGE, DARK.text, bold=True)
    fonts.draw(surface, about, (head, plot.y - 24), SMALL, DARK.text3)
    _axes(surface, fonts, plot)
    for told, solid in ((panel.counted, False), (panel.told, True)):
        known = [each for each in tenths(told).values() if each.positions >= ENOUGH]
        for each in known:
            at = _at(plot, each.share, each.scored)
            if solid:
                ends = [_at(plot, each.share, each.scored + s * each.error) for s in (-1, 1)]
                draw.polyline(surface, ends, 1.5, DARK.ai)
            _dot(surface, at, solid=solid)


def _axes(surface: pygame.Surface, fonts: Fonts, plot: Box) -> None:
    surface.fill(DARK.panel, plot)
    corners = ((0, 0), (0, BAND), (1 - BAND, 1), (1, 1), (1, 1 - BAND), (BAND, 0))
    band = [_at(plot, share, scored) for share, scored in corners]
    draw.polygon(surface, band, mix(DARK.panel, DARK.ai, 0.16))
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        text = f"{100 * share:.0f}{THIN_SPACE}%"
        below, beside = _at(plot, share, 0), _at(plot, 0, share)
        for end in (_at(plot, share, 1), below):
            surface.fill(DARK.line, (round(end[0]), plot.y, 1, SIDE))
        surface.fill(DARK.line, (plot.x, round(beside[1]), SIDE, 1))
        fonts.draw(surface, text, (below[0], below[1] + 5), SMALL, DARK.text3, anchor="midtop")
        fonts.draw(surface, text, (beside[0] - 5, beside[1]), SMALL, DARK.text3, anchor="midright")
    draw.polyline(surface, [_at(plot, 0, 0), _at(plot, 1, 1)], 1, DARK.ctrl)
    fonts.draw(surface, "scored", (plot.x + 6, plot.y + 5), SMALL, DARK.text2)
    fonts.draw(
        surface,
        "win rate",
        (plot.right - 6, plot.bottom - 6),
        SMALL,
        DARK.text2,
        anchor="bottomright",
    )


def _at(plot: Box, share: float, scored: float) -> Point:
    return plot.x + share * plot.width, plot.bottom - scored * plot.height


def _dot(surface: pygame.Surface, at: Point, *, solid: bool) -> None:
    if solid:
        draw.disc(surface, at, RADIUS, DARK.ai)
    else:
        draw.ring(surface, at, RADIUS, 1.5, DARK.text3)
