"""The cards of Home: a game's board, on which the AI plays, its name and what it is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui import draw
from game.ui.boards.base import BoardLook, BoardView
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import DIALOG_SHADOW, RADIUS, TYPE, Colour, mix
from game.ui.widgets import Widget, draw_ground

CARD_PADDING: Final = 15
TEXT_PADDING: Final = 22
BOARD_SHAPE: Final = 0.87
LEAST_BOARD_DP: Final = 48
PLAYING: Final = "demo - click to play"
RESTING: Final = "click to play"
_SIDE_TEXT: Final = 0.46
"""The share of a lying card's width that its words take."""


@dataclass(frozen=True, slots=True)
class CardParts:
    """What stands below the boards of all cards, as far as there is room for it.

    Attributes:
        chip: Whether what the board does is told.
        text_lines: Lines of the sentence.
        small: Whether the name is small, and so is the room around everything.
    """

    chip: bool = True
    text_lines: int = 2
    small: bool = False

    @property
    def padding(self) -> int:
        """The room around the board, in dp."""
        return CARD_PADDING // 2 if self.small else CARD_PADDING

    @property
    def text_padding(self) -> int:
        """The room beside the words, in dp."""
        return TEXT_PADDING // 3 if self.small else TEXT_PADDING

    @property
    def title_size(self) -> int:
        """The size of the name, in dp."""
        return TYPE.table if self.small else TYPE.title

    @classmethod
    def that_fit(cls, look: Look, size: tuple[int, int], texts: Sequence[str]) -> "CardParts":
        """Drop the sentence, then the chip, where the board would get too small.

        Args:
            look: What to draw with.
            size: A card's width and greatest height.
            texts: The sentences of all cards.
        """
        width, height = size
        room = width - 2 * look.px(TEXT_PADDING)
        lines = max(len(look.fonts.wrap(text, look.text(TYPE.table), room)) for text in texts)
        for parts in (cls(True, min(lines, 3)), cls(True, 0)):
            board = height - 2 * look.px(CARD_PADDING) - parts.height(look)
            if board >= 0.7 * BOARD_SHAPE * (width - 2 * look.px(CARD_PADDING)):
                return parts
        return cls(False, 0)

    def height(self, look: Look) -> int:
        """Return the height of everything below the board."""
        chip = look.px(16 + 24) if self.chip else 0
        text = self.text_lines * look.fonts.line_height(look.text(TYPE.table))
        return chip + look.px(4 + 22 if self.small else 12 + 27) + text


class GameCard(Widget):
    """A game: its board, on which the AI plays, its name and what it is about.

    Attributes:
        game: The game's name in the registry.
        title: Its name on the screen.
        text: A sentence about it.
        chip: What the chip under the board says.
        light: Colour of the chip's light.
        best: What the player has reached in it; empty before the first game.
    """

    def __init__(
        self, game: str, title: str, text: str, view: BoardView, tooltip: str = ""
    ) -> None:
        super().__init__(game, tooltip=tooltip)
        self.game = game
        self.title = title
        self.text = text
        self.chip = ""
        self.light: Colour = (0, 0, 0)
        self.best = ""
        self._view = view
        self._board = Box(0, 0, 1, 1)
        self._words = Box(0, 0, 1, 1)
        self._parts = CardParts()

    @property
    def view(self) -> BoardView:
        """What draws its board."""
        return self._view

    @property
    def board_side(self) -> float:
        """The side of the square that its board has room for, in pixels."""
        return min(self._board.width, self._board.height / BOARD_SHAPE)

    def has_room(self, look: Look) -> bool:
        """Whether its name is there in full."""
        width = look.width(self.title, self._parts.title_size, bold=True)
        return width <= self._words.width and self._words.bottom <= self.box.bottom

    def parts_beside(self, look: Look) -> CardParts:
        """Return what there is room for beside the board of the card, once it has its place."""
        inner = self.box.inset(look.px(CARD_PADDING))
        words = inner.right - self._board_beside(inner).right - look.px(TEXT_PADDING)
        lines = len(look.fonts.wrap(self.text, look.text(TYPE.table), words))
        chip = look.width(PLAYING, TYPE.caption) + look.px(37) <= words
        wanted = (CardParts(chip, lines), CardParts(False, lines), CardParts(chip, 0))
        fitting = (parts for parts in wanted if parts.height(look) <= inner.height)
        return next(fitting, CardParts(False, 0))

    @staticmethod
    def _board_beside(inner: Box) -> Box:
        room = inner.width - round(_SIDE_TEXT * inner.width)
        return inner._replace(width=min(room, round(1.25 * inner.height)))

    def lay_out(self, look: Look, parts: "CardParts", *, lying: bool = False) -> None:
        """Divide the card among its board and the parts that all cards show.

        Args:
            look: What to draw with.
            parts: What there is room for.
            lying: Words beside the board rather than below it.
        """
        inner = self.box.inset(look.px(parts.padding))
        side = look.px(parts.text_padding)
        self._parts = parts
        height = parts.height(look)
        if lying:
            self._board = self._board_beside(inner)
            left = self._board.right + side
            top = inner.y + max(0, (inner.height - height) // 2)
            self._words = Box(left, top, inner.right - left, height)
        else:
            board = max(look.px(LEAST_BOARD_DP), inner.height - height)
            self._board = inner._replace(height=board)
            width = self.box.width - 2 * side
            self._words = Box(self.box.x + side, self._board.bottom, width, height)
        self._view.resize(pygame.Rect(self._board), look.unit, look.theme)

    def draw_card(self, surface: pygame.Surface, look: Look, board: BoardLook) -> None:
        """Draw the card with this on its board."""
        theme = look.theme
        radius = look.px(RADIUS.card)
        if self.lit > 0 and not theme.bordered:
            draw.shadow(surface, self.box, radius, DIALOG_SHADOW, theme, look.unit)
        focused = self.focused and self.show_focus
        lit = 1.0 if focused else self.lit
        draw_ground(surface, look, self.box, radius, mix(theme.panel, theme.raised, lit))
        self._view.draw(surface, board)
        self._draw_text(surface, look, mix(theme.raised, theme.hover, lit))
        self.draw_focus(surface, look, radius)

    def _draw_text(self, surface: pygame.Surface, look: Look, chip: Colour) -> None:
        theme, parts = look.theme, self._parts
        x, y, width = self._words.x, self._words.y, self._words.width
        if parts.chip:
            self._draw_chip(surface, look, y + look.px(16 + 12), chip)
            y += look.px(16 + 24)
        y += look.px(4 if parts.small else 12)
        best = look.width(self.best, TYPE.caption)
        title = look.fit(self.title, parts.title_size, width, bold=True)
        box = look.write(
            surface, title, (x, y), parts.title_size, theme.text, bold=True, anchor="topleft"
        )
        if self.best and box.width + look.px(10) + best <= width:
            look.write(
                surface,
                self.best,
                (x + width, box.centre[1] + look.px(1)),
                TYPE.caption,
                theme.text3,
                anchor="midright",
            )
        y += look.px(27)
        if parts.text_lines:
            look.paragraph(
                surface,
                self.text,
                (x, y),
                TYPE.table,
                width,
                theme.text2,
                max_lines=parts.text_lines,
            )

    def _draw_chip(self, surface: pygame.Surface, look: Look, middle: int, ground: Colour) -> None:
        theme = look.theme
        text = look.fit(self.chip, TYPE.caption, self._words.width - look.px(40))
        width = look.width(text, TYPE.caption) + look.px(37)
        height = look.px(24)
        is_lying = self._words.x > self._board.x + self._board.width // 2
        left = self._words.x if is_lying else self.box.centre[0] - width // 2
        box = Box(left, middle - height // 2, width, height)
        draw_ground(surface, look, box, height / 2, ground)
        draw.disc(surface, (box.x + look.px(14), middle), look.unit.exact(4), self.light)
        look.write(surface, text, (box.x + look.px(25), middle), TYPE.caption, theme.text2)
