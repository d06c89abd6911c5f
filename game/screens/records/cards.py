"""What the records screen is made of: a card for each standard board, and tables."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.games.samegame.medals import Standing
from game.games.samegame.rules import SameGameState
from game.games.samegame.screen.medal_bar import draw_disc
from game.games.samegame.screen.miniboard import MARGIN_DP, draw_tiles
from game.games.samegame.standard_boards import KnownScores
from game.records import ScoreRecord
from game.ui import draw
from game.ui.format import thousands
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import RADIUS, TYPE, Colour, mix
from game.ui.widgets import Action, Widget, draw_border

CARD: Final = "standard"
CARD_HEIGHT_DP: Final = 122
CARD_LEAST_DP: Final = 240
ROW_DP: Final = 30
HEAD_DP: Final = 44
_PADDING: Final = 12


class BoardCard(Widget):
    """A standard board: its picture, the best scores known, and the player's own.

    Attributes:
        number: The board's number.
        own: The player's best score on it, if any.
    """

    def __init__(self, number: int, state: SameGameState, known: KnownScores) -> None:
        super().__init__(f"{CARD} {number}", tooltip=f"Play standard board {number}")
        self.number = number
        self.own: ScoreRecord | None = None
        self._state = state
        self._known = known

    def activate(self) -> Action | None:
        """Choose this board."""
        return Action(CARD, self.number)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the card."""
        theme, box = look.theme, self.box
        radius = look.px(RADIUS.inset)
        lit = 1.0 if self.focused and self.show_focus else self.lit
        draw.fill_round(surface, box, radius, mix(theme.panel, theme.raised, lit))
        draw_border(surface, look, box, radius)
        size = self._state.parameters
        margin = look.px(MARGIN_DP)
        tile = (box.height - 2 * look.px(_PADDING) - 2 * margin) // size.rows
        width, height = size.columns * tile + 2 * margin, size.rows * tile + 2 * margin
        top = box.centre[1] - height // 2
        well = Box(box.x + top - box.y, top, width, height)
        draw.fill_round(surface, well, look.px(RADIUS.row), theme.well)
        draw_tiles(surface, look, well, self._state)
        draw.stroke_round(surface, well, look.px(RADIUS.row), theme.well_rim, look.px(1))
        self._draw_numbers(surface, look, well.right + look.px(14))
        self.draw_focus(surface, look, radius)

    def _draw_numbers(self, surface: pygame.Surface, look: Look, x: int) -> None:
        theme, fonts = look.theme, look.fonts
        y = self.box.y + look.px(22)
        size = look.text(TYPE.lead)
        text = f"Standard {self.number}"
        fonts.draw(surface, text, (x, y), size, theme.text, bold=True, anchor="midleft")
        own = thousands(self.own.score) if self.own else "–"
        rows = (
            ("published", thousands(self._known.published), theme.text2),
            ("AI best", thousands(self._known.ai), theme.ai),
            ("yours", own, theme.text),
        )
        right = self.box.right - look.px(_PADDING)
        size = look.text(TYPE.caption)
        for caption, value, ink in rows:
            y += look.px(24)
            fonts.draw(surface, caption, (x, y), size, theme.text3, anchor="midleft")
            place = (right, y)
            fonts.draw(surface, value, place, size, ink, bold=True, tabular=True, anchor="midright")
        medal = Standing(self.own.score, self._known.ai).medal if self.own else None
        if medal is not None:
            left = right - fonts.width(own, size, bold=True, tabular=True) - look.px(11)
            draw_disc(surface, look, (left, y), look.unit.exact(5), medal.colour, theme.ctrl)


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

    def height(self, look: Look) -> int:
        """Return its height in pixels."""
        lines = len(self.rows) + 1 if self.rows else 1
        return look.px(HEAD_DP) + lines * look.px(ROW_DP) + look.px(8)

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw the card with its rows."""
        theme, fonts = look.theme, look.fonts
        draw.fill_round(surface, box, look.px(RADIUS.card), theme.panel)
        draw_border(surface, look, box, look.px(RADIUS.card))
        inner = box.inset(look.px(20), 0)
        y = box.y + look.px(26)
        title = fonts.draw(
            surface,
            self.title,
            (inner.x, y),
            look.text(TYPE.lead),
            theme.text,
            bold=True,
            anchor="midleft",
        )
        size = look.text(TYPE.caption)
        note = fonts.fit(self.note, size, inner.right - title.right - look.px(12))
        fonts.draw(surface, note, (inner.right, y), size, theme.text3, anchor="midright")
        y = box.y + look.px(HEAD_DP) + look.px(ROW_DP) // 2
        if not self.rows:
            text = fonts.fit(self.empty, look.text(TYPE.table), inner.width)
            place = (inner.x, y)
            fonts.draw(surface, text, place, look.text(TYPE.table), theme.text3, anchor="midleft")
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
            size = look.text(dp)
            is_long = look.fonts.width(cell.text, size, bold=cell.bold, tabular=True) > room
            words = cell.short if cell.short and is_long else cell.text
            text = look.fonts.fit(words, size, room, bold=cell.bold, tabular=True)
            written = look.fonts.draw(
                surface,
                text,
                (box.x, y) if index == 0 else (right, y),
                size,
                inks[cell.ink],
                bold=cell.bold,
                tabular=True,
                anchor="midleft" if index == 0 else "midright",
            )
            if cell.medal is not None:
                at = (written.x - look.px(12), y)
                draw_disc(surface, look, at, look.unit.exact(5), cell.medal, theme.ctrl)
            left = right
