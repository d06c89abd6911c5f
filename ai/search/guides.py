"""How the tree search plays a leaf to its end: by the rollout policy, or more carefully."""

from collections.abc import Callable
from dataclasses import dataclass
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

Prepared = Callable[[Flag], Any]
"""Returns what the kernel gets, for the search's cancel flag: a careful playout may take long."""


class Room(NamedTuple):
    """How long a game's states, lists of moves and games are."""

    state_length: int
    moves: int
    plies: int


def _nothing(_: Room) -> Prepared:
    return lambda _: None


@dataclass(frozen=True, slots=True)
class Guide:
    """How the tree search evaluates its leaves.

    Attributes:
        leaf_evaluator: The generic module that does it; None for the rollout policy.
    """

    leaf_evaluator: ModuleType | None = None
    prepared: Callable[[Room], Prepared] = _nothing


def nested_guide(options: Nesting) -> Guide:
    """Return playouts by nested search of a level, at least 1; see `NestedSearcher`."""

    def prepared(room: Room) -> Prepared:
        work = new_workspace(options.level, room.state_length, room.moves)
        rule = rule_of(options)
        return lambda flag: NestedGuide(work._replace(flag=flag), np.int64(options.level), rule)

    return Guide(nmcs_two_player_algorithm, prepared)


def minimax_guide(options: MinimaxTreeOptions) -> Guide:
    """Return playouts that look 1 or 2 plies ahead, blind to moves that lose at once or not."""

    def prepared(room: Room) -> Prepared:
        work = new_workspace(1, room.state_length, room.moves)
        depth = np.int64(options.depth)
        return lambda flag: MinimaxGuide(work._replace(flag=flag), depth, options.suicide)

    return Guide(minimax_algorithm, prepared)


def rave_guide(options: RaveOptions) -> Guide:
    """Return rapid action value estimation."""

    def prepared(room: Room) -> Prepared:
        guide = RaveGuide(
            visits=np.zeros(RAVE_NODES, np.int32),
            wins=np.zeros(RAVE_NODES, np.float32),
            moves=np.zeros(room.plies, np.int64),
            players=np.zeros(room.plies, np.int64),
            stamps=np.zeros((2, MOVES), np.int64),
            clock=np.zeros(1, np.int64),
            equivalence=float(options.equivalence),
        )
        return lambda _: guide

    return Guide(rave_algorithm, prepared)
