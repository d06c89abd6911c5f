"""What may still stand in the cells of a Sudoku, for `game.games.papers.sudoku.kernel`.

A state is an int64 array: how many cells are filled, the values taken in each row, column and box
as bits, the cells.
"""

from typing import NamedTuple

import numpy as np

from ai.kernels.bits import bit_count
from ai.kernels.compiled import compiled
from game.games.papers.sudoku.rules import LARGEST_SIZE

FILLED = 0
ROWS = 1  # one word a row; then one a column, one a box, one a cell


class Tables(NamedTuple):
    """The size of the grid."""

    box: int
    size: int
    values: np.uint64  # a bit for each value


@compiled
def play(tables, state, move):
    """Fill a cell."""
    size = tables.size
    cell = move // LARGEST_SIZE
    value = move % LARGEST_SIZE
    row = cell // size
    column = cell % size
    bit = np.int64(1) << value
    state[ROWS + row] |= bit
    state[ROWS + size + column] |= bit
    state[ROWS + 2 * size + row // tables.box * tables.box + column // tables.box] |= bit
    state[ROWS + 3 * size + cell] = value + 1
    state[FILLED] += 1


@compiled
def next_cell(tables, state):
    """Return the first empty cell with the smallest domain, -1 if all are full; its domain."""
    size = tables.size
    best = np.int64(-1)
    fewest = size + 1
    values = np.uint64(0)
    cell = np.int64(0)
    for row in range(size):
        band = ROWS + 2 * size + row // tables.box * tables.box
        for column in range(size):
            if state[ROWS + 3 * size + cell] == 0:
                taken = (
                    state[ROWS + row]
                    | state[ROWS + size + column]
                    | state[band + column // tables.box]
                )
                domain = tables.values & ~np.uint64(taken)
                count = bit_count(domain)
                if count < fewest:
                    fewest = count
                    best = cell
                    values = domain
            cell += 1
    return best, values
