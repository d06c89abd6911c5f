"""Boards of SameGame that have a name: the twenty standard ones, and ``15x15c5:48213`` for any.

The standard ones are those that programs are compared on.
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from ai.contract.game import NumberedPosition
from ai.contract.rules import PositionError
from ai.phrases import N_, filled, told
from game.games.samegame.reader import read_boards
from game.games.samegame.rules import LEFTOVER_RULES, SameGameParameters, new_game
from game.games.state import MOST_SEED

_STANDARD_ONES: Final = N_("the standard boards are 1 to {last}")
_NO_CODE: Final = N_(
    "this is not a seed, a code such as 15x15c5:42, or standard:1 to standard:{last}"
)
_UNREADABLE: Final = N_("the standard boards cannot be read: {error}")
_LONG_SEED: Final = N_("a seed has at most {count} digits")
STANDARD_FILE = Path(__file__).resolve().parents[3] / "assets" / "samegame" / "standard-20.txt"
RESULTS_FILE = STANDARD_FILE.with_name("records.json")
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
        raise PositionError(filled(_UNREADABLE, error=str(error))) from None
    return read_boards(text)


@dataclass(frozen=True, slots=True)
class BoardScores:
    """What is known of a standard board.

    Attributes:
        ai: The best score of this project's solver.
    """

    published: int
    ai: int


@lru_cache(maxsize=1)
def standard_scores() -> tuple[BoardScores, ...]:
    """Return what is known of the twenty standard boards, in their order.

    Raises:
        PositionError: The boards or what is known of them cannot be read.
    """
    boards = standard_boards()
    try:
        data = json.loads(RESULTS_FILE.read_text(encoding="utf-8"))
        ours = {entry["number"]: entry["score"] for entry in data["boards"]}
        published = [max(scores) for scores in zip(*data["published"].values(), strict=True)]
        return tuple(BoardScores(published[b.number - 1], ours[b.number]) for b in boards)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise PositionError(f"the standard boards' scores cannot be read: {error}") from None


_USUAL, _IGNORED = LEFTOVER_RULES
_MADE: Final = re.compile(r"(?:(\d{1,3})x(\d{1,3})c(\d{1,3})(n?):)?(\d+)", re.ASCII)
_STANDARD: Final = re.compile(r"s(?:tandard)?:?(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class BoardCode:
    """Which board a code names.

    Attributes:
        seed: What it is made from; 0 for a standard board.
        parameters: What with; None where the code is a seed alone.
    """

    seed: int = 0
    parameters: SameGameParameters | None = None
    standard: int | None = None


def write_code(parameters: SameGameParameters, seed: int) -> str:
    """Return the code of a board; an ``n`` in it says that tiles left over cost nothing."""
    size = f"{parameters.columns}x{parameters.rows}c{parameters.colours}"
    return f"{size}{'n' if parameters.leftover == _IGNORED else ''}:{seed}"


def read_code(text: str) -> BoardCode:
    """Return what a code, a seed or the name of a standard board says, whatever gaps it has.

    Raises:
        ValueError: It says nothing of the kind; a sentence without its end says what it may.
    """
    word = "".join(text.split()).lower()
    standard, made = _STANDARD.fullmatch(word), _MADE.fullmatch(word)
    if standard is not None:
        if not 1 <= int(standard[1]) <= STANDARD_BOARDS:
            raise ValueError(filled(_STANDARD_ONES, last=STANDARD_BOARDS))
        return BoardCode(standard=int(standard[1]))
    if made is None:
        raise ValueError(filled(_NO_CODE, last=STANDARD_BOARDS))
    *size, leftover, digits = made.groups()
    if len(digits) > len(str(MOST_SEED)):
        raise ValueError(filled(_LONG_SEED, count=len(str(MOST_SEED))))
    if size[0] is None:
        return BoardCode(int(digits))
    columns, rows, colours = map(int, size)
    rule = _IGNORED if leftover else _USUAL
    return BoardCode(int(digits), SameGameParameters(columns, rows, colours, rule))


def coded_board(text: str) -> NumberedPosition:
    """Return the board that a code names, in a file's terms; raise `PositionError`."""
    try:
        code = read_code(text)
    except ValueError as error:
        raise PositionError(told(error)) from None
    if code.standard is not None:
        return standard_boards()[code.standard - 1]
    parameters = code.parameters or SameGameParameters()
    state = new_game(parameters, code.seed)
    return NumberedPosition(1, write_code(parameters, code.seed), state)
