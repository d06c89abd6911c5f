"""A surface to draw smooth shapes on: drawn larger, averaged down once, then cached by its user.

Coordinates are pixels of the finished picture and may be fractions of them.
"""

from collections.abc import Sequence
from math import ceil, floor

import numpy as np
import pygame

from game.ui.boards.paths import Point, circle, thick
from game.ui.theme import Colour

_MOST_OVERSAMPLED_PIXELS = 4_000_000


class Canvas:
    """Collects shapes for one sprite or layer of `size` pixels.

    Args:
        size: Width and height of the finished picture.
        oversampling: Samples a pixel and axis; by default 4, less for large pictures.
    """

    def __init__(self, size: tuple[int, int], oversampling: int | None = None) -> None:
        self.size = size
        self._factor = oversampling or _oversampling(size)
        width, height = size[0] * self._factor, size[1] * self._factor
        self._surface = pygame.Surface((width, height), pygame.SRCALPHA)

    def polygon(self, points: Sequence[Point], colour: Colour, alpha: float = 1.0) -> None:
        self._paint([self._scaled(points)], colour, alpha)

    def circle(self, centre: Point, radius: float, colour: Colour, alpha: float = 1.0) -> None:
        self.polygon(circle(centre, radius), colour, alpha)

    def ring(
        self, centre: Point, radius: float, width: float, colour: Colour, alpha: float = 1.0
    ) -> None:
        """Draw a circle's line, `radius` being the middle of the line."""
        self.stroke(circle(centre, radius), width, colour, alpha, closed=True)

    def stroke(
        self,
        path: Sequence[Point],
        width: float,
        colour: Colour,
        alpha: float = 1.0,
        *,
        closed: bool = False,
    ) -> None:
        """Draw a line of round ends and joins along a path."""
        self.strokes([path], width, colour, alpha, closed=closed)

    def strokes(
        self,
        paths: Sequence[Sequence[Point]],
        width: float,
        colour: Colour,
        alpha: float = 1.0,
        *,
        closed: bool = False,
    ) -> None:
        """Draw several lines at once, so that they do not darken where they cross."""
        half = width * self._factor / 2
        lines = [self._line(path, closed=closed) for path in paths]
        sides = [thick(start, end, half) for _, pairs in lines for start, end in pairs]
        joins = [point for points, _ in lines for point in points]
        self._paint(sides, colour, alpha, joins, half)

    def rounded_polygon(
        self, points: Sequence[Point], rounding: float, colour: Colour, alpha: float = 1.0
    ) -> None:
        """Fill a polygon and a line of width `rounding` around it, which rounds its corners."""
        half = rounding * self._factor / 2
        corners, pairs = self._line(points, closed=True)
        sides = [thick(start, end, half) for start, end in pairs]
        self._paint([corners, *sides], colour, alpha, corners, half)

    def erase(self, points: Sequence[Point]) -> None:
        """Make a polygon clear again."""
        pygame.draw.polygon(self._surface, (0, 0, 0, 0), _samples(self._scaled(points)))

    def picture(self, surface: pygame.Surface, left: float, top: float) -> None:
        """Put a picture of `oversampled` pixels here, such as one of `radial_gradient`."""
        self._surface.blit(surface, (round(left * self._factor), round(top * self._factor)))

    def oversampled(self, length: float) -> int:
        """Return a length in the pixels that `picture` expects."""
        return round(length * self._factor)

    def finish(self) -> pygame.Surface:
        """Return the picture at its final size; nothing can be drawn on the canvas after that."""
        if self._factor == 1:
            return self._surface
        self._surface.premul_alpha_ip()
        small = pygame.transform.smoothscale(self._surface, self.size)
        _undo_premultiplication(small)
        return small

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        factor = self._factor
        return [(x * factor, y * factor) for x, y in points]

    def _line(
        self, path: Sequence[Point], *, closed: bool
    ) -> tuple[list[Point], list[tuple[Point, Point]]]:
        points = self._scaled(path)
        ends = [*points[1:], points[0]] if closed else points[1:]
        return points, list(zip(points, ends, strict=False))

    def _paint(
        self,
        polygons: Sequence[Sequence[Point]],
        colour: Colour,
        alpha: float,
        joins: Sequence[Point] = (),
        radius: float = 0.0,
    ) -> None:
        """Fill polygons, and circles of one radius, as one shape."""
        if alpha >= 1.0:
            _fill(self._surface, polygons, colour, joins, radius)
            return
        box = _bounds([*polygons, joins], radius).clip(self._surface.get_rect())
        if alpha <= 0.0 or not box:
            return
        left, top = box.topleft
        layer = pygame.Surface(box.size, pygame.SRCALPHA)
        shifted = [[(x - left, y - top) for x, y in points] for points in (*polygons, joins)]
        _fill(layer, shifted[:-1], (*colour, round(255 * alpha)), shifted[-1], radius)
        self._surface.blit(layer, box)


def _fill(
    surface: pygame.Surface,
    polygons: Sequence[Sequence[Point]],
    colour: tuple[int, ...],
    joins: Sequence[Point],
    radius: float,
) -> None:
    for points in polygons:
        pygame.draw.polygon(surface, colour, _samples(points))
    for x, y in joins:
        pygame.draw.circle(surface, colour, (floor(x + 0.5), floor(y + 0.5)), max(1.0, radius))


def radial_gradient(
    size: int, centre: Point, radius: float, stops: Sequence[tuple[float, Colour, float]]
) -> pygame.Surface:
    """Return a square picture of a gradient, cut to the circle it contains.

    Args:
        size: Its side in pixels.
        centre: Where the gradient begins, in pixels.
        stops: Share of the radius (ascending), colour and alpha (0 to 1).
    """
    axis = np.arange(size) + 0.5
    distance = np.hypot(axis[:, None] - centre[0], axis[None, :] - centre[1]) / radius
    at = [stop[0] for stop in stops]
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    pixels = pygame.surfarray.pixels3d(surface)
    for channel in range(3):
        levels = [stop[1][channel] for stop in stops]
        pixels[:, :, channel] = np.rint(np.interp(distance, at, levels))
    del pixels
    inside = np.hypot(axis[:, None] - size / 2, axis[None, :] - size / 2) <= size / 2
    alphas = np.interp(distance, at, [255 * stop[2] for stop in stops])
    alpha_view = pygame.surfarray.pixels_alpha(surface)
    alpha_view[:, :] = np.rint(alphas * inside)
    del alpha_view
    return surface


def _oversampling(size: tuple[int, int]) -> int:
    """Return 4, or 2 for a large picture: pygame averages threes to less than the whole."""
    return 4 if 16 * size[0] * size[1] <= _MOST_OVERSAMPLED_PIXELS else 2


def _samples(points: Sequence[Point]) -> list[tuple[int, int]]:
    """Return the outermost samples that a polygon covers.

    pygame fills from the first named sample to the last one, both included. So right and
    lower borders name the sample before them, or every shape would be one sample too large.
    """
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return [(floor(x + 0.5) - (x > middle_x), floor(y + 0.5) - (y > middle_y)) for x, y in points]


def _bounds(polygons: Sequence[Sequence[Point]], margin: float) -> pygame.Rect:
    xs = [x for points in polygons for x, _ in points]
    ys = [y for points in polygons for _, y in points]
    if not xs:
        return pygame.Rect(0, 0, 0, 0)
    left, top = int(min(xs) - margin) - 1, int(min(ys) - margin) - 1
    right, bottom = ceil(max(xs) + margin) + 2, ceil(max(ys) + margin) + 2
    return pygame.Rect(left, top, right - left, bottom - top)


def _undo_premultiplication(surface: pygame.Surface) -> None:
    alpha = pygame.surfarray.array_alpha(surface)
    columns, rows = np.nonzero((alpha > 0) & (alpha < 255))
    pixels = pygame.surfarray.pixels3d(surface)
    values = pixels[columns, rows].astype(np.float32)
    values *= (255.0 / alpha[columns, rows].astype(np.float32))[:, None]
    pixels[columns, rows] = np.minimum(np.rint(values), 255).astype(np.uint8)
