"""NoGo for numba: the game of `liberties_kernel` in which nobody may take."""

import functools

from game.games.lattice.square_board import BoardParameters
from game.games.lattice.square_board_kernel import CANDIDATES, outcome, state_length, to_move
from game.games.papers.liberties_kernel import (
    Tables,
    candidate_moves,
    is_terminal,
    legal_moves,
    liberty_tables,
    load,
    max_moves,
    max_plies,
    plausible_moves,
    play,
    playout,
    rollout_move,
)

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
    return liberty_tables(parameters, taking_wins=False)
