"""SameGame tiles: neighbours of one colour melt into one piece, so groups need no outline.

A tile's picture depends on which of its eight neighbours have its colour. Sides towards
another colour keep a gap, get round corners, a light upper edge and a dark lip below; sides
towards the same colour run to the very edge, and the flat fill shows no seam.
"""

from math import pi

import pygame

from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, arc, hexagon, plus, rectangle, round_rectangle, star
from game.ui.boards.sprites import drawn_once
from game.ui.skin import Skin
from game.ui.theme import INK, WHITE, TileShape, TileStyle, mix

ALONE = 0
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
UP_RIGHT, DOWN_RIGHT, DOWN_LEFT, UP_LEFT = 16, 32, 64, 128

SYMBOLS_FROM = 12
"""Smaller tiles carry no symbol."""

_CORNERS = (
    (UP | LEFT, UP_LEFT, 0, 0, pi),
    (UP | RIGHT, UP_RIGHT, 1, 0, 1.5 * pi),
    (DOWN | RIGHT, DOWN_RIGHT, 1, 1, 0.0),
    (DOWN | LEFT, DOWN_LEFT, 0, 1, 0.5 * pi),
)
"""Clockwise: the two sides, the diagonal, the place in the unit square, where its arc starts."""


def tile(skin: Skin, colour: int, size: int, joined: int) -> pygame.Surface:
    """Return a tile's picture, exactly `size` pixels square.

    Args:
        colour: The tile's colour, from 0.
        size: Edge in pixels.
        joined: Which neighbours have the same colour: a sum of the flags of this module.
    """
    return _tile(skin, colour, size, _without_idle_diagonals(joined), skin.settings.symbols)


def small_tile(skin: Skin, colour: int, size: int) -> pygame.Surface:
    """Return a flat tile with a dark rim: what will land in a cell."""
    return _small_tile(skin, colour, size, skin.settings.symbols)


@drawn_once
def _small_tile(skin: Skin, colour: int, size: int, symbol: bool) -> pygame.Surface:
    style, rim = skin.theme.tiles[colour], max(0.8, 0.04 * size)
    canvas = Canvas((size, size))
    canvas.polygon(round_rectangle(0, 0, size, size, 0.21 * size), INK, 0.6)
    body = (rim, rim, size - 2 * rim, size - 2 * rim)
    canvas.polygon(round_rectangle(*body, 0.19 * size), style.fill)
    if symbol and size >= 0.75 * SYMBOLS_FROM:
        draw_symbol(canvas, style, (size / 2, size / 2), 0.20 * size)
    return canvas.finish()


def symbol_middle(size: int, joined: int) -> Point:
    """Return where in its picture a tile's symbol is centred: on the body without its lip."""
    left, top, right, bottom = _box(size, joined)
    return (left + right) / 2, (top + bottom - _lip(size, joined)) / 2


def _without_idle_diagonals(joined: int) -> int:
    """Drop diagonals that change nothing: they matter only between two joined sides."""
    for sides, diagonal, _, _, _ in _CORNERS:
        if joined & sides != sides:
            joined &= ~diagonal
    return joined


def _gap(size: int) -> float:
    return max(0.6, 0.032 * size)


def _lip(size: int, joined: int) -> float:
    return 0.0 if joined & DOWN else 0.07 * size


def _box(size: int, joined: int) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a tile with its lip."""
    gap = _gap(size)
    return (
        0.0 if joined & LEFT else gap,
        0.0 if joined & UP else gap,
        size - (0.0 if joined & RIGHT else gap),
        size - (0.0 if joined & DOWN else gap),
    )


@drawn_once
def _tile(skin: Skin, colour: int, size: int, joined: int, symbol: bool) -> pygame.Surface:
    style = skin.theme.tiles[colour]
    left, top, right, bottom = _box(size, joined)
    lip = _lip(size, joined)
    radius = 0.19 * size
    canvas = Canvas((size, size))
    if lip:
        canvas.polygon(_body((left, top, right, bottom), joined, radius), style.lip)
    canvas.polygon(_body((left, top, right, bottom - lip), joined, radius), style.fill)
    if not joined & UP:
        start = left + (0.0 if joined & LEFT else 0.9 * radius)
        end = right - (0.0 if joined & RIGHT else 0.9 * radius)
        y = top + 0.035 * size
        canvas.stroke([(start, y), (end, y)], 0.045 * size, mix(style.fill, WHITE, 0.34))
    gap = _gap(size)
    for sides, diagonal, x, y, _ in _CORNERS:
        if joined & sides == sides and not joined & diagonal:
            canvas.erase(rectangle(x * (size - gap), y * (size - gap), gap, gap))
    if symbol and size >= SYMBOLS_FROM:
        draw_symbol(canvas, style, symbol_middle(size, joined), 0.20 * size)
    return canvas.finish()


def _body(box: tuple[float, float, float, float], joined: int, radius: float) -> list[Point]:
    """Return a box, clockwise, whose corners are round where both sides are exposed."""
    left, top, right, bottom = box
    points: list[Point] = []
    for sides, _, x, y, start in _CORNERS:
        corner = (right if x else left, bottom if y else top)
        if joined & sides:
            points.append(corner)
        else:
            middle = (corner[0] + (1 - 2 * x) * radius, corner[1] + (1 - 2 * y) * radius)
            points.extend(arc(middle, radius, start, start + pi / 2))
    return points


def draw_symbol(canvas: Canvas, style: TileStyle, centre: Point, half: float) -> None:
    """Draw a tile's shape; `half` is half of its nominal height in pixels."""
    fill, alpha = style.shape_fill, style.shape_alpha
    if style.shape == "circle":
        canvas.circle(centre, 0.92 * half, fill, alpha)
    elif style.shape == "ring":
        canvas.ring(centre, 0.74 * half, 0.42 * half, fill, alpha)
    elif style.shape == "bars":
        x, y = centre
        for top in (-0.86, 0.28):
            bar = rectangle(x - 0.9 * half, y + top * half, 1.8 * half, 0.58 * half)
            canvas.polygon(bar, fill, alpha)
    else:
        canvas.polygon(_outline(style.shape, centre, half), fill, alpha)


def _outline(shape: TileShape, centre: Point, half: float) -> list[Point]:
    """Return a shape's corners; the factors make all shapes look equally large."""
    x, y = centre
    if shape == "triangle":
        wide, low = 1.02 * half, y + 0.84 * half
        return [(x, y - 0.98 * half), (x + wide, low), (x - wide, low)]
    if shape == "diamond":
        reach = 1.18 * half
        return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    if shape == "square":
        return rectangle(x - 0.82 * half, y - 0.82 * half, 1.64 * half, 1.64 * half)
    if shape == "cross":
        return plus(centre, half, 0.70 * half)
    if shape == "star":
        return star((x, y + 0.06 * half), 1.22 * half)
    return hexagon(centre, 1.05 * half, flat_top=True)
