"""NoGo for numba: the game of `kernels.liberties` in which nobody may take."""

import functools

from game.games.lattice.kernels.square_board import *
from game.games.lattice.kernels.square_board import CANDIDATES
from game.games.lattice.square_board import BoardParameters
from game.games.papers.kernels.liberties import *
from game.games.papers.kernels.liberties import Tables, liberty_tables


@functools.lru_cache(maxsize=32)
def make_tables(parameters: BoardParameters, candidates: str = CANDIDATES[0]) -> Tables:  # noqa: ARG001
    """Return the tables of a board; `candidates` is one of `CANDIDATES`."""
    return liberty_tables(parameters, taking_wins=False)
