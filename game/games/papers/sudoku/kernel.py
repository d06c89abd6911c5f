"""Sudoku for numba; `rules` tells the rules, `ai.contract.kernel` what the functions do."""

import functools

import numpy as np

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.papers.sudoku.domains import FILLED, ROWS, Tables, next_cell, play
from game.games.papers.sudoku.rules import LARGEST_SIZE, SudokuParameters

CANDIDATES = ("all",)
ROLLOUTS = ("random",)
__all__ = ["CANDIDATES", "ROLLOUTS", "Tables", "play"]


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
