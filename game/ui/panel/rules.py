"""A game's rules in a few small pictures with a caption each, as its own board draws them."""

from dataclasses import dataclass, field, replace
from typing import Final

from game.ui.boards.view import Board, BoardContent
from game.ui.panel.base import Section
from game.ui.panel.compose import Column, Composed, Inset, Row
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.parts import Paragraph, board_picture
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
class RulePictures(Composed):
    """The rules of a game, side by side or, in a narrow place, one below the other.

    Attributes:
        side: The side of a picture, in dp.
    """

    rules: tuple[RulePicture, ...]
    views: tuple[Board, ...] = field(compare=False)
    side: int = PICTURE_DP

    def content(self, skin: Skin, width: int) -> Section:
        count, side = len(self.rules), skin.px(self.side)
        column = (width - (count - 1) * skin.px(_GAP_DP)) // count
        if column >= skin.px(_COLUMN_DP):
            both = zip(self._pictures(min(side, column)), self._words(skin, column), strict=True)
            each = (Inset(Column(*pair, gap=_CAPTION_GAP_DP), wide=column) for pair in both)
            return Row(*each, gap=_GAP_DP, top=True)
        words = (Paragraph(rule.caption, TYPE.caption) for rule in self.rules)
        rows = zip(self._pictures(side), words, strict=True)
        return Column(*(Row(*pair, gap=_GAP_DP) for pair in rows), gap=_ROW_GAP_DP)

    def _pictures(self, side: int) -> list[Section]:
        both = zip(self.views, self.rules, strict=True)
        return [board_picture(view, rule.content, side) for view, rule in both]

    def _words(self, skin: Skin, width: int) -> list[Section]:
        lines = max(skin.lines(rule.caption, TYPE.caption, width) for rule in self.rules)
        return [Paragraph(rule.caption, TYPE.caption, lines=lines) for rule in self.rules]

    def fitting(self, skin: Skin, width: int, height: int) -> "RulePictures | None":
        """Return them with pictures as large as a height lets them be, None for too small ones."""
        for side in range(PICTURE_DP, LEAST_PICTURE_DP - 1, -6):
            smaller = replace(self, side=side)
            if smaller.height(skin, width) <= height:
                return smaller
        return None


def rules_item(pictures: RulePictures) -> Item:
    """Return the rules for a panel: smaller pictures, then none, where it is low."""
    item = Item(pictures).folding(FoldStage.GRAPH, replace(pictures, side=SMALL_DP))
    return item.folding(FoldStage.EXTRAS, None)
