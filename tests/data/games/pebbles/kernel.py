"""Pebbles for numba; move m takes m + 1 of them."""

from typing import NamedTuple

from ai.kernels.compiled import compiled
from ai.kernels.random import random_below

CANDIDATES = ("all",)
LEFT, PLAYER = 0, 1


class Tables(NamedTuple):
    """What follows from the parameters."""

    pebbles: int


def make_tables(parameters, candidates="all"):
    return Tables(parameters.pebbles)


@compiled
def state_length(tables):
    return 2


@compiled
def max_moves(tables):
    return 3


@compiled
def max_plies(tables):
    return tables.pebbles


@compiled
def begin(tables, state):
    state[LEFT] = tables.pebbles


@compiled
def load(tables, encoded, state):
    state[:] = encoded


@compiled
def to_move(tables, state):
    return state[PLAYER]


@compiled
def is_terminal(tables, state):
    return state[LEFT] == 0


@compiled
def outcome(tables, state):
    if state[LEFT]:
        return 0.0
    return -1.0 if state[PLAYER] == 0 else 1.0


@compiled
def legal_moves(tables, state, out):
    count = min(3, state[LEFT])
    for move in range(count):
        out[move] = move
    return count


@compiled
def plausible_moves(tables, state, out):
    return legal_moves(tables, state, out)


@compiled
def candidate_moves(tables, state, out):
    return legal_moves(tables, state, out), True


@compiled
def play(tables, state, move):
    state[LEFT] -= move + 1
    state[PLAYER] = 1 - state[PLAYER]


@compiled
def rollout_move(tables, state, rng):
    return random_below(rng, min(3, state[LEFT]))


@compiled
def playout(tables, state, rng):
    while state[LEFT]:
        play(tables, state, rollout_move(tables, state, rng))
    return outcome(tables, state)
