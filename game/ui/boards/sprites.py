"""How boards draw little: pictures that are drawn once, and layers that are kept."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

import numpy as np
import pygame

from game.ui.boards.paths import Point
from game.ui.skin import Skin

Arguments = ParamSpec("Arguments")
Drawing = Callable[Concatenate[Skin, Arguments], pygame.Surface]


def drawn_once(draw: Drawing[Arguments]) -> Drawing[Arguments]:
    """Have the skin keep what a function draws, by the function and what it is given.

    Of the settings it may look at `details` alone; what depends on another one is given it.
    """

    @wraps(draw)
    def kept(
        skin: Skin, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> pygame.Surface:
        key = (draw, arguments, *named.items())
        return skin.picture(key, lambda: draw(skin, *arguments, **named))

    return kept


class Layers:
    """Pictures of the size of the board's area that are painted again only when they change."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._layers: dict[str, _Layer] = {}

    def blit(
        self,
        surface: pygame.Surface,
        name: str,
        key: Hashable,
        paint: Callable[[pygame.Surface], None],
        alpha: float = 1.0,
    ) -> None:
        """Put a layer on `surface`; `paint` draws it on a clear one if `key` is a new one."""
        layer = self._layers.get(name)
        if layer is None or layer.key != key:
            picture = layer.picture if layer else pygame.Surface(self._size, pygame.SRCALPHA)
            if layer:
                picture.fill((0, 0, 0, 0), layer.used)
            paint(picture)
            layer = self._layers[name] = _Layer(key, picture, _used_part(picture))
        layer.picture.set_alpha(round(255 * alpha))
        surface.blit(layer.picture, layer.used, layer.used)

    def painted(self, name: str) -> pygame.Surface:
        """Return a layer as it was painted last; not to be drawn on."""
        return self._layers[name].picture


@dataclass(frozen=True, slots=True)
class _Layer:
    """A painted layer, what it shows, and the part of it that is not clear."""

    key: Hashable
    picture: pygame.Surface
    used: pygame.Rect


def _used_part(picture: pygame.Surface) -> pygame.Rect:
    """Return the box around all that is not clear; pygame's own looks at pixel by pixel."""
    pixels = pygame.surfarray.pixels2d(picture)
    across, down = (np.flatnonzero(np.bitwise_or.reduce(pixels, axis=axis)) for axis in (1, 0))
    if not len(across):
        return pygame.Rect(0, 0, 0, 0)
    size = across[-1] - across[0] + 1, down[-1] - down[0] + 1
    return pygame.Rect((across[0], down[0]), size)


def blit_centred(
    surface: pygame.Surface, picture: pygame.Surface, centre: Point, alpha: float = 1.0
) -> None:
    """Put a picture's middle on a point (a whole pixel for pictures of even size)."""
    width, height = picture.get_size()
    position = (round(centre[0] - width / 2), round(centre[1] - height / 2))
    if alpha < 1.0:
        picture = picture.copy()
        picture.set_alpha(round(255 * alpha))
    surface.blit(picture, position)


def share_of(t: float, start: float, end: float) -> float:
    """Return how much of the part of a timeline from start to end has passed at `t`, 0 to 1."""
    if end <= start:
        return float(t >= end)
    return min(1.0, max(0.0, (t - start) / (end - start)))
