"""What a day has, from its date alone and the same for everybody, and what came of it."""

import itertools
from contextlib import suppress
from datetime import date, timedelta
from typing import Final, NamedTuple

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.version import NAME
from game.library.records import BoardId, Records
from game.play.drill import Drill, Kind, shipped, unusual
from game.play.medals import MedalStanding
from game.screens.entry import Daily
from game.screens.games import entries
from game.ui.format import counted
from game.ui.format import day as day_words

BOARD: Final = "Board of the day"
MOST_DAYS: Final = 365
"""The longest streak that is told; the boards begin anew after that."""


class Day(NamedTuple):
    """A day.

    Attributes:
        date: Which.
        board: Its board, if there is a game that has one and its table can be read.
        position: Its position to win, from the drills that come with games.
    """

    date: date
    board: Daily | None
    position: Drill | None

    @property
    def solutions(self) -> tuple[Drill, ...]:
        """A line that clears the board, and the one that wins the position, as drills."""
        shown = (None if self.board is None else _solution(self.board), self.position)
        return tuple(drill for drill in shown if drill is not None)


def day_of(day: date) -> Day:
    """Return what a day has; reads from the disk."""
    entered = [entry.name for entry in entries() if entry.daily_wins]
    wins = (drill for game in entered for drill in shipped(game) if drill.kind is Kind.WIN)
    # Their keys mix games and levels, always in the same way.
    mixed = sorted(wins, key=lambda drill: drill.key)
    return Day(day, board_of_the_day(day), mixed[day.toordinal() % len(mixed)] if mixed else None)


def board_of_the_day(day: date) -> Daily | None:
    """Return the board of a day, if a game has one and it can be read."""
    for entry in entries():
        if entry.daily is not None:
            with suppress(OSError, ValueError, TypeError):
                return entry.daily(day)
    return None


def has_played(records: Records, day: date, today: date) -> bool:
    """Return whether the board of a day was played, and not a year ago, when it was another's."""
    board = board_of_the_day(day)
    last = "" if board is None else records.last_played(board.board)
    return last > (today - timedelta(MOST_DAYS)).isoformat()


def streak(records: Records, today: date) -> int:
    """Return on how many days in a row a board or a position was tried, up to today or before."""

    def counts(day: date) -> bool:
        return day.isoformat() in records.positions or has_played(records, day, today)

    first = today if counts(today) else today - timedelta(1)
    days = (first - timedelta(number) for number in range(MOST_DAYS))
    return len(list(itertools.takewhile(counts, days)))


def board_result(records: Records, day: Day) -> str:
    """Return the player's best on the board of a day; empty if it was not played to its end."""
    best = None if day.board is None else records.best(day.board.board)
    if day.board is None or best is None or not has_played(records, day.date, day.date):
        return ""
    medal = MedalStanding(best.score, best.target or day.board.score).medal
    told = counted(best.score, "point") + (f", {medal.name.lower()} medal" if medal else "")
    return told + (", assisted" if best.assisted else "")


def position_result(records: Records, day: Day) -> str:
    """Return how the first try at the position of a day went; empty if there was none."""
    solved = records.positions.get(day.date.isoformat())
    return "" if solved is None else f"{'' if solved else 'not '}solved at the first try"


def results(records: Records, day: Day) -> str:
    """Return the day's results as lines to share, which give nothing away; empty without any."""
    told = []
    if day.board is not None:
        told.append((day.board.board.game, board_result(records, day)))
    if day.position is not None:
        told.append((day.position.game, position_result(records, day)))
    lines = [f"{game_spec(game).title}: {result}" for game, result in told if result]
    if not lines:
        return ""
    days = counted(streak(records, day.date), "day")
    return "\n".join((f"{NAME}, {day_words(day.date.isoformat())}", *lines, f"{days} in a row"))


def start_of(board: BoardId) -> State:
    """Return the first position of a random board."""
    return game_spec(board.game).new_game(board.parameters, board.seed)


def _solution(daily: Daily) -> Drill:
    """Return the line that clears a board, as a drill."""
    board, line = daily.board, tuple(daily.line.split())
    own = unusual(board.game, board.parameters)
    return Drill(board.game, start_of(board).to_text(), Kind.CLEAR, line[:1], line, own)
