"""A tree search that plays no game out: it looks for lines in which one player alone has marks.

playout match tictactoe:columns=9,rows=9,in_a_row=5 mcts@500 lines@500 --searcher FILE
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

import playout

Array = NDArray[Any]


@cache
def lines(rows: int, columns: int, length: int) -> NDArray[np.int64]:
    """Return the cells of every possible line, int64[lines, length]."""
    board = np.arange(rows * columns).reshape(rows, columns)
    straight = [sliding_window_view(each, length, axis=1) for each in (board, board.T)]
    squares = [sliding_window_view(each, (length, length)) for each in (board, board[:, ::-1])]
    diagonal = [np.diagonal(each, axis1=2, axis2=3) for each in squares]
    return np.concatenate([each.reshape(-1, length) for each in straight + diagonal])


def weighed(
    position: playout.Position,
) -> tuple[NDArray[np.int64], NDArray[np.int64], Array, Array]:
    """Return the board, its lines, and as float[lines] what each is worth to mover and opponent."""
    columns, rows, length = (int(position.array()[i]) for i in range(3))
    board, places = position.array()[-rows * columns :], lines(rows, columns, length)
    mine, theirs = (
        (board[places] == 1 + who).sum(1) for who in (position.player, 1 - position.player)
    )
    return board, places, 4.0**mine * (theirs == 0), 4.0**theirs * (mine == 0)


def prior(position: playout.Position) -> Array:
    """Return what lies on the lines through each empty cell."""
    board, places, mine, theirs = weighed(position)
    through = np.repeat(mine + theirs, places.shape[1])
    return np.asarray(np.bincount(places.ravel(), through, board.size)[board == 0])


def value(position: playout.Position) -> float:
    """Return a share of a win that grows with how much more one's own lines are worth."""
    _, places, mine, theirs = weighed(position)
    lead = (1.5 * mine.sum() - theirs.sum()) / 4.0 ** (places.shape[1] - 2)
    return float(1 / (1 + np.exp(-np.clip(lead, -20, 20))))


SEARCHER = playout.guided("lines", prior=prior, value=value, games=["tictactoe"])
