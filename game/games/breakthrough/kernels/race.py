"""Races across the board for numba: Breakthrough and Knightthrough, which differ in the steps.

A move is ``64 * start + target``. `ai.contract.kernel` says what the functions do.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from ai.kernels.bits import bit_count, lowest_bit
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.breakthrough.race import Step
from game.games.lattice.kernels.square_board import (
    PLAYED,
    STONES,
    WINNER,
    bitset,
    columns_but,
    nth_bit,
    outcome,
    read_cells,
    shift,
    sign_of,
    stones_of,
)
from game.games.lattice.square_board import MOST_CELLS, BoardParameters


class Tables(NamedTuple):
    """What follows from board and steps; S steps a player, those that lead down first.

    Tuples and no arrays: those would be counted at each of the many calls of a playout.
    """

    cells: int
    sign: int
    steps: int
    longest: int  # plies that no game exceeds
    board: np.uint64
    reach: tuple[int, ...]  # [2 * S] cells up or down, in ascending order for each player
    starts: tuple[np.uint64, ...]  # [2 * S] where the step does not leave the board sideways
    takes: tuple[bool, ...]  # [2 * S] whether it may take
    goal: tuple[np.uint64, np.uint64]  # the far row of each player


def race_tables(board: BoardParameters, steps: Sequence[Step]) -> Tables:
    columns, rows = board.columns, board.rows
    ways = [
        sorted(((s.along + ahead * s.up * columns, s) for s in steps), key=itemgetter(0))
        for ahead in (1, -1)
    ]
    both = [*ways[0], *ways[1]]
    sides = [
        [column for column in range(columns) if not 0 <= column + step.along < columns]
        for _, step in both
    ]
    last = columns * (rows - 1)
    return Tables(
        cells=columns * rows,
        sign=sign_of(board),
        steps=len(steps),
        longest=columns * rows * rows,
        board=bitset(list(range(columns * rows))),
        reach=tuple(reach for reach, _ in both),
        starts=tuple(columns_but(board, *left_out) for left_out in sides),
        takes=tuple(step.takes for _, step in both),
        goal=(bitset([last + i for i in range(columns)]), bitset([*range(columns)])),
    )


@compiled
def max_moves(tables):
    return tables.cells * tables.steps


@compiled
def max_plies(tables):
    """Return the most moves a game takes."""
    return tables.longest


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding."""
    read_cells(tables, encoded, state)
    for player in (1, 0):
        if stones_of(state, player) & tables.goal[player]:
            state[WINNER] = player


@compiled
def _targets(tables, state, way):
    """Return where the player to move, whose step `way` is, may go with it."""
    player = state[PLAYED] & 1
    own = stones_of(state, player)
    closed = own if tables.takes[way] else own | stones_of(state, 1 - player)
    return shift(own & tables.starts[way], tables.reach[way]) & tables.board & ~closed


@compiled
def is_terminal(tables, state):
    """Whether a piece has arrived or none can go."""
    if state[WINNER] >= 0:
        return True
    first = tables.steps * (state[PLAYED] & 1)
    for way in range(first, first + tables.steps):  # noqa: SIM110 - numba knows no `all`
        if _targets(tables, state, way):
            return False
    return True


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order; none once the game is over."""
    return 0 if state[WINNER] >= 0 else plausible_moves(tables, state, out)


@compiled
def plausible_moves(tables, state, out):
    """List the moves that the filter lets through: all."""
    player = state[PLAYED] & 1
    first = tables.steps * player
    own = stones_of(state, player)
    n = 0
    while own:
        start = lowest_bit(own)
        own &= own - np.uint64(1)
        for way in range(first, first + tables.steps):
            target = start + tables.reach[way]
            if 0 <= target < tables.cells and (tables.starts[way] >> np.uint64(start)) & np.uint64(
                1
            ):
                there = np.int64(1) << target
                if state[STONES + player] & there:
                    continue
                if tables.takes[way] or not state[STONES + 1 - player] & there:
                    out[n] = MOST_CELLS * start + target
                    n += 1
    return n


@compiled
def candidate_moves(tables, state, out):
    return legal_moves(tables, state, out), True


@compiled
def play(tables, state, move):
    player = state[PLAYED] & 1
    target = np.int64(1) << (move & 63)
    state[STONES + player] ^= target | np.int64(1) << (move >> 6)
    state[STONES + 1 - player] &= ~target
    state[PLAYED] += 1
    if np.uint64(target) & tables.goal[player]:
        state[WINNER] = player


@compiled
def rollout_move(tables, state, rng):
    """Return a legal move at random; -1 where there is none."""
    first = tables.steps * (state[PLAYED] & 1)
    n = 0
    for way in range(first, first + tables.steps):
        n += bit_count(_targets(tables, state, way))
    chosen = random_below(rng, n) if n else 0
    for way in range(first, first + tables.steps):
        targets = _targets(tables, state, way)
        count = bit_count(targets)
        if chosen < count:
            target = nth_bit(targets, chosen)
            return MOST_CELLS * (target - tables.reach[way]) + target
        chosen -= count
    return -1


@compiled
def playout(tables, state, rng):
    """Play legal moves at random to the end and return the outcome."""
    while state[WINNER] < 0:
        move = rollout_move(tables, state, rng)
        if move < 0:
            break
        play(tables, state, move)
    return outcome(tables, state)
