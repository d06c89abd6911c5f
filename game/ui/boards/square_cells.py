"""What a board of square cells is made of: plate, cells, crosses and noughts, outlines."""

from math import pi

import pygame

from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, arc, dashes, round_corner_strokes, round_rectangle
from game.ui.boards.plates import cast_light, paint_shadow
from game.ui.boards.sprites import drawn_once
from game.ui.boards.view import label_size
from game.ui.layout import Box, GridGeometry
from game.ui.skin import Skin
from game.ui.theme import AI_COLOUR, INK, IVORY, OUTLINE, PIECE_SHADOW, WHITE, Colour

_STROKE = 0.088
_CROSS_REACH = 0.222
_NOUGHT_RADIUS = 0.232
_CORNER = 0.14
"""Corner radius of a cell, in cells."""


def paint_plate(skin: Skin, surface: pygame.Surface, geometry: GridGeometry) -> None:
    """Paint the plate with its shadow and the empty cells."""
    theme, size = skin.theme, geometry.size
    canvas = Canvas(surface.get_size())
    plate: tuple[float, float, float, float] = geometry.plate
    radius = (0.23 if max(geometry.columns, geometry.rows) <= 5 else 0.36) * size
    paint_shadow(skin, canvas, geometry.plate, radius, max(1.0, 0.025 * geometry.plate.width / 3))
    if theme.bordered:
        line, (wide, tall) = skin.unit.exact(2), surface.get_size()
        # A plate may take nearly all of the height: the rim then lies on it.
        box = geometry.plate
        out = min(line, box.x, box.y, wide - box.right, tall - box.bottom)
        outline = _grown(geometry.plate, out)
        canvas.polygon(round_rectangle(*outline, radius + out), theme.plate_rim)
        plate = _grown(geometry.plate, out - line)
    canvas.polygon(round_rectangle(*plate, radius), theme.plate)
    surface.blit(canvas.finish(), (0, 0))
    empty = _empty_cell(skin, size)
    for cell in range(geometry.columns * geometry.rows):
        surface.blit(empty, geometry.cell_box(cell)[:2])
    cast_light(skin, surface, geometry.plate)


def _grown(box: Box, by: float) -> tuple[float, float, float, float]:
    """Return a box with so many pixels more on each side."""
    return box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by


def paint_labels(skin: Skin, surface: pygame.Surface, geometry: GridGeometry) -> None:
    """Paint the names of rows and columns on the plate's edge."""
    plate, cells, ink = geometry.plate, geometry.cells, skin.theme.coordinates
    height = label_size(skin)
    left, below = (plate.x + cells.x) / 2, (plate.bottom + cells.bottom) / 2
    for row in range(geometry.rows):
        _, y = geometry.cell_box(row * geometry.columns).centre
        skin.centred(surface, str(row + 1), (left, y), height, ink, bold=False)
    for column in range(geometry.columns):
        x, _ = geometry.cell_box(column).centre
        skin.centred(surface, chr(97 + column), (x, below), height, ink, bold=False)


@drawn_once
def _empty_cell(skin: Skin, size: int) -> pygame.Surface:
    canvas = Canvas((size, size))
    lip = max(1.0, 0.02 * size)
    canvas.polygon(round_rectangle(0, 0, size, size, _CORNER * size), skin.theme.cell_low)
    canvas.polygon(round_rectangle(0, 0, size, size - lip, _CORNER * size), skin.theme.cell)
    return canvas.finish()


@drawn_once
def lit_cell(skin: Skin, size: int) -> pygame.Surface:
    """Return the light on the cell under the pointer, edged in the game's accent."""
    canvas, outline, width = _framed(skin, size, 1.5)
    body = round_rectangle(*outline, 0.10 * size)
    canvas.polygon(body, WHITE, 0.12)
    canvas.stroke(body, width, skin.theme.accent, 0.75, closed=True)
    return canvas.finish()


@drawn_once
def mark(_skin: Skin, player: int, size: int, drawn: float) -> pygame.Surface:
    """Return a cross (1) or nought (2) for a cell of `size`, `drawn` of it, 0 to 1."""
    canvas = Canvas((size, size))
    width = _STROKE * size
    paths = _cross(size, drawn) if player == 1 else _nought(size, drawn)
    colour = INK if player == 1 else IVORY
    drop = max(0.8, 0.012 * size)
    fallen = [[(x, y + drop) for x, y in path] for path in paths]
    canvas.strokes(fallen, width, PIECE_SHADOW, 0.34)
    canvas.strokes(paths, width, colour)
    return canvas.finish()


@drawn_once
def last_dot(_skin: Skin, size: int) -> pygame.Surface:
    """Return the sign of the last move on a large board: a dot in the cell's corner."""
    canvas = Canvas((size, size))
    at = (0.80 * size, 0.20 * size)
    canvas.circle(at, 0.105 * size, OUTLINE)
    canvas.circle(at, 0.07 * size, WHITE)
    return canvas.finish()


@drawn_once
def won_cell(skin: Skin, size: int, body: Colour) -> pygame.Surface:
    canvas = Canvas((size, size))
    edge = max(1.0, min(skin.unit.exact(2.5), 0.04 * size))
    canvas.polygon(round_rectangle(0, 0, size, size, _CORNER * size), skin.theme.lit_edge)
    inside = (edge, edge, size - 2 * edge, size - 2 * edge)
    canvas.polygon(round_rectangle(*inside, _CORNER * size - edge), body)
    return canvas.finish()


@drawn_once
def cursor(skin: Skin, size: int) -> pygame.Surface:
    canvas, outline, width = _framed(skin, size, 2.6)
    strokes = round_corner_strokes(*outline, 0.12 * size, 0.24 * size)
    canvas.strokes(strokes, 2.08 * width, OUTLINE)
    canvas.strokes(strokes, width, WHITE)
    return canvas.finish()


@drawn_once
def must_block(skin: Skin, size: int) -> pygame.Surface:
    """Return the full frame on a cell that has to be taken."""
    canvas, outline, width = _framed(skin, size, 3.0)
    path = round_rectangle(*outline, 0.22 * size)
    canvas.stroke(path, 2 * width, OUTLINE, closed=True)
    canvas.stroke(path, width, IVORY, closed=True)
    return canvas.finish()


@drawn_once
def region_cell(skin: Skin, size: int) -> pygame.Surface:
    """Return the mark on a cell of the region that the first hint points at."""
    canvas, outline, width = _framed(skin, size, 1.8)
    path = round_rectangle(*outline, 0.22 * size)
    canvas.polygon(path, AI_COLOUR, 0.16)
    canvas.strokes(dashes(path, 4.5 * width, 3.2 * width), width, AI_COLOUR)
    return canvas.finish()


def _framed(
    skin: Skin, size: int, dp: float
) -> tuple[Canvas, tuple[float, float, float, float], float]:
    """Return a canvas for a cell, a frame just inside it, and the width of its line."""
    width = max(1.5, min(skin.unit.exact(dp), 0.07 * size))
    inset = 1.4 * width + 0.02 * size
    frame = (inset, inset, size - 2 * inset, size - 2 * inset)
    return Canvas((size, size)), frame, width


def _cross(size: int, drawn: float) -> list[list[Point]]:
    """Return the strokes of a cross: the first is done when half of it is drawn."""
    middle, reach = size / 2, _CROSS_REACH * size
    paths = []
    for direction, share in ((1, 2 * drawn), (-1, 2 * drawn - 1)):
        if share > 0:
            length = 2 * reach * min(1.0, share)
            start = (middle - direction * reach, middle - reach)
            paths.append([start, (start[0] + direction * length, start[1] + length)])
    return paths


def _nought(size: int, drawn: float) -> list[list[Point]]:
    if drawn <= 0:
        return []
    middle = (size / 2, size / 2)
    return [arc(middle, _NOUGHT_RADIUS * size, -pi / 2, -pi / 2 + 2 * pi * min(1.0, drawn))]
