"""Outlines round SameGame groups: the AI's candidates, the steps of its line, the pointer's."""

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import cells_outline, dashes, grown, rounded
from game.ui.boards.sprites import drawn_once
from game.ui.layout import TileGeometry
from game.ui.overlay import LossClass
from game.ui.skin import Skin
from game.ui.theme import GHOST_LINE, IVORY, LOSS, OUTLINE, WHITE, Colour

_DESIGN_TILE = 41.0
"""The tile that the widths of outlines were drawn for, in pixels."""
_SMALL_TILE = 12
"""Under this the outlines of a mini-board may become thinner than what an eye can follow."""


@dataclass(frozen=True, slots=True)
class Pen:
    """One of the strokes that make up an outline: width in pixels of the design, colour."""

    width: float
    colour: Colour
    alpha: float = 1.0
    dash: tuple[float, float] | None = None


HOVER_PENS = (Pen(7.0, OUTLINE), Pen(3.0, IVORY))
STEP_PENS = (
    Pen(4.0, GHOST_LINE.edge, GHOST_LINE.edge_alpha),
    Pen(1.6, GHOST_LINE.ink, dash=(5.0, 4.0)),
)
NEXT_PENS = (Pen(7.0, GHOST_LINE.edge), Pen(4.6, GHOST_LINE.solid))


def candidate_pens(loss_class: LossClass) -> tuple[Pen, ...]:
    """Return the triple stroke that shows up on every tile colour."""
    return Pen(7.5, OUTLINE), Pen(4.6, WHITE), Pen(3.0, LOSS[loss_class].fill)


def plan_pens(loss_class: LossClass) -> tuple[Pen, ...]:
    """Return the thinner stroke round a group that the best plan may begin with as well."""
    return Pen(5.0, OUTLINE), Pen(2.6, LOSS[loss_class].fill)


def region_pens(colour: Colour) -> tuple[Pen, ...]:
    """Return the strokes round the region that the first hint points at."""
    return Pen(5.0, OUTLINE, 0.8), Pen(2.6, colour, dash=(9.0, 6.0))


def draw_outline(
    skin: Skin,
    surface: pygame.Surface,
    geometry: TileGeometry,
    cells: Iterable[int],
    pens: tuple[Pen, ...],
) -> None:
    """Draw an outline round cells, which need not hang together."""
    tile = geometry.tile
    scale = max(0.42 if tile >= _SMALL_TILE else 0.25, tile / _DESIGN_TILE)
    places = [divmod(cell, geometry.rows) for cell in cells]
    left = min(column for column, _ in places)
    top = max(row for _, row in places)
    shape = frozenset((column - left, top - row) for column, row in places)
    margin = round(6 * scale) + 2
    x, y = geometry.place(left, top)
    picture = _outline(skin, shape, tile, scale, margin, pens)
    surface.blit(picture, (round(x) - margin, round(y) - margin))


@drawn_once
def _outline(
    _skin: Skin,
    shape: frozenset[tuple[int, int]],
    tile: int,
    scale: float,
    margin: int,
    pens: tuple[Pen, ...],
) -> pygame.Surface:
    width = (1 + max(x for x, _ in shape)) * tile + 2 * margin
    height = (1 + max(y for _, y in shape)) * tile + 2 * margin
    canvas = Canvas((width, height))
    borders = [[(margin + x * tile, margin + y * tile) for x, y in b] for b in cells_outline(shape)]
    # Slightly outside the cells, and with round corners.
    loops = [rounded(grown(border, 0.6 * scale), 0.26 * tile) for border in borders]
    for pen in pens:
        if pen.dash is None:
            canvas.strokes(loops, scale * pen.width, pen.colour, pen.alpha, closed=True)
        else:
            on, off = scale * pen.dash[0], scale * pen.dash[1]
            pieces = [piece for loop in loops for piece in dashes(loop, on, off)]
            canvas.strokes(pieces, scale * pen.width, pen.colour, pen.alpha)
    return canvas.finish()
