"""Stairs for numba; move m climbs m + 1 steps. Every third step is a landing."""

from typing import NamedTuple

from ai.kernels.compiled import compiled
from ai.kernels.random import random_below

ROLLOUTS = ("random", "slow")
AT, LANDINGS = 0, 1


class Tables(NamedTuple):
    """What follows from the parameters."""

    steps: int


def make_tables(parameters, candidates="all"):
    return Tables(parameters.steps)


@compiled
def state_length(tables):
    return 2


@compiled
def max_moves(tables):
    return 2


@compiled
def max_plies(tables):
    return tables.steps


@compiled
def load(tables, encoded, state):
    state[:] = encoded


@compiled
def to_move(tables, state):
    return 0


@compiled
def is_terminal(tables, state):
    return state[AT] == tables.steps


@compiled
def is_cleared(tables, state):
    return state[LANDINGS] == tables.steps // 3


@compiled
def outcome(tables, state):
    return float(state[LANDINGS])


@compiled
def legal_moves(tables, state, out):
    count = min(2, tables.steps - state[AT])
    for move in range(count):
        out[move] = move
    return count


@compiled
def play(tables, state, move):
    state[AT] += move + 1
    if state[AT] % 3 == 0:
        state[LANDINGS] += 1


@compiled
def rollout_move(tables, state, rng):
    return random_below(rng, min(2, tables.steps - state[AT]))


@compiled
def record_playout(tables, state, rng, rollout, line, ply):
    while not is_terminal(tables, state):
        line[ply] = 0 if rollout == 1 else rollout_move(tables, state, rng)
        play(tables, state, line[ply])
        ply += 1
    return outcome(tables, state), ply


@compiled
def playout(tables, state, rng):
    while not is_terminal(tables, state):
        play(tables, state, rollout_move(tables, state, rng))
    return outcome(tables, state)


@compiled
def graft(tables, root, move, line, length, out):
    out[0] = move
    n, at = 1, root[AT] + move + 1
    for index in range(length):
        if at + line[index] + 1 <= tables.steps:
            out[n] = line[index]
            at += line[index] + 1
            n += 1
    return n
