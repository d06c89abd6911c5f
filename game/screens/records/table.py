"""A table of the records screen: a card with a heading and rows of text."""

from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section
from game.ui.panel.basics import Hairline
from game.ui.panel.compose import NOTHING, Column, Composed, Inset, Part, Row
from game.ui.panel.containers import Card
from game.ui.panel.items import Item
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import TYPE, Colour

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
        return self if self.title == game else replace(self, title=f"{game}: {self.title}")

    @property
    def card(self) -> Item:
        return Item(Card((self,), title=self.title, note=self.note))

    def content(self, skin: Skin, width: int) -> Section:
        if not self.rows:
            return quiet(self.empty, dp=TYPE.table, tall=ROW_DP, stretch=True)
        headings = tuple(Cell(column.title, "caption") for column in self.columns)
        rows = [self._row(skin, width, cells, TYPE.table) for cells in self.rows]
        lined = (Inset(row, behind=Hairline()) for row in rows)
        return Column(self._row(skin, width, headings, TYPE.caption), *lined)

    def _row(self, skin: Skin, width: int, cells: tuple[Cell, ...], dp: int) -> Row:
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
        return Row(*parts, tall=ROW_DP)


def _medal(colour: Colour, words: int) -> Section:
    """Return a disc in front of words that stand at the right, so many pixels wide."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        at, radius = (box.right - words - skin.px(12), box.centre[1]), skin.unit.exact(5)
        draw.rimmed_disc(surface, skin.unit, at, radius, colour, skin.theme.ctrl)

    return Painted(0, paint)
