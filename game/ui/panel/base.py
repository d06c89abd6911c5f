"""What the panel is made of: sections, each a frozen value that draws itself.

Equal sections are equal pictures, so the panel redraws only those that changed. A section
has no state of its own; where it can be pointed at or clicked it says so with `Hit`s.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import pygame

from game.ui import draw
from game.ui.boards.kit import Kit
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.overlay import LossClass
from game.ui.text import Anchor
from game.ui.theme import LOSS, RADIUS, TYPE, Colour

LETTER_DP: Final = 18
NARROW_DP: Final = 300


def is_narrow(look: Look, width: int) -> bool:
    """Tell whether sections of this width stand in a panel narrower than the design's."""
    return width < look.px(NARROW_DP)


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in a section that reacts to the pointer.

    Attributes:
        box: Where it is.
        name: What a click or a hover there means.
        value: Which one of its kind.
        tooltip: What to say about it; empty for nothing.
    """

    box: Box
    name: str
    value: int = 0
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class Brush:
    """What sections draw with: the window's look and the boards' pictures."""

    look: Look
    kit: Kit

    def write(
        self,
        surface: pygame.Surface,
        text: str,
        position: tuple[float, float],
        dp: float,
        colour: Colour,
        *,
        bold: bool = False,
        anchor: Anchor = "midleft",
    ) -> Box:
        """Write one line with tabular digits; the size is in dp."""
        size = self.look.text(dp)
        return self.look.fonts.draw(
            surface, text, position, size, colour, bold=bold, tabular=True, anchor=anchor
        )

    def width(self, text: str, dp: float, *, bold: bool = False) -> int:
        """Return the width `write` would take."""
        return self.look.fonts.width(text, self.look.text(dp), bold=bold, tabular=True)

    def fit(self, text: str, dp: float, room: int) -> str:
        """Return a line cut to a width in pixels, as `write` would write it."""
        return self.look.fonts.fit(text, self.look.text(dp), room, tabular=True)

    def letter(self, surface: pygame.Surface, loss: LossClass, centre: tuple[int, int]) -> None:
        """Draw the letter of a loss class."""
        side = self.look.px(LETTER_DP)
        box = Box(centre[0] - side // 2, centre[1] - side // 2, side, side)
        style = LOSS[loss]
        draw.fill_round(surface, box, self.look.px(RADIUS.letter), style.fill)
        self.write(surface, loss, box.centre, TYPE.axis, style.letter, bold=True, anchor="center")


class Section(Protocol):
    """A part of the panel; implementations are frozen dataclasses of what they show."""

    def height(self, look: Look, width: int) -> int:
        """Return how high it is at a width, both in pixels."""

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Draw it into its box."""

    def hits(self, look: Look, box: Box) -> tuple[Hit, ...]:
        """Return where it reacts to the pointer; nowhere unless a section says otherwise."""
        del look, box
        return ()
