"""Smooth shapes for panels and controls, out of small sprites that are drawn once.

Positions and lengths are pixels; widths of strokes are rounded to whole ones where they run
along an edge. Sprites are memoised by their value: a cache never changes what is drawn.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Final, NamedTuple

import pygame

from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, circle, dashes, hexagon, wedge
from game.ui.layout import Box, Unit
from game.ui.theme import APP_MARK, DARK, INK, Colour, Shadow, Theme

_SUBPIXELS: Final = 4
_LARGE: Final = 600 * 600


class Corners(NamedTuple):
    top_left: bool = True
    top_right: bool = True
    bottom_right: bool = True
    bottom_left: bool = True


ROUND: Final = Corners()
TOP: Final = Corners(bottom_right=False, bottom_left=False)
TOP_LEFT: Final = Corners(top_right=False, bottom_right=False, bottom_left=False)


def sprite(size: tuple[int, int], paint: Callable[[Canvas], None]) -> pygame.Surface:
    """Return a picture of `size` that `paint` draws enlarged and that is shrunk once."""
    canvas = Canvas(size)
    paint(canvas)
    return canvas.finish()


def fill_round(
    surface: pygame.Surface, box: Box, radius: float, colour: Colour, corners: Corners = ROUND
) -> None:
    r = _corner(box, radius)
    if r == 0:
        surface.fill(colour, box)
        return
    x, y, width, height = box
    surface.fill(colour, (x + r, y, width - 2 * r, height))
    for left, top in ((x, y + r), (x + width - r, y + r)):
        surface.fill(colour, (left, top, r, height - 2 * r))
    disc_picture = _disc(r, 0, 0, 0, colour)
    for is_round, (left, top), (cut_x, cut_y) in _corner_places(box, r, corners):
        if is_round:
            surface.blit(disc_picture, (left, top), (cut_x, cut_y, r, r))
        else:
            surface.fill(colour, (left, top, r, r))


def stroke_round(
    surface: pygame.Surface,
    box: Box,
    radius: float,
    colour: Colour,
    width: float = 1,
    corners: Corners = ROUND,
) -> None:
    """Draw the outline of a box with round corners; the line lies inside the box."""
    r = _corner(box, radius)
    line = max(1, round(width))
    x, y = box.x, box.y
    surface.fill(colour, (x + r, y, box.width - 2 * r, line))
    surface.fill(colour, (x + r, box.bottom - line, box.width - 2 * r, line))
    surface.fill(colour, (x, y + r, line, box.height - 2 * r))
    surface.fill(colour, (box.right - line, y + r, line, box.height - 2 * r))
    if r == 0:
        return
    round_picture = _disc(r, line, 0, 0, colour)
    for is_round, (left, top), (cut_x, cut_y) in _corner_places(box, r, corners):
        if is_round:
            surface.blit(round_picture, (left, top), (cut_x, cut_y, r, r))
        else:
            surface.fill(colour, (left, y if cut_y == 0 else box.bottom - line, r, line))
            surface.fill(colour, (x if cut_x == 0 else box.right - line, top, line, r))


def disc(surface: pygame.Surface, centre: Point, radius: float, colour: Colour) -> None:
    """Fill a circle; its centre and radius may be fractions."""
    ring(surface, centre, radius, 0.0, colour)


def rimmed_disc(
    surface: pygame.Surface, unit: Unit, centre: Point, radius: float, colour: Colour, rim: Colour
) -> None:
    """Fill a circle, with a rim around it that keeps it apart from what lies below."""
    disc(surface, centre, radius + unit.exact(1.5), rim)
    disc(surface, centre, radius, colour)


def ring(
    surface: pygame.Surface, centre: Point, radius: float, width: float, colour: Colour
) -> None:
    """Draw a circle's line, `radius` being its outer edge; all of the circle for a width of 0."""
    if radius <= 0:
        return
    left, top = floor(centre[0]), floor(centre[1])
    fraction_x = round((centre[0] - left) * _SUBPIXELS)
    fraction_y = round((centre[1] - top) * _SUBPIXELS)
    # To a quarter pixel, so that a pulse or a drag needs few sprites.
    radius = max(1, round(radius * _SUBPIXELS)) / _SUBPIXELS
    picture = _disc(radius, round(width * _SUBPIXELS) / _SUBPIXELS, fraction_x, fraction_y, colour)
    reach = ceil(radius)
    surface.blit(picture, (left - reach, top - reach))


def pie(
    surface: pygame.Surface, centre: Point, radius: float, share: float, colour: Colour
) -> None:
    """Fill the slice of a circle that takes `share` of it, from 12 o'clock clockwise."""
    polygon(surface, wedge(centre, radius, min(1.0, max(0.0, share))), colour)


def polygon(
    surface: pygame.Surface, points: Sequence[Point], colour: Colour, alpha: int = 255
) -> None:
    box = _bounds(points, 1)
    if box.width * box.height > _LARGE and alpha == 255:
        pygame.draw.polygon(surface, colour, points)
        pygame.draw.aalines(surface, colour, True, points)
        return
    picture = _polygon(_relative(points, box), box.size, colour)
    if alpha < 255:
        picture = picture.copy()
        picture.set_alpha(alpha)
    surface.blit(picture, (box.x, box.y))


def polyline(
    surface: pygame.Surface, points: Sequence[Point], width: float, colour: Colour
) -> None:
    """Draw a line with round ends and joins."""
    strokes(surface, [points], width, colour)


def dashed(
    surface: pygame.Surface,
    points: Sequence[Point],
    width: float,
    colour: Colour,
    *,
    on: float,
    off: float,
) -> None:
    strokes(surface, dashes(points, on, off, closed=False), width, colour)


def strokes(
    surface: pygame.Surface, paths: Sequence[Sequence[Point]], width: float, colour: Colour
) -> None:
    """Draw several lines of one look at once."""
    paths = [path for path in paths if path]
    if not paths:
        return
    box = _bounds([point for path in paths for point in path], width / 2 + 1)
    relative = tuple(_relative(path, box) for path in paths)
    surface.blit(_strokes(relative, box.size, width, colour), (box.x, box.y))


def hairline(
    surface: pygame.Surface, start: tuple[int, int], length: int, colour: Colour, *, width: int = 1
) -> None:
    """Draw a level line of whole pixels."""
    surface.fill(colour, (*start, length, width))


def shadow(
    surface: pygame.Surface, box: Box, radius: float, look: Shadow, theme: Theme, unit: Unit
) -> None:
    """Draw the soft shadow of a rounded box; the box itself is drawn after it."""
    if theme.shadow_strength == 0:
        return
    blur = unit.px(look.blur)
    picture = _shadow(box.size, round(radius), blur, theme.shadow)
    picture.set_alpha(round(255 * look.alpha * theme.shadow_strength))
    surface.blit(picture, (box.x - 2 * blur, box.y - 2 * blur + unit.px(look.dy)))


def scrim(surface: pygame.Surface, colour: Colour, alpha: float) -> None:
    veil = _veil(surface.get_size(), colour)
    veil.set_alpha(round(255 * alpha))
    surface.blit(veil, (0, 0))


@lru_cache(maxsize=16)
def app_mark(size: int) -> pygame.Surface:
    """Return the program's mark, a hexagon with a slice, as a square picture."""

    def paint(canvas: Canvas) -> None:
        middle = (size / 2, size / 2)
        canvas.polygon(hexagon(middle, size * 0.49), APP_MARK)
        canvas.circle(middle, size * 0.30, INK)
        canvas.polygon(wedge(middle, size * 0.30, 0.62), DARK.ai, 0.45)
        canvas.stroke(wedge(middle, size * 0.30, 0.62)[1:], size * 0.06, DARK.ai)

    return sprite((size, size), paint)


def _corner(box: Box, radius: float) -> int:
    return max(0, min(round(radius), box.width // 2, box.height // 2))


def _corner_places(
    box: Box, r: int, corners: Corners
) -> tuple[tuple[bool, tuple[int, int], tuple[int, int]], ...]:
    right, bottom = box.right - r, box.bottom - r
    return (
        (corners.top_left, (box.x, box.y), (0, 0)),
        (corners.top_right, (right, box.y), (r, 0)),
        (corners.bottom_right, (right, bottom), (r, r)),
        (corners.bottom_left, (box.x, bottom), (0, r)),
    )


def _bounds(points: Sequence[Point], margin: float) -> Box:
    left = floor(min(x for x, _ in points) - margin)
    top = floor(min(y for _, y in points) - margin)
    right = ceil(max(x for x, _ in points) + margin)
    bottom = ceil(max(y for _, y in points) + margin)
    return Box(left, top, right - left, bottom - top)


def _relative(points: Sequence[Point], box: Box) -> tuple[Point, ...]:
    return tuple((round(x - box.x, 2), round(y - box.y, 2)) for x, y in points)


@lru_cache(maxsize=512)
def _disc(
    radius: float, width: float, fraction_x: int, fraction_y: int, colour: Colour
) -> pygame.Surface:
    """A circle (or its line, if `width`), its centre `ceil(radius)` and a fraction in."""
    reach = ceil(radius)
    size = 2 * reach + (1 if fraction_x or fraction_y else 0)
    centre = (reach + fraction_x / _SUBPIXELS, reach + fraction_y / _SUBPIXELS)

    def paint(canvas: Canvas) -> None:
        if width:
            canvas.ring(centre, radius - width / 2, width, colour)
        else:
            canvas.polygon(circle(centre, radius), colour)

    return sprite((size, size), paint)


@lru_cache(maxsize=96)
def _polygon(points: tuple[Point, ...], size: tuple[int, int], colour: Colour) -> pygame.Surface:
    return sprite(size, lambda canvas: canvas.polygon(points, colour))


@lru_cache(maxsize=32)
def _strokes(
    paths: tuple[tuple[Point, ...], ...], size: tuple[int, int], width: float, colour: Colour
) -> pygame.Surface:
    return sprite(size, lambda canvas: canvas.strokes(paths, width, colour))


@lru_cache(maxsize=1)
def _veil(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    veil = pygame.Surface(size)
    veil.fill(colour)
    return veil


# Few, as they are as large as what casts them, and a window that is dragged makes many.
@lru_cache(maxsize=8)
def _shadow(size: tuple[int, int], radius: int, blur: int, colour: Colour) -> pygame.Surface:
    """A blurred box with a margin of twice the blur; made small, as it has no edges to lose."""
    full = (size[0] + 4 * blur, size[1] + 4 * blur)
    factor = 4 if blur >= 8 else 1
    small = pygame.Surface((full[0] // factor + 1, full[1] // factor + 1), pygame.SRCALPHA)
    small.fill((*colour, 0))
    margin = 2 * blur // factor
    inner = (margin, margin, size[0] // factor, size[1] // factor)
    pygame.draw.rect(small, (*colour, 255), inner, border_radius=radius // factor)
    if blur:
        small = pygame.transform.gaussian_blur(small, max(1, blur // factor), False)
    return pygame.transform.smoothscale(small, full) if factor > 1 else small
