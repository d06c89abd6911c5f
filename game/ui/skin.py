"""What everything is drawn with, as one value that scenes, sections and widgets pass on."""

from dataclasses import dataclass, field, replace

import pygame

from game.store.settings import Settings
from game.ui.animation import MotionGate, MotionMode
from game.ui.boards.sprites import SpriteCache, sprites_of
from game.ui.icons import Icons
from game.ui.layout import Box, Unit
from game.ui.text import Anchor, Fonts
from game.ui.theme import Colour, Material, Theme, in_material


@dataclass(frozen=True, slots=True)
class Skin:
    """Colours, sizes, fonts, icons and motion of one window at one size.

    Attributes:
        unit: Turns dp into pixels.
        fonts: Draws text; shared by the whole program.
        icons: Draws icons; shared by the whole program.
        gate: Decides how long things may move.
        sprites: The boards' pictures in these colours, for stones and tiles beside a board.
    """

    theme: Theme
    unit: Unit
    fonts: Fonts
    icons: Icons
    gate: MotionGate
    sprites: SpriteCache = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sprites", sprites_of(self.unit, self.theme, self.fonts))

    def made_of(self, material: Material) -> "Skin":
        return replace(self, theme=in_material(self.theme, material))

    def px(self, dp: float) -> int:
        """Return a length in whole pixels."""
        return self.unit.px(dp)

    def text(self, dp: float) -> int:
        """Return a text size in pixels, never under 11."""
        return self.unit.text(dp)

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
        return self.fonts.wrapped_height(markup, self.unit.text(dp), width)


def gate_of(settings: Settings) -> MotionGate:
    modes: dict[str, MotionMode] = {"full": "full", "reduced": "reduced", "off": "off"}
    return MotionGate(modes[settings.motion], settings.motion_speed)
