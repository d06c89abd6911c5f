"""What the kernel of a game of so many in a row consists of, but for its `make_tables` and `load`.

`ai.contract.kernel` says what the functions do, `board` what a state is. The player to move is the
colour to place, exchanged once the second player has taken over the first stone.
"""

import numpy as np

from ai.kernels.bits import APPEND_SLACK, append_bits
from ai.kernels.compiled import compiled, merged
from ai.kernels.random import random_below
from game.games.lattice.kernels.board import (
    EMPTY,
    OPENING,
    SEEN,
    SETS,
    SHIFT,
    STONES,
    SWAPPED,
    WINNER,
    colour_to_place,
    put,
    wins_of,
)
from game.games.lattice.kernels.fours import LONGEST, append_defences, search_fours
from game.games.lattice.kernels.playouts import play_out


@merged
def max_moves(tables):
    """Return the room a list of moves needs: every cell, taking over, and slack."""
    return tables.cells + 1 + APPEND_SLACK


@merged
def to_move(tables, state):  # noqa: ARG001
    """Return the player to move: the colour to place, exchanged after a take-over."""
    return colour_to_place(state) ^ state[SWAPPED]


@merged
def is_terminal(tables, state):
    """Whether a colour has won or the board is full."""
    return state[WINNER] >= 0 or state[STONES] == tables.cells


@merged
def outcome(tables, state):  # noqa: ARG001
    """Return +1, 0 or -1 for player 0."""
    if state[WINNER] < 0:
        return 0.0
    return 1.0 - 2.0 * (state[WINNER] ^ state[SWAPPED])


@merged
def play(tables, state, move):
    """Put the stone of the colour to place, or take over the first one."""
    if move == tables.cells:
        state[SWAPPED] = 1
        return
    colour = colour_to_place(state)
    if put(tables, state, move, colour):
        state[WINNER] = colour


@merged
def _may_swap(tables, state):
    is_first = state[STONES] == 1 and state[SHIFT] == 0
    return tables.swap_opening and is_first and state[SWAPPED] == 0


@merged
def _append_swap(tables, state, out, n):
    if _may_swap(tables, state):
        out[n] = tables.cells
        n += 1
    return n


@compiled
def legal_moves(tables, state, out):
    """List every legal move in ascending order; none once the game is over."""
    if is_terminal(tables, state):
        return 0
    n = 0
    for w in range(tables.words):
        n = append_bits(np.uint64(state[tables.sets + SETS * w + EMPTY]), 64 * w, out, n)
    return _append_swap(tables, state, out, n)


@compiled
def plausible_moves(tables, state, out):
    """List the moves that the filter lets through, whatever they win or lose."""
    n = 0
    for w in range(tables.words):
        at = tables.sets + SETS * w
        seen = tables.data[OPENING + w] if state[STONES] == 0 else state[at + SEEN]
        n = append_bits(np.uint64(seen & state[at + EMPTY]), 64 * w, out, n)
    return _append_swap(tables, state, out, n)


@compiled
def candidate_moves(tables, state, out):
    """List the moves worth searching, and tell in how many plies the others lose, or 0.

    A win makes all other moves needless. The opponent's wins must be taken, since a stone
    elsewhere leaves them; and where the opponent would win by fours if nothing was done, a move
    that is no defence leaves that win as it is.
    """
    colour = colour_to_place(state)
    if tables.decisive:
        for who in (colour, 1 - colour):
            n = wins_of(tables, state, who, out)
            if n > 0:
                return n, 1
        if tables.fours and not _may_swap(tables, state):
            plies = search_fours(tables, state, 1 - colour, out, tables.fours, LONGEST)
            if plies > 0:
                return append_defences(tables, state, colour, out, plies), plies
    n = plausible_moves(tables, state, out)
    legal = tables.cells - state[STONES] + (1 if _may_swap(tables, state) else 0)
    return n, np.int64(n == legal)


@compiled
def forced_win(tables, state, moves):
    """Search a win for the player to move and write how it goes; return its plies, or 0."""
    if tables.fours == 0 or _may_swap(tables, state):
        return 0
    return search_fours(tables, state, colour_to_place(state), moves, tables.fours, LONGEST)


@compiled
def rollout_move(tables, state, rng):
    moves = np.empty(max_moves(tables), np.int64)
    return moves[random_below(rng, plausible_moves(tables, state, moves))]


@compiled
def playout(tables, state, rng):
    while state[STONES] < tables.opening:
        play(tables, state, rollout_move(tables, state, rng))
    if state[WINNER] < 0:
        play_out(tables, state, rng)
    return outcome(tables, state)
