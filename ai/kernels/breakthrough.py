"""Breakthrough for numba: the race of `ai.kernels.race` with the steps of its pieces."""

import functools

from ai.kernels.race import (
    candidate_moves,
    is_terminal,
    legal_moves,
    load,
    max_moves,
    max_plies,
    plausible_moves,
    play,
    playout,
    rollout_move,
)
from ai.kernels.race_tables import Tables, race_tables
from ai.kernels.square_board import CANDIDATES, outcome, state_length, to_move
from game.rules.breakthrough import BreakthroughState
from game.rules.square_board import BoardParameters

__all__ = [
    "CANDIDATES",
    "Tables",
    "candidate_moves",
    "is_terminal",
    "legal_moves",
    "load",
    "make_tables",
    "max_moves",
    "max_plies",
    "outcome",
    "plausible_moves",
    "play",
    "playout",
    "rollout_move",
    "state_length",
    "to_move",
]


@functools.lru_cache(maxsize=32)
def make_tables(parameters: BoardParameters, candidates: str = CANDIDATES[0]) -> Tables:  # noqa: ARG001
    """Return the tables of a board; `candidates` is one of `CANDIDATES`."""
    return race_tables(parameters, BreakthroughState.steps)
