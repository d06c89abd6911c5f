"""The exact values of a position that is nearly played out, by trying every line of it."""

import numpy as np

from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from ai.search.nmcs_algorithm import LENGTH, PLAYOUTS
from ai.search.nmcs_explorer import EncodedPosition, Replayer
from ai.search.nmcs_table import ScoredLine

MOST_MOVES = 12
"""A position with more moves is not tried."""

MOST_POSITIONS = 20_000
"""Positions that may be looked at after each first move: some 10 ms."""


def exhaust(
    board: EncodedPosition, moves: tuple[int, ...], flag: CancelFlag
) -> dict[int, tuple[ScoredLine, int]] | None:
    """Return each first move's best line and the positions after it.

    Returns:
        None if that takes too much, or the flag was set.
    """
    if len(moves) > MOST_MOVES:
        return None
    search = board.search
    work = board.workspace(board.kernel.max_plies(board.tables), new_rng(0), flag)
    replayer = Replayer(board)
    exact: dict[int, tuple[ScoredLine, int]] = {}
    for move in moves:
        work.counts[:] = (0, MOST_POSITIONS, 0)
        work.best_score[0] = -np.inf
        work.path[0] = move
        search.start(board.tables, work, 0, 1)
        search.exhaust(board.tables, work, 0, 1)
        line = replayer.line(work.best_line[: work.counts[LENGTH]])
        if search.stopped(work) or line is None:
            return None
        exact[move] = line, int(work.counts[PLAYOUTS])
    return exact
