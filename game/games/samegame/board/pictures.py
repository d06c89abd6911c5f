"""The parts of a SameGame board besides its tiles: well, preview, crumbs, outlines."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import NamedTuple, cast

import pygame

from game.games.samegame.board.collapse import Collapse
from game.games.samegame.rules import SameGameState, column_name
from game.ui.boards import tiles
from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import (
    Point,
    cells_outline,
    circle,
    dashes,
    grown,
    round_corner_strokes,
    round_rectangle,
    rounded,
)
from game.ui.boards.sprites import blit_centred, drawn_once, share_of
from game.ui.boards.view import BoardContent, label_size
from game.ui.layout import Box, TileGeometry
from game.ui.overlay import LossClass
from game.ui.skin import Skin
from game.ui.theme import ENDING, GHOST_LINE, IVORY, LOSS, MOTION, OUTLINE, WHITE, Colour, mix

MOST_PARTICLES = 40

_CLEARED_TRACE = 0.62
_TRACE = 0.36
"""The share of its colour that a dot has, of a board that is cleared and of one that is not."""
_TRACE_STEPS = 8
_TRACE_FADE = 2.2
"""How many tiles from a text the dots are whole."""
_LANDING = 0.6
"""Edge of a small tile over the tile it stands for."""


class Layer(NamedTuple):
    """What is painted on, and where its tiles are."""

    skin: Skin
    surface: pygame.Surface
    geometry: TileGeometry


def paint_well(layer: Layer, *, labels: bool) -> None:
    """Paint the well, with a faint dot in every cell, and the names of its rows and columns."""
    skin, surface, geometry = layer
    theme, tile = skin.theme, geometry.tile
    canvas = Canvas(surface.get_size())
    x, y, width, height = geometry.well
    rim = max(1.0, skin.unit.exact(1.5 if theme.bordered else 1.0))
    radius = geometry.well_radius
    canvas.polygon(round_rectangle(x, y, width, height, radius), theme.well_rim)
    inside = (x + rim, y + rim, width - 2 * rim, height - 2 * rim)
    canvas.polygon(round_rectangle(*inside, radius - rim), theme.well)
    surface.blit(canvas.finish(), (0, 0))
    dot = _well_dot(skin, tile)
    for column in range(geometry.columns):
        for row in range(geometry.rows):
            left, top = geometry.place(column, row)
            blit_centred(surface, dot, (left + tile / 2, top + tile / 2))
    if labels and geometry.margin:
        _paint_labels(layer)


def _paint_labels(layer: Layer) -> None:
    """Paint letters below the well and numbers at its left."""
    skin, surface, geometry = layer
    well, tile, ink = geometry.well, geometry.tile, skin.theme.text3
    height, away = label_size(skin), geometry.margin / 2
    for column in range(geometry.columns):
        x = geometry.place(column, 0)[0] + tile / 2
        skin.centred(surface, column_name(column), (x, well.bottom + away), height, ink, bold=False)
    for row in range(geometry.rows):
        y = geometry.place(0, row)[1] + tile / 2
        skin.centred(surface, str(row + 1), (well.x - away, y), height, ink, bold=False)


def paint_preview(layer: Layer, state: SameGameState, move: int) -> None:
    """Paint what removing a group would do: its outline, what lands in it, which columns move."""
    skin, surface, geometry = layer
    group = state.group_of(move)
    after = state.play(move)
    tile = geometry.tile
    colour = state.colour_of(move) or 0
    faded = mix(skin.theme.tiles[colour].fill, skin.theme.well, 0.5)
    for cell in group:
        surface.fill(faded, geometry.cell_box(cell))
    size = max(3, round(_LANDING * tile))
    for cell in group:
        landing = after.colour_of(cell)
        if landing is not None:
            picture = tiles.small_tile(skin, landing, size)
            x, y, _, _ = geometry.cell_box(cell)
            blit_centred(surface, picture, (x + tile / 2, y + tile / 2))
    draw_outline(layer, group, HOVER_PENS)
    _draw_chevrons(layer, state, frozenset(group))


def draw_trace(layer: Layer, content: BoardContent, spared: Box | None) -> None:
    """Draw a dot for each tile of the first board whose place is empty, in a wave.

    The dots fade towards what is `spared`, where text stands.
    """
    skin, surface, geometry = layer
    first, state = cast(SameGameState, content.trace), cast(SameGameState, content.state)
    tile, rows = geometry.tile, geometry.rows
    start = divmod(state.last_move or 0, rows)
    strength = _CLEARED_TRACE if state.cleared else _TRACE
    dots = []
    for column, colours in enumerate(first.columns):
        for row, colour in enumerate(colours):
            if state.colour_at(column, row) is not None:
                continue
            x, y = geometry.place(column, row)
            middle = (x + tile / 2, y + tile / 2)
            begin = MOTION.removal + ENDING.trace_gap * hypot(column - start[0], row - start[1])
            come = share_of(content.ending, begin, begin + ENDING.trace)
            level = round(_TRACE_STEPS * come * _away(spared, middle, tile))
            if level:
                dot = _trace_dot(skin, colour, tile, level, strength)
                half = dot.get_width() / 2
                dots.append((dot, (round(middle[0] - half), round(middle[1] - half))))
    surface.fblits(dots)


def _away(spared: Box | None, at: Point, tile: int) -> float:
    """Return how far a point is from what is spared, 0 to 1; 1 is as far as it matters."""
    if spared is None:
        return 1.0
    x = max(spared.x - at[0], 0.0, at[0] - spared.right)
    y = max(spared.y - at[1], 0.0, at[1] - spared.bottom)
    return min(1.0, max(0.0, (hypot(x, y) / tile - 0.4) / _TRACE_FADE))


@drawn_once
def _trace_dot(skin: Skin, colour: int, tile: int, level: int, strength: float) -> pygame.Surface:
    share = level / _TRACE_STEPS
    radius = max(0.8, (0.11 + 0.06 * share) * tile)
    half = round(radius) + 1
    canvas = Canvas((2 * half, 2 * half))
    fill = mix(skin.theme.well, skin.theme.tiles[colour].fill, strength * share)
    canvas.circle((half, half), radius, fill)
    return canvas.finish()


def draw_particles(layer: Layer, motion: Collapse, seconds: float) -> None:
    """Draw crumbs that fly from a large group, the same ones whenever the same group goes."""
    skin, surface, geometry = layer
    life = MOTION.removal + MOTION.fall_longest
    age = seconds / life
    tile = geometry.tile
    if age >= 1.0:
        return
    picture = _crumb(skin, motion.colour, max(1, round(0.10 * tile * (1 - age))))
    count = min(MOST_PARTICLES, 3 * len(motion.removed))
    for i in range(count):
        column, row = motion.removed[i * len(motion.removed) // count]
        # A hash of the place instead of chance: equal frames are equal pictures.
        noise = (column * 73_856_093) ^ (row * 19_349_663) ^ (i * 83_492_791)
        angle = 2 * pi * (noise % 360) / 360
        speed = tile * (1.2 + noise // 360 % 100 / 50)
        x, y = geometry.place(column, row)
        x += tile / 2 + speed * age * cos(angle)
        y += tile / 2 + speed * age * sin(angle) + 2.2 * tile * age * age
        blit_centred(surface, picture, (x, y))


@drawn_once
def cursor(_skin: Skin, tile: int) -> pygame.Surface:
    half = round(0.62 * tile) + 1
    canvas = Canvas((2 * half, 2 * half))
    reach = 0.50 * tile
    frame = (half - reach, half - reach, 2 * reach, 2 * reach)
    width = max(1.5, 0.075 * tile)
    strokes = round_corner_strokes(*frame, 0.20 * tile, 0.32 * tile)
    canvas.strokes(strokes, 2.1 * width, OUTLINE)
    canvas.strokes(strokes, width, WHITE)
    return canvas.finish()


@drawn_once
def orphan_ring(_skin: Skin, tile: int) -> pygame.Surface:
    """Return the ring round the shape of a tile that is the last of its colour."""
    half = round(0.42 * tile) + 1
    canvas = Canvas((2 * half, 2 * half))
    width = max(1.0, 0.045 * tile)
    path = circle((half, half), 0.335 * tile)
    canvas.stroke(path, 2.2 * width, OUTLINE, 0.55, closed=True)
    canvas.strokes(dashes(path, 2.6 * width, 2.2 * width), width, IVORY)
    return canvas.finish()


@drawn_once
def _crumb(skin: Skin, colour: int, radius: int) -> pygame.Surface:
    canvas = Canvas((2 * radius, 2 * radius))
    canvas.circle((radius, radius), radius, mix(skin.theme.tiles[colour].fill, WHITE, 0.2))
    return canvas.finish()


@drawn_once
def _well_dot(_skin: Skin, tile: int) -> pygame.Surface:
    radius = max(0.6, 0.03 * tile)
    half = round(radius) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.circle((half, half), radius, WHITE, 0.08)
    return canvas.finish()


def _draw_chevrons(layer: Layer, state: SameGameState, group: frozenset[int]) -> None:
    """Point down over columns that drop, and to the left over columns that close up."""
    skin, surface, geometry = layer
    tile, rows = geometry.tile, geometry.rows
    closing = False
    for column, colours in enumerate(state.columns):
        taken = [row for row in range(len(colours)) if column * rows + row in group]
        drops = bool(taken) and len(colours) > len(taken) and min(taken) < len(colours) - len(taken)
        if drops or (closing and len(taken) < len(colours)):
            picture = _chevron(skin, tile, left=closing)
            x, y = geometry.place(column, len(colours) - 1)
            # Over a full column there is only the well's edge.
            blit_centred(surface, picture, (x + tile / 2, max(y - 0.2 * tile, 0.13 * tile)))
        closing = closing or len(taken) == len(colours)


@drawn_once
def _chevron(_skin: Skin, tile: int, *, left: bool) -> pygame.Surface:
    half = round(0.24 * tile) + 1
    canvas = Canvas((2 * half, 2 * half))
    wide, high = 0.15 * tile, 0.07 * tile
    points: list[Point] = [(-wide, -high), (0.0, high), (wide, -high)]
    if left:
        points = [(-y, x) for x, y in points]
    path = [(half + x, half + y) for x, y in points]
    canvas.stroke(path, max(1.2, 0.05 * tile), IVORY, 0.75)
    return canvas.finish()


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


def draw_outline(layer: Layer, cells: Iterable[int], pens: tuple[Pen, ...]) -> None:
    """Draw an outline round cells, which need not hang together."""
    skin, surface, geometry = layer
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
