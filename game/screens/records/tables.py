"""What the records screen shows: cards of standard boards, and tables of scores and results."""

from dataclasses import asdict, dataclass, replace
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.levels import EVEN, level_title, levels_of
from ai.phrases import N_
from game.games.registry import has_seeds
from game.library.records import Records, ScoreRecord, Tally
from game.screens.base import OpenGame
from game.ui import draw
from game.ui.elements import Role
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section
from game.ui.panel.basics import Hairline
from game.ui.panel.compose import (
    NOTHING,
    TABLE_ROW,
    Column,
    Composed,
    Inset,
    Meant,
    Part,
    Row,
)
from game.ui.panel.items import Card, Item
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import TYPE, Colour
from game.ui.widgets import Widget
from game.words import pages, results
from game.words.numbers import day, day_of_year, thousands
from game.words.say import listed, say

CARD_LEAST_DP: Final = 240


class StandardCard(Widget):
    """A standard board of a game for one; the game says how it looks."""

    tall = 122

    def __init__(self, game: str, number: int) -> None:
        super().__init__(
            f"{game} standard {number}", tooltip=say(pages.PLAY_STANDARD, number=number)
        )
        self.number = number
        self.opens = OpenGame(game, standard=number)

    def show(self, records: Records) -> None:
        """Take over what the player has reached on it."""


ROW_DP: Final = 30


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry of a table.

    Attributes:
        short: What it says where it has no room for all.
    """

    text: str
    ink: Ink = "main"
    bold: bool = False
    medal: Colour | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table: its heading and its right edge as a share of the width.

    The first column of a table begins at the left instead.
    """

    title: str
    right: float


@dataclass(frozen=True, slots=True)
class Table(Composed):
    """Rows of text, for a card with a heading.

    Attributes:
        note: A few words at the right of the title.
        rows: Cells for each column; a table without rows shows `empty`.
        empty: What to say without rows.
    """

    title: str
    note: str
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    empty: str = ""

    def of(self, game: str) -> "Table":
        return (
            self
            if self.title == game
            else replace(self, title=say(pages.OF_GAME, game=game, title=self.title))
        )

    @property
    def card(self) -> Item:
        return Item(Card((self,), title=self.title, note=self.note))

    @property
    def whole(self) -> Meant:
        return Meant(Role.TABLE, self.title)

    def content(self, skin: Skin, width: int) -> Section:
        if not self.rows:
            return quiet(self.empty, dp=TYPE.table, tall=ROW_DP, stretch=True)
        headings = tuple(Cell(column.title, "caption") for column in self.columns)
        rows = [self._row(skin, width, cells, TYPE.table) for cells in self.rows]
        lined = (Inset(row, behind=Hairline()) for row in rows)
        return Column(self._row(skin, width, headings, TYPE.caption), *lined)

    def _row(self, skin: Skin, width: int, cells: tuple[Cell, ...], dp: int) -> Inset:
        parts: list[Part] = []
        left = 0
        for column, cell in zip(self.columns, cells, strict=True):
            right = round(column.right * width)
            wide = right - left - skin.px(8)
            text = Phrase(cell.text, dp, cell.ink, cell.bold, tabular=True)
            if cell.short and text.width(skin) > wide:
                text = replace(text, text=cell.short)
            medal = NOTHING if cell.medal is None else _medal(cell.medal, text.width(skin))
            whole = Inset(replace(text, wide=wide, right=left > 0), behind=medal, wide=wide)
            parts += [8, whole] if left else [whole, 8]
            left = right
        return Inset(Row(*parts, tall=ROW_DP), behind=TABLE_ROW)


def _medal(colour: Colour, words: int) -> Section:
    """Return a disc in front of words that stand at the right, so many pixels wide."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        at, radius = (box.right - words - skin.px(12), box.centre[1]), skin.unit.exact(5)
        draw.rimmed_disc(surface, skin.unit, at, radius, colour, skin.theme.ctrl)

    return Painted(0, paint)


_SCORE_COLUMNS: Final = (
    TableColumn(N_("Board", "of a game for one"), 0.5),
    TableColumn(N_("Score"), 0.66),
    TableColumn("", 0.82),
    TableColumn(N_("Date"), 1.0),
)
_RESULT_COLUMNS: Final = (
    TableColumn(N_("Level"), 0.34),
    TableColumn(N_("Won", "a column of numbers"), 0.48),
    TableColumn(N_("Drawn", "a column of numbers"), 0.62),
    TableColumn(N_("Lost", "a column of numbers"), 0.76),
    TableColumn(N_("With hints"), 1.0),
)


def score_tables(game: str, records: Records) -> tuple[Table, ...]:
    """Return the best scores in a game for one."""
    best = records.best_by_board(game)
    note = say(results.PLAIN_BEST, score=best[0].score) if best else ""
    rows = tuple(_score_row(record) for record in best)
    return (Table(game_spec(game).title, note, _SCORE_COLUMNS, rows, pages.NO_SCORES),)


def _score_row(record: ScoreRecord) -> tuple[Cell, ...]:
    board = record.board
    if board.standard is not None:
        name = say(pages.NUMBER, number=board.standard)
    elif has_seeds(board.game, board.parameters):
        name = say(pages.SEED, seed=str(board.seed))
    else:
        name = N_("Board", "of a game for one")
    usual = asdict(game_spec(board.game).parameters())
    given = [f"{k} {v}" for k, v in asdict(board.parameters).items() if v != usual[k]]
    return (
        Cell(listed((name, *given)), short=name),
        Cell(thousands(record.score), bold=True),
        Cell(N_("assisted") if record.assisted else "", "caption"),
        Cell(day(record.date), "caption", short=day_of_year(record.date)),
    )


def result_table(game: str, records: Records) -> Table:
    """Return the results in a game for two, against each level of the AI."""
    tallies = {tally.level: tally for tally in records.tallies_of(game)}
    names = dict.fromkeys([EVEN, *(level.name for level in levels_of(game)), *tallies])
    rows = [_result_row(tallies[name]) for name in names if name in tallies]
    total = records.total(game)
    note = say(pages.PLAYED, count=total.played) if total.played else ""
    title = game_spec(game).title
    return Table(title, note, _RESULT_COLUMNS, tuple(rows), pages.NO_RESULTS)


def _result_row(tally: Tally) -> tuple[Cell, ...]:
    level = title = level_title(tally.level, tally.game)
    if tally.beaten:
        level = say(pages.EVEN_BEATEN, level=title, strength=thousands(tally.beaten))
    return (
        Cell(level, short=title),
        Cell(str(tally.won), bold=True),
        Cell(str(tally.drawn)),
        Cell(str(tally.lost)),
        Cell(str(tally.assisted), "caption"),
    )
