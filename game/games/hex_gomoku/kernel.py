"""Hex Gomoku for the tree search; `ai.kernels` says what the functions do.

The player to move is the colour to place, exchanged once the second player has taken over black.
The board and its tables are those of `game.games.hex_gomoku.kernels.board`.
"""

import numpy as np

from ai.kernels.bits import APPEND_SLACK, append_bits, bit_count, lowest_bit
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.hex_gomoku.kernels.board import (
    CANDIDATES,
    EMPTY,
    FIVE_LINES,
    MASKS,
    OPENING,
    SEEN,
    STONES,
    SWAPPED,
    WINNER,
    WORDS,
    Tables,
    fives,
    load,
    make_tables,
    put,
)
from game.games.hex_gomoku.kernels.fours import append_defences, search_fours
from game.games.hex_gomoku.kernels.playouts import play_out

__all__ = ["CANDIDATES", "Tables", "load", "make_tables"]

TACTICS = ("playouts", "decisive", "vcf")


@compiled
def state_length(tables):
    """Return the length of a state."""
    return MASKS + 2 * tables.lines + tables.cells + APPEND_SLACK


@compiled
def max_moves(tables):
    """Return the room a list of moves needs: every cell, taking over black, and slack."""
    return tables.cells + 1 + APPEND_SLACK


@compiled
def to_move(tables, state):  # noqa: ARG001
    """Return the player to move: the colour to place, exchanged after a take-over."""
    return (state[STONES] & 1) ^ state[SWAPPED]


@compiled
def is_terminal(tables, state):
    """Whether a colour has won or the board is full."""
    return state[WINNER] >= 0 or state[STONES] == tables.cells


@compiled
def outcome(tables, state):  # noqa: ARG001
    """Return +1, 0 or -1 for player 0."""
    if state[WINNER] < 0:
        return 0.0
    return 1.0 - 2.0 * (state[WINNER] ^ state[SWAPPED])


@compiled
def play(tables, state, move):
    """Put the stone of the colour to place, or take over black."""
    if move == tables.cells:
        state[SWAPPED] = 1
        return
    colour = state[STONES] & 1
    if put(tables, state, move, colour):
        state[WINNER] = colour


@compiled
def _may_swap(tables, state):
    return tables.swap_opening and state[STONES] == 1 and state[SWAPPED] == 0


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order; none once the game is over."""
    if is_terminal(tables, state):
        return 0
    n = 0
    for w in range(WORDS):
        n = append_bits(np.uint64(state[EMPTY + w]), 64 * w, out, n)
    if _may_swap(tables, state):
        out[n] = tables.cells
        n += 1
    return n


@compiled
def plausible_moves(tables, state, out):
    """List the moves that the filter lets through, whatever they win or lose."""
    n = 0
    for w in range(WORDS):
        seen = (
            np.uint64(tables.data[OPENING + w])
            if state[STONES] == 0
            else np.uint64(state[SEEN + w])
        )
        n = append_bits(seen & np.uint64(state[EMPTY + w]), 64 * w, out, n)
    if _may_swap(tables, state):
        out[n] = tables.cells
        n += 1
    return n


@compiled
def candidate_moves(tables, state, out):
    """List the moves worth searching, and tell in how many plies the others lose, or 0.

    A five makes all other moves needless. The opponent's fives must be taken, since a stone
    elsewhere cannot break a run; and where the opponent would win by fours if nothing was done,
    a move that is no defence leaves that win as it is.
    """
    colour = state[STONES] & 1
    if tables.decisive:
        if state[FIVE_LINES + colour]:
            return fives(tables, state, colour, out), 1
        if state[FIVE_LINES + 1 - colour]:
            return fives(tables, state, 1 - colour, out), 1
        if tables.fours and not _may_swap(tables, state):
            plies = search_fours(tables, state, 1 - colour, out)
            if plies > 0:
                return append_defences(tables, state, colour, out, plies), plies
    n = plausible_moves(tables, state, out)
    legal = tables.cells - state[STONES] + (1 if _may_swap(tables, state) else 0)
    return n, np.int64(n == legal)


@compiled
def forced_win(tables, state, line):
    """Search a win for the player to move and write how it goes; return its plies, or 0."""
    if tables.fours == 0 or _may_swap(tables, state):
        return 0
    return search_fours(tables, state, state[STONES] & 1, line)


@compiled
def rollout_move(tables, state, rng):
    """Return a plausible move at random."""
    allowed = np.empty(WORDS, np.uint64)
    total = 0
    for w in range(WORDS):
        seen = (
            np.uint64(tables.data[OPENING + w])
            if state[STONES] == 0
            else np.uint64(state[SEEN + w])
        )
        allowed[w] = seen & np.uint64(state[EMPTY + w])
        total += bit_count(allowed[w])
    chosen = random_below(rng, total + (1 if _may_swap(tables, state) else 0))
    for w in range(WORDS):
        word = allowed[w]
        count = bit_count(word)
        if chosen < count:
            for _ in range(chosen):
                word &= word - np.uint64(1)
            return 64 * w + lowest_bit(word)
        chosen -= count
    return tables.cells


@compiled
def playout(tables, state, rng):
    """Play a state to its end in place and return the outcome."""
    while state[STONES] < 2:
        play(tables, state, rollout_move(tables, state, rng))
    play_out(tables, state, rng)
    return outcome(tables, state)
