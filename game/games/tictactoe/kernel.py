"""Tic-Tac-Toe and its m,n,k relatives for the tree search; `ai.kernels` says what is what.

The board and its tables are those of `game.games.tictactoe.kernels.board`.
"""

import numpy as np

from ai.kernels.bits import APPEND_SLACK, append_bits
from ai.kernels.compiled import compiled
from ai.kernels.random import random_below
from game.games.tictactoe.kernels.board import (
    CANDIDATES,
    EMPTY,
    MARKS,
    MASKS,
    OPENING,
    SEEN,
    WINNER,
    Tables,
    load,
    make_tables,
    put,
    wins_of,
)
from game.games.tictactoe.kernels.fours import LONGEST, append_defences, search_fours
from game.games.tictactoe.kernels.playouts import play_out

__all__ = ["CANDIDATES", "Tables", "load", "make_tables"]

TACTICS = ("playouts", "vcf")


@compiled
def state_length(tables):
    """Return the length of a state."""
    return MASKS + 2 * tables.lines + tables.cells + APPEND_SLACK


@compiled
def max_moves(tables):
    """Return the room a list of moves needs."""
    return tables.cells + APPEND_SLACK


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
    if put(tables, state, move, player):
        state[WINNER] = player


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order; none once the game is over."""
    if is_terminal(tables, state):
        return 0
    n = 0
    for w in range(tables.words):
        n = append_bits(np.uint64(state[EMPTY + w]), 64 * w, out, n)
    return n


@compiled
def plausible_moves(tables, state, out):
    """List the moves that the filter lets through, whatever they win or lose."""
    n = 0
    for w in range(tables.words):
        seen = tables.data[OPENING + w] if state[MARKS] == 0 else state[SEEN + w]
        n = append_bits(np.uint64(seen & state[EMPTY + w]), 64 * w, out, n)
    return n


@compiled
def candidate_moves(tables, state, out):
    """List the moves worth searching, and tell in how many plies the others lose, or 0.

    A win makes all other moves needless, and where the opponent would win must be marked; and
    where the opponent would win by fours if nothing was done, a move that is no defence leaves
    that win as it is.
    """
    player = state[MARKS] & 1
    for who in (player, 1 - player):
        n = wins_of(tables, state, who, out)
        if n > 0:
            return n, 1
    if tables.fours:
        plies = search_fours(tables, state, 1 - player, out, tables.fours, LONGEST)
        if plies > 0:
            return append_defences(tables, state, player, out, plies), plies
    n = plausible_moves(tables, state, out)
    return n, np.int64(n == tables.cells - state[MARKS])


@compiled
def forced_win(tables, state, line):
    """Search a win for the player to move and write how it goes; return its plies, or 0."""
    if tables.fours == 0:
        return 0
    return search_fours(tables, state, state[MARKS] & 1, line, tables.fours, LONGEST)


@compiled
def rollout_move(tables, state, rng):
    """Return a plausible move at random."""
    moves = np.empty(tables.cells + APPEND_SLACK, np.int64)
    return moves[random_below(rng, plausible_moves(tables, state, moves))]


@compiled
def playout(tables, state, rng):
    """Play a state to its end in place and return the outcome."""
    if is_terminal(tables, state):
        return outcome(tables, state)
    if state[MARKS] == 0:
        play(tables, state, rollout_move(tables, state, rng))
    play_out(tables, state, rng)
    return outcome(tables, state)
