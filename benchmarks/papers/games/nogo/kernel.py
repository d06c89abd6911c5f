"""NoGo for numba: stones and their liberties as bitsets; `ai.contract.kernel` says what is what."""

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
    read_cells,
    sign_of,
    stones_of,
)

from .rules import NoGoParameters


class Tables(NamedTuple):
    """What follows from the board.

    Attributes:
        taking_wins: Whether who takes a stone wins; otherwise nobody may take one.
    """

    taking_wins: bool
    cells: int
    columns: int
    sign: int
    board: np.uint64
    not_first_column: np.uint64
    not_last_column: np.uint64


@functools.lru_cache(maxsize=32)
def make_tables(parameters: NoGoParameters, candidates: str = CANDIDATES[0]) -> Tables:  # noqa: ARG001
    """Return the tables of a board; `candidates` is one of `CANDIDATES`."""
    return Tables(
        taking_wins=parameters.taking_wins,
        cells=parameters.columns * parameters.rows,
        columns=parameters.columns,
        sign=sign_of(parameters),
        board=bitset(list(range(parameters.columns * parameters.rows))),
        not_first_column=columns_but(parameters, 0),
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
def _beside(tables, stones):
    """Return the cells next to some stones; stones next to each other are among them."""
    up = np.uint64(tables.columns)
    one = np.uint64(1)
    sideways = (stones & tables.not_last_column) << one | (stones & tables.not_first_column) >> one
    return (sideways | stones << up | stones >> up) & tables.board


@compiled
def _group_of(tables, stone, stones):
    """Return the connected stones that one of them belongs to."""
    group = stone
    while True:
        grown = group | (_beside(tables, group) & stones)
        if grown == group:
            return group
        group = grown


@compiled
def _has_liberty(tables, stone, stones, empty):
    """Whether the group of a stone is next to an empty cell."""
    return _beside(tables, _group_of(tables, stone, stones)) & empty != 0


@compiled
def _any_taken(tables, seeds, stones, empty):
    """Whether a group with one of the stones `seeds` in it has no liberty."""
    while seeds:
        group = _group_of(tables, seeds & (~seeds + np.uint64(1)), stones)
        if not _beside(tables, group) & empty:
            return True
        seeds &= ~group
    return False


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding."""
    read_cells(tables, encoded, state)
    if not tables.taking_wins:
        return
    empty = empty_cells(tables, state)
    next_player = state[PLAYED] & 1
    for taken in (1 - next_player, next_player):  # taking comes before standing without a liberty
        stones = stones_of(state, taken)
        if _any_taken(tables, stones, stones, empty):
            state[WINNER] = 1 - taken


@compiled
def _takes(tables, state, stone, empty):
    """Whether a stone, a bit, of the player to move takes others."""
    other = stones_of(state, 1 - (state[PLAYED] & 1))
    return _any_taken(tables, _beside(tables, stone) & other, other, empty & ~stone)


@compiled
def _is_legal(tables, state, stone, empty):
    """Whether the player to move may put a stone, a bit, on an empty cell."""
    rest = empty & ~stone
    is_free = _beside(tables, stone) & rest != 0
    if not is_free:
        own = stones_of(state, state[PLAYED] & 1) | stone
        is_free = _has_liberty(tables, stone, own, rest)
    if is_free == tables.taking_wins:
        return is_free
    return _takes(tables, state, stone, empty) == tables.taking_wins


@compiled
def is_terminal(tables, state):
    """Whether stones were taken, or the player to move cannot."""
    if state[WINNER] >= 0:
        return True
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
    """List every legal move in ascending order; none once the game is over."""
    if state[WINNER] >= 0:
        return 0
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
def play(tables, state, move):
    """Put a stone."""
    player = state[PLAYED] & 1
    stone = np.uint64(1) << np.uint64(move)
    if tables.taking_wins and _takes(tables, state, stone, empty_cells(tables, state)):
        state[WINNER] = player
    state[STONES + player] |= np.int64(1) << move
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
        if state[WINNER] >= 0:
            break
        move = rollout_move(tables, state, rng)
    return outcome(tables, state)
