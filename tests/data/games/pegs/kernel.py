"""Peg solitaire for numba."""

from typing import NamedTuple

import numpy as np

from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.lattice.square_board import MOST_CELLS

from .rules import HOLES, SIDE

ROLLOUTS = ("random", "first")
TAKEN = 0
FIRST = 1
_CELLS = SIDE * SIDE
_IS_HOLE = tuple(cell in HOLES for cell in range(_CELLS))
_PEGS = len(HOLES) - 1
_CENTRE = _CELLS // 2
_OVER = (-SIDE, -1, 1, SIDE)


class Tables(NamedTuple):
    pegs: int


def make_tables(parameters, candidates="all"):
    return Tables(_PEGS)


@compiled
def state_length(tables):
    return FIRST + _CELLS


@compiled
def max_moves(tables):
    return 76


@compiled
def max_plies(tables):
    return tables.pegs


@compiled
def begin(tables, state):
    for cell in range(_CELLS):
        if _IS_HOLE[cell] and cell != _CENTRE:
            state[FIRST + cell] = 1


@compiled
def load(tables, encoded, state):
    state[:] = encoded


@compiled
def to_move(tables, state):
    return 0


@compiled
def _can_jump(state, start, over):
    target = start + 2 * over
    if target < 0 or target >= _CELLS or not _IS_HOLE[target] or not state[FIRST + start]:
        return False
    if (over == 1 or over == -1) and start // SIDE != target // SIDE:
        return False
    return state[FIRST + start + over] == 1 and state[FIRST + target] == 0


@compiled
def legal_moves(tables, state, out):
    n = 0
    for start in range(_CELLS):
        for over in _OVER:
            if _can_jump(state, start, over):
                out[n] = MOST_CELLS * start + start + 2 * over
                n += 1
    return n


@compiled
def is_terminal(tables, state):
    for start in range(_CELLS):
        for over in _OVER:
            if _can_jump(state, start, over):
                return False
    return True


@compiled
def is_cleared(tables, state):
    return state[TAKEN] == tables.pegs - 1


@compiled
def outcome(tables, state):
    return float(state[TAKEN])


@compiled
def play(tables, state, move):
    start, target = move // MOST_CELLS, move % MOST_CELLS
    state[FIRST + start] = 0
    state[FIRST + (start + target) // 2] = 0
    state[FIRST + target] = 1
    state[TAKEN] += 1


@compiled
def rollout_move(tables, state, rng):
    moves = np.empty(76, np.int64)
    return moves[random_below(rng, legal_moves(tables, state, moves))]


@compiled
def record_playout(tables, state, rng, rollout, line, ply):
    moves = np.empty(76, np.int64)
    n = legal_moves(tables, state, moves)
    while n > 0:
        line[ply] = moves[0 if rollout == 1 else random_below(rng, n)]
        play(tables, state, line[ply])
        ply += 1
        n = legal_moves(tables, state, moves)
    return outcome(tables, state), ply


@compiled
def playout(tables, state, rng):
    while not is_terminal(tables, state):
        play(tables, state, rollout_move(tables, state, rng))
    return outcome(tables, state)


@compiled
def graft(tables, root, move, line, length, out):
    state = root.copy()
    play(tables, state, move)
    out[0] = move
    n = 1
    for index in range(length):
        start, target = line[index] // MOST_CELLS, line[index] % MOST_CELLS
        if _can_jump(state, start, (target - start) // 2):
            play(tables, state, line[index])
            out[n] = line[index]
            n += 1
    return n
