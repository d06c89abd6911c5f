"""Arrows from cell to cell, for games whose moves go from one to another."""

from math import hypot

import pygame

from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point
from game.ui.boards.sprites import blit_centred
from game.ui.skin import Skin
from game.ui.theme import INK, Colour

_HEAD = 1.9
"""Length of a barb over the width of the line."""


def draw_arrow(
    skin: Skin,
    surface: pygame.Surface,
    start: Point,
    end: Point,
    width: float,
    colour: Colour,
    alpha: float = 1.0,
) -> None:
    """Draw an arrow with its tip at `end`; nothing if the two are too near each other.

    Its line is `width` pixels wide, its outline dark in every theme, and `alpha` 0 to 1.
    """
    reach = (end[0] - start[0], end[1] - start[1])
    if hypot(*reach) < width:
        return
    key = ("arrow", round(reach[0]), round(reach[1]), round(width, 1), colour)
    picture = skin.picture(key, lambda: _arrow(skin, reach, width, colour))
    blit_centred(surface, picture, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), alpha)


def between(start: Point, end: Point, room: float, room_at_end: float) -> tuple[Point, Point]:
    """Return the part of a line that leaves so much room in pixels at either end."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1.0
    x, y = across / length, down / length
    return (
        (start[0] + room * x, start[1] + room * y),
        (end[0] - room_at_end * x, end[1] - room_at_end * y),
    )


def _arrow(skin: Skin, reach: Point, width: float, colour: Colour) -> pygame.Surface:
    margin = round(2 * _HEAD * width) + 2
    half_x, half_y = round(abs(reach[0]) / 2) + margin, round(abs(reach[1]) / 2) + margin
    canvas = Canvas((2 * half_x, 2 * half_y))
    tip = (half_x + reach[0] / 2, half_y + reach[1] / 2)
    tail = (half_x - reach[0] / 2, half_y - reach[1] / 2)
    length = hypot(*reach)
    x, y = reach[0] / length, reach[1] / length
    head = min(_HEAD * width, 0.7 * length)
    barbs = [
        (tip[0] - head * (x + side * y), tip[1] - head * (y - side * x)) for side in (-1.0, 1.0)
    ]
    paths = [[tail, tip], [barbs[0], tip, barbs[1]]]
    canvas.strokes(paths, width + 2 * max(1.0, skin.unit.exact(1.2)), INK)
    canvas.strokes(paths, width, colour)
    return canvas.finish()
