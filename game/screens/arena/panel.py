"""What stands beside a match: its progress, its figures and its games."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.match.events import GameRecord
from ai.phrases import N_
from game.screens.arena.figures import Elo, ScoreCard, Test, fitting_names, side_ink, side_mark
from game.screens.arena.match import MatchProgress, MatchRun
from game.ui import draw
from game.ui.boards.paths import star
from game.ui.elements import Role
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section, is_narrow
from game.ui.panel.compose import (
    NOTHING,
    SPRING,
    TABLE_ROW,
    Column,
    Composed,
    Inset,
    Meant,
    Row,
    RowGround,
    Sealed,
    Tappable,
)
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.parts import Painted, Phrase, bar, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE, Colour
from game.ui.widgets import draw_chosen
from game.words import arena, play
from game.words.numbers import full_moves, thousands
from game.words.say import MORE, say, say_count, seconds

_LEGEND_DP: Final = 30
_EDGE_DP: Final = 10
_DOT_DP: Final = 6
_MOVES_DP: Final = 74
_FEW_MOVES_DP: Final = 26


GAMES: Final = ("game A", "game B")
"""The hits of a row: they open the game of a side, which in a game for two is the same."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in the list.

    Attributes:
        record: The game; None while it is played.
        number: Its number, from 0.
    """

    record: GameRecord | None
    number: int
    scores: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class GameList(Sealed):
    """Games, the newest on top, as many as there is room for.

    Attributes:
        chosen: The number of the game that has a rim and is always among those shown, if any.
        rows: How many it asks for; it takes more where there is room.
    """

    games: tuple[GameRow, ...]
    names: tuple[str, str]
    solved: bool
    chosen: int | None
    rows: int

    def height(self, skin: Skin, width: int) -> int:
        del width
        return (self.rows + 1) * skin.target(SIZE.row) + skin.px(_LEGEND_DP)

    whole = Meant(Role.TABLE, N_("Games", "of a match"))

    def content(self, skin: Skin, box: Box) -> Column:
        room = max(1, (box.height - skin.px(_LEGEND_DP)) // skin.target(SIZE.row) - 1)
        places = (at for at, game in enumerate(self.games) if game.number == self.chosen)
        first = max(0, min(next(places, 0) - room // 2, len(self.games) - room))
        rows = [self._row(skin, box.width, each) for each in self.games[first : first + room]]
        more = len(self.games) - first - len(rows)
        return Column(self._headings(skin, box.width), *rows, self._legend(skin, more))

    # What it consists of.

    def _headings(self, skin: Skin, width: int) -> Section:
        titles = [
            "#",
            N_("first", "the side that begins"),
            N_("winner"),
            N_("moves", "the length of a game"),
        ]
        if self.solved:
            narrow = is_narrow(skin, width)
            room = round(width * (0.38 if narrow else 0.24))
            names = fitting_names(skin, self.names, TYPE.caption, room)
            titles = ["#", *names, "" if narrow else N_("difference")]
        row = self._in_columns(skin, width, *(quiet(each, tabular=True) for each in titles))
        return Inset(row, behind=TABLE_ROW)

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
        """Return a game, which is opened where it is pressed; of solvers the better one's."""
        record, cells = row.record, self._cells(skin, width, row)
        if record is None:
            lit = Painted(0, _draw_running) if self.chosen is None else NOTHING
            return Inset(Inset(cells, behind=lit), behind=TABLE_ROW)
        is_chosen = row.number == self.chosen
        ground = RowGround(GAMES[record.winner or 0], row.number, is_on=is_chosen)
        return Inset(cells, behind=ground)

    def _cells(self, skin: Skin, width: int, row: GameRow) -> Section:
        record, narrow = row.record, is_narrow(skin, width)
        number = _cell(str(row.number + 1), "second")
        cells: tuple[Section, ...]
        running = _cell(N_("running"), "ai")
        if record is None and not row.scores:
            return Row(_EDGE_DP, number, SPRING, running, _EDGE_DP, tall=SIZE.row)
        if record is None:
            scores = map(thousands, row.scores or ())
            cells = (*map(_cell, scores), NOTHING if narrow else running)
        elif record.error:
            cells = _cell(N_("failed"), "warn"), NOTHING, NOTHING
        elif self.solved:
            difference = NOTHING if narrow else _difference(skin, width, record)
            cells = *_scores(skin, record, self.names), difference
        else:
            length = _length(record, narrow=narrow)
            cells = side_mark(skin, record.first), self._winner(skin, width, record, length), length
        return self._in_columns(skin, width, number, *cells)

    def _winner(self, skin: Skin, width: int, record: GameRecord, length: Phrase) -> Section:
        """Return who won, behind a dot in the winner's colour."""
        if record.winner is None:
            text, ink = N_("draw", "a result"), skin.theme.text2
        else:
            moves = skin.px(_FEW_MOVES_DP if is_narrow(skin, width) else _MOVES_DP)
            left = round(0.34 * width) + skin.px(2 * _DOT_DP)
            room = width - skin.px(_EDGE_DP) - max(moves, length.width(skin) + skin.px(6)) - left
            text = fitting_names(skin, self.names, TYPE.caption, room)[record.winner]
            ink = side_ink(skin.theme, record.winner)
        return Row(_dot(skin, ink), quiet(text, ink="main"))

    def _legend(self, skin: Skin, more: int) -> Section:
        """Return what the signs of the rows mean as far as there is room, and how many follow."""
        left = quiet(say(MORE, count=more)) if more else None
        if not self.solved:
            return Row(_EDGE_DP, left, SPRING, tall=_LEGEND_DP)
        is_any_cleared = any(row.record and any(row.record.cleared or ()) for row in self.games)
        sign = Inset(Row(14), behind=Painted(0, partial(_draw_star, away=0)), wide=skin.px(14))
        cleared = Row(sign, quiet(arena.CLEARED), 16) if is_any_cleared else None
        better = quiet(arena.BETTER, optional=True)
        return Row(_EDGE_DP, cleared, better, SPRING, left, _EDGE_DP, tall=_LEGEND_DP)


def _cell(text: str, ink: Ink = "main", *, bold: bool = False) -> Phrase:
    return Phrase(text, TYPE.table, ink, bold, tabular=True)


def _scores(skin: Skin, record: GameRecord, names: tuple[str, str]) -> Iterator[Section]:
    """Yield both scores, which open their games: the better one bold, a cleared one with a star."""
    cleared = record.cleared or (False, False)
    for side, score in enumerate(record.scores or (0, 0)):
        is_better = record.winner == side
        text = _cell(thousands(score), "main" if is_better else "second", bold=is_better)
        star = Painted(0, partial(_draw_star, away=50)) if cleared[side] else NOTHING
        game = Tappable(GAMES[side], record.game, say(arena.REVIEW, name=names[side]))
        yield Inset(Inset(text, behind=star), behind=game, wide=text.width(skin))


def _draw_running(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw_chosen(surface, skin, box, skin.px(RADIUS.row))


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
    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        at = box.x + skin.px(3), box.centre[1]
        draw.disc(surface, at, skin.unit.exact(4), ink)

    return Painted(0, paint, skin.px(2 * _DOT_DP))


def _length(record: GameRecord, *, narrow: bool) -> Phrase:
    """Return how long a game was, or that it was lost by what the loser did."""
    if record.is_forfeit:
        return _cell(N_("forfeit"), "warn")
    moves = str(full_moves(record.plies))
    if not narrow:
        time = seconds(record.seconds(0) + record.seconds(1))
        moves = say(arena.LENGTH, moves=moves, time=time)
    return _cell(moves, "second")


_ROWS: Final = 3
"""Games that are listed at least, before the panel lets go of anything else."""


@dataclass(frozen=True, slots=True)
class MatchBar(Composed):
    """How far a match is: words, a note at the right, and a bar.

    Attributes:
        words: Which game is played, or how many were.
        note: How long it will take, or what it does instead.
        share: How much of it is done, 0 to 1.
        slim: Whether words and bar stand closer together.
    """

    words: str
    note: str
    share: float
    slim: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        del width
        note = quiet(self.note, optional=True)
        words = Row(Phrase(self.words, bold=True), 8, SPRING, note, tall=20)
        return Column(words, 2 if self.slim else 8, bar(skin, self.share, 6), 2)


def match_items(run: MatchRun, chosen: int | None) -> tuple[Item, ...]:
    """Return what is known of a match, one of whose games may be chosen."""
    progress = run.progress
    if progress is None:
        return ()
    plan, standing, names = progress.plan, progress.standing, progress.names
    solved = game_spec(plan.game).players == 1
    bar = _progress(run, progress, solved=solved)
    card, elo = ScoreCard(standing, names), Elo(standing)
    items = [
        Item(bar).folding(FoldStage.LAST, replace(bar, slim=True)),
        Item(card).folding(FoldStage.EXTRAS, replace(card, slim=True)),
        Item(elo).folding(FoldStage.GRAPH, replace(elo, slim=True)).folding(FoldStage.EXTRAS, None),
    ]
    if plan.sprt is not None:
        items.append(Item(Test(plan, standing)).folding(FoldStage.EXTRAS, None))
    games = GameList(_rows(run, progress), names, solved, chosen, _ROWS)
    fewer = (replace(games, rows=rows) for rows in range(_ROWS - 1, 0, -1))
    return (*items, Item(games, stretch=True).folding(FoldStage.LAST, *fewer))


def _rows(run: MatchRun, progress: MatchProgress) -> tuple[GameRow, ...]:
    """Return the games, the newest first, which may still be played."""
    rows = [GameRow(record, record.game) for record in reversed(progress.records)]
    live = progress.live
    if live is None or live.number < len(rows) or not run.is_running:
        return tuple(rows)
    a, b = (round(live.state(side).returns[0]) for side in (0, 1))
    return GameRow(None, live.number, (a, b) if live.is_solved else None), *rows


def _progress(run: MatchRun, progress: MatchProgress, *, solved: bool) -> MatchBar:
    total, done, left = progress.plan.games, len(progress.records), run.seconds_left
    what = "Board" if solved else "Game"
    if run.is_running:
        words = say(arena.PLAYING[what], number=min(done + 1, total), total=total)
    else:
        words = say_count(total, *arena.PLAYED[what], done=done)
    note = run.word
    if not note and not done and progress.live is None:
        note = play.GETTING_READY
    if not note and left is not None:
        note = say(arena.TIME_LEFT, time=seconds(left))
    if progress.standing.verdict:
        note = N_("decided")
    return MatchBar(words, note, done / total)
