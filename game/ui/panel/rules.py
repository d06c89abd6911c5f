"""A game's rules in a few small pictures with a caption each, as its own board draws them."""

from dataclasses import dataclass, field, replace
from typing import Final

import pygame

from game.ui.boards.base import BoardContent, BoardView
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.items import FoldStage, Item
from game.ui.skin import Skin
from game.ui.theme import TYPE

PICTURE_DP: Final = 84
SMALL_DP: Final = 56
LEAST_PICTURE_DP: Final = 30
_COLUMN_DP: Final = 88
"""Pictures stand side by side from this width on, else one below the other."""
_GAP_DP: Final = 12
_ROW_GAP_DP: Final = 6
_CAPTION_GAP_DP: Final = 5


@dataclass(frozen=True, slots=True)
class RulePicture:
    """A rule: the board that shows it, and a few words."""

    content: BoardContent
    caption: str


@dataclass(frozen=True, slots=True)
class RulePictures(Section):
    """The rules of a game, side by side or, in a narrow place, one below the other.

    Attributes:
        rules: What they are.
        views: What draws each.
        side: The side of a picture, in dp.
    """

    rules: tuple[RulePicture, ...]
    views: tuple[BoardView, ...] = field(compare=False)
    side: int = PICTURE_DP

    def height(self, skin: Skin, width: int) -> int:
        """As far as pictures and captions reach."""
        if self._columns(skin, width):
            return self._side(skin, width) + self._below(skin, width)
        rows = len(self.rules) * self._row(skin, width)
        return rows + (len(self.rules) - 1) * skin.px(_ROW_GAP_DP)

    def fitting(self, skin: Skin, width: int, height: int) -> "RulePictures | None":
        """Return them with pictures as large as a height lets them be, None for too small ones."""
        for side in range(PICTURE_DP, LEAST_PICTURE_DP - 1, -6):
            smaller = replace(self, side=side)
            if smaller.height(skin, width) <= height:
                return smaller
        return None

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw each picture with its caption below or beside it."""
        for place, view, rule in zip(self._places(skin, box), self.views, self.rules, strict=True):
            picture, words, lines = place
            view.resize(pygame.Rect(picture), skin.unit, skin.theme)
            view.draw(surface, rule.content)
            size, ink = TYPE.caption, skin.theme.text2
            skin.paragraph(
                surface,
                rule.caption,
                (words.x, words.y),
                size,
                words.width,
                ink,
                bold_ink=skin.theme.text,
                max_lines=lines,
            )

    def _places(self, skin: Skin, box: Box) -> list[tuple[Box, Box, int]]:
        """Return where each picture and its caption go, and the caption's lines."""
        side = self._side(skin, box.width)
        if self._columns(skin, box.width):
            width, gap = self._column(skin, box.width), skin.px(_GAP_DP)
            lefts = [box.x + i * (width + gap) for i in range(len(self.rules))]
            below = box.y + side + skin.px(_CAPTION_GAP_DP)
            return [
                (Box(x, box.y, side, side), Box(x, below, width, 0), self._lines(skin, width))
                for x in lefts
            ]
        row = self._row(skin, box.width)
        words = box.width - side - skin.px(_GAP_DP)
        places = []
        for i, rule in enumerate(self.rules):
            y = box.y + i * (row + skin.px(_ROW_GAP_DP))
            lines = self._wrapped(skin, rule, words)
            tall = lines * skin.fonts.line_height(skin.text(TYPE.caption))
            at = Box(box.right - words, y + (row - tall) // 2, words, tall)
            places.append((Box(box.x, y + (row - side) // 2, side, side), at, lines))
        return places

    def _columns(self, skin: Skin, width: int) -> bool:
        return self._column(skin, width) >= skin.px(_COLUMN_DP)

    def _column(self, skin: Skin, width: int) -> int:
        count = len(self.rules)
        return (width - (count - 1) * skin.px(_GAP_DP)) // count

    def _side(self, skin: Skin, width: int) -> int:
        side = skin.px(self.side)
        return min(side, self._column(skin, width)) if self._columns(skin, width) else side

    def _row(self, skin: Skin, width: int) -> int:
        """Return the height of a picture with its caption beside it."""
        side = self._side(skin, width)
        words = width - side - skin.px(_GAP_DP)
        lines = max(self._wrapped(skin, rule, words) for rule in self.rules)
        return max(side, lines * skin.fonts.line_height(skin.text(TYPE.caption)))

    def _below(self, skin: Skin, width: int) -> int:
        lines = self._lines(skin, self._column(skin, width))
        return skin.px(_CAPTION_GAP_DP) + lines * skin.fonts.line_height(skin.text(TYPE.caption))

    def _lines(self, skin: Skin, width: int) -> int:
        return max(self._wrapped(skin, rule, width) for rule in self.rules)

    def _wrapped(self, skin: Skin, rule: RulePicture, width: int) -> int:
        return len(skin.fonts.wrap(rule.caption, skin.text(TYPE.caption), width))


def rules_item(pictures: RulePictures) -> Item:
    """Return the rules for a panel: smaller pictures, then none, where it is low."""
    item = Item(pictures).folding(FoldStage.GRAPH, replace(pictures, side=SMALL_DP))
    return item.folding(FoldStage.EXTRAS, None)
