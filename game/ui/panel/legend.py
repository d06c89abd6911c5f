"""Marks as they stand on the board beside what they mean, and a game's rules in pictures."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import pygame

from ai.phrases import N_
from ai.search.messages import Proof
from game.ui import draw
from game.ui.boards import square_cells
from game.ui.boards.marks import best_disc, draw_disc, draw_dot, grade_ring, proof_badge, step_disc
from game.ui.boards.sprites import blit_centred
from game.ui.boards.stones import last_move, stone
from game.ui.boards.view import Board, BoardContent
from game.ui.elements import Role
from game.ui.layout import Box, square
from game.ui.overlay import WIN_POINT_LIMITS, LossClass, Mark, limit_words
from game.ui.panel.base import Section
from game.ui.panel.compose import Column, Composed, Inset, Meant, Row
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.parts import Painted, Paragraph, board_picture
from game.ui.skin import Skin
from game.ui.theme import LOSS, RADIUS, STONES, TYPE
from game.words.play import SCORE_LOST, WIN_LOST
from game.words.say import say

Sign = Callable[[pygame.Surface, Skin, tuple[int, int]], object]
"""Draws a mark around a pixel."""

Picture = Callable[[Skin, float], pygame.Surface]
"""Makes the picture of a mark, for a cell of so many pixels."""

SIGN_DP: Final = 46
SIGN_WIDTH_DP: Final = 100
DISC_DP: Final = 66
DISC_RADIUS_DP: Final = 29
"""Height of a sign with a candidate's disc, and its radius: there is room for both numbers."""
STONE_DP: Final = 15
"""Radius of a stone on a sign."""


@dataclass(frozen=True, slots=True)
class Explained(Composed):
    """A mark as it stands on the board, and what it means.

    Attributes:
        sign: Draws the mark; None for words alone.
        text: What it means, with **bold** runs; or what returns that, where it holds numbers.
        in_well: Whether it stands in a dark well, as among tiles, rather than on a cell.
        dp: Height of the plate that the mark stands on.
        is_detail: Whether it is to be seen only with details, or only without; None for always.
    """

    sign: Sign | None
    text: str | Callable[[], str]
    in_well: bool = False
    dp: int = SIGN_DP
    is_detail: bool | None = None

    whole = Meant(Role.LIST_ITEM)

    @property
    def words(self) -> str:
        """What it means, now."""
        return self.text if isinstance(self.text, str) else self.text()

    def content(self, skin: Skin, width: int) -> Section:
        """Return the mark on a piece of board, as high as the words beside it."""
        words = Inset(Paragraph(self.words, TYPE.table), dy=4)
        if self.sign is None:
            return words
        plate = skin.px(SIGN_WIDTH_DP)
        tall = max(skin.px(self.dp), words.height(skin, width - plate - skin.px(18)))
        return Row(Painted(tall, self._draw_sign, plate), 14, words, 4)

    def _draw_sign(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme, plate = skin.theme, box.inset(0, skin.px(2))
        ground = theme.well if self.in_well else theme.cell
        draw.fill_round(surface, plate, skin.px(RADIUS.row), ground)
        assert self.sign is not None
        self.sign(surface, skin, plate.centre)


Legend = tuple[Explained, ...]


def shown_of(legend: Legend, *, details: bool) -> Legend:
    """Return what of a legend can be seen on a board with details, or without."""
    return tuple(each for each in legend if each.is_detail in (None, details))


# Signs that several games have.


def pictures(*made: Picture) -> Sign:
    def draw_them(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
        side = skin.unit.exact(SIGN_DP - 10)
        drawn = [make(skin, side) for make in made]
        gap = skin.unit.px(6)
        x = centre[0] - (sum(p.get_width() for p in drawn) + gap * (len(drawn) - 1)) // 2
        for picture in drawn:
            surface.blit(picture, (x, centre[1] - picture.get_height() // 2))
            x += picture.get_width() + gap

    return draw_them


def badge(proof: Proof, moves: int, *, estimated: bool = False) -> Picture:
    """Return what draws the badge of a proven value, or of one that is only believed."""
    return lambda skin, side: proof_badge(
        skin, proof, 2 * moves - 1, 0.5 * side, estimated=estimated
    )


def example(loss_class: LossClass, value: float, visits: int, weight: float = 1.0) -> Mark:
    return Mark(0, 1, loss_class, 0.0, value, visits, weight, labelled=True)


def _disc(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    radius = skin.unit.exact(DISC_RADIUS_DP)
    draw_disc(skin, surface, example("A", 0.57, 35_000), centre, radius, 2 * radius)


def _sizes(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    step, radius = skin.unit.exact(21), skin.unit.exact(17)
    for x, weight, visits in ((-step, 1.0, 35_000), (step * 0.6, 0.7, 900)):
        place = (round(centre[0] + x), centre[1])
        draw_disc(skin, surface, example("B", 0.55, visits, weight), place, radius, radius)
    draw_dot(skin, surface, "B", (round(centre[0] + 1.6 * step), centre[1]), 2 * radius)


def _letters(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    side = skin.unit.px(16)
    for i, (letter, style) in enumerate(LOSS.items()):
        box = square((centre[0] + round((i - 2) * side * 1.08), centre[1]), side)
        draw.fill_round(surface, box, skin.unit.px(RADIUS.letter), style.fill)
        if skin.details:
            skin.centred(surface, letter, box.centre, skin.unit.text(TYPE.axis), style.letter)


def _graded(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    radius = skin.unit.px(STONE_DP)
    at = (centre[0] - round(1.4 * radius), centre[1])
    blit_centred(surface, stone(skin, STONES[0], radius), at)
    blit_centred(surface, grade_ring(skin, "C", radius), at)
    best = (centre[0] + round(1.4 * radius), centre[1])
    blit_centred(surface, best_disc(skin, 0.8 * radius), best)


def _last(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    radius = skin.unit.px(STONE_DP)
    blit_centred(surface, stone(skin, STONES[0], radius), centre)
    blit_centred(surface, last_move(skin, STONES[0], radius / 0.7), centre)


DISC: Final = Explained(
    _disc, N_("**Number and slice**: win % if both play like Expert"), dp=DISC_DP
)
SIZES: Final = Explained(
    _sizes,
    N_("**Size, small number** (visits): how sure the AI is; a dot was hardly tried"),
    is_detail=True,
)
LAST_MOVE: Final = Explained(_last, N_("**Ring and dot**: the last move"))
GRADES: Final = Explained(
    _graded, N_("**Coloured ring**: what your move lost; the disc beside it was best")
)
PROOFS: Final = Explained(
    pictures(badge(Proof.WIN, 3), badge(Proof.LOSS, 2)),
    N_("**Star, bars, cross**: proven win, draw, loss, in at most so many moves"),
    is_detail=True,
)
BELIEVED: Final = Explained(
    pictures(badge(Proof.WIN, 4, estimated=True), badge(Proof.LOSS, 3, estimated=True)),
    N_("**Dashed badge**: the AI believes so; not proven against every reply"),
    is_detail=True,
)


STEPS: Final = Explained(
    pictures(*(lambda skin, side, n=n: step_disc(skin, 0.26 * side, n) for n in (2, 3))),
    N_("**Numbers**: what the AI expects next, step by step"),
)
CURSOR: Final = Explained(
    pictures(lambda skin, side: square_cells.cursor(skin, round(side))),
    N_("**Corners**: the keyboard's cursor"),
)


def letters(text: str | Callable[[], str]) -> Explained:
    return Explained(_letters, text, is_detail=True)


COLOURS: Final = Explained(
    _letters, N_("**Colour**: what a move loses, from nothing to much"), is_detail=False
)
"""What takes the place of the letters where these are not to be seen."""


def unmarked(text: str) -> Explained:
    """Return words without a mark."""
    return Explained(None, text)


WIN_LETTERS: Final = letters(lambda: say(WIN_LOST, limits=limit_words(WIN_POINT_LIMITS)))
SCORE_LETTERS: Final = letters(lambda: say(SCORE_LOST, limits=limit_words(WIN_POINT_LIMITS)))
DUEL: Final[Legend] = (DISC, SIZES, WIN_LETTERS, COLOURS, PROOFS, STEPS, GRADES, CURSOR)
"""The legend of a game for two that draws nothing but what the others draw too."""


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
