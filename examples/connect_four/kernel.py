"""The rules of Connect Four: compiled for the searches, plain Python for everything else.

`ai.contract.kernel` describes the functions. A player's discs are a bitset with eight bits a row.
The last bit of each row stays empty, so no run of discs crosses the edge of the board.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ai.kernels.bits import bit_count, copy_state, lowest_bit
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below

from .rules import COLUMNS, ROWS

CANDIDATES = ("all",)

PLAYED = 0
WINNER = 1  # 0 while there is none, else the player + 1
DISCS = 2  # of player p at DISCS + p

_ROW = 8  # bits of a row
_LINES = (1, _ROW - 1, _ROW, _ROW + 1)  # steps along a row, the diagonals and a column


class Tables(NamedTuple):
    """What follows from the parameters: only the board."""

    board: np.uint64
    floor: np.uint64


@lru_cache(maxsize=1)
def make_tables(parameters, candidates=CANDIDATES[0]):  # noqa: ARG001
    floor = (1 << COLUMNS) - 1
    return Tables(
        board=np.uint64(sum(floor << _ROW * row for row in range(ROWS))), floor=np.uint64(floor)
    )


@compiled
def state_length(tables):  # noqa: ARG001
    return 4


@compiled
def max_moves(tables):  # noqa: ARG001
    """Return the length of the longest list of moves, here also of the longest game."""
    return COLUMNS * ROWS


@compiled
def load(tables, encoded, state):  # noqa: ARG001
    """Fill `state` from an encoded position, which is a copy of the state."""
    copy_state(encoded, state)


@compiled
def to_move(tables, state):  # noqa: ARG001
    """Return the player to move."""
    return state[PLAYED] & 1


@compiled
def is_terminal(tables, state):  # noqa: ARG001
    """Whether a player has won or the board is full."""
    return state[WINNER] > 0 or state[PLAYED] == COLUMNS * ROWS


@compiled
def outcome(tables, state):  # noqa: ARG001
    """Return +1, 0 or -1 for player 0."""
    return (0.0, 1.0, -1.0)[state[WINNER]]


@compiled
def _landing(tables, state):
    """Return the bits of the cells that a disc can fall to: empty, with no empty cell below."""
    filled = np.uint64(state[DISCS] | state[DISCS + 1])
    return ~filled & (filled << np.uint64(_ROW) | tables.floor) & tables.board


@compiled
def _has_four(discs):
    for step in _LINES:
        pairs = discs & (discs >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)):
            return True
    return False


@compiled
def _cell(bit):
    return bit // _ROW * COLUMNS + bit % _ROW


@compiled
def _drop(state, bit):
    """Add a disc of the player to move."""
    player = state[PLAYED] & 1
    state[DISCS + player] |= np.int64(1) << bit
    state[PLAYED] += 1
    if _has_four(np.uint64(state[DISCS + player])):
        state[WINNER] = player + 1


@compiled
def play(tables, state, move):  # noqa: ARG001
    """Put a disc of the player to move on a cell."""
    _drop(state, move // COLUMNS * _ROW + move % COLUMNS)


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order; none once the game is over."""
    return 0 if is_terminal(tables, state) else plausible_moves(tables, state, out)


@compiled
def plausible_moves(tables, state, out):
    """List the moves that pass the filter: all of them."""
    landing = _landing(tables, state)
    n = 0
    while landing:
        out[n] = _cell(lowest_bit(landing))
        landing &= landing - np.uint64(1)
        n += 1
    return n


@compiled
def candidate_moves(tables, state, out):
    """List the moves worth searching; the others lose, or win no sooner.

    If a disc makes four, no other move is needed. If the opponent threatens to make four, only
    the disc that stops it is.
    """
    for player in (state[PLAYED] & 1, 1 - (state[PLAYED] & 1)):
        discs = np.uint64(state[DISCS + player])
        landing = _landing(tables, state)
        while landing:
            bit = lowest_bit(landing)
            if _has_four(discs | np.uint64(1) << np.uint64(bit)):
                out[0] = _cell(bit)
                return 1, True
            landing &= landing - np.uint64(1)
    return plausible_moves(tables, state, out), True


@compiled
def _any_landing(tables, state, rng):
    landing = _landing(tables, state)
    for _ in range(random_below(rng, bit_count(landing))):
        landing &= landing - np.uint64(1)
    return lowest_bit(landing)


@compiled
def rollout_move(tables, state, rng):
    """Return a random legal move."""
    return _cell(_any_landing(tables, state, rng))


@compiled
def playout(tables, state, rng):
    """Play random legal moves to the end and return the outcome."""
    while not is_terminal(tables, state):
        _drop(state, _any_landing(tables, state, rng))
    return outcome(tables, state)
