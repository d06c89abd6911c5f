"""A SameGame board as a code that says all of it: ``15x15c5:48213``, or ``standard:7``."""

import re
from dataclasses import dataclass
from typing import Final

from ai.contract.game import NumberedPosition
from ai.contract.rules import PositionError
from game.games.samegame.rules import LEFTOVER_RULES, SameGameParameters, new_game
from game.games.samegame.standard_boards import STANDARD_BOARDS, standard_boards
from game.games.state import MOST_SEED

CODES: Final = f"a seed, a code such as 15x15c5:42, or standard:1 to standard:{STANDARD_BOARDS}"
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
            raise ValueError(f"the standard boards are 1 to {STANDARD_BOARDS}")
        return BoardCode(standard=int(standard[1]))
    if made is None:
        raise ValueError(f"this is not {CODES}")
    *size, leftover, digits = made.groups()
    if len(digits) > len(str(MOST_SEED)):
        raise ValueError(f"a seed has at most {len(str(MOST_SEED))} digits")
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
        raise PositionError(str(error)) from None
    if code.standard is not None:
        return standard_boards()[code.standard - 1]
    parameters = code.parameters or SameGameParameters()
    state = new_game(parameters, code.seed)
    return NumberedPosition(1, write_code(parameters, code.seed), state)
