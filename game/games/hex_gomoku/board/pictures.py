"""The still parts of a hex board: plate, cells, coordinates, bands and outlines."""

import pygame

from game.games.hex_gomoku.board.cells import Cells
from game.games.hex_gomoku.rules import row_numbers
from game.ui.boards.canvas import Canvas
from game.ui.boards.marks import NUMBERS_FROM
from game.ui.boards.paths import (
    SQRT3,
    Point,
    corner_strokes,
    dashes,
    hexagon,
    round_rectangle,
    star,
)
from game.ui.boards.plates import cast_light, edge
from game.ui.boards.sprites import drawn_once
from game.ui.boards.view import label_size
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import AI_COLOUR, IVORY, OUTLINE, PLATE_SHADOW, WHITE, Colour, mix

_LABELS_FROM = 13.0
"""Smallest corner radius of a cell, in pixels, of a board with labelled edges."""


def paint_plate(skin: Skin, surface: pygame.Surface, cells: Cells) -> None:
    """Paint the plate with its shadow, and the empty cells."""
    theme, s = skin.theme, cells.s
    canvas = Canvas(surface.get_size())
    join = 0.42 * s
    x, y = cells.centre
    corners = hexagon((x, y), cells.plate_radius, flat_top=True)
    if theme.shadow_strength:
        drop = max(1.0, 0.12 * s)
        shade = hexagon((x, y + drop), cells.plate_radius, flat_top=True)
        alpha = 2 * PLATE_SHADOW.alpha * theme.shadow_strength
        canvas.rounded_polygon(shade, join, theme.shadow, alpha)
    if theme.bordered:
        canvas.rounded_polygon(corners, join + 2 * skin.unit.exact(2), theme.plate_rim)
    else:
        canvas.rounded_polygon(corners, join, mix(theme.plate, theme.cell_high, 0.5))
        line = edge(skin)
        corners = hexagon((x, y + 0.3 * line), cells.plate_radius - 0.8 * line, flat_top=True)
    canvas.rounded_polygon(corners, join, theme.plate)
    for row, number in cells.places:
        x, y = cells.point(row, number)
        # A pocket: the light does not reach its upper edge, and falls on the lower one.
        canvas.polygon(hexagon((x, y - 0.02 * s), 0.945 * s), theme.cell_low)
        canvas.polygon(hexagon((x, y + 0.02 * s), 0.945 * s), theme.cell_high)
        canvas.polygon(hexagon((x, y), 0.925 * s), theme.cell)
    surface.blit(canvas.finish(), (0, 0))
    x, y = cells.centre
    wide, tall = cells.plate_radius + join, SQRT3 / 2 * cells.plate_radius + join
    cast_light(skin, surface, Box(int(x - wide), int(y - tall), int(2 * wide), int(2 * tall)))


@drawn_once
def seam(skin: Skin, s: float, share: float) -> pygame.Surface:
    """Return the light around a cell, as bright as `share`."""
    canvas, middle = _cell_canvas(s)
    corners = hexagon(middle, s)
    canvas.stroke(corners, max(1.5, 0.14 * s), skin.theme.plate, share, closed=True)
    canvas.stroke(corners, max(1.0, 0.07 * s), skin.theme.beam, share, closed=True)
    return canvas.finish()


@drawn_once
def cursor(skin: Skin, s: float) -> pygame.Surface:
    canvas, middle = _cell_canvas(s)
    strokes = corner_strokes(hexagon(middle, 0.90 * s), 0.32)
    width = max(1.5, min(skin.unit.exact(2.6), 0.12 * s))
    canvas.strokes(strokes, 2.08 * width, OUTLINE)
    canvas.strokes(strokes, width, WHITE)
    return canvas.finish()


@drawn_once
def must_block(skin: Skin, s: float) -> pygame.Surface:
    """Return the full hexagon on a cell that has to be taken."""
    canvas, middle = _cell_canvas(s)
    corners = hexagon(middle, 0.90 * s)
    width = max(1.5, min(skin.unit.exact(3.0), 0.12 * s))
    canvas.stroke(corners, 2 * width, OUTLINE, closed=True)
    canvas.stroke(corners, width, IVORY, closed=True)
    return canvas.finish()


@drawn_once
def region_cell(skin: Skin, s: float) -> pygame.Surface:
    """Return the mark on a cell of the region that the first hint points at."""
    canvas, middle = _cell_canvas(s)
    corners = hexagon((middle[0], middle[1] - 0.02 * s), 0.86 * s)
    width = max(1.2, min(skin.unit.exact(1.8), 0.08 * s))
    canvas.polygon(hexagon((middle[0], middle[1] - 0.02 * s), 0.925 * s), AI_COLOUR, 0.16)
    canvas.strokes(dashes(corners, 0.22 * s, 0.16 * s), width, AI_COLOUR)
    return canvas.finish()


@drawn_once
def twin(skin: Skin, s: float, number: int) -> pygame.Surface:
    canvas, (x, y) = _cell_canvas(s)
    side = 0.92 * s
    corners = round_rectangle(x - side / 2, y - side / 2, side, side, 0.22 * s)
    canvas.polygon(corners, OUTLINE)
    canvas.stroke(corners, max(1.2, 0.08 * s), AI_COLOUR, closed=True)
    picture = canvas.finish()
    if 2 * s >= NUMBERS_FROM:
        skin.centred(picture, str(number), (x, y), round(max(9, 0.52 * s)), WHITE)
    return picture


@drawn_once
def first_stone(_skin: Skin, s: float) -> pygame.Surface:
    """Return the star on the cell where a stone has to be placed first."""
    canvas, middle = _cell_canvas(s)
    canvas.circle(middle, 0.62 * s, OUTLINE)
    canvas.ring(middle, 0.60 * s, max(1.2, 0.08 * s), AI_COLOUR)
    canvas.polygon(star(middle, 0.40 * s), WHITE)
    return canvas.finish()


@drawn_once
def bar(
    _skin: Skin, start: Point, end: Point, width: float, colour: Colour, alpha: float
) -> pygame.Surface:
    """Return a line with round ends whose middle is the middle of the picture."""
    half_x = round(abs(end[0] - start[0]) / 2 + width / 2) + 1
    half_y = round(abs(end[1] - start[1]) / 2 + width / 2) + 1
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    canvas = Canvas((2 * half_x, 2 * half_y), oversampling=2)
    points = [(x - middle[0] + half_x, y - middle[1] + half_y) for x, y in (start, end)]
    canvas.stroke(points, width, colour, alpha)
    return canvas.finish()


def _cell_canvas(s: float) -> tuple[Canvas, Point]:
    half = round(1.1 * s) + 1
    return Canvas((2 * half, 2 * half)), (half, half)


def write_labels(skin: Skin, surface: pygame.Surface, cells: Cells) -> None:
    """Write the names of rows and numbers on the plate's edge, if there is room."""
    if cells.s < _LABELS_FROM:
        return
    s = cells.s
    size = round(max(0.36 * s, min(label_size(skin), 0.8 * s)))
    colour = skin.theme.coordinates
    for row in range(2 * cells.side - 1):
        x, y = cells.point(row, row_numbers(cells.side, row)[0])
        skin.centred(surface, chr(65 + row), (x - 1.22 * s, y), size, colour, bold=False)
    for number in range(1, 2 * cells.side):
        row = max(row for row, other in cells.places if other == number)
        x, y = cells.point(row, number)
        skin.centred(surface, str(number), (x + 0.65 * s, y + 1.126 * s), size, colour, bold=False)
