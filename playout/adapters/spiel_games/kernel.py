"""OpenSpiel's games for two as one kernel of plain functions, which nothing compiles.

`ai.contract.kernel` describes them. A state is the number of moves and then the moves. The players
take turns here: where one moves twice in OpenSpiel, the other waits in between, by a move "pass".
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ai.kernels.random import random_below

from .game import SpielParameters, loaded

CANDIDATES = ("all",)
MOST_DEEP = 64  # positions that are asked for those before them
Array = NDArray[np.int64]


class Tables(NamedTuple):
    """What follows from the parameters.

    Attributes:
        game: OpenSpiel's name of the game.
        first: OpenSpiel's number of the player who begins.
        waits: The move of who waits; all others are OpenSpiel's actions.
        plies: The most moves a game takes.
    """

    game: str
    first: int
    waits: int
    plies: int


def make_tables(parameters: SpielParameters, candidates: str = CANDIDATES[0]) -> Tables:  # noqa: ARG001
    game = loaded(parameters.game)
    return Tables(
        game=parameters.game,
        first=game.new_initial_state().current_player(),
        waits=game.num_distinct_actions(),
        plies=2 * game.max_game_length(),
    )


def state_length(tables: Tables) -> int:
    return 1 + tables.plies


def max_moves(tables: Tables) -> int:
    """Return the most moves that a position has."""
    return 1 + tables.waits


def max_plies(tables: Tables) -> int:
    """Return the most moves that a game takes."""
    return tables.plies


def load(tables: Tables, encoded: Array, state: Array) -> None:  # noqa: ARG001
    """Fill `state` from an encoded position, which is a copy of the state."""
    state[:] = encoded


def to_move(tables: Tables, state: Array) -> int:  # noqa: ARG001
    """Return the player to move."""
    return int(state[0]) & 1


def is_terminal(tables: Tables, state: Array) -> bool:
    """Whether the game is over."""
    return bool(_theirs(tables, state).is_terminal())


def outcome(tables: Tables, state: Array) -> float:
    """Return +1, 0 or -1 for who begins."""
    return _value(tables, _theirs(tables, state))


def legal_moves(tables: Tables, state: Array, out: Array) -> int:
    """List every legal move in ascending order; none once the game is over."""
    moves = _legal(tables, state, _theirs(tables, state))
    out[: len(moves)] = moves
    return len(moves)


plausible_moves = legal_moves


def candidate_moves(tables: Tables, state: Array, out: Array) -> tuple[int, bool]:
    """List the moves worth searching: all of them."""
    return legal_moves(tables, state, out), True


def play(tables: Tables, state: Array, move: int) -> None:  # noqa: ARG001
    """Add a move."""
    state[0] += 1
    state[state[0]] = move


def rollout_move(tables: Tables, state: Array, rng: NDArray[np.uint64]) -> int:
    """Return a random legal move."""
    moves = _legal(tables, state, _theirs(tables, state))
    return moves[int(random_below(rng, len(moves)))]


def playout(tables: Tables, state: Array, rng: NDArray[np.uint64]) -> float:
    """Play random legal moves to the end and return the outcome."""
    theirs = _theirs(tables, state).clone()
    while moves := _legal(tables, state, theirs):
        move = moves[random_below(rng, len(moves))]
        play(tables, state, move)
        if move != tables.waits:
            theirs.apply_action(move)
    return _value(tables, theirs)


def _legal(tables: Tables, state: Array, theirs: pyspiel.State) -> list[int]:
    mover = to_move(tables, state) ^ tables.first
    if theirs.is_terminal() or theirs.current_player() == mover:
        return list(theirs.legal_actions())
    return [tables.waits]


def _value(tables: Tables, theirs: pyspiel.State) -> float:
    return float(np.sign(theirs.returns()[tables.first]))


def _theirs(tables: Tables, state: Array) -> pyspiel.State:
    """Return the position as OpenSpiel has it, which nobody may change."""
    return _reached(tables, state[1 : state[0] + 1].tobytes())


@lru_cache(maxsize=1 << 12)
def _reached(tables: Tables, played: bytes) -> pyspiel.State:
    moves = np.frombuffer(played, np.int64).tolist()
    if len(moves) % MOST_DEEP:  # one move after a position that may well be known
        theirs, moves = _reached(tables, played[:-8]).clone(), moves[-1:]
    else:
        theirs = loaded(tables.game).new_initial_state()
    for move in moves:
        if move != tables.waits:
            theirs.apply_action(move)
    return theirs
