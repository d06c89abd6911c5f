"""The games of a match, a row each; a row opens its game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from ai.match.events import SIDES, GameRecord
from game.screens.arena.sides import fitting_names, side_ink, side_mark
from game.ui import draw
from game.ui.boards.paths import star
from game.ui.format import full_moves, seconds, thousands
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section, is_narrow
from game.ui.panel.compose import NOTHING, SPRING, Inset, Row
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE, Colour
from game.ui.widgets import Action, ScrollArea, Widget, draw_chosen, draw_focus_ring

_LEGEND_DP: Final = 30
_BAR_DP: Final = 10
_EDGE_DP: Final = 10
_DOT_DP: Final = 6
_MOVES_DP: Final = 74
_FEW_MOVES_DP: Final = 26


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in the table.

    Attributes:
        record: The game; None while it is played.
        number: Its number, from 0.
        scores: The scores so far of a game that is played.
    """

    record: GameRecord | None
    number: int
    scores: tuple[int, int] | None = None


class GameTable(Widget):
    """Rows to be chosen by a click, or by arrows and Enter; the newest stands on top.

    Attributes:
        rows: The games, newest first.
        names: What the two sides are called.
        solved: Whether they are boards of two solvers.
        shown: The game that is played back, if any.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.rows: Sequence[GameRow] = ()
        self.names: tuple[str, str] = SIDES
        self._pressed: int | None = None
        self.solved = False
        self.shown: int | None = None
        self._over: int | None = None
        self._cursor = 0
        self._row_height = 1
        self._room = 0
        self._scroll = ScrollArea()

    def arrange(self, skin: Skin, box: Box) -> tuple[Widget, ...]:
        """Take a box: the headings, and as many whole rows as there is room for."""
        self._row_height = skin.px(SIZE.row)
        legend = skin.px(_LEGEND_DP) if self.solved else 0
        self._room = max(1, (box.height - legend) // self._row_height - 1)
        shown = min(self._room, len(self.rows))
        rows = Box(box.x, box.y + self._row_height, box.width, shown * self._row_height)
        # The bar stands beside the rows, not over them.
        self._scroll.place(
            rows._replace(width=box.width + skin.px(_BAR_DP)),
            len(self.rows) * self._row_height,
            skin,
        )
        return super().arrange(skin, box)

    @property
    def can_focus(self) -> bool:
        """Whether there is a row to choose."""
        return super().can_focus and any(row.record for row in self.rows)

    @property
    def _shown(self) -> range:
        """The rows that are in sight, each of them whole."""
        first = min(
            round(self._scroll.offset / self._row_height), max(0, len(self.rows) - self._room)
        )
        return range(first, min(first + self._room, len(self.rows)))

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Choose a game, or scroll."""
        if self._scroll.handle_event(event):
            return None
        if event.type == pygame.MOUSEMOTION:
            self._over = self._row_at(event.pos) if self.hit(event.pos) else None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            # The rows move down while a match is played: what counts is the one that was pressed.
            row = self._row_at(event.pos) if self.hit(event.pos) else None
            self._pressed = None if row is None else self.rows[row].number
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            return self._choose(self._place(self._pressed)) if self.hit(event.pos) else None
        if self.focused and event.type == pygame.KEYDOWN:
            step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
            if step:
                self._cursor = max(0, min(len(self.rows) - 1, self._cursor + step))
                shown = self._shown
                if self._cursor not in shown:  # scrolls as little as needed
                    first = min(self._cursor, max(shown.start, self._cursor - self._room + 1))
                    self._scroll.scroll_to(first * self._row_height)
                return None
        return super().handle_event(event)

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether there is another row above or below."""
        return not across and 0 <= self._cursor + step < len(self.rows)

    def activate(self) -> Action | None:
        """Open the game under the cursor."""
        return self._choose(self._cursor)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the headings, the rows that are in sight, and what their signs mean."""
        self._cursor = max(0, min(self._cursor, len(self.rows) - 1))
        head = self.box._replace(height=self._row_height)
        self._headings(skin, head.width).draw(surface, skin, head)
        for index in self._shown:
            box, row = self._box_of(index), self.rows[index]
            self._draw_ground(surface, skin, box, index, row)
            self._row(skin, box.width, row).draw(surface, skin, box)
        if self.solved and self.rows:
            below = self._box_of(self._shown.stop)
            self._legend(skin).draw(surface, skin, below._replace(height=skin.px(_LEGEND_DP + 4)))
        self._scroll.draw_bar(surface, skin)

    def _draw_ground(
        self, surface: pygame.Surface, skin: Skin, box: Box, index: int, row: GameRow
    ) -> None:
        radius = skin.px(RADIUS.row)
        is_open = row.number == self.shown if self.shown is not None else row.record is None
        if is_open:
            draw_chosen(surface, skin, box, radius)
        elif self._over == index:
            draw.fill_round(surface, box, radius, skin.theme.raised)
        if self.focused and self.show_focus and index == self._cursor:
            draw_focus_ring(surface, skin, box.inset(skin.px(3)), radius)

    # What it consists of.

    def _headings(self, skin: Skin, width: int) -> Section:
        titles = ["#", "first", "winner", "moves"]
        if self.solved:
            narrow = is_narrow(skin, width)
            room = round(width * (0.38 if narrow else 0.24))
            names = fitting_names(skin, self.names, TYPE.caption, room)
            titles = ["#", *names, "" if narrow else "difference"]
        return self._in_columns(skin, width, *(quiet(each, tabular=True) for each in titles))

    def _in_columns(
        self,
        skin: Skin,
        width: int,
        number: Section,
        first: Section,
        second: Section,
        last: Section,
    ) -> Row:
        """Return a row of two scores at the right of their columns, or of who began and who won."""
        if self.solved:
            shares = (0.50, 0.95) if is_narrow(skin, width) else (0.36, 0.61)
            end, then = (round(share * width) for share in shares)
            parts: tuple[Section, ...] = (Inset(Row(SPRING, second), wide=then - end), SPRING)
        else:
            end = round(0.22 * width) + (first.width(skin) + 1) // 2
            parts = Inset(NOTHING, wide=round(0.34 * width) - end), second, SPRING
        begin = Inset(Row(number, SPRING, first), wide=end - skin.px(_EDGE_DP))
        return Row(_EDGE_DP, begin, *parts, last, _EDGE_DP, tall=SIZE.row)

    def _row(self, skin: Skin, width: int, row: GameRow) -> Section:
        record, narrow = row.record, is_narrow(skin, width)
        number = _cell(str(row.number + 1), "second")
        cells: tuple[Section, ...]
        running = _cell("running", "ai")
        if record is None and not row.scores:
            return Row(_EDGE_DP, number, SPRING, running, _EDGE_DP, tall=SIZE.row)
        if record is None:
            scores = map(thousands, row.scores or ())
            cells = (*map(_cell, scores), NOTHING if narrow else running)
        elif record.error:
            cells = _cell("failed", "warn"), NOTHING, NOTHING
        elif self.solved:
            difference = NOTHING if narrow else _difference(skin, width, record)
            cells = *_scores(skin, record), difference
        else:
            length = _length(record, narrow=narrow)
            cells = side_mark(skin, record.first), self._winner(skin, width, record, length), length
        return self._in_columns(skin, width, number, *cells)

    def _winner(self, skin: Skin, width: int, record: GameRecord, length: Phrase) -> Section:
        """Return who won, behind a dot in the winner's colour."""
        if record.winner is None:
            text, ink = "draw", skin.theme.text2
        else:
            moves = skin.px(_FEW_MOVES_DP if is_narrow(skin, width) else _MOVES_DP)
            left = round(0.34 * width) + skin.px(2 * _DOT_DP)
            room = width - skin.px(_EDGE_DP) - max(moves, length.width(skin) + skin.px(6)) - left
            text = fitting_names(skin, self.names, TYPE.caption, room)[record.winner]
            ink = side_ink(skin.theme, record.winner)
        return Row(_dot(skin, ink), quiet(text, ink="main"))

    def _legend(self, skin: Skin) -> Section:
        """Return what the signs of the rows mean, as far as there is room."""
        is_any_cleared = any(row.record and any(row.record.cleared or ()) for row in self.rows)
        sign = Inset(Row(14), behind=Painted(0, partial(_draw_star, away=0)), wide=skin.px(14))
        cleared = Row(sign, quiet("board cleared"), 16) if is_any_cleared else None
        return Row(_EDGE_DP, cleared, quiet("bold = better", optional=True), tall=_LEGEND_DP + 4)

    def _box_of(self, index: int) -> Box:
        top = self.box.y + self._row_height * (index - self._shown.start + 1)
        return Box(self.box.x, top, self.box.width, self._row_height)

    def _row_at(self, position: tuple[int, int]) -> int | None:
        shown = self._shown
        index = shown.start + (position[1] - self.box.y) // self._row_height - 1
        return index if index in shown else None

    def _place(self, number: int | None) -> int | None:
        """Return where the row of a game is now."""
        return next((i for i, row in enumerate(self.rows) if row.number == number), None)

    def _choose(self, index: int | None) -> Action | None:
        if index is None or index >= len(self.rows):
            return None
        self._cursor = index
        record = self.rows[index].record
        return Action(self.name, record.game if record else None)


def _cell(text: str, ink: Ink = "main", *, bold: bool = False) -> Phrase:
    return Phrase(text, TYPE.table, ink, bold, tabular=True)


def _scores(skin: Skin, record: GameRecord) -> Iterator[Section]:
    """Yield both scores, the better one bold, with a star before that of a cleared board."""
    cleared = record.cleared or (False, False)
    for side, score in enumerate(record.scores or (0, 0)):
        is_better = record.winner == side
        text = _cell(thousands(score), "main" if is_better else "second", bold=is_better)
        star = Painted(0, partial(_draw_star, away=50)) if cleared[side] else NOTHING
        yield Inset(text, behind=star, wide=text.width(skin))


def _draw_star(surface: pygame.Surface, skin: Skin, box: Box, away: int) -> None:
    """Draw the mark of a cleared board, `away` dp from the right, or at the left."""
    x = box.right - skin.px(away) if away else box.x
    draw.polygon(surface, star((x, box.centre[1]), skin.unit.exact(6)), skin.theme.text)


def _difference(skin: Skin, width: int, record: GameRecord) -> Section:
    """Return a small bar to the side of the better solver."""
    a, b = record.scores or (0, 0)
    reach = round(width * 0.11 * min(1.0, abs(a - b) / 1500))

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        middle, top = box.x, box.centre[1] - skin.px(6)
        surface.fill(skin.theme.ctrl, (middle, top, skin.px(1), skin.px(12)))
        if a != b:
            wide, height = max(skin.px(2), reach), skin.px(6)
            left = middle - wide if a > b else middle + skin.px(1)
            bar = Box(left, box.centre[1] - height // 2, wide, height)
            draw.fill_round(surface, bar, height / 2, side_ink(skin.theme, 0 if a > b else 1))

    return Painted(0, paint, width - round(width * 0.855) - skin.px(_EDGE_DP))


def _dot(skin: Skin, ink: Colour) -> Section:
    """Return a dot in front of a name."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        at = box.x + skin.px(3), box.centre[1]
        draw.disc(surface, at, skin.unit.exact(4), ink)

    return Painted(0, paint, skin.px(2 * _DOT_DP))


def _length(record: GameRecord, *, narrow: bool) -> Phrase:
    """Return how long a game was, or that it was lost by what the loser did."""
    if record.is_forfeit:
        return _cell("forfeit", "warn")
    moves = str(full_moves(record.plies))
    if not narrow:
        moves += f", {seconds(record.seconds(0) + record.seconds(1))}"
    return _cell(moves, "second")
