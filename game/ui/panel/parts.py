"""What sections show: lines and paragraphs of text, and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.ui.boards.view import Board, BoardContent
from game.ui.elements import Role
from game.ui.layout import Box
from game.ui.overlay import LossClass
from game.ui.panel.base import Ink, Section, draw_letter, ink_of
from game.ui.skin import Skin
from game.ui.text import Anchor, plain
from game.ui.theme import SIZE, TYPE, Colour
from game.ui.widgets.base import draw_bar, draw_key_cap, key_cap_width
from game.words.say import key_words

Paint = Callable[[pygame.Surface, Skin, Box], object]


@dataclass(frozen=True, slots=True)
class Phrase(Section):
    """One line, cut where it has too little room.

    Attributes:
        tabular: Whether its digits are equally wide.
        tall: Its height in dp; 0 for that of a line.
        wide: The width it asks for, in pixels; 0 for that of its words.
    """

    text: str
    dp: float = TYPE.body
    ink: Ink | Colour = "main"
    bold: bool = False
    tabular: bool = False
    right: bool = False
    tall: int = 0
    wide: int = 0
    stretch: bool = False
    optional: bool = False

    def width(self, skin: Skin) -> int:
        return self.wide or skin.width(self.text, self.dp, bold=self.bold, tabular=self.tabular)

    def height(self, skin: Skin, width: int) -> int:
        del width
        return skin.px(self.tall) if self.tall else skin.fonts.line_height(skin.text(self.dp))

    @property
    def spoken(self) -> str:
        return plain(self.text).strip()

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        bold, tabular, ink = self.bold, self.tabular, ink_of(skin.theme, self.ink)
        text = skin.fit(self.text, self.dp, box.width, bold=bold, tabular=tabular)
        anchor: Anchor = "midright" if self.right else "midleft"
        at = (box.right if self.right else box.x, box.centre[1])
        skin.write(surface, text, at, self.dp, ink, bold=bold, tabular=tabular, anchor=anchor)


quiet: Final = partial(Phrase, dp=TYPE.caption, ink="caption")
"""A caption: small, and in the colour of what need not be read."""


@dataclass(frozen=True, slots=True)
class Paragraph(Section):
    """Marked-up text over several lines.

    Attributes:
        text: With **bold** runs.
        ink: Its colour; bold runs are in the main one.
        lines: How many lines it always takes; 0 for as many as there are.
        most: How many lines it takes at most; 0 for any number.
    """

    text: str
    dp: int = TYPE.body
    ink: Ink | Colour = "second"
    lines: int = 0
    most: int = 0

    def height(self, skin: Skin, width: int) -> int:
        size = skin.text(self.dp)
        lines = self.lines or len(skin.fonts.wrap(self.text, size, width, self.most or None))
        return lines * skin.fonts.line_height(size)

    @property
    def spoken(self) -> str:
        return plain(self.text)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        at, ink, bold = (box.x, box.y), ink_of(skin.theme, self.ink), skin.theme.text
        most = self.lines or self.most or None
        skin.paragraph(
            surface, self.text, at, self.dp, box.width, ink, bold_ink=bold, max_lines=most
        )


@dataclass(frozen=True, slots=True)
class Painted(Section):
    """Something that a function draws.

    Attributes:
        wide: How wide it is, in pixels; 0 for all the room there is.
        spoken: The words in it, or its name; None of what is only looked at.
        role: Whether that is text, or what an image is of.
    """

    pixels: int
    paint: Paint
    wide: int = 0
    spoken: str | None = None
    role: Role = Role.TEXT

    def height(self, skin: Skin, width: int) -> int:
        del skin, width
        return self.pixels

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        self.paint(surface, skin, box)


def picture_of(picture: pygame.Surface, name: str | None = None) -> Painted:
    wide, tall = picture.get_size()
    return Painted(tall, lambda surface, _, box: surface.blit(picture, box), wide, name)


def icon_picture(skin: Skin, name: str, dp: float, ink: Colour) -> Painted:
    """Return an icon so many dp wide and high."""
    side = skin.px(dp)

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        skin.draw_icon(surface, name, box.centre, side, ink)

    return Painted(side, paint, side)


def board_picture(view: Board, board: BoardContent, side: int, name: str | None = None) -> Painted:
    """Return a board in a square of so many pixels; it has no name beside what tells of it."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        # The panel's picture is not the window: the board is drawn where it is asked for.
        view.resize(pygame.Rect(box), skin)
        view.draw(surface, board)

    return Painted(side, paint, side, name, Role.IMAGE)


def letter_picture(skin: Skin, loss: LossClass, dp: int, tall: int) -> Painted:
    """Return the letter of a loss class, `tall` pixels high together with the space around it."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        draw_letter(surface, skin, loss, box.centre, dp)

    return Painted(tall, paint, skin.px(dp), loss)


def key_cap(skin: Skin, key: str, ink: Ink = "main") -> Painted:
    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme, at = skin.theme, (box.x, box.centre[1])
        draw_key_cap(surface, skin, key, at, ink_of(theme, ink), theme.panel)

    return Painted(skin.px(SIZE.key_cap), paint, key_cap_width(skin, key), key_words(key))


def bar(skin: Skin, share: float, dp: int, ink: Colour | None = None) -> Painted:
    """Return a bar so high, which shows how much of something is done, 0 to 1; see `draw_bar`."""
    return Painted(skin.px(dp), lambda surface, skin, box: draw_bar(surface, skin, box, share, ink))
