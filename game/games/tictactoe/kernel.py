"""Tic-Tac-Toe and its m,n,k relatives for numba: line masks and threat tables.

A state is an int64 array: a header, the empty cells as a bitset, and for each line and
player the marks on it as a mask. The last part is scratch for `playout`. Lines too short
to win on are left out; a cell that lacks one names line 0, which has no cells and never
wins. `ai.kernels` says what the functions do.
"""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import APPEND_SLACK, append_bits
from ai.kernels.compiled import compiled
from ai.kernels.random import below, random_below, step
from game.games.lattice.line_tables import (
    LINE_BITS,
    completing_bits,
    completing_cells,
    winning_masks,
)
from game.games.lattice.lines import square_lattice
from game.games.tictactoe.rules import TicTacToeParameters

CANDIDATES = ("all",)

MARKS = 0
WINNER = 1  # the player who has won, or -1
EMPTY = 2  # four words: cells without a mark
MASKS = 6  # then marks of player p on line l at MASKS + 2 * l + p

WORDS = 4
DIRECTIONS = 4


class Tables(NamedTuple):
    """What follows from the parameters; C cells, L lines, lines of at most B cells."""

    cells: int
    lines: int
    mask_index: NDArray[np.int64]  # [4 * C] where a state holds X's mask of a cell's line
    mask_bit: NDArray[np.int64]  # [4 * C] the cell's bit in that mask
    wins: NDArray[np.uint8]  # [2^B] whether a mask wins
    completions: NDArray[np.uint16]  # [2^B] bits that make a mask win
    line_cells: NDArray[np.int64]  # [16 * L] the cell behind a line's bit, or -1
    line_bits: NDArray[np.int64]  # [L] the bits of a line that are cells


@functools.lru_cache(maxsize=32)
def make_tables(parameters: TicTacToeParameters, candidates: str = CANDIDATES[0]) -> Tables:  # noqa: ARG001
    """Return the tables of a board; `candidates` is one of `CANDIDATES`."""
    columns, rows = parameters.columns, parameters.rows
    long_enough = (
        line for line in square_lattice(columns, rows).lines if len(line) >= parameters.in_a_row
    )
    lines = [(), *long_enough]
    mask_index = np.full(DIRECTIONS * columns * rows, MASKS, np.int64)
    mask_bit = np.ones(DIRECTIONS * columns * rows, np.int64)
    line_cells = np.full(LINE_BITS * len(lines), -1, np.int64)
    line_bits = np.zeros(len(lines), np.int64)
    used = [0] * (columns * rows)
    for line, cells in enumerate(lines):
        line_bits[line] = (1 << len(cells)) - 1
        for bit, cell in enumerate(cells):
            entry = DIRECTIONS * cell + used[cell]
            mask_index[entry] = MASKS + 2 * line
            mask_bit[entry] = 1 << bit
            line_cells[LINE_BITS * line + bit] = cell
            used[cell] += 1
    wins = winning_masks(max(columns, rows), parameters.in_a_row, exact=False)
    return Tables(
        cells=columns * rows,
        lines=len(lines),
        mask_index=mask_index,
        mask_bit=mask_bit,
        wins=wins,
        completions=completing_bits(wins),
        line_cells=line_cells,
        line_bits=line_bits,
    )


@compiled
def state_length(tables):
    """Return the length of a state."""
    return MASKS + 2 * tables.lines + tables.cells + APPEND_SLACK


@compiled
def max_moves(tables):
    """Return the room a list of moves needs."""
    return tables.cells + APPEND_SLACK


@compiled
def load(tables, encoded, state):
    """Fill `state` from the rules' encoding: columns, rows, in a row, last move, cells."""
    state[:] = 0
    for cell in range(tables.cells):
        state[EMPTY + (cell >> 6)] |= np.int64(1) << (cell & 63)
    state[WINNER] = -1
    for cell in range(tables.cells):
        if encoded[4 + cell] > 0:
            _put(tables, state, cell, encoded[4 + cell] - 1)
    for line in range(2 * tables.lines):
        if tables.wins[state[MASKS + line]]:
            state[WINNER] = line & 1


@compiled
def _put(tables, state, cell, player):
    """Mark a cell and tell whether that completes a winning run."""
    won = 0
    for k in range(DIRECTIONS):
        place = tables.mask_index[DIRECTIONS * cell + k] + player
        state[place] |= tables.mask_bit[DIRECTIONS * cell + k]
        won |= tables.wins[state[place]]
    state[EMPTY + (cell >> 6)] ^= np.int64(1) << (cell & 63)
    state[MARKS] += 1
    return won != 0


@compiled
def to_move(tables, state):  # noqa: ARG001
    """Return the player to move."""
    return state[MARKS] & 1


@compiled
def is_terminal(tables, state):
    """Whether a player has won or the board is full."""
    return state[WINNER] >= 0 or state[MARKS] == tables.cells


@compiled
def outcome(tables, state):  # noqa: ARG001
    """Return +1, 0 or -1 for player 0."""
    if state[WINNER] < 0:
        return 0.0
    return 1.0 - 2.0 * state[WINNER]


@compiled
def play(tables, state, move):
    """Mark a cell for the player to move."""
    player = state[MARKS] & 1
    if _put(tables, state, move, player):
        state[WINNER] = player


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order; none once the game is over."""
    if is_terminal(tables, state):
        return 0
    return plausible_moves(tables, state, out)


@compiled
def plausible_moves(tables, state, out):  # noqa: ARG001
    """List the moves that the filter lets through, whatever they win or lose: all of them."""
    n = 0
    for w in range(WORDS):
        n = append_bits(np.uint64(state[EMPTY + w]), 64 * w, out, n)
    return n


@compiled
def winning_cells(tables, state, player, out):
    """List the empty cells where a mark of `player` wins at once."""
    masks = state[MASKS : MASKS + 2 * tables.lines]
    return completing_cells(
        masks, player, tables.completions, tables.line_bits, tables.line_cells, out
    )


@compiled
def candidate_moves(tables, state, out):
    """List the moves worth searching; the others, if any, need no search.

    A winning cell makes all other moves needless, and where the opponent would win must be
    marked: every other move loses at once.
    """
    player = state[MARKS] & 1
    for who in (player, 1 - player):
        n = winning_cells(tables, state, who, out)
        if n > 0:
            return n, True
    return plausible_moves(tables, state, out), True


@compiled
def rollout_move(tables, state, rng):
    """Return a legal move at random."""
    moves = np.empty(tables.cells + APPEND_SLACK, np.int64)
    return moves[random_below(rng, plausible_moves(tables, state, moves))]


@compiled
def playout(tables, state, rng):
    """Play legal moves at random to the end and return the outcome.

    Of `state`, only what `is_terminal` and `outcome` read is right afterwards.
    """
    if is_terminal(tables, state):
        return outcome(tables, state)
    waiting = state[MASKS + 2 * tables.lines :]
    n = plausible_moves(tables, state, waiting)
    player = np.uint64(state[MARKS] & 1)
    x = rng[0]
    while n > 0:
        x = step(x)
        chosen = np.uint64(below(x, n))
        entry = np.uint64(waiting[chosen]) * np.uint64(DIRECTIONS)
        n -= 1
        waiting[chosen] = waiting[np.uint64(n)]
        won = np.uint8(0)
        for k in range(DIRECTIONS):
            place = np.uint64(tables.mask_index[entry + np.uint64(k)]) + player
            mask = state[place] | tables.mask_bit[entry + np.uint64(k)]
            state[place] = mask
            won |= tables.wins[np.uint64(mask)]
        if won:
            rng[0] = x
            state[WINNER] = player
            return outcome(tables, state)
        player ^= np.uint64(1)
    rng[0] = x
    state[MARKS] = tables.cells
    return 0.0
