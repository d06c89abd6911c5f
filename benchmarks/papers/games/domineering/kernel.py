"""Domineering for numba: dominoes as bitsets; `ai.contract.kernel` says what is what."""

import functools
from typing import NamedTuple

import numpy as np

from ai.kernels.bits import APPEND_SLACK, append_bits, bit_count
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.lattice.kernels.square_board import *
from game.games.lattice.kernels.square_board import (
    CANDIDATES,
    PLAYED,
    STONES,
    WINNER,
    bitset,
    columns_but,
    empty_cells,
    nth_bit,
    outcome,
    sign_of,
)
from game.games.lattice.square_board import BoardParameters


class Tables(NamedTuple):
    """What follows from the board."""

    cells: int
    columns: int
    sign: int
    board: np.uint64
    not_last_column: np.uint64


@functools.lru_cache(maxsize=32)
def make_tables(parameters: BoardParameters, candidates: str = CANDIDATES[0]) -> Tables:  # noqa: ARG001
    """Return the tables of a board; `candidates` is one of `CANDIDATES`."""
    return Tables(
        cells=parameters.columns * parameters.rows,
        columns=parameters.columns,
        sign=sign_of(parameters),
        board=bitset(list(range(parameters.columns * parameters.rows))),
        not_last_column=columns_but(parameters, parameters.columns - 1),
    )


@compiled
def max_moves(tables):
    """Return the room a list of moves needs."""
    return tables.cells + APPEND_SLACK


@compiled
def max_plies(tables):
    """Return the most moves a game takes."""
    return tables.cells


@compiled
def begin(tables, state):  # noqa: ARG001
    """Fill the first position."""
    state[WINNER] = -1


@compiled
def load(tables, encoded, state):  # noqa: ARG001
    """Fill `state` from the rules' encoding, which is a state."""
    state[:] = encoded


@compiled
def _places(tables, state):
    """Return where the player to move may lay a domino, as a uint64."""
    empty = empty_cells(tables, state)
    if state[PLAYED] & 1:
        return empty & (empty >> np.uint64(1)) & tables.not_last_column
    return empty & (empty >> np.uint64(tables.columns))


@compiled
def is_terminal(tables, state):
    """Whether no domino fits."""
    return _places(tables, state) == 0


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order."""
    return append_bits(_places(tables, state), 0, out, 0)


@compiled
def plausible_moves(tables, state, out):
    """List the moves that the filter lets through: all."""
    return legal_moves(tables, state, out)


@compiled
def candidate_moves(tables, state, out):
    """List the moves worth searching: all."""
    return legal_moves(tables, state, out), True


@compiled
def play(tables, state, move):
    """Lay a domino."""
    player = state[PLAYED] & 1
    other = move + 1 if player else move + tables.columns
    state[STONES + player] |= np.int64(1) << move | np.int64(1) << other
    state[PLAYED] += 1


@compiled
def rollout_move(tables, state, rng):
    """Return a legal move at random; -1 where there is none."""
    places = _places(tables, state)
    if not places:
        return -1
    return nth_bit(places, random_below(rng, bit_count(places)))


@compiled
def playout(tables, state, rng):
    """Play legal moves at random to the end and return the outcome."""
    move = rollout_move(tables, state, rng)
    while move >= 0:
        play(tables, state, move)
        move = rollout_move(tables, state, rng)
    return outcome(tables, state)
