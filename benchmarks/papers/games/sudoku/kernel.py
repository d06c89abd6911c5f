"""Sudoku for numba; `rules` tells what it is, `ai.contract.kernel` what the functions do.

A state is how many cells are filled, the values taken in each row, column and box as bits, and
the cells.
"""

import functools
from typing import NamedTuple

import numpy as np

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled, merged
from ai.kernels.random import random_below

from .rules import LARGEST_SIZE, SudokuParameters

CANDIDATES = ("all",)
ROLLOUTS = ("random",)
FILLED = 0
ROWS = 1  # one word a row; then one a column, one a box, one a cell


class Tables(NamedTuple):
    """The size of the grid."""

    box: int
    size: int
    values: np.uint64  # a bit for each value


@functools.lru_cache(maxsize=4)
def make_tables(parameters: SudokuParameters, candidates: str = CANDIDATES[0]) -> Tables:
    """Return the tables of a grid; the only filter of moves is "all"."""
    if candidates not in CANDIDATES:
        raise ValueError(f"sudoku has no candidate moves called {candidates!r}, only 'all'.")
    return Tables(parameters.box, parameters.size, np.uint64((1 << parameters.size) - 1))


@compiled
def state_length(tables):
    """Return the length of a state."""
    return ROWS + 3 * tables.size + tables.size * tables.size


@compiled
def max_moves(tables):
    """Return the most values a cell has."""
    return tables.size


@compiled
def max_plies(tables):
    """Return the most cells that can be filled."""
    return tables.size * tables.size


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
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding: the box's side, the cells."""
    state[:] = 0
    for cell in range(tables.size * tables.size):
        if encoded[1 + cell] > 0:
            play(tables, state, LARGEST_SIZE * cell + encoded[1 + cell] - 1)


@compiled
def to_move(tables, state):  # noqa: ARG001
    """Return the only player."""
    return 0


@merged
def domain_of(tables, state, row, column, band):
    """Return the values that no cell in a cell's row, column and box has, as bits.

    `band` is the first box of the row: a loop over a row's cells divides only once.
    """
    boxes = ROWS + 2 * tables.size + band
    taken = (
        state[ROWS + row] | state[ROWS + tables.size + column] | state[boxes + column // tables.box]
    )
    return tables.values & ~np.uint64(taken)


@compiled
def next_cell(tables, state):
    """Return the first empty cell with the smallest domain, -1 if all are full; its domain."""
    size = tables.size
    best = np.int64(-1)
    fewest = size + 1
    values = np.uint64(0)
    cell = np.int64(0)
    for row in range(size):
        band = row // tables.box * tables.box
        for column in range(size):
            if state[ROWS + 3 * size + cell] == 0:
                allowed = domain_of(tables, state, row, column, band)
                count = bit_count(allowed)
                if count < fewest:
                    fewest = count
                    best = cell
                    values = allowed
            cell += 1
    return best, values


@compiled
def is_terminal(tables, state):
    """Whether the grid is full, or an empty cell has no value left."""
    return next_cell(tables, state)[1] == 0


@compiled
def is_cleared(tables, state):
    """Whether the grid is full."""
    return state[FILLED] == tables.size * tables.size


@compiled
def outcome(tables, state):  # noqa: ARG001
    """Return how many cells are filled."""
    return np.float64(state[FILLED])


@compiled
def legal_moves(tables, state, out):
    """List the values of the next cell."""
    cell, domain = next_cell(tables, state)
    n = 0
    while domain:
        out[n] = LARGEST_SIZE * cell + lowest_bit(domain)
        domain &= domain - np.uint64(1)
        n += 1
    return n


@compiled
def candidate_moves(tables, state, out):
    """List all legal moves; nothing is left out."""
    return legal_moves(tables, state, out), True


@compiled
def rollout_move(tables, state, rng):
    """Return a value of the next cell at random; -1 where it has none."""
    cell, domain = next_cell(tables, state)
    if not domain:
        return np.int64(-1)
    for _ in range(random_below(rng, bit_count(domain))):
        domain &= domain - np.uint64(1)
    return LARGEST_SIZE * cell + lowest_bit(domain)


@compiled
def record_playout(tables, state, rng, rollout, line, ply):  # noqa: ARG001
    """Play `state` to its end, writing the moves to `line` from `ply` on."""
    move = rollout_move(tables, state, rng)
    while move >= 0:
        line[ply] = move
        ply += 1
        play(tables, state, move)
        move = rollout_move(tables, state, rng)
    return np.float64(state[FILLED]), ply


@compiled
def playout(tables, state, rng):
    """Play `state` to its end at random; return the score."""
    move = rollout_move(tables, state, rng)
    while move >= 0:
        play(tables, state, move)
        move = rollout_move(tables, state, rng)
    return np.float64(state[FILLED])


@compiled
def graft(tables, root, move, line, length, out):
    """Write `move`, and after it what of another line fits the cells that then come next."""
    state = root.copy()
    play(tables, state, move)
    out[0] = move
    n = 1
    for i in range(length):
        cell, domain = next_cell(tables, state)
        if line[i] // LARGEST_SIZE == cell and (
            domain >> np.uint64(line[i] % LARGEST_SIZE)
        ) & np.uint64(1):
            play(tables, state, line[i])
            out[n] = line[i]
            n += 1
    return n
