"""The left-move problem for numba; `rules` tells what it is."""

from typing import NamedTuple

import numpy as np

from ai.kernels.compiled import compiled
from ai.kernels.random import random_below

from .rules import LEFT, RIGHT, LeftMoveParameters

CANDIDATES = ("all",)
ROLLOUTS = ("random",)


class Tables(NamedTuple):
    """The problem's size.

    Attributes:
        depth: Moves of a game.
        offset: Added to every score, to try scores below zero.
    """

    depth: int
    offset: float


def make_tables(parameters: LeftMoveParameters, candidates: str = CANDIDATES[0]) -> Tables:
    """Return the tables of a problem; the only filter of moves is "all"."""
    if candidates not in CANDIDATES:
        raise ValueError(f"left-move has no candidate moves called {candidates!r}, only 'all'.")
    return Tables(parameters.depth, float(parameters.offset))


@compiled
def state_length(tables):  # noqa: ARG001
    """Return the length of a state: moves made, lefts among them."""
    return 2


@compiled
def max_moves(tables):  # noqa: ARG001
    """Return how many moves every running state has."""
    return 2


@compiled
def max_plies(tables):
    """Return the moves of a game."""
    return tables.depth


@compiled
def load(tables, encoded, state):  # noqa: ARG001
    """Fill `state` from [moves made, lefts among them]."""
    state[:] = encoded


@compiled
def to_move(tables, state):  # noqa: ARG001
    """Return the only player."""
    return 0


@compiled
def is_terminal(tables, state):
    """Return whether all moves were made."""
    return state[0] >= tables.depth


@compiled
def is_cleared(tables, state):
    """Return whether every move was a left."""
    return state[1] == tables.depth


@compiled
def outcome(tables, state):
    """Return the score."""
    return state[1] + tables.offset


@compiled
def legal_moves(tables, state, out):
    """Write left and right while the game runs."""
    if is_terminal(tables, state):
        return 0
    out[0] = LEFT
    out[1] = RIGHT
    return 2


@compiled
def candidate_moves(tables, state, out):
    """Write all legal moves; nothing is left out."""
    return legal_moves(tables, state, out), True


@compiled
def play(tables, state, move):  # noqa: ARG001
    """Make a move."""
    state[0] += 1
    state[1] += 1 - move


@compiled
def rollout_move(tables, state, rng):  # noqa: ARG001
    """Return left or right at random."""
    return random_below(rng, 2)


@compiled
def record_playout(tables, state, rng, rollout, line, ply):  # noqa: ARG001
    """Play `state` to its end, writing the moves to `line` from `ply` on."""
    while not is_terminal(tables, state):
        line[ply] = rollout_move(tables, state, rng)
        play(tables, state, line[ply])
        ply += 1
    return np.float64(outcome(tables, state)), ply


@compiled
def graft(tables, root, move, line, length, out):  # noqa: ARG001
    """Write `move`, and after it the rest of another line."""
    out[:length] = line[:length]
    out[0] = move
    return length


@compiled
def playout(tables, state, rng):
    """Play `state` to its end at random; return the score."""
    while not is_terminal(tables, state):
        play(tables, state, rollout_move(tables, state, rng))
    return np.float64(outcome(tables, state))
