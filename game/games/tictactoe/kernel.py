"""Tic-Tac-Toe and its m,n,k relatives for the searches; `ai.contract.kernel` says what is what."""

import functools

from ai.kernels.compiled import compiled
from game.games.lattice.kernels.board import *
from game.games.lattice.kernels.board import Filters, SquareTables, Tables, load_stones, row_tables
from game.games.lattice.kernels.rows import *
from game.games.lattice.lines import square_lattice
from game.games.tictactoe.rules import TicTacToeParameters

CANDIDATES = ("near", "adjacent", "all")
CLASSIC_CELLS = 9  # up to here neither filters nor threats have anything to add

_FIRST_CELL = 5  # of what the rules' state gives
_FAR = 15
_REACH = {"near": 2, "adjacent": 1, "all": _FAR, "plain": _FAR}


@functools.lru_cache(maxsize=32)
def make_tables(
    parameters: TicTacToeParameters,
    candidates: str = CANDIDATES[0],
    playouts: str | None = None,
    vcf: bool | None = None,
) -> Tables:
    """Return the tables of a board.

    Args:
        parameters: The board and the length of a row.
        candidates: The tree's move filter, one of `CANDIDATES`.
        playouts: The playouts' move filter, or ``plain`` for playouts that know neither a filter
            nor wins in one. Without one it is the strongest one, and plain on a board of nine
            cells, of which the tree sees all there is.
        vcf: Whether wins by continuous fours are searched at every expansion; None for yes, but
            not on a board of nine cells.
    """
    lattice = square_lattice(parameters.columns, parameters.rows)
    is_large = len(lattice.cells) > CLASSIC_CELLS
    playouts = playouts or ("adjacent" if is_large else "plain")
    seen, near = (_REACH[each] if is_large else _FAR for each in (candidates, playouts))
    filters = Filters(
        opening=_around(parameters, (parameters.rows - 1, parameters.columns - 1), seen),
        tree=[_around(parameters, (2 * row, 2 * column), seen) for row, column in lattice.cells],
        playouts=[
            _around(parameters, (2 * row, 2 * column), near) for row, column in lattice.cells
        ],
    )
    return row_tables(
        SquareTables,
        lattice.lines,
        parameters.in_a_row,
        filters,
        decisive_playouts=playouts != "plain",
        vcf=is_large if vcf is None else vcf,
    )


def _around(parameters: TicTacToeParameters, place: tuple[int, int], reach: int) -> list[int]:
    """Return the cells up to `reach` away from a place, told in halves of a cell, or its rim."""
    rows, columns = (
        range(max(0, half // 2 - reach), min(size, (half + 1) // 2 + reach + 1))
        for half, size in zip(place, (parameters.rows, parameters.columns), strict=True)
    )
    return [row * parameters.columns + column for row in rows for column in columns]


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding: columns, rows, in a row, last move, shift, cells."""
    load_stones(tables, encoded, _FIRST_CELL, state)
