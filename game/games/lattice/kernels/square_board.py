"""What the kernels of the small square games share; `square_board` has their rules.

A state is four words: plies played, the winner or -1 while none is decided, and a bitset of
the cells of each player. A game that is undecided is over when the player to move cannot.
"""

import numpy as np

from ai.kernels.bits import lowest_bit
from ai.kernels.compiled import compiled
from game.games.lattice.square_board import BoardParameters

CANDIDATES = ("all",)

PLAYED = 0
WINNER = 1
STONES = 2  # of player p at STONES + p

_HEADER = 4  # words before the cells in what `BoardState.encode` gives


def bitset(cells: list[int]) -> np.uint64:
    return np.uint64(sum(1 << cell for cell in cells))


def columns_but(board: BoardParameters, *left_out: int) -> np.uint64:
    cells = range(board.columns * board.rows)
    return bitset([cell for cell in cells if cell % board.columns not in left_out])


def sign_of(board: BoardParameters) -> int:
    """Return -1 for the misere form, in which the result is reversed, else 1."""
    return -1 if board.misere else 1


@compiled
def state_length(tables):  # noqa: ARG001
    return 4


@compiled
def read_cells(tables, encoded, state):
    """Fill `state` but for the winner from the rules' encoding."""
    state[PLAYED] = encoded[_HEADER - 1]
    state[WINNER] = -1
    state[STONES] = 0
    state[STONES + 1] = 0
    for cell in range(tables.cells):
        if encoded[_HEADER + cell] > 0:
            state[STONES + encoded[_HEADER + cell] - 1] |= np.int64(1) << cell


@compiled
def to_move(tables, state):  # noqa: ARG001
    return state[PLAYED] & 1


@compiled
def stones_of(state, player):
    """Return a player's cells as a uint64."""
    return np.uint64(state[STONES + player])


@compiled
def empty_cells(tables, state):
    """Return the empty cells as a uint64."""
    return tables.board & ~np.uint64(state[STONES] | state[STONES + 1])


@compiled
def outcome(tables, state):
    """Return +1 or -1 for player 0, of a game that is over."""
    winner = state[WINNER]
    if winner < 0:
        winner = 1 - (state[PLAYED] & 1)
    return np.float64(tables.sign * (1 - 2 * winner))


@compiled
def shift(bits, by):
    """Return a bitset moved up by a number of cells, down where it is negative."""
    if by >= 0:
        return bits << np.uint64(by)
    return bits >> np.uint64(-by)


@compiled
def nth_bit(bits, n):
    """Return the index of the set bit that n lower ones are set below."""
    for _ in range(n):
        bits &= bits - np.uint64(1)
    return lowest_bit(bits)
