"""What every board draws with: unit, theme, fonts, and caches for pictures and layers."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, Final, ParamSpec
from weakref import WeakKeyDictionary

import numpy as np
import pygame

from game.ui.boards.paths import Point
from game.ui.cache import LruCache
from game.ui.layout import Unit
from game.ui.text import Fonts
from game.ui.theme import Colour, Theme

_CAP_HEIGHT = 0.668
"""Height of capitals and digits of Atkinson Hyperlegible in its em square."""

_LOOKS: Final = 8
"""Sizes and themes whose pictures are kept: each game has its own, and a window may just have had
another size.
"""


class SpriteCache:
    """One size and theme, with the pictures made for it.

    Args:
        fonts: Kept from one size to the next.
        pixels: How many pixels the kept pictures may have together; those that were not
            used for longest go first.
    """

    def __init__(self, unit: Unit, theme: Theme, fonts: Fonts, pixels: int = 16_000_000) -> None:
        self.unit = unit
        self.theme = theme
        self.fonts = fonts
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._room = pixels

    def picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture kept under `key`, drawing it first if there is none."""
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        picture = self._pictures[key] = make()
        self._room -= _area(picture)
        while self._room < 0 and len(self._pictures) > 1:
            _, oldest = self._pictures.popitem(last=False)
            self._room += _area(oldest)
        return picture

    def text(
        self,
        surface: pygame.Surface,
        text: str,
        centre: Point,
        size: int,
        colour: Colour,
        *,
        bold: bool = True,
    ) -> None:
        """Draw a text so that the middle of its capitals and digits is at `centre`."""
        middle = self.fonts.ascent(size) - _CAP_HEIGHT * size / 2
        width = self.fonts.width(text, size, bold=bold)
        position = (centre[0] - width / 2, centre[1] - middle)
        self.fonts.draw(surface, text, position, size, colour, bold=bold)


_sprite_caches: WeakKeyDictionary[Fonts, LruCache[tuple[Unit, Theme], SpriteCache]] = (
    WeakKeyDictionary()
)


def sprites_of(unit: Unit, theme: Theme, fonts: Fonts) -> SpriteCache:
    """Return the sprites of a size and theme, the same for all boards that share their `Fonts`.

    So a screen that is opened finds the pictures that others have drawn.
    """
    kept = _sprite_caches.setdefault(fonts, LruCache(_LOOKS))
    return kept.get((unit, theme), lambda: SpriteCache(unit, theme, fonts))


Arguments = ParamSpec("Arguments")
Drawing = Callable[Concatenate[SpriteCache, Arguments], pygame.Surface]


def drawn_once(draw: Drawing[Arguments]) -> Drawing[Arguments]:
    """Have the sprites keep what a function draws, by the function and what it is given."""

    @wraps(draw)
    def kept(
        sprites: SpriteCache, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> pygame.Surface:
        key = (draw, arguments, *named.items())
        return sprites.picture(key, lambda: draw(sprites, *arguments, **named))

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


def _area(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height()


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
