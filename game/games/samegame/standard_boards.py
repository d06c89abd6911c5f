"""Files of SameGame boards, and the twenty boards that programs are compared on."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ai.contract.game import NumberedPosition
from ai.contract.rules import PositionError
from game.games.lattice.grid_text import Row, Token, gather, split_rows
from game.games.samegame.grid import columns_from_rows
from game.games.samegame.rules import (
    FEWEST_COLOURS,
    MOST_COLOURS,
    SameGameParameters,
    SameGameState,
    size_of,
)

STANDARD_FILE = Path(__file__).resolve().parents[3] / "assets" / "samegame" / "standard-20.txt"
RESULTS_FILE = STANDARD_FILE.with_name("records.json")
_NOTES = ("points", "moves", "last")
"""Lines of a position beside its rows; which cell was played last matters to nobody here."""


def read_boards(text: str, leftover: str = "js-games") -> tuple[NumberedPosition, ...]:
    """Read boards, each after a line ``position NUMBER TITLE``, or a single one without it.

    Rows come from the top down: a digit is a tile's colour, ``.`` or ``-`` an empty cell. The
    cells of a row may stand apart or, all of them, together.
    Width, height and number of colours are taken from the text. A position that was copied in
    the middle of a game says its points and moves, too.

    Raises:
        PositionError: A sentence that names line and column.
    """
    boards: list[NumberedPosition] = []
    for header, rows in _sections(split_rows(text)):
        number = header[1].number() if header else 1
        if header and any(number == board.number for board in boards):
            raise header[1].error(f"there is a second board {number}")
        title = " ".join(token.text for token in header[2:]) or f"Board {number}"
        boards.append(NumberedPosition(number, title, _state(header, rows, leftover)))
    if not boards:
        raise PositionError("line 1, column 1: there is no board in this text")
    return tuple(boards)


def _sections(rows: tuple[Row, ...]) -> Iterator[tuple[Row, tuple[Row, ...]]]:
    header: Row = ()
    board: list[Row] = []
    for row in rows:
        if row[0].text.lower() != "position":
            board.append(row)
            continue
        if header or board:
            yield header, tuple(board)
        if len(row) == 1:
            raise row[0].error("'position' needs a number after it")
        header, board = row, []
    if header or board:
        yield header, tuple(board)


def _cells(row: Row) -> Row:
    """Return a row's cells, which are the characters of its only word if it has but one."""
    if len(row) > 1:
        return row
    word = row[0]
    return tuple(
        Token(cell, word.line, column) for column, cell in enumerate(word.text, start=word.column)
    )


def _state(header: Row, words: tuple[Row, ...], leftover: str) -> SameGameState:
    if not words:
        raise header[0].error("no rows follow this line")
    grid = gather(words, _NOTES)
    if not grid.rows:
        raise words[0][0].error("there is no board under this line")
    rows = tuple(map(_cells, grid.rows))
    width, height = size_of(rows)
    for row in rows:
        if len(row) != width:
            raise row[0].error(f"this row has {len(row)} cells, but the first one has {width}")
    columns = columns_from_rows(rows, MOST_COLOURS)
    if not columns:
        raise rows[0][0].error("this board has no tiles")
    colours = max(FEWEST_COLOURS, 1 + max(map(max, columns)))
    return SameGameState(
        SameGameParameters(width, height, colours, leftover),
        columns,
        points=grid.number("points"),
        move_count=grid.number("moves"),
    )


STANDARD_BOARDS: Final = 20
"""How many there are, for whoever need not read them."""


@lru_cache(maxsize=1)
def standard_boards() -> tuple[NumberedPosition, ...]:
    """Return the twenty standard boards of 15 x 15 with 5 colours.

    Raises:
        PositionError: Their file cannot be read.
    """
    try:
        text = STANDARD_FILE.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise PositionError(f"the standard boards cannot be read: {error}") from None
    return read_boards(text)


@dataclass(frozen=True, slots=True)
class KnownScores:
    """What is known of a standard board.

    Attributes:
        ai: The best score of this project's solver.
    """

    published: int
    ai: int


@lru_cache(maxsize=1)
def standard_scores() -> tuple[KnownScores, ...]:
    """Return what is known of the twenty standard boards, in their order.

    Raises:
        PositionError: The boards or what is known of them cannot be read.
    """
    boards = standard_boards()
    try:
        data = json.loads(RESULTS_FILE.read_text(encoding="utf-8"))
        found = {entry["number"]: entry for entry in data["boards"]}
        return tuple(_known(board, data["published"], found[board.number]) for board in boards)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise PositionError(f"the standard boards' scores cannot be read: {error}") from None


def _known(
    board: NumberedPosition, published: dict[str, list[int]], entry: dict[str, Any]
) -> KnownScores:
    best = max(scores[board.number - 1] for scores in published.values())
    return KnownScores(best, entry["score"])
