"""Positions as text: rows of symbols from the top row down, and lines that begin with a keyword.

Blank lines and everything after a ``#`` are skipped. Every symbol remembers its place, so
that an error can name the line and the column.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from ai.contract.rules import PositionError
from ai.phrases import N_, filled, told

STONES = ".XO"
"""How an empty cell and the stones of the first and the second player are written."""
_STONE_VALUES = {".": 0, "-": 0, "X": 1, "x": 1, "O": 2, "o": 2}
_WORD = re.compile(r"\S+")
_LONGEST_NUMBER = 9
_LONGEST_SENTENCE = 300
"""What is wrong may be a word of any length."""
_AT = N_("line {line}, column {column}: {problem}")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text and where it stands; lines and columns count from 1."""

    text: str
    line: int
    column: int

    def error(self, problem: str | Exception, **values: object) -> PositionError:
        """Return an error that names the place of a problem: of a phrase with its places."""
        text = told(problem) if isinstance(problem, Exception) else problem
        text = filled(text, **values) if values else text
        if len(text) > _LONGEST_SENTENCE:
            text = f"{text[:_LONGEST_SENTENCE]}..."
        place = {"line": str(self.line), "column": str(self.column)}
        return PositionError(filled(_AT, **place, problem=text))

    def number(self) -> int:
        """The word as a whole number from 0; raises `PositionError`."""
        if not (self.text.isascii() and self.text.isdigit()) or len(self.text) > _LONGEST_NUMBER:
            raise self.error(N_("{text} is not a whole number"), text=repr(self.text))
        return int(self.text)


Row = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class GridText:
    """A position's rows, top first, and its keyword lines (the words after each keyword)."""

    rows: tuple[Row, ...]
    notes: dict[str, Row]

    def word(self, key: str) -> Token | None:
        """The one word that follows a keyword, or None without such a line."""
        row = self.notes.get(key)
        if row is None:
            return None
        if len(row) != 2:
            raise row[0].error(N_("{key} needs one word after it"), key=repr(key))
        return row[1]

    def number(self, key: str) -> int:
        """The number that follows a keyword; 0 without such a line."""
        word = self.word(key)
        return 0 if word is None else word.number()

    def flag(self, key: str) -> Token | None:
        """A keyword that stands alone in its line, or None without such a line."""
        row = self.notes.get(key)
        if row is None:
            return None
        if len(row) != 1:
            raise row[1].error(N_("nothing may follow {key}"), key=repr(key))
        return row[0]


def square_name(row: int, column: int) -> str:
    """Return the name of a cell on a square board, such as ``a1`` at its lower left."""
    return f"{chr(97 + column)}{row + 1}"


def split_rows(text: str) -> tuple[Row, ...]:
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = _WORD.finditer(line.partition("#")[0])
        row = tuple(Token(word.group(), number, word.start() + 1) for word in words)
        if row:
            rows.append(row)
    return tuple(rows)


def gather(rows: tuple[Row, ...], keywords: Collection[str]) -> GridText:
    """Sort lines into board rows and keyword lines; raise `PositionError` for a second one."""
    board = []
    notes: dict[str, Row] = {}
    for row in rows:
        key = row[0].text.lower()
        if key not in keywords:
            board.append(row)
        elif key in notes:
            raise row[0].error(N_("there is a second {key} line"), key=repr(key))
        else:
            notes[key] = row
    return GridText(tuple(board), notes)


def check_shape(rows: tuple[Row, ...], lengths: tuple[int, ...]) -> None:
    """Raise `PositionError` unless the rows are as many and as long as told."""
    for row, length in zip(rows, lengths, strict=False):
        if len(row) != length:
            raise row[0].error(
                N_("this row has {count} cells instead of {wanted}"), count=len(row), wanted=length
            )
    if len(rows) > len(lengths):
        raise rows[len(lengths)][0].error(N_("the board has only {count} rows"), count=len(lengths))
    if len(rows) < len(lengths):
        end = Token("", rows[-1][0].line if rows else 1, 1)
        ends = N_("the text ends after {count} of {total} rows")
        raise end.error(ends, count=len(rows), total=len(lengths))


def symbol(token: Token, symbols: dict[str, int], hint: str) -> int:
    """Return what a symbol stands for; `hint` names the known ones in the error."""
    value = symbols.get(token.text)
    if value is None:
        raise token.error(N_("{text} is not a cell; use {hint}"), text=repr(token.text), hint=hint)
    return value


def stone(token: Token) -> int:
    """Return 0 for an empty cell, 1 or 2 for a player's stone."""
    return symbol(token, _STONE_VALUES, N_("X, O or ."))
