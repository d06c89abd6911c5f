"""The cards of Home: a game's board, on which the AI plays, its name and what it is about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.ui import draw
from game.ui.boards.base import BoardLook, BoardView
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.rules import RulePictures
from game.ui.theme import BLACK, DIALOG_SHADOW, RADIUS, TYPE, Colour, mix
from game.ui.widgets import Widget, draw_ground

CARD_PADDING: Final = 15
LYING_PADDING: Final = 6
TEXT_PADDING: Final = 22
LEAST_BOARD_DP: Final = 48
PLAYING: Final = "demo - click to play"
RESTING: Final = "click to play"
RULE_SIDES: Final = (84, 72, 60, 48, 42)
"""Sides of the rules' pictures in dp, of which the largest that fits is taken."""
_SIDE_TEXT: Final = 0.44
"""The share of a lying card's width that its words take."""
_WIDEST_BOARD: Final = 1.17
"""Width over height of the widest board."""
_RULES_GAP: Final = 8
_PICTURELESS: Final = 4
"""Lines of the sentence that stands in the place of rules."""
_CHIP_DP: Final = 14 + 24
"""Height of the chip with the space above it, in dp."""


@dataclass(frozen=True, slots=True)
class CardParts:
    """What stands below or beside the boards of all cards, as far as there is room for it.

    Attributes:
        chip: Whether what the board does is told.
        text_lines: Lines of the sentence.
        small: Whether the name is small, and so is the room around everything.
        rules: The side of the rules' pictures beside a board, in dp; 0 for none.
    """

    chip: bool = True
    text_lines: int = 2
    small: bool = False
    rules: int = 0

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
    def below(cls, look: Look, size: tuple[int, int], texts: Sequence[str]) -> "CardParts":
        """Drop the sentence, then the chip, where the board above them would get too small.

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
            if board >= 0.6 * (width - 2 * look.px(CARD_PADDING)):
                return parts
        return cls(False, 0)

    @classmethod
    def beside(cls, lines: int) -> "Iterator[CardParts]":
        """Yield what may stand beside a board, what tells most first.

        Args:
            lines: Lines of the longest sentence.
        """
        for chip, text in ((True, lines), (True, 0), (False, 0)):
            yield from (cls(chip, text, rules=side) for side in RULE_SIDES)
        yield from (cls(True, lines), cls(False, lines), cls(True, 0), cls(False, 0))

    def height(self, look: Look) -> int:
        """Return the height of the chip, the name and the sentence."""
        chip = look.px(_CHIP_DP) if self.chip else 0
        text = self.text_lines * look.fonts.line_height(look.text(TYPE.table))
        title = 27 if self.text_lines or not self.small else 22
        title += 4 if self.small or self.rules else 12
        return chip + look.px(title) + text


class GameCard(Widget):
    """A game: its board, on which the AI plays, its name and what it is about.

    Attributes:
        game: The game's name in the registry.
        title: Its name on the screen.
        text: A sentence about it.
        chip: What the chip under the board says.
        light: Colour of the chip's light.
        best: What the player has reached in it; empty before the first game.
        rules: Its rules in pictures, if it has any.
    """

    def __init__(
        self,
        game: str,
        title: str,
        text: str,
        view: BoardView,
        tooltip: str = "",
    ) -> None:
        super().__init__(game, tooltip=tooltip)
        self.game = game
        self.title = title
        self.text = text
        self.chip = ""
        self.light: Colour = BLACK
        self.best = ""
        self.rules: RulePictures | None = None
        self._view = view
        self._board = Box(0, 0, 1, 1)
        self._words = Box(0, 0, 1, 1)
        self._parts = CardParts()
        self._is_lying = False
        self._drawn_rules: tuple[object, pygame.Surface] | None = None

    @property
    def view(self) -> BoardView:
        """What draws its board."""
        return self._view

    @property
    def board_side(self) -> int:
        """The side of the square that its board has room for, in pixels."""
        return min(self._board.size)

    @property
    def shows_rules(self) -> bool:
        """Whether its rules are there, in pictures."""
        return self._parts.rules > 0

    def has_room(self, look: Look) -> bool:
        """Whether its name is there in full."""
        width = look.width(self.title, self._parts.title_size, bold=True)
        return width <= self._words.width and self._words.bottom <= self.box.bottom

    def stand(self, look: Look, parts: CardParts) -> None:
        """Put the words below the board.

        Args:
            look: What to draw with.
            parts: What there is room for on all cards.
        """
        inner = self.box.inset(look.px(parts.padding))
        side, height = look.px(parts.text_padding), parts.height(look)
        board = inner._replace(height=max(look.px(LEAST_BOARD_DP), inner.height - height))
        words = Box(self.box.x + side, board.bottom, self.box.width - 2 * side, height)
        self._lay_out(look, parts, board, words, lying=False)

    def lie(self, look: Look, parts: CardParts) -> None:
        """Put the words beside the board."""
        words, height = self._beside(look), self._height_beside(look, parts)
        if not parts.rules:  # pictures begin at one height on all cards
            words = words.moved(0, max(0, (words.height - height) // 2))
        board = self.box.inset(look.px(LYING_PADDING))
        board = board._replace(width=self._board_width(board))
        self._lay_out(look, parts, board, words._replace(height=height), lying=True)

    def has_room_beside(self, look: Look, parts: CardParts) -> bool:
        """Whether all these parts fit beside its board, once it has its place."""
        words = self._beside(look)
        chip = look.width(PLAYING, TYPE.caption) + look.px(37) if parts.chip else 0
        return chip <= words.width and self._height_beside(look, parts) <= words.height

    def lines_beside(self, look: Look) -> int:
        """Return how many lines its sentence takes beside its board."""
        return self.lines(look, self._beside(look).width)

    def lines(self, look: Look, width: int) -> int:
        """Return how many lines its sentence takes in a width."""
        return len(look.fonts.wrap(self.text, look.text(TYPE.table), width))

    @staticmethod
    def _board_width(inner: Box) -> int:
        room = inner.width - round(_SIDE_TEXT * inner.width)
        return min(room, round(_WIDEST_BOARD * inner.height))

    def _beside(self, look: Look) -> Box:
        """Return the room beside the board."""
        inner = self.box.inset(look.px(LYING_PADDING))
        left = inner.x + self._board_width(inner) + look.px(2 * LYING_PADDING)
        right = inner.right - look.px(4)
        return Box(left, inner.y, right - left, inner.height)

    def _height_beside(self, look: Look, parts: CardParts) -> int:
        """Return the height of these parts beside the board."""
        height = parts.height(look)
        rules = self._pictures(parts)
        if rules is not None:
            height += look.px(_RULES_GAP) + rules.height(look, self._beside(look).width)
        return height

    def _pictures(self, parts: CardParts) -> RulePictures | None:
        if self.rules is None or not parts.rules:
            return None
        return replace(self.rules, side=parts.rules)

    def _lay_out(
        self, look: Look, parts: CardParts, board: Box, words: Box, *, lying: bool
    ) -> None:
        self._parts, self._board, self._words, self._is_lying = parts, board, words, lying
        self._view.resize(pygame.Rect(board), look.unit, look.theme)

    def draw_card(self, surface: pygame.Surface, look: Look, board: BoardLook) -> None:
        """Draw the card with this on its board."""
        theme = look.theme
        radius = look.px(RADIUS.card)
        if self.lit > 0 and not theme.bordered:
            draw.shadow(surface, self.box, radius, DIALOG_SHADOW, theme, look.unit)
        lit = self._lit_share
        draw_ground(surface, look, self.box, radius, mix(theme.panel, theme.raised, lit))
        self._view.draw(surface, board)
        self._draw_words(surface, look, mix(theme.raised, theme.hover, lit))
        self.draw_focus(surface, look, radius)

    def _draw_words(self, surface: pygame.Surface, look: Look, chip: Colour) -> None:
        """Draw the name, the sentence and the rules; the chip is first below a board, else last."""
        parts, words = self._parts, self._words
        y = words.y
        if parts.chip and not self._is_lying:
            y += look.px(_CHIP_DP)
            self._draw_chip(surface, look, y, chip)
        y += look.px(4 if parts.small or parts.rules else 12)
        y += self._draw_title(surface, look, y)
        # A game without pictures says in a sentence what the others show.
        lines = parts.text_lines or (_PICTURELESS if parts.rules and self.rules is None else 0)
        if lines:
            size, ink = TYPE.table, look.theme.text2
            at = (words.x, y)
            y += look.paragraph(surface, self.text, at, size, words.width, ink, max_lines=lines)
        rules = self._pictures(parts)
        if rules is not None:
            y += look.px(_RULES_GAP)
            tall = rules.height(look, words.width)
            self._draw_rules(surface, look, rules, Box(words.x, y, words.width, tall))
        if parts.chip and self._is_lying:
            bottom = self._board.bottom if parts.rules else y + look.px(_CHIP_DP)
            self._draw_chip(surface, look, bottom, chip)

    def _draw_rules(
        self, surface: pygame.Surface, look: Look, rules: RulePictures, box: Box
    ) -> None:
        """Draw the rules; they are kept as they look on the card as it is lit."""
        key = look.theme, look.unit, rules, box, self._lit_share
        if self._drawn_rules is None or self._drawn_rules[0] != key:
            rules.draw(surface, look, box)
            seen = pygame.Rect(box).clip(surface.get_rect())
            self._drawn_rules = key, surface.subsurface(seen).copy()
        surface.blit(self._drawn_rules[1], box)

    @property
    def _lit_share(self) -> float:
        return 1.0 if self.focused and self.show_focus else self.lit

    def _draw_title(self, surface: pygame.Surface, look: Look, y: int) -> int:
        """Draw the name and what was reached; return how high they are."""
        theme, words, size = look.theme, self._words, self._parts.title_size
        best = look.width(self.best, TYPE.caption)
        title = look.fit(self.title, size, words.width, bold=True)
        at = (words.x, y)
        box = look.write(surface, title, at, size, theme.text, bold=True, anchor="topleft")
        if self.best and box.width + look.px(10) + best <= words.width:
            at = (words.right, box.centre[1] + look.px(1))
            look.write(surface, self.best, at, TYPE.caption, theme.text3, anchor="midright")
        return look.px(27)

    def _draw_chip(self, surface: pygame.Surface, look: Look, bottom: int, ground: Colour) -> None:
        theme = look.theme
        text = look.fit(self.chip, TYPE.caption, self._words.width - look.px(40))
        width = look.width(text, TYPE.caption) + look.px(37)
        height = look.px(24)
        left = self._words.x if self._is_lying else self.box.centre[0] - width // 2
        box = Box(left, bottom - height, width, height)
        middle = box.centre[1]
        draw_ground(surface, look, box, height / 2, ground)
        draw.disc(surface, (box.x + look.px(14), middle), look.unit.exact(4), self.light)
        look.write(surface, text, (box.x + look.px(25), middle), TYPE.caption, theme.text2)
