"""What the panel is made of: sections, each a frozen value that draws itself.

Equal sections are equal pictures, so the panel redraws only those that changed. A section
has no state of its own; where it can be pointed at or clicked it says so with `Hit`s.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import pygame

from game.ui import draw
from game.ui.elements import Element, Role, Said, run_together
from game.ui.layout import Box, square
from game.ui.overlay import LossClass
from game.ui.skin import Skin
from game.ui.theme import LOSS, RADIUS, TYPE, Colour, Theme
from game.ui.widgets.base import Widget
from game.words.say import said

Ink = Literal["main", "second", "caption", "ai", "accent", "warn"]

LETTER_DP: Final = 18
SIGN_DP: Final = 13
NARROW_DP: Final = 300


def is_narrow(skin: Skin, width: int) -> bool:
    """Tell whether sections of this width stand in a panel narrower than the design's."""
    return width < skin.px(NARROW_DP)


def ink_of(theme: Theme, ink: Ink | Colour) -> Colour:
    if not isinstance(ink, str):
        return ink
    return {
        "main": theme.text,
        "second": theme.text2,
        "caption": theme.text3,
        "ai": theme.ai,
        "accent": theme.accent,
        "warn": theme.warn,
    }[ink]


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in a section that reacts to the pointer.

    Attributes:
        name: What a click or a hover there means; empty where a click means nothing.
        tooltip: What to say about it; empty for nothing.
        words: What stands there, if that may be a move's name.
    """

    box: Box
    name: str
    value: int = 0
    tooltip: str = ""
    words: str = ""


def draw_letter(
    surface: pygame.Surface,
    skin: Skin,
    loss: LossClass,
    centre: tuple[int, int],
    dp: int = LETTER_DP,
) -> None:
    """Draw the letter of a loss class on its colour, in a square of so many dp.

    Without details there is the colour alone, on a disc.
    """
    box, style = square(centre, skin.px(dp)), LOSS[loss]
    if not skin.details:
        draw.disc(surface, box.centre, 0.36 * box.width, style.fill)
        return
    size = TYPE.axis if dp == LETTER_DP else TYPE.body
    draw.fill_round(surface, box, skin.px(RADIUS.letter), style.fill)
    skin.write(surface, loss, box.centre, size, style.letter, bold=True, anchor="center")


BULB: Final = "lightbulb"
"""The sign of a move which the program had shown as a good one, and the player chose then."""
AI_SIGN: Final = "cpu"
"""The sign of a move that the AI chose in the player's place."""


def draw_sign(surface: pygame.Surface, skin: Skin, sign: str, centre: tuple[float, float]) -> None:
    skin.draw_icon(surface, sign, centre, skin.px(SIGN_DP), skin.theme.ai)


class Laid(NamedTuple):
    """The parts of a section, laid out at a width.

    Attributes:
        height: How high they are together, in pixels.
        places: Each with its box, from the section's upper left corner.
    """

    height: int
    places: "list[tuple[Section, Box]]"

    def at(self, x: int, y: int) -> "list[tuple[Section, Box]]":
        if not x and not y:
            return self.places
        return [(part, Box(a + x, b + y, wide, tall)) for part, (a, b, wide, tall) in self.places]


class Section:
    """A part of a panel or page; most are frozen dataclasses of what they show.

    Attributes:
        tall: Its height in dp, unless that depends on what it shows.
        wide: How wide it would be in a row, in pixels; 0 for all the room there is.
        optional: Whether it goes where a row has too little room.
        arrives: Whether it comes up when it begins to be shown, as the result of a game does.
        role: What it is to those who do not see it, where it says something.
    """

    tall: float = 0
    wide: int = 0
    optional: bool = False
    arrives: bool = False
    role: Role = Role.TEXT

    @property
    def stretch(self) -> bool:
        """Whether it takes the room that is left over in a row."""
        return not self.wide

    def width(self, skin: Skin) -> int:
        """Return how wide it would be in a row, in pixels, before anything stretches."""
        del skin
        return self.wide

    def height(self, skin: Skin, width: int) -> int:
        """Return how high it is at a width, both in pixels."""
        del width
        return skin.px(self.tall)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw it into its box."""

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Return where it reacts to the pointer; nowhere unless a section says otherwise."""
        del skin, box
        return ()

    def arrange(self, skin: Skin, box: Box) -> tuple[Widget, ...]:
        del skin, box
        return ()

    @property
    def whole(self) -> "Section | None":
        """What says what its parts are together, if they are more than words."""
        return None

    @property
    def spoken(self) -> str | None:
        """What it says, in words; None if it is only looked at."""
        return None

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        """Yield what it consists of to those who do not see it, in the order of drawing."""
        del skin
        words = self.spoken
        if words is not None:
            yield Said(Element(self.role, self.role, said(words), box))

    def lay(self, skin: Skin, width: int) -> Laid:
        """Return its parts: itself, unless it is made of others."""
        tall = self.height(skin, width)
        return Laid(tall, [(self, Box(0, 0, width, tall))])


def words_in(section: Section, skin: Skin, box: Box) -> str:
    """Return all words of a section."""
    told = (element for element, _ in section.said(skin, box))
    return run_together(each.name for each in told if each.role is Role.TEXT)
