"""The board of the day: the same for everybody, from the date alone, and one that can be cleared.

Each board of the table has a line that clears it, found by the AI; `line` shows it to whoever asks.
`python -m benchmarks.daily` made the table.
"""

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from game.games.samegame.named_boards import STANDARD_FILE
from game.games.samegame.rules import SameGameParameters
from game.library.records import BoardId
from game.screens.entry import Daily

TABLE: Final = STANDARD_FILE.with_name("daily.json")


@dataclass(frozen=True, slots=True)
class ClearedBoard:
    """A board that can be cleared.

    Attributes:
        line: The moves, as players write them, that clear it.
    """

    seed: int
    score: int
    line: str


@cache
def cleared_boards() -> tuple[ClearedBoard, ...]:
    """Return the table; raise `OSError` or `ValueError` if its file cannot be read."""
    rows = json.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(ClearedBoard(**row) for row in rows)


def daily(day: date) -> Daily:
    """Return the board of a day; raise `OSError` or `ValueError` if there is none."""
    boards = cleared_boards()
    board = boards[day.toordinal() % len(boards)]
    return Daily(BoardId("samegame", SameGameParameters(), board.seed), board.score, board.line)
