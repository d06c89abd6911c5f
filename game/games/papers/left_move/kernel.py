"""The left-move problem for numba; `game.games.papers.left_move.rules` tells what it is."""

from typing import NamedTuple

import numpy as np
from numba import njit

from ai.kernels.random import random_below
from game.games.papers.left_move.rules import LEFT, RIGHT, LeftMoveParameters

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


@njit(cache=True, nogil=True)
def state_length(tables):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Return the length of a state: moves made, lefts among them."""
    return 2


@njit(cache=True, nogil=True)
def max_moves(tables):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Return how many moves every running state has."""
    return 2


@njit(cache=True, nogil=True)
def max_plies(tables):  # type: ignore[no-untyped-def]
    """Return the moves of a game."""
    return tables.depth


@njit(cache=True, nogil=True)
def load(tables, encoded, state):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Fill `state` from [moves made, lefts among them]."""
    state[:] = encoded


@njit(cache=True, nogil=True)
def to_move(tables, state):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Return the only player."""
    return 0


@njit(cache=True, nogil=True)
def is_terminal(tables, state):  # type: ignore[no-untyped-def]
    """Return whether all moves were made."""
    return state[0] >= tables.depth


@njit(cache=True, nogil=True)
def is_cleared(tables, state):  # type: ignore[no-untyped-def]
    """Return whether every move was a left."""
    return state[1] == tables.depth


@njit(cache=True, nogil=True)
def outcome(tables, state):  # type: ignore[no-untyped-def]
    """Return the score."""
    return state[1] + tables.offset


@njit(cache=True, nogil=True)
def legal_moves(tables, state, out):  # type: ignore[no-untyped-def]
    """Write left and right while the game runs."""
    if is_terminal(tables, state):
        return 0
    out[0] = LEFT
    out[1] = RIGHT
    return 2


@njit(cache=True, nogil=True)
def candidate_moves(tables, state, out):  # type: ignore[no-untyped-def]
    """Write all legal moves; nothing is left out."""
    return legal_moves(tables, state, out), True


@njit(cache=True, nogil=True)
def play(tables, state, move):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Make a move."""
    state[0] += 1
    state[1] += 1 - move


@njit(cache=True, nogil=True)
def rollout_move(tables, state, rng):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Return left or right at random."""
    return random_below(rng, 2)


@njit(cache=True, nogil=True)
def record_playout(tables, state, rng, rollout, line, ply):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Play `state` to its end, writing the moves to `line` from `ply` on."""
    while not is_terminal(tables, state):
        line[ply] = rollout_move(tables, state, rng)
        play(tables, state, line[ply])
        ply += 1
    return np.float64(outcome(tables, state)), ply


@njit(cache=True, nogil=True)
def graft(tables, root, move, line, length, out):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Write `move`, and after it the rest of another line."""
    out[:length] = line[:length]
    out[0] = move
    return length


@njit(cache=True, nogil=True)
def playout(tables, state, rng):  # type: ignore[no-untyped-def]
    """Play `state` to its end at random; return the score."""
    while not is_terminal(tables, state):
        play(tables, state, rollout_move(tables, state, rng))
    return np.float64(outcome(tables, state))
