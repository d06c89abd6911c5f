"""A table of the records screen: a card with a heading and rows of text."""

from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import RADIUS, TYPE, Colour
from game.ui.widgets import draw_border

ROW_DP: Final = 30
HEAD_DP: Final = 44


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
class Table:
    """A card with a heading and rows of text.

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

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        lines = len(self.rows) + 1 if self.rows else 1
        return look.px(HEAD_DP) + lines * look.px(ROW_DP) + look.px(8)

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw the card with its rows."""
        theme = look.theme
        draw.fill_round(surface, box, look.px(RADIUS.card), theme.panel)
        draw_border(surface, look, box, look.px(RADIUS.card))
        inner = box.inset(look.px(20), 0)
        y = box.y + look.px(26)
        title = look.write(surface, self.title, (inner.x, y), TYPE.lead, theme.text, bold=True)
        note = look.fit(self.note, TYPE.caption, inner.right - title.right - look.px(12))
        look.write(surface, note, (inner.right, y), TYPE.caption, theme.text3, anchor="midright")
        y = box.y + look.px(HEAD_DP) + look.px(ROW_DP) // 2
        if not self.rows:
            text = look.fit(self.empty, TYPE.table, inner.width)
            place = (inner.x, y)
            look.write(surface, text, place, TYPE.table, theme.text3)
            return
        headings = tuple(Cell(column.title, "quiet") for column in self.columns)
        self._draw_row(surface, look, inner, y, headings, TYPE.caption)
        for row in self.rows:
            draw.hairline(
                surface,
                (inner.x, y + look.px(ROW_DP) // 2),
                inner.width,
                theme.line,
                width=look.px(1),
            )
            y += look.px(ROW_DP)
            self._draw_row(surface, look, inner, y, row, TYPE.table)

    def _draw_row(
        self,
        surface: pygame.Surface,
        look: Look,
        box: Box,
        y: int,
        cells: tuple[Cell, ...],
        dp: int,
    ) -> None:
        theme = look.theme
        inks = {"main": theme.text, "quiet": theme.text3, "ai": theme.ai, "warn": theme.warn}
        left = box.x
        for index, (column, cell) in enumerate(zip(self.columns, cells, strict=True)):
            right = box.x + round(column.right * box.width)
            room = right - left - look.px(8)
            is_long = look.width(cell.text, dp, bold=cell.bold) > room
            words = cell.short if cell.short and is_long else cell.text
            text = look.fit(words, dp, room, bold=cell.bold)
            written = look.write(
                surface,
                text,
                (box.x, y) if index == 0 else (right, y),
                dp,
                inks[cell.ink],
                bold=cell.bold,
                anchor="midleft" if index == 0 else "midright",
            )
            if cell.medal is not None:
                at = (written.x - look.px(12), y)
                draw.rimmed_disc(surface, look.unit, at, look.unit.exact(5), cell.medal, theme.ctrl)
            left = right
