"""A table of the records screen: a card with a heading and rows of text."""

from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.containers import Card
from game.ui.panel.items import Item
from game.ui.skin import Skin
from game.ui.theme import TYPE, Colour

ROW_DP: Final = 30


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry of a table.

    Attributes:
        text: What it says.
        ink: Its colour by name: main, quiet or ai.
        bold: Whether it is bold.
        medal: The colour of a disc before it.
        short: What it says where it has no room for all.
    """

    text: str
    ink: str = "main"
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
class Table(Section):
    """Rows of text, for a card with a heading.

    Attributes:
        title: What it is about.
        note: A few words at the right of the title.
        columns: From left to right.
        rows: Cells for each column; a table without rows shows `empty`.
        empty: What to say without rows.
    """

    title: str
    note: str
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    empty: str = ""

    def of(self, game: str) -> "Table":
        """Return the table with the game's name in its title."""
        return self if self.title == game else replace(self, title=f"{game}: {self.title}")

    @property
    def card(self) -> Item:
        """The table on its card."""
        return Card((Item(self),), title=self.title, note=self.note).item

    def height(self, skin: Skin, width: int) -> int:
        """The headings and the rows, or one line that says why there are none."""
        del width
        return (len(self.rows) + 1) * skin.px(ROW_DP)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the rows, with lines between them."""
        theme, y = skin.theme, box.y + skin.px(ROW_DP) // 2
        if not self.rows:
            text = skin.fit(self.empty, TYPE.table, box.width)
            skin.write(surface, text, (box.x, y), TYPE.table, theme.text3)
            return
        headings = tuple(Cell(column.title, "quiet") for column in self.columns)
        self._draw_row(surface, skin, box, y, headings, TYPE.caption)
        for row in self.rows:
            line = (box.x, y + skin.px(ROW_DP) // 2)
            draw.hairline(surface, line, box.width, theme.line, width=skin.px(1))
            y += skin.px(ROW_DP)
            self._draw_row(surface, skin, box, y, row, TYPE.table)

    def _draw_row(
        self,
        surface: pygame.Surface,
        skin: Skin,
        box: Box,
        y: int,
        cells: tuple[Cell, ...],
        dp: int,
    ) -> None:
        theme = skin.theme
        inks = {"main": theme.text, "quiet": theme.text3, "ai": theme.ai, "warn": theme.warn}
        left = box.x
        for index, (column, cell) in enumerate(zip(self.columns, cells, strict=True)):
            right = box.x + round(column.right * box.width)
            room = right - left - skin.px(8)
            is_long = skin.width(cell.text, dp, bold=cell.bold, tabular=True) > room
            words = cell.short if cell.short and is_long else cell.text
            text = skin.fit(words, dp, room, bold=cell.bold, tabular=True)
            written = skin.write(
                surface,
                text,
                (box.x, y) if index == 0 else (right, y),
                dp,
                inks[cell.ink],
                bold=cell.bold,
                tabular=True,
                anchor="midleft" if index == 0 else "midright",
            )
            if cell.medal is not None:
                at = (written.x - skin.px(12), y)
                draw.rimmed_disc(surface, skin.unit, at, skin.unit.exact(5), cell.medal, theme.ctrl)
            left = right
