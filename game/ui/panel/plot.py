"""The plot under every graph: where values lie, axes, curves, a cursor, what is pointed at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Hit
from game.ui.panel.history import PLY
from game.ui.skin import Skin
from game.ui.theme import TYPE, Colour

SPARK_DP: Final = 34
"""Height of the curves alone, in one low row."""
AXIS_DP: Final = 34
SHARES: Final = ((1.0, "100"), (0.5, "50"), (0.0, "0"))
"""The levels of shares of a win, in per cent."""
Curve = tuple[tuple[int, float], ...]


def stretches(curve: Curve) -> tuple[Curve, ...]:
    """Return the parts of a curve in which each ply follows the one before."""
    parts: list[list[tuple[int, float]]] = []
    for point in curve:
        if parts and parts[-1][-1][0] == point[0] - 1:
            parts[-1].append(point)
        else:
            parts.append([point])
    return tuple(map(tuple, parts))


def spark_box(skin: Skin, box: Box) -> Box:
    """Return the plot of a sparkline: dots at its ends stay on its ground."""
    return box.inset(skin.px(8), skin.px(7))


def rounded_up(number: int, step: int) -> int:
    return -(-number // step) * step


@dataclass(frozen=True, slots=True)
class Plot:
    """Where the values of a graph lie.

    Attributes:
        last: What lies at its right edge: a ply, or a count.
        high: The value at its upper edge.
        first: What lies at its left edge.
    """

    box: Box
    last: int
    low: float = 0.0
    high: float = 1.0
    first: int = 0
    is_log: bool = False

    def x(self, ply: float) -> float:
        """Return the pixel column of a ply, or of a count."""
        if self.is_log:
            share = log(ply / self.first) / log(self.last / self.first)
        else:
            share = (ply - self.first) / (self.last - self.first)
        return self.box.x + share * self.box.width

    def y(self, value: float) -> float:
        """Return the pixel row of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.box.bottom - min(1.0, max(0.0, share)) * self.box.height

    def points(self, curve: Curve) -> list[tuple[float, float]]:
        """Return the pixels of a curve."""
        return [(self.x(ply), self.y(value)) for ply, value in curve]

    def draw_levels(
        self,
        surface: pygame.Surface,
        skin: Skin,
        levels: Iterable[tuple[float, str]],
        *,
        lines: bool = True,
    ) -> None:
        """Write values at the left, each with a line across the plot, if wanted."""
        for value, text in levels:
            y = round(self.y(value))
            if lines:
                draw.hairline(surface, (self.box.x, y), self.box.width, skin.theme.line)
            at = (self.box.x - skin.px(8), y)
            skin.write(surface, text, at, TYPE.axis, skin.theme.text3, anchor="midright")

    def write_moves(
        self, surface: pygame.Surface, skin: Skin, step: int, *, players: int = 1
    ) -> None:
        """Number the moves below; in a game for two each has two plies."""
        last = self.last // players
        while 1 < step > last:
            step = max(1, step // 4)  # a short game has more than the number 0
        while last / step > 6:
            step *= 2
        numbers = range(0, last + 1, step)
        self.write_below(surface, skin, ((players * each, str(each)) for each in numbers))

    def write_below(
        self, surface: pygame.Surface, skin: Skin, marks: Iterable[tuple[int, str]]
    ) -> None:
        for at, text in marks:
            place = (self.x(at), self.box.bottom + skin.px(12))
            skin.write(surface, text, place, TYPE.axis, skin.theme.text3, anchor="center")

    def draw_curve(
        self, surface: pygame.Surface, skin: Skin, curve: Curve, ink: Colour, width: float
    ) -> None:
        """Draw a curve; where plies between two known ones are not known, dashed and grey."""
        parts = stretches(curve)
        for part, following in pairwise(parts):
            on, off = skin.unit.exact(2), skin.unit.exact(4)
            gap = self.points((part[-1], following[0]))
            draw.dashed(surface, gap, skin.unit.exact(1.5), skin.theme.text3, on=on, off=off)
        for part in parts:
            points = self.points(part)
            if len(points) > 1:
                draw.polyline(surface, points, width, ink)
            else:
                draw.disc(surface, points[0], 1.2 * width, ink)

    def draw_cursor(self, surface: pygame.Surface, skin: Skin, ply: int) -> None:
        """Draw the line through the shown position."""
        x = round(self.x(min(ply, self.last)))
        surface.fill(skin.theme.ctrl, (x, self.box.y, skin.px(1), self.box.height))

    def hits(self, words: Sequence[str]) -> tuple[Hit, ...]:
        half = self.box.width / self.last / 2
        width, height = max(1, round(2 * half)), self.box.height
        return tuple(
            Hit(Box(round(self.x(ply) - half), self.box.y, width, height), PLY, ply, text)
            for ply, text in enumerate(words)
        )
