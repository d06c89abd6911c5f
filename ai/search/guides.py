"""How the tree search plays a leaf to its end: by the rollout policy, or more carefully."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.search import minimax_kernel, nmcs_two_player_kernel, rave_kernel
from ai.search.minimax_kernel import MinimaxGuide
from ai.search.nmcs_two_player import DEEPEST_LEVEL, new_workspace
from ai.search.nmcs_two_player_kernel import NestedGuide, Rule
from ai.search.rave_kernel import MOVES, RaveGuide

RAVE_NODES = 1 << 20

Prepared = Callable[[NDArray[np.uint8]], Any]
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
        prepared: Makes room for one tree.
    """

    leaf_evaluator: ModuleType | None = None
    prepared: Callable[[Room], Prepared] = _nothing


PLAIN = Guide()


def nested_guide(*, level: int = 1, discounting: bool = True, cow: int = 0, pod: int = 0) -> Guide:
    """Return playouts by nested search of a level, at least 1; see `NestedSearcher`.

    The tree gets the full result: discounting steers what is chosen only.
    """
    if not 1 <= level <= DEEPEST_LEVEL:
        raise ValueError(f"level is {level}: use 1 to {DEEPEST_LEVEL}")
    if pod and not discounting:
        raise ValueError("pruning on depth compares depths: use it with discounting=true")
    rule = Rule(bool(discounting), int(cow), int(pod))

    def prepared(room: Room) -> Prepared:
        work = new_workspace(level, room.state_length, room.moves)
        return lambda flag: NestedGuide(work._replace(flag=flag), np.int64(level), rule)

    return Guide(nmcs_two_player_kernel, prepared)


def minimax_guide(*, depth: int = 1, suicide: bool = False) -> Guide:
    """Return playouts that look 1 or 2 plies ahead, blind to moves that lose at once or not."""
    if depth not in (1, 2):
        raise ValueError(f"depth is {depth}: use 1 or 2")

    def prepared(room: Room) -> Prepared:
        work = new_workspace(1, room.state_length, room.moves)
        return lambda flag: MinimaxGuide(work._replace(flag=flag), np.int64(depth), bool(suicide))

    return Guide(minimax_kernel, prepared)


def rave_guide(equivalence: int) -> Guide:
    """Return rapid action value estimation.

    Args:
        equivalence: A move's visits at which its own mean and that of all moves as first weigh
            the same.
    """
    if equivalence < 1:
        raise ValueError(f"equivalence is {equivalence}: use 1 or more")

    def prepared(room: Room) -> Prepared:
        guide = RaveGuide(
            visits=np.zeros(RAVE_NODES, np.int32),
            wins=np.zeros(RAVE_NODES, np.float32),
            moves=np.zeros(room.plies, np.int64),
            players=np.zeros(room.plies, np.int64),
            stamps=np.zeros((2, MOVES), np.int64),
            clock=np.zeros(1, np.int64),
            equivalence=float(equivalence),
        )
        return lambda _: guide

    return Guide(rave_kernel, prepared)
