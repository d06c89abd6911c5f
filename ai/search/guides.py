"""How the tree search plays a leaf to its end: by the rollout policy, or more carefully."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ai.search import minimax_algorithm, nmcs_two_player_algorithm, rave_algorithm
from ai.search.limits import Flag
from ai.search.minimax_algorithm import MinimaxGuide
from ai.search.nmcs_two_player import new_workspace, rule_of
from ai.search.nmcs_two_player_algorithm import NestedGuide
from ai.search.options import MinimaxTreeOptions, Nesting, RaveOptions
from ai.search.rave_algorithm import MOVES, RaveGuide

RAVE_NODES = 1 << 20


class Room(NamedTuple):
    """How long a game's states, lists of moves and games are."""

    state_length: int
    moves: int
    plies: int


class Guide(NamedTuple):
    """How the tree search evaluates its leaves.

    Attributes:
        leaf_evaluator: The generic module that does it; None for the rollout policy.
        of_search: Takes a search's cancel flag, as a careful playout may take long, and returns
            what the kernel gets.
    """

    leaf_evaluator: ModuleType | None = None
    of_search: Callable[[Flag], Any] = lambda _: None


def nested_guide(options: Nesting, room: Room) -> Guide:
    """Return playouts by nested search of a level, at least 1; see `NestedSearcher`."""
    work = new_workspace(options.level, room.state_length, room.moves)
    level, rule = np.int64(options.level), rule_of(options)
    return Guide(
        nmcs_two_player_algorithm, lambda flag: NestedGuide(work._replace(flag=flag), level, rule)
    )


def minimax_guide(options: MinimaxTreeOptions, room: Room) -> Guide:
    """Return playouts that look 1 or 2 plies ahead, blind to moves that lose at once or not."""
    work, depth = new_workspace(1, room.state_length, room.moves), np.int64(options.depth)
    return Guide(
        minimax_algorithm,
        lambda flag: MinimaxGuide(work._replace(flag=flag), depth, options.suicide),
    )


def rave_guide(options: RaveOptions, room: Room) -> Guide:
    """Return rapid action value estimation."""
    guide = RaveGuide(
        visits=np.zeros(RAVE_NODES, np.int32),
        wins=np.zeros(RAVE_NODES, np.float32),
        moves=np.zeros(room.plies, np.int64),
        players=np.zeros(room.plies, np.int64),
        stamps=np.zeros((2, MOVES), np.int64),
        clock=np.zeros(1, np.int64),
        equivalence=float(options.equivalence),
    )
    return Guide(rave_algorithm, lambda _: guide)
