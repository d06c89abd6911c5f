"""The cards of Home: a game's board, on which the AI plays, its name and what it is about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from ai.contract.games import plugin_of
from game.screens.entry import GameEntry, make_board_view
from game.ui import draw
from game.ui.boards.view import BoardContent
from game.ui.commands import LESSONS
from game.ui.elements import Element, run_together, text
from game.ui.layout import Box
from game.ui.panel.legend import RulePictures
from game.ui.skin import Skin
from game.ui.text import plain
from game.ui.theme import BLACK, DIALOG_SHADOW, RADIUS, SIZE, STROKE, TYPE, Colour, mix
from game.ui.widgets import IconButton, Widget, draw_ground
from game.words import pages as words
from game.words.say import say

CARD_PADDING: Final = 15
LYING_PADDING: Final = 6
TEXT_PADDING: Final = 22
LEAST_BOARD_DP: Final = 48
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
    def below(cls, skin: Skin, size: tuple[int, int], texts: Sequence[str]) -> "CardParts":
        """Drop the sentence, then the chip, where the board above them would get too small.

        Args:
            size: A card's width and greatest height.
        """
        width, height = size
        room = width - 2 * skin.px(TEXT_PADDING)
        lines = max(len(skin.fonts.wrap(each, skin.text(TYPE.table), room)) for each in texts)
        for parts in (cls(True, min(lines, 3)), cls(True, 0)):
            board = height - 2 * skin.px(CARD_PADDING) - parts.height(skin)
            if board >= 0.6 * (width - 2 * skin.px(CARD_PADDING)):
                return parts
        return cls(False, 0)

    @classmethod
    def beside(cls, lines: int) -> "Iterator[CardParts]":
        """Yield what may stand beside a board, what tells most first."""
        for chip, shown in ((True, lines), (True, 0), (False, 0)):
            yield from (cls(chip, shown, rules=side) for side in RULE_SIDES)
        yield from (cls(True, lines), cls(False, lines), cls(True, 0), cls(False, 0))

    def height(self, skin: Skin) -> int:
        chip = skin.px(_CHIP_DP) if self.chip else 0
        text = self.text_lines * skin.fonts.line_height(skin.text(TYPE.table))
        title = 27 if self.text_lines or not self.small else 22
        title += 4 if self.small or self.rules else 12
        return chip + skin.px(title) + text


class GameCard(Widget):
    """A game: its board, on which the AI plays, its name and what it is about.

    Attributes:
        best: What the player has reached in it; empty before the first game.
        lessons: Opens its first lessons; stands beside its name where there is room.
    """

    def __init__(self, entry: GameEntry) -> None:
        plugin = plugin_of(entry.name)
        source = "" if plugin is None else say(words.FROM_FOLDER, folder=plugin.folder)
        super().__init__(entry.name, tooltip=source)
        self.game, self.title, self.text = entry.name, entry.spec.title, entry.about
        self.chip = ""
        self.light: Colour = BLACK
        self.best = ""
        self.rules: RulePictures | None = None
        self.offers_lessons = False
        name = f"{LESSONS.name} {entry.name}"
        self.lessons = IconButton(name, LESSONS.icon, LESSONS.title, key=LESSONS.cap)
        self.view = make_board_view(entry.name)
        self._board = Box(0, 0, 1, 1)
        self._words = Box(0, 0, 1, 1)
        self._parts = CardParts()
        self._is_lying = False
        self._drawn_rules: tuple[object, pygame.Surface] | None = None

    @property
    def board_side(self) -> int:
        """The side of the square that its board has room for, in pixels."""
        return min(self._board.size)

    @property
    def shows_rules(self) -> bool:
        return self._parts.rules > 0

    def words(self, skin: Skin) -> str:
        del skin
        return self.title

    @property
    def setting(self) -> str:
        return self.best

    def told(self) -> Element:
        """Return what stands on it beside its name, some of which changes by itself."""
        rules = () if self.rules is None else self.rules.rules
        captions = (plain(rule.caption) for rule in rules)
        return text(run_together((plain(self.text), *captions, self.chip)), self.box)

    def hit(self, position: tuple[float, float]) -> bool:
        """Tell whether the pointer is over it, and not over the button on it."""
        return super().hit(position) and not self.lessons.hit(position)

    def has_room(self, skin: Skin) -> bool:
        width = skin.width(self.title, self._parts.title_size, bold=True)
        return width <= self._words.width and self._words.bottom <= self.box.bottom

    def stand(self, skin: Skin, parts: CardParts) -> None:
        """Put the words below the board."""
        inner = self.box.inset(skin.px(parts.padding))
        side, height = skin.px(parts.text_padding), parts.height(skin)
        board = inner._replace(height=max(skin.px(LEAST_BOARD_DP), inner.height - height))
        words = Box(self.box.x + side, board.bottom, self.box.width - 2 * side, height)
        self._lay_out(skin, parts, board, words, lying=False)

    def lie(self, skin: Skin, parts: CardParts) -> None:
        """Put the words beside the board."""
        words, height = self._beside(skin), self._height_beside(skin, parts)
        if not parts.rules:  # pictures begin at one height on all cards
            words = words.moved(0, max(0, (words.height - height) // 2))
        board = self.box.inset(skin.px(LYING_PADDING))
        board = board._replace(width=self._board_width(board))
        self._lay_out(skin, parts, board, words._replace(height=height), lying=True)

    def has_room_beside(self, skin: Skin, parts: CardParts) -> bool:
        """Whether all these parts fit beside its board, once it has its place."""
        room = self._beside(skin)
        chip = skin.width(words.DEMO[True], TYPE.caption) + skin.px(37) if parts.chip else 0
        return chip <= room.width and self._height_beside(skin, parts) <= room.height

    def lines_beside(self, skin: Skin) -> int:
        """Return how many lines its sentence takes beside its board."""
        return self.lines(skin, self._beside(skin).width)

    def lines(self, skin: Skin, width: int) -> int:
        return len(skin.fonts.wrap(self.text, skin.text(TYPE.table), width))

    @staticmethod
    def _board_width(inner: Box) -> int:
        room = inner.width - round(_SIDE_TEXT * inner.width)
        return min(room, round(_WIDEST_BOARD * inner.height))

    def _beside(self, skin: Skin) -> Box:
        inner = self.box.inset(skin.px(LYING_PADDING))
        left = inner.x + self._board_width(inner) + skin.px(2 * LYING_PADDING)
        right = inner.right - skin.px(4)
        return Box(left, inner.y, right - left, inner.height)

    def _height_beside(self, skin: Skin, parts: CardParts) -> int:
        height = parts.height(skin)
        rules = self._pictures(parts)
        if rules is not None:
            height += skin.px(_RULES_GAP) + rules.height(skin, self._beside(skin).width)
        return height

    def _pictures(self, parts: CardParts) -> RulePictures | None:
        if self.rules is None or not parts.rules:
            return None
        return replace(self.rules, side=parts.rules)

    def _lay_out(
        self, skin: Skin, parts: CardParts, board: Box, words: Box, *, lying: bool
    ) -> None:
        self._parts, self._board, self._words, self._is_lying = parts, board, words, lying
        self.view.resize(pygame.Rect(board), skin)
        side, gap = skin.target(SIZE.icon_button), skin.px(4)
        above = skin.px(_CHIP_DP) if parts.chip and not lying else 0
        top = gap + (self.box.y if lying else words.y + above)
        place = Box(self.box.right - side - gap, top, side, side)
        wide = skin.width(self.title, parts.title_size, bold=True) + skin.px(30)
        title = Box(words.x, words.y + above, wide, skin.px(40))
        self.lessons.place(place)
        has_room = place.bottom <= self.box.bottom and not place.overlaps(title)
        self.lessons.visible = self.offers_lessons and has_room

    def draw_card(self, surface: pygame.Surface, skin: Skin, board: BoardContent) -> None:
        skin = skin.made_of(self.view.material)
        theme = skin.theme
        radius = skin.px(RADIUS.card)
        if self.lit > 0 and not theme.bordered:
            draw.shadow(surface, self.box, radius, DIALOG_SHADOW, theme, skin.unit)
        lit = self._lit_share
        draw_ground(surface, skin, self.box, radius, theme.card(lit))
        if lit > 0:
            edge = mix(theme.card(lit), theme.accent, lit)
            draw.stroke_round(surface, self.box, radius, edge, skin.px(STROKE.focus))
        self.view.draw(surface, board)
        self._draw_words(surface, skin, mix(theme.raised, theme.hover, lit))
        self.draw_focus(surface, skin, radius)

    def _draw_words(self, surface: pygame.Surface, skin: Skin, chip: Colour) -> None:
        """Draw the name, the sentence and the rules; the chip is first below a board, else last."""
        parts, words = self._parts, self._words
        y = words.y
        if parts.chip and not self._is_lying:
            y += skin.px(_CHIP_DP)
            self._draw_chip(surface, skin, y, chip)
        y += skin.px(4 if parts.small or parts.rules else 12)
        y += self._draw_title(surface, skin, y)
        # A game without pictures says in a sentence what the others show.
        lines = parts.text_lines or (_PICTURELESS if parts.rules and self.rules is None else 0)
        if lines:
            size, ink = TYPE.table, skin.theme.text2
            at = (words.x, y)
            y += skin.paragraph(surface, self.text, at, size, words.width, ink, max_lines=lines)
        rules = self._pictures(parts)
        if rules is not None:
            y += skin.px(_RULES_GAP)
            tall = rules.height(skin, words.width)
            self._draw_rules(surface, skin, rules, Box(words.x, y, words.width, tall))
        if parts.chip and self._is_lying:
            bottom = self._board.bottom if parts.rules else y + skin.px(_CHIP_DP)
            self._draw_chip(surface, skin, bottom, chip)

    def _draw_rules(
        self, surface: pygame.Surface, skin: Skin, rules: RulePictures, box: Box
    ) -> None:
        """Draw the rules; they are kept as they look on the card as it is lit."""
        key = skin.theme, skin.unit, skin.fonts, rules, box, self._lit_share
        if self._drawn_rules is None or self._drawn_rules[0] != key:
            rules.draw(surface, skin, box)
            seen = pygame.Rect(box).clip(surface.get_rect())
            self._drawn_rules = key, surface.subsurface(seen).copy()
        surface.blit(self._drawn_rules[1], box)

    @property
    def _lit_share(self) -> float:
        return 1.0 if self.focused and self.show_focus else self.lit

    def _draw_title(self, surface: pygame.Surface, skin: Skin, y: int) -> int:
        """Draw the name and what was reached; return how high they are.

        What was reached takes the place of the sign, or stands above the name, for want of room.
        """
        theme, words, size = skin.theme, self._words, self._parts.title_size
        best = skin.width(self.best, TYPE.caption) + skin.px(10) if self.best else 0
        room = words.width - skin.width(self.title, size, bold=True)
        sign, x = skin.px(round(1.1 * size)), words.x
        if sign + skin.px(6) + (best if best <= room else 0) <= room:
            top = y + (skin.fonts.line_height(skin.text(size)) - sign) // 2
            surface.blit(self.view.sign(skin, sign), (x, top))
            x += sign + skin.px(6)
        title = skin.fit(self.title, size, words.right - x, bold=True)
        box = skin.write(surface, title, (x, y), size, theme.text, bold=True, anchor="topleft")
        above, side = self.lessons.box.centre[1], self.lessons.box.width * self.lessons.visible
        if 0 < best <= room:
            at = (words.right, box.centre[1] + skin.px(1))
            skin.write(surface, self.best, at, TYPE.caption, theme.text2, anchor="midright")
        elif self._is_lying and above + skin.px(8) <= y and best <= words.width - side:
            skin.write(surface, self.best, (words.x, above), TYPE.caption, theme.text2)
        return skin.px(27)

    def _draw_chip(self, surface: pygame.Surface, skin: Skin, bottom: int, ground: Colour) -> None:
        theme = skin.theme
        text = skin.fit(self.chip, TYPE.caption, self._words.width - skin.px(40))
        width = skin.width(text, TYPE.caption) + skin.px(37)
        height = skin.px(24)
        left = self._words.x if self._is_lying else self.box.centre[0] - width // 2
        box = Box(left, bottom - height, width, height)
        middle = box.centre[1]
        draw_ground(surface, skin, box, height / 2, ground)
        draw.disc(surface, (box.x + skin.px(14), middle), skin.unit.exact(4), self.light)
        skin.write(surface, text, (box.x + skin.px(25), middle), TYPE.caption, theme.text2)
