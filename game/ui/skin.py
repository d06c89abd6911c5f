"""What everything is drawn with, as one value that scenes, sections, widgets and boards pass on."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame

from game.store.settings import DEFAULTS, Settings
from game.ui.animation import MotionGate
from game.ui.layout import Box, Unit
from game.ui.text import Anchor, Fonts
from game.ui.theme import BLACK, Colour, Material, Theme, in_material

_CAP_HEIGHT = 0.668
"""Height of capitals and digits of Atkinson Hyperlegible in its em square."""
_LOOKS: Final = 8
"""Looks whose pictures are kept: each game has its own, and a window may just have had another
size.
"""
ICON_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "icons"
_OPTICAL_SCALE: Final = {"chevron-left": 1.4, "chevron-right": 1.4}
"""Icons that fill only a part of their square are drawn larger, to look as large as others."""


@lru_cache(200)
def icon(name: str, size: int, colour: Colour) -> pygame.Surface:
    """Return a square icon of `assets/icons`, tinted, not to be drawn on.

    Args:
        name: Its lucide name, such as "undo-2"; `FileNotFoundError` for none.
        size: Its side in pixels.
    """
    picture = pygame.image.load_sized_svg(ICON_FOLDER / f"{name}.svg", (size, size))
    # "currentColor" comes out grey: black first, then the colour; the soft edges are in alpha.
    picture.fill((*BLACK, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture.fill((*colour, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return picture


class Pictures:
    """The pictures of stones, tiles and marks that were made for one look; those used last stay."""

    def __init__(self, room: int = 16_000_000) -> None:
        """Begin with none; together they have at most `room` pixels, or only the last one stays."""
        self._room = room
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture kept under `key`, making it first if there is none."""
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        picture = self._pictures[key] = make()
        self._room -= _area(picture)
        while self._room < 0 and len(self._pictures) > 1:
            _, oldest = self._pictures.popitem(last=False)
            self._room += _area(oldest)
        return picture


def _area(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height()


_pictures_of = lru_cache(_LOOKS)(lambda *_look: Pictures())


@dataclass(frozen=True, slots=True)
class Skin:
    """The settings, and what they come to in one window at one size: the only way to a picture.

    Attributes:
        theme: The colours, of the game that is shown.
        unit: Turns dp into pixels.
        fonts: Draws text; shared by the whole program.
        settings: What the player has set.
        gate: Decides how long things may move.
        pictures: Those drawn before, the same for all that share fonts, unit, theme and details.
            A picture that depends on another setting is kept under a key with its value.
    """

    theme: Theme
    unit: Unit
    fonts: Fonts
    settings: Settings = DEFAULTS
    gate: MotionGate = field(init=False)
    pictures: Pictures = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        gate = MotionGate(self.settings.motion, self.settings.motion_speed)
        object.__setattr__(self, "gate", gate)
        pictures = _pictures_of(self.fonts, self.unit, self.theme, self.settings.details)
        object.__setattr__(self, "pictures", pictures)

    @property
    def details(self) -> bool:
        """Whether all that the AI thinks is to be seen: letters, visits, proofs.

        Otherwise it is one number for each move, in the colour of its loss, and the line.
        """
        return self.settings.details

    def made_of(self, material: Material) -> "Skin":
        return replace(self, theme=in_material(self.theme, material))

    def px(self, dp: float) -> int:
        """Return a length in whole pixels."""
        return self.unit.px(dp)

    def target(self, dp: int) -> int:
        """Return the height or width in whole pixels of what is pressed, designed in dp."""
        return self.unit.target(dp)

    def text(self, dp: float) -> int:
        """Return a text size in pixels, never under 11."""
        return self.unit.text(dp)

    def picture(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture kept under `key`, drawing it first if there is none."""
        return self.pictures.get(key, make)

    def draw_icon(
        self,
        surface: pygame.Surface,
        name: str,
        centre: tuple[float, float],
        size: int,
        ink: Colour,
    ) -> None:
        size = round(size * _OPTICAL_SCALE.get(name, 1.0))
        place = round(centre[0] - size / 2), round(centre[1] - size / 2)
        surface.blit(icon(name, size, ink), place)

    def centred(
        self,
        surface: pygame.Surface,
        text: str,
        centre: tuple[float, float],
        size: int,
        ink: Colour,
        *,
        bold: bool = True,
    ) -> None:
        """Write a text of so many pixels, the middle of its capitals and digits at `centre`."""
        middle = self.fonts.ascent(size) - _CAP_HEIGHT * size / 2
        width = self.fonts.width(text, size, bold=bold)
        self.fonts.draw(
            surface, text, (centre[0] - width / 2, centre[1] - middle), size, ink, bold=bold
        )

    def write(
        self,
        surface: pygame.Surface,
        text: str,
        at: tuple[float, float],
        dp: float,
        ink: Colour,
        *,
        bold: bool = False,
        tabular: bool = False,
        anchor: Anchor = "midleft",
    ) -> Box:
        """Write one line whose size is given in dp; return where it went.

        `tabular` makes its digits equally wide: for columns, which they would miss, and for
        numbers that change several times a second, which would tremble.
        """
        size = self.unit.text(dp)
        return self.fonts.draw(
            surface, text, at, size, ink, bold=bold, tabular=tabular, anchor=anchor
        )

    def width(self, text: str, dp: float, *, bold: bool = False, tabular: bool = False) -> int:
        """Return the width in pixels of a line as `write` would write it."""
        return self.fonts.width(text, self.unit.text(dp), bold=bold, tabular=tabular)

    def fit(
        self, text: str, dp: float, room: int, *, bold: bool = False, tabular: bool = False
    ) -> str:
        """Return a line cut to a width in pixels, as `write` would write it."""
        return self.fonts.fit(text, self.unit.text(dp), room, bold=bold, tabular=tabular)

    def lines(self, markup: str, dp: float, width: int) -> int:
        """Return how many lines `paragraph` writes."""
        return len(self.fonts.wrap(markup, self.unit.text(dp), width))

    def paragraph(
        self,
        surface: pygame.Surface,
        markup: str,
        at: tuple[int, int],
        dp: float,
        width: int,
        ink: Colour,
        *,
        bold_ink: Colour | None = None,
        max_lines: int | None = None,
    ) -> int:
        """Write marked-up text from an upper left corner on; return its height in pixels."""
        size = self.unit.text(dp)
        return self.fonts.draw_wrapped(
            surface, markup, at, size, width, ink, bold_colour=bold_ink, max_lines=max_lines
        )

    def paragraph_height(self, markup: str, dp: float, width: int) -> int:
        """Return the height in pixels that `paragraph` takes."""
        return self.lines(markup, dp, width) * self.fonts.line_height(self.unit.text(dp))
