"""Moves as the protocol writes them: on square boards a column's letter, never I, and a row.

Other boards, such as hexagonal ones, have no columns and rows; there a move has its own name.
"""

import re
from dataclasses import dataclass
from typing import Final

from ai.contract.rules import IllegalMoveError, State

LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The columns in the protocol, from the left."""
OWN_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
"""The columns in the moves' own names."""

_COLUMN = re.compile(r"(?<!\\)\b[A-Za-z](?=\d)")
"""The letter of a cell; a move may name several, as in a2-b3. After a backslash it is an escape."""


@dataclass(frozen=True, slots=True)
class Vertices:
    """How moves are written.

    Attributes:
        square: Whether as vertices of a square board; else by their own names.
    """

    square: bool

    @property
    def letters(self) -> str:
        return LETTERS if self.square else OWN_LETTERS

    @property
    def words(self) -> str:
        if self.square:
            return "gtp: column letter (without I) and row number"
        return "names: the moves' own"

    def name(self, state: State, move: int) -> str:
        return self._told(state.move_to_string(move))

    def move(self, state: State, text: str) -> int:
        """Return the legal move called `text`; raise `IllegalMoveError`."""
        if not self.square:
            return state.move_from_string(text)
        if "I" in _COLUMN.findall(text.upper()):
            raise IllegalMoveError(f"'{text}' is not a vertex: there is no column I")
        try:
            return state.move_from_string(_COLUMN.sub(_own_letter, text))
        except IllegalMoveError as error:
            raise IllegalMoveError(self._told(str(error))) from None

    def _told(self, text: str) -> str:
        return _COLUMN.sub(_letter, text) if self.square else text


def _letter(own: re.Match[str]) -> str:
    column = OWN_LETTERS.index(own[0])
    return LETTERS[column] if column < len(LETTERS) else own[0]


def _own_letter(letter: re.Match[str]) -> str:
    return OWN_LETTERS[LETTERS.index(letter[0].upper())]
