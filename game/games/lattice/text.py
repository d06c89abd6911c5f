"""Boards as plain text with coordinates, and the size of the board in a text."""

from dataclasses import replace
from string import ascii_lowercase
from typing import Any, Final

from ai.contract.game import Protocol
from game.games.lattice.grid_text import STONES, gather, split_rows, square_name
from game.games.lattice.square_board import LARGEST, SMALLEST


def _resized(parameters: Any, size: int) -> Any:
    return replace(parameters, columns=size, rows=size)


def square_diagram(state: Any, letters: str = ascii_lowercase) -> str:
    """Return the board: row numbers on the left, the columns' letters below."""
    size = state.parameters
    # The last cell that the last move names: of a piece that moved, where it went.
    last = "" if state.last_move is None else state.move_to_string(state.last_move)
    last = last.rpartition("-")[2]
    canvas = [[" "] * (4 + 2 * size.columns) for _ in range(size.rows + 1)]
    for cell, mark in enumerate(state.cells):
        row, column = divmod(cell, size.columns)
        line = canvas[size.rows - 1 - row]
        line[:2] = f"{row + 1:2d}"
        put(line, 4 + 2 * column, STONES[mark], square_name(row, column) == last)
        canvas[-1][4 + 2 * column] = letters[column]
    return joined(canvas)


def put(line: list[str], x: int, symbol: str, is_last: bool) -> None:
    """Write a symbol into a row of the canvas, in brackets if it is the last move's."""
    line[x] = symbol
    if is_last:
        line[x - 1], line[x + 1] = "(", ")"


def joined(canvas: list[list[str]]) -> str:
    return "\n".join("".join(line).rstrip() for line in canvas)


SQUARE_PROTOCOL: Final = Protocol(range(SMALLEST, LARGEST + 1), _resized, True, square_diagram)
"""A game on these square boards as the Go Text Protocol sees it."""


_KEYWORDS = ("moves", "last", "swapped", "turn")


def fitted_columns(text: str, parameters: Any) -> Any:
    """Return parameters with the columns and rows of a text's board; raise `RulesError`."""
    rows = gather(split_rows(text), _KEYWORDS).rows
    return replace(parameters, columns=len(rows[0]), rows=len(rows)) if rows else parameters


def fitted_side(text: str, parameters: Any) -> Any:
    """Return parameters with the side of a text's hexagon; raise `RulesError`."""
    rows = gather(split_rows(text), _KEYWORDS).rows
    return replace(parameters, side=(len(rows) + 1) // 2) if rows else parameters
