"""The games of a match, a row each; a row opens its game."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from ai.match.events import SIDES, GameRecord
from game.screens.arena.sides import MARK_DP, draw_mark, fitting_names, side_ink
from game.ui import draw
from game.ui.boards.paths import star
from game.ui.format import full_moves, seconds, thousands
from game.ui.layout import Box
from game.ui.panel.base import is_narrow
from game.ui.skin import Skin
from game.ui.text import Anchor
from game.ui.theme import RADIUS, SIZE, TYPE, Colour
from game.ui.widgets import Action, ScrollArea, Widget, draw_chosen, draw_focus_ring

Cell = tuple[str, bool, Colour | None]
_LEGEND_DP = 30
_BAR_DP = 10
_MOVES_DP = 74
_FEW_MOVES_DP = 26


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
        theme = skin.theme
        self._cursor = max(0, min(self._cursor, len(self.rows) - 1))
        head = self.box._replace(height=self._row_height)
        headings = ("#", "first", "winner", "moves")
        if self.solved:
            narrow = is_narrow(skin, self.box.width)
            room = round(self.box.width * (0.38 if narrow else 0.24))
            names = fitting_names(skin, self.names, TYPE.caption, room)
            headings = ("#", *names, "" if narrow else "difference")
        cells: list[Cell] = [(text, False, theme.text3) for text in headings]
        self._write(surface, skin, head, cells, TYPE.caption)
        for index in self._shown:
            self._draw_row(surface, skin, self._box_of(index), index, self.rows[index])
        if self.solved and self.rows:
            self._draw_legend(surface, skin)
        self._scroll.draw_bar(surface, skin)

    def _draw_legend(self, surface: pygame.Surface, skin: Skin) -> None:
        """Say below the rows what their signs mean, as far as there is room."""
        x = self.box.x + skin.px(10)
        y = self._box_of(self._shown.stop).y + skin.px(_LEGEND_DP // 2 + 2)
        if any(row.record and any(row.record.cleared or ()) for row in self.rows):
            draw.polygon(surface, star((x, y), skin.unit.exact(6)), skin.theme.text)
            at = (x + skin.px(14), y)
            wrote = skin.write(surface, "board cleared", at, TYPE.caption, skin.theme.text3)
            x = wrote.right + skin.px(16)
        words = "bold = better"
        if x + skin.width(words, TYPE.caption) <= self.box.right:
            skin.write(surface, words, (x, y), TYPE.caption, skin.theme.text3)

    def _draw_row(
        self, surface: pygame.Surface, skin: Skin, box: Box, index: int, row: GameRow
    ) -> None:
        theme = skin.theme
        radius = skin.px(RADIUS.row)
        is_open = row.number == self.shown if self.shown is not None else row.record is None
        if is_open:
            draw_chosen(surface, skin, box, radius)
        elif self._over == index:
            draw.fill_round(surface, box, radius, theme.raised)
        if self.focused and self.show_focus and index == self._cursor:
            draw_focus_ring(surface, skin, box.inset(skin.px(3)), radius)
        number: Cell = (str(row.number + 1), False, theme.text2)
        empty: Cell = ("", False, None)
        record = row.record
        cells: list[Cell]
        if record is None:
            scores = map(thousands, row.scores) if row.scores else ("", "")
            cells = [number, *((text, False, theme.text) for text in scores)]
            has_room = not row.scores or not is_narrow(skin, box.width)
            cells.append(("running" if has_room else "", False, theme.ai))
        elif record.error:
            cells = [number, ("failed", False, theme.warn), empty, empty]
        elif self.solved:
            cells = [number, *self._scores(record, theme.text, theme.text2), empty]
        else:
            cells = [number, empty, empty, self._length(skin, box, record)]
        self._write(surface, skin, box, cells, TYPE.table)
        if record is not None and not record.error:
            if self.solved:
                self._draw_difference(surface, skin, box, record)
                self._draw_stars(surface, skin, box, record)
            else:
                self._draw_players(surface, skin, box, record)

    def _length(self, skin: Skin, box: Box, record: GameRecord) -> Cell:
        """Return how long a game was, or that it was lost by what the loser did."""
        if record.is_forfeit:
            return "forfeit", False, skin.theme.warn
        moves = str(full_moves(record.plies))
        if not is_narrow(skin, box.width):
            moves += f", {seconds(record.seconds(0) + record.seconds(1))}"
        return moves, False, skin.theme.text2

    def _scores(self, record: GameRecord, strong: Colour, weak: Colour) -> list[Cell]:
        scores = record.scores or (0, 0)
        better = record.winner
        return [
            (thousands(score), better == side, strong if better == side else weak)
            for side, score in enumerate(scores)
        ]

    def _columns(self, skin: Skin, box: Box) -> tuple[tuple[int, Anchor], ...]:
        """Return where each cell is anchored, and how."""
        inset = skin.px(10)
        if self.solved:
            shares = (0.50, 0.95) if is_narrow(skin, box.width) else (0.36, 0.61)
            middle = [box.x + box.width * share for share in shares]
            return (
                (box.x + inset, "midleft"),
                (round(middle[0]), "midright"),
                (round(middle[1]), "midright"),
                (box.right - inset, "midright"),
            )
        return (
            (box.x + inset, "midleft"),
            (box.x + round(box.width * 0.22), "center"),
            (box.x + round(box.width * 0.34), "midleft"),
            (box.right - inset, "midright"),
        )

    def _write(
        self, surface: pygame.Surface, skin: Skin, box: Box, cells: Sequence[Cell], dp: int
    ) -> None:
        for (x, anchor), (text, bold, ink) in zip(self._columns(skin, box), cells, strict=True):
            if text and ink:
                at = (x, box.centre[1])
                skin.write(surface, text, at, dp, ink, bold=bold, tabular=True, anchor=anchor)

    def _draw_difference(
        self, surface: pygame.Surface, skin: Skin, box: Box, record: GameRecord
    ) -> None:
        """Draw a small bar to the side of the better solver, where there is room for it."""
        if is_narrow(skin, box.width):
            return
        a, b = record.scores or (0, 0)
        middle = box.x + round(box.width * 0.855)
        reach = round(box.width * 0.11 * min(1.0, abs(a - b) / 1500))
        surface.fill(skin.theme.ctrl, (middle, box.centre[1] - skin.px(6), skin.px(1), skin.px(12)))
        if a != b:
            wide = max(skin.px(2), reach)
            left = middle - wide if a > b else middle + skin.px(1)
            height = skin.px(6)
            bar = Box(left, box.centre[1] - height // 2, wide, height)
            draw.fill_round(surface, bar, height / 2, side_ink(skin.theme, 0 if a > b else 1))

    def _draw_stars(
        self, surface: pygame.Surface, skin: Skin, box: Box, record: GameRecord
    ) -> None:
        """Mark the boards that were cleared."""
        columns = self._columns(skin, box)
        for side, cleared in enumerate(record.cleared or ()):
            if cleared:
                centre = (columns[side + 1][0] - skin.px(50), box.centre[1])
                draw.polygon(surface, star(centre, skin.unit.exact(6)), skin.theme.text)

    def _draw_players(
        self, surface: pygame.Surface, skin: Skin, box: Box, record: GameRecord
    ) -> None:
        """Draw the mark of the side that began, and who won, with a dot in the winner's colour."""
        theme, y = skin.theme, box.centre[1]
        (_, _), (first, _), (left, _), (right, _) = self._columns(skin, box)
        draw_mark(surface, skin, first - skin.px(MARK_DP) // 2, y, record.first)
        if record.winner is None:
            text, ink = "draw", theme.text2
        else:
            moves = skin.px(_FEW_MOVES_DP if is_narrow(skin, box.width) else _MOVES_DP)
            written = skin.width(self._length(skin, box, record)[0], TYPE.table) + skin.px(6)
            room = right - max(moves, written) - left - skin.px(12)
            text = fitting_names(skin, self.names, TYPE.caption, room)[record.winner]
            ink = side_ink(theme, record.winner)
        draw.disc(surface, (left + skin.px(3), y), skin.unit.exact(4), ink)
        left += skin.px(12)
        skin.write(surface, text, (left, y), TYPE.caption, theme.text)

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
