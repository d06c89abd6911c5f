"""Faces of opponents, drawn at their final size: each follows from a few traits."""

from dataclasses import dataclass
from functools import lru_cache
from math import pi
from typing import Final

import pygame

from game.ui import draw
from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, arc, circle, round_rectangle
from game.ui.theme import INK, IVORY, MEDALS, TILES, Colour, mix

_SKINS: Final = tuple(each.fill for each in TILES[:-1])  # eyes would not be seen in the last
_HAIR: Final = mix(INK, TILES[7].fill, 0.35)


@dataclass(frozen=True, slots=True)
class Face:
    """What a face is drawn from.

    Attributes:
        place: Decides its colour and what it wears, so that no two look alike.
        strength: From 0, a wide-eyed face, to 1, a keen one.
        is_machine: Whether it is a way of searching rather than a player.
        is_even: Whether it fits the player: half of it is another one's.
    """

    place: int
    strength: float
    is_machine: bool = False
    is_even: bool = False


@lru_cache(maxsize=128)
def picture(face: Face, side: int) -> pygame.Surface:
    """Return a face in a square of so many pixels."""
    return draw.sprite((side, side), lambda canvas: _Pen(canvas, side, face).draw())


class _Pen:
    """Draws one face; lengths are shares of half its side, from its middle."""

    def __init__(self, canvas: Canvas, side: int, face: Face) -> None:
        self._canvas = canvas
        self._half = side / 2
        self._face = face
        self._skin = _SKINS[face.place % len(_SKINS)]

    def draw(self) -> None:
        edge = mix(self._skin, INK, 0.45)
        if self._face.is_machine:
            self._line([(0, -0.95), (0, -0.6)], 0.1, edge)
            self._disc((0, -0.9), 0.1, edge)
            self._box((0, -0.66), 0.84, 1.5, 0.3, edge)
            self._box((0, -0.58), 0.76, 1.34, 0.24, self._skin)
        else:
            self._disc((0, 0.06), 0.88, edge)
            self._disc((0, 0.06), 0.8, self._skin)
        if self._face.is_even:
            half = arc(self._at((0, 0.06)), 0.8 * self._half, -pi / 2, pi / 2)
            self._canvas.polygon(half, _SKINS[(self._face.place + 3) % len(_SKINS)])
        self._eyes()
        self._mouth()
        if not (self._face.is_machine or self._face.is_even):
            self._worn()

    def _eyes(self) -> None:
        strength = self._face.strength
        white, pupil = 0.27 - 0.07 * strength, 0.13 - 0.02 * strength
        # Who overlooks much looks somewhere else.
        aside = 0.1 * (1 - strength) * (-1 if self._face.place % 2 else 1)
        for side in (-1, 1):
            at = (0.34 * side, -0.06)
            self._disc(at, white, IVORY)
            self._disc((at[0] + aside, at[1] + 0.04 - 0.1 * aside), pupil, INK)
            lid = max(0.0, strength - 0.35)
            if lid and not self._face.is_machine:
                tall = (0.2 + 1.1 * lid) * white
                self._box((at[0], at[1] - 1.2 * white), 1.2 * white, tall, 0, self._skin)
            tilt = 0.18 * (strength - 0.45)
            brow = [(0.58 * side, -0.42 - tilt), (0.16 * side, -0.42 + tilt)]
            self._line(brow, 0.1, _HAIR)

    def _mouth(self) -> None:
        strength = self._face.strength
        if self._face.is_machine:
            for x in (-0.24, -0.08, 0.08, 0.24):
                self._line([(x, 0.38), (x, 0.52)], 0.07, INK)
        elif strength < 0.12:
            self._disc((0, 0.46), 0.13, INK)
        else:
            bend = 0.75 * (1 - strength)
            smile = arc((0, 0), 0.5, pi / 5, 4 * pi / 5)
            self._line([(x, 0.44 + bend * (y - 0.44)) for x, y in smile], 0.09, INK)

    def _worn(self) -> None:
        """Draw what tells it from others at a glance; the strongest wears a crown."""
        if self._face.strength >= 1:
            gold = MEDALS[-1].colour
            points = [(-0.5, -0.6), (-0.56, -1), (-0.25, -0.78), (0, -1), (0.25, -0.78)]
            crown = [self._at(each) for each in (*points, (0.56, -1), (0.5, -0.6))]
            self._canvas.polygon(crown, gold)
            return
        things = (self._tuft, self._freckles, self._band, self._glasses, self._beard, self._parting)
        things[self._face.place % len(things)]()

    def _tuft(self) -> None:
        for end in ((-0.22, -0.98), (0.02, -1), (0.24, -0.92)):
            self._line([(0, -0.72), end], 0.1, _HAIR)

    def _freckles(self) -> None:
        for side in (-1, 1):
            for x, y in ((0.42, 0.22), (0.54, 0.28), (0.46, 0.34)):
                self._disc((side * x, y), 0.04, mix(self._skin, INK, 0.5))

    def _band(self) -> None:
        self._line([(-0.62, -0.58), (0.62, -0.58)], 0.16, mix(self._skin, IVORY, 0.75))

    def _glasses(self) -> None:
        for side in (-1, 1):
            middle = self._at((0.34 * side, -0.06))
            self._canvas.ring(middle, 0.31 * self._half, 0.07 * self._half, INK)
        self._line([(-0.06, -0.08), (0.06, -0.08)], 0.07, INK)

    def _beard(self) -> None:
        self._line([(-0.3, 0.32), (0, 0.26), (0.3, 0.32)], 0.13, _HAIR)

    def _parting(self) -> None:
        middle = self._at((0, 0.06))
        hair = arc(middle, 0.84 * self._half, -0.86 * pi, -0.14 * pi)
        self._canvas.polygon([*hair, self._at((-0.2, -0.5))], _HAIR)

    def _at(self, point: Point) -> Point:
        return self._half * (1 + point[0]), self._half * (1 + point[1])

    def _box(self, top: Point, wide: float, tall: float, radius: float, colour: Colour) -> None:
        """Draw a box below a point, that reaches so far to either side of it."""
        left, y = self._at((top[0] - wide, top[1]))
        size = 2 * wide * self._half, tall * self._half
        self._canvas.polygon(round_rectangle(left, y, *size, radius * self._half), colour)

    def _disc(self, centre: Point, radius: float, colour: Colour) -> None:
        self._canvas.polygon(circle(self._at(centre), radius * self._half), colour)

    def _line(self, points: list[Point], width: float, colour: Colour) -> None:
        self._canvas.stroke([self._at(each) for each in points], width * self._half, colour)
