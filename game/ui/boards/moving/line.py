"""Arrows on boards of moving pieces, and where the steps of a line stand with their numbers."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import pygame

from game.games.lattice.square_board import MOST_CELLS
from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, along
from game.ui.boards.sprites import blit_centred
from game.ui.boards.view import LINE_MOVES
from game.ui.layout import GridGeometry
from game.ui.skin import Skin
from game.ui.theme import INK, Colour

_BARB = 1.9
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
    picture = skin.picture(key, lambda: _arrow_picture(skin, reach, width, colour))
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


def _arrow_picture(skin: Skin, reach: Point, width: float, colour: Colour) -> pygame.Surface:
    margin = round(2 * _BARB * width) + 2
    half_x, half_y = round(abs(reach[0]) / 2) + margin, round(abs(reach[1]) / 2) + margin
    canvas = Canvas((2 * half_x, 2 * half_y))
    tip = (half_x + reach[0] / 2, half_y + reach[1] / 2)
    tail = (half_x - reach[0] / 2, half_y - reach[1] / 2)
    length = hypot(*reach)
    x, y = reach[0] / length, reach[1] / length
    head = min(_BARB * width, 0.7 * length)
    barbs = [
        (tip[0] - head * (x + side * y), tip[1] - head * (y - side * x)) for side in (-1.0, 1.0)
    ]
    paths = [[tail, tip], [barbs[0], tip, barbs[1]]]
    canvas.strokes(paths, width + 2 * max(1.0, skin.unit.exact(1.2)), INK)
    canvas.strokes(paths, width, colour)
    return canvas.finish()


LINE_WIDTH: Final = 0.035
"""Width of a step's arrow, in cells."""
_TAIL: Final = 0.3
_TIP: Final = 0.36
"""Room in cells that an arrow leaves at the middles of the cells it joins."""
_NUMBER: Final = 0.13
"""Radius of a number, in cells."""
_REACH: Final = 0.3
"""How far from the tail a number gives way at most, along its arrow or beside it, in cells."""
_GRAIN: Final = 0.06
_HEAD: Final = 1.5
"""Radius of the circle that a head takes, in widths of its arrow's line."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle in pixels that something on the board takes."""

    centre: Point
    radius: float

    def gap(self, other: "Disc") -> float:
        """Return the distance of two rims; negative where they overlap."""
        return math.dist(self.centre, other.centre) - self.radius - other.radius


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow in pixels, with the width of its line."""

    tail: Point
    tip: Point
    width: float

    @property
    def head(self) -> Disc:
        reach = _HEAD * self.width
        return Disc(between(self.tip, self.tail, reach, 0.0)[0], reach)

    @property
    def discs(self) -> tuple[Disc, ...]:
        count = max(2, math.ceil(math.dist(self.tail, self.tip) / self.width))
        line = (along(self.tail, self.tip, index / count) for index in range(count))
        return *(Disc(at, self.width) for at in line), self.head

    def stopped_by(self, others: Iterable["Arrow"]) -> "Arrow":
        """Return as much of the arrow as crosses no other; its head at least."""
        (x, y), (to_x, to_y) = self.tail, self.tip
        length = reach = math.dist(self.tail, self.tip)
        across, down = to_x - x, to_y - y
        for other in others:
            (left, top), (right, bottom) = other.tail, other.tip
            turn = across * (bottom - top) - down * (right - left)
            if turn:
                here = ((left - x) * (bottom - top) - (top - y) * (right - left)) / turn
                there = ((left - x) * down - (top - y) * across) / turn
                if 0 < here < 1 and 0 < there < 1:
                    reach = min(reach, here * length - other.width - self.width / 2)
        if reach == length:
            return self
        share = min(1.0, max(reach, 2 * _HEAD * self.width) / length)
        return Arrow(self.tail, along(self.tail, self.tip, share), self.width)

    def beside(self, along: float, aside: float) -> Point:
        """Return the point so many pixels from the tail towards the tip, and beside the line."""
        length = math.dist(self.tail, self.tip) or 1.0
        x, y = (self.tip[0] - self.tail[0]) / length, (self.tip[1] - self.tail[1]) / length
        return self.tail[0] + along * x - aside * y, self.tail[1] + along * y + aside * x


@dataclass(frozen=True, slots=True)
class NumberedStep:
    """One move of a line: its number, the move, its arrow and where its number stands."""

    number: int
    move: int
    arrow: Arrow
    disc: Disc


def steps_of(
    line: Sequence[int], geometry: GridGeometry, drawn: Mapping[int, Arrow], taken: Sequence[Disc]
) -> tuple[NumberedStep, ...]:
    """Return the steps of a line, each with its number at its own arrow's tail.

    A number gives way, along its arrow, to the heads of other arrows, to other numbers and to
    what is `taken`; where nothing is quite free it stands where it overlaps least.

    Args:
        drawn: The arrows of moves that have one already, as candidates have.
        taken: What no number may lie on, as candidates' discs.
    """
    size = geometry.size
    moves = line[:LINE_MOVES]
    arrows = [drawn.get(move) or _arrow(geometry, move) for move in moves]
    heads = {move: arrow.head for move, arrow in (*drawn.items(), *zip(moves, arrows, strict=True))}
    steps: list[NumberedStep] = []
    for number, (move, arrow) in enumerate(zip(moves, arrows, strict=True), start=1):
        others = [head for other, head in heads.items() if other != move]
        blocked = [*taken, *others, *(step.disc for step in steps)]
        steps.append(NumberedStep(number, move, arrow, _number_disc(arrow, size, blocked)))
    return tuple(steps)


def _arrow(geometry: GridGeometry, move: int) -> Arrow:
    start, end = (geometry.cell_box(cell).centre for cell in divmod(move, MOST_CELLS))
    size = geometry.size
    return Arrow(*between(start, end, _TAIL * size, _TIP * size), LINE_WIDTH * size)


def _number_disc(arrow: Arrow, size: int, blocked: Sequence[Disc]) -> Disc:
    """Return the place nearest the tail that is free, or the one that overlaps least."""
    radius = max(7.0, _NUMBER * size)
    places = [Disc(arrow.beside(x * size, y * size), radius) for x, y in _SHIFTS]

    def room(place: Disc) -> float:
        return min((place.gap(other) for other in blocked), default=0.0)

    return next((place for place in places if room(place) >= 0.0), max(places, key=room))


_STEPS: Final = range(-round(_REACH / _GRAIN), round(_REACH / _GRAIN) + 1)
_SHIFTS: Final = sorted(
    ((_GRAIN * along, _GRAIN * aside) for along in _STEPS for aside in _STEPS),
    key=lambda shift: math.hypot(*shift),
)
"""Shifts along an arrow and beside it, in cells, the smallest first."""
