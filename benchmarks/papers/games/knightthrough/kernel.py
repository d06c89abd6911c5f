"""Knightthrough for numba: the race of `kernels.race` with the steps of its pieces."""

import functools

from game.games.breakthrough.kernels.race import *
from game.games.breakthrough.kernels.race import Tables, race_tables
from game.games.lattice.kernels.square_board import *
from game.games.lattice.kernels.square_board import CANDIDATES
from game.games.lattice.square_board import BoardParameters

from .rules import KnightthroughState


@functools.lru_cache(maxsize=32)
def make_tables(parameters: BoardParameters, candidates: str = CANDIDATES[0]) -> Tables:  # noqa: ARG001
    """Return the tables of a board; `candidates` is one of `CANDIDATES`."""
    return race_tables(parameters, KnightthroughState.steps)
