"""What a day has, from its date alone and the same for everybody, and what came of it."""

import itertools
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import Final, NamedTuple

from ai.contract.games import game_spec
from ai.version import NAME
from game.library.records import BoardId, Records
from game.play.drill import Drill, Kind, session_of, shipped, unusual
from game.play.medals import MedalStanding
from game.screens.base import DrillSet
from game.screens.entry import Daily
from game.screens.games import entries
from game.words.drills import clearable
from game.words.numbers import day as day_words
from game.words.say import counted

BOARD: Final = "Board of the day"
POSITION: Final = str(DrillSet.TODAY)
MOST_DAYS: Final = 365
"""The longest streak that is told; the boards begin anew after that."""


class Day(NamedTuple):
    """A day.

    Attributes:
        board: Its board, if there is a game that has one and its table can be read.
        drills: That board, with a line that clears it, and the position to win, by their names;
            without what is damaged.
    """

    date: date
    board: Daily | None
    drills: Mapping[str, Drill]


def day_of(day: date) -> Day:
    """Return what a day has; reads from the disk."""
    board, drills = board_of_the_day(day), dict[str, Drill]()
    if board is not None:
        drills[BOARD] = _drill_of(board)
    entered = [entry.name for entry in entries() if entry.daily_wins]
    wins = [drill for game in entered for drill in shipped(game) if drill.kind is Kind.WIN]
    wins.sort(key=lambda drill: drill.key)  # mixes games and levels, always in the same way
    at = day.toordinal() % max(1, len(wins))
    if (win := next(filter(session_of, wins[at:] + wins[:at]), None)) is not None:
        drills[POSITION] = win
    return Day(day, board, {name: each for name, each in drills.items() if session_of(each)})


def board_of_the_day(day: date) -> Daily | None:
    """Return the board of a day, if a game has one and it can be read."""
    for entry in entries():
        if entry.daily is not None:
            with suppress(OSError, ValueError, TypeError):
                return entry.daily(day)
    return None


def has_played(last_played: Mapping[BoardId, str], day: date, today: date) -> bool:
    """Return whether the board of a day was played, and not a year ago, when it was another's.

    Nor was it later than today, which only a wrong clock can say.
    """
    board = board_of_the_day(day) if last_played else None
    last = "" if board is None else last_played.get(board.board, "")
    return (today - timedelta(MOST_DAYS)).isoformat() < last <= today.isoformat()


def streak(records: Records, today: date) -> int:
    """Return on how many days in a row a board or a position was tried, up to today or before."""
    last_played = records.last_played()

    def counts(day: date) -> bool:
        return day.isoformat() in records.positions or has_played(last_played, day, today)

    first = today if counts(today) else today - timedelta(1)
    days = (first - timedelta(number) for number in range(MOST_DAYS))
    return len(list(itertools.takewhile(counts, days)))


def in_a_row(days: int) -> str:
    """Return so many days in a row in words; empty below two, which are no streak."""
    return f"{counted(days, 'day')} in a row" if days > 1 else ""


def results(records: Records, day: Day) -> Mapping[str, str]:
    """Return what came of a day's board and position, as far as they were tried, by their names."""
    told = dict[str, str]()
    best = None if day.board is None else records.best(day.board.board)
    is_played = has_played(records.last_played(), day.date, day.date)
    if day.board is not None and best is not None and is_played:
        medal = MedalStanding(best.score, best.target or day.board.score).medal
        earned = f", {medal.name.lower()} medal" if medal else ""
        helped = ", assisted" if best.assisted else ""
        told[BOARD] = f"{counted(best.score, 'point')}{earned}{helped}"
    solved = records.positions.get(day.date.isoformat())
    if solved is not None:
        told[POSITION] = f"{'' if solved else 'not '}solved at the first try"
    return told


def results_text(records: Records, day: Day) -> str:
    """Return a day's results as lines to share, which give nothing away; empty without any."""
    lines = [
        f"{game_spec(day.drills[name].game).title}: {told}"
        for name, told in results(records, day).items()
        if name in day.drills
    ]
    head = f"{NAME}, {day_words(day.date.isoformat())}"
    days = in_a_row(streak(records, day.date))
    return "\n".join(filter(None, (head, *lines, days))) if lines else ""


def _drill_of(daily: Daily) -> Drill:
    """Return a board as a drill, with the line that clears it."""
    board, line = daily.board, tuple(daily.line.split())
    start = game_spec(board.game).new_game(board.parameters, board.seed).to_text()
    own = unusual(board.game, board.parameters)
    task = clearable(daily.score)
    return Drill(board.game, start, Kind.CLEAR, line[:1], line, own, task=task)
