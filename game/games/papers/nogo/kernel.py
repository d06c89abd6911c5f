"""NoGo for numba: stones as bitsets; `ai.kernels` says what the functions do."""

import numpy as np

from ai.kernels.bits import append_bits, bit_count
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.lattice.square_board_kernel import (
    CANDIDATES,
    PLAYED,
    STONES,
    empty_cells,
    nth_bit,
    outcome,
    read_cells,
    state_length,
    stones_of,
    to_move,
)
from game.games.papers.liberties_kernel import (
    Tables,
    any_taken,
    beside,
    has_liberty,
    make_tables,
    max_moves,
    max_plies,
)

__all__ = [
    "CANDIDATES",
    "Tables",
    "make_tables",
    "max_moves",
    "max_plies",
    "outcome",
    "state_length",
    "to_move",
]


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding."""
    read_cells(tables, encoded, state)


@compiled
def _is_legal(tables, state, stone, empty):
    """Whether the player to move may put a stone, a bit, on an empty cell."""
    player = state[PLAYED] & 1
    rest = empty & ~stone
    own = stones_of(state, player) | stone
    other = stones_of(state, 1 - player)
    near = beside(tables, stone)
    if not near & rest and not has_liberty(tables, stone, own, rest):
        return False
    return not any_taken(tables, near & other, other, rest)


@compiled
def is_terminal(tables, state):
    """Whether the player to move cannot."""
    empty = empty_cells(tables, state)
    waiting = empty
    while waiting:
        stone = waiting & (~waiting + np.uint64(1))
        if _is_legal(tables, state, stone, empty):
            return False
        waiting ^= stone
    return True


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order."""
    empty = empty_cells(tables, state)
    legal = empty
    waiting = empty
    while waiting:
        stone = waiting & (~waiting + np.uint64(1))
        if not _is_legal(tables, state, stone, empty):
            legal ^= stone
        waiting ^= stone
    return append_bits(legal, 0, out, 0)


@compiled
def plausible_moves(tables, state, out):
    """List the moves that the filter lets through: all."""
    return legal_moves(tables, state, out)


@compiled
def candidate_moves(tables, state, out):
    """List the moves worth searching: all."""
    return legal_moves(tables, state, out), True


@compiled
def play(tables, state, move):  # noqa: ARG001
    """Put a stone."""
    state[STONES + (state[PLAYED] & 1)] |= np.int64(1) << move
    state[PLAYED] += 1


@compiled
def rollout_move(tables, state, rng):
    """Return a legal move at random; -1 where there is none."""
    empty = empty_cells(tables, state)
    waiting = empty
    while waiting:
        move = nth_bit(waiting, random_below(rng, bit_count(waiting)))
        stone = np.uint64(1) << np.uint64(move)
        if _is_legal(tables, state, stone, empty):
            return move
        waiting ^= stone
    return -1


@compiled
def playout(tables, state, rng):
    """Play legal moves at random to the end and return the outcome."""
    move = rollout_move(tables, state, rng)
    while move >= 0:
        play(tables, state, move)
        move = rollout_move(tables, state, rng)
    return outcome(tables, state)
