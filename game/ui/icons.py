"""The icons of `assets/icons`, rasterised at their final size and tinted."""

from pathlib import Path
from typing import Final

import pygame

from game.ui.cache import LruCache
from game.ui.layout import Box
from game.ui.theme import BLACK, Colour

ICON_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "icons"

_OPTICAL_SCALE: Final = {"chevron-left": 1.4, "chevron-right": 1.4}
"""Icons that fill only a part of their square are drawn larger, to look as large as others."""


class Icons:
    """Loads icons by their lucide names, such as "undo-2"."""

    def __init__(self, limit: int = 200) -> None:
        self._icons: LruCache[tuple[str, int, Colour], pygame.Surface] = LruCache(limit)

    def render(self, name: str, size: int, colour: Colour) -> pygame.Surface:
        """Return a square icon of `size` pixels; raises FileNotFoundError for an unknown name."""
        return self._icons.get((name, size, colour), lambda: _load(name, size, colour))

    def draw(
        self,
        surface: pygame.Surface,
        name: str,
        centre: tuple[float, float],
        size: int,
        colour: Colour,
    ) -> Box:
        """Draw an icon around `centre`; return where it went."""
        size = round(size * _OPTICAL_SCALE.get(name, 1.0))
        picture = self.render(name, size, colour)
        left, top = round(centre[0] - size / 2), round(centre[1] - size / 2)
        surface.blit(picture, (left, top))
        return Box(left, top, size, size)


def _load(name: str, size: int, colour: Colour) -> pygame.Surface:
    picture = pygame.image.load_sized_svg(ICON_FOLDER / f"{name}.svg", (size, size))
    # "currentColor" comes out grey: black first, then the colour; the soft edges are in alpha.
    picture.fill((*BLACK, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture.fill((*colour, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return picture
