"""The rules of Ivy."""

from typing import NamedTuple

from ai.kernels.compiled import compiled
from game.games.lattice.square_board import MOST_CELLS

from .rules import COLUMNS, PLAYED, TIP

CANDIDATES = ("all",)


class Tables(NamedTuple):
    columns: int


def make_tables(parameters, candidates="all"):
    return Tables(COLUMNS)


@compiled
def state_length(tables):
    return 2


@compiled
def max_moves(tables):
    return 2 * tables.columns


@compiled
def load(tables, encoded, state):
    state[:] = encoded


@compiled
def to_move(tables, state):
    return state[PLAYED] & 1


@compiled
def is_terminal(tables, state):
    return state[TIP] == tables.columns - 2


@compiled
def outcome(tables, state):
    return 1.0 if is_terminal(tables, state) else 0.0


@compiled
def legal_moves(tables, state, out):
    if is_terminal(tables, state):
        return 0
    tip = state[TIP]
    out[0] = MOST_CELLS * tables.columns if state[PLAYED] & 1 else MOST_CELLS * tip + tip + 1
    return 1


@compiled
def plausible_moves(tables, state, out):
    return legal_moves(tables, state, out)


@compiled
def candidate_moves(tables, state, out):
    return legal_moves(tables, state, out), True


@compiled
def play(tables, state, move):
    state[TIP] += 1 - (state[PLAYED] & 1)
    state[PLAYED] += 1


@compiled
def rollout_move(tables, state, rng):
    return MOST_CELLS * tables.columns if state[PLAYED] & 1 else (MOST_CELLS + 1) * state[TIP] + 1


@compiled
def playout(tables, state, rng):
    while not is_terminal(tables, state):
        play(tables, state, 0)
    return outcome(tables, state)
