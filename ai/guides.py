"""How the tree search plays a leaf to its end: by the rollout policy, or more carefully."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai import minimax_kernel, nmcs_two_player_kernel
from ai.minimax_kernel import MinimaxGuide
from ai.nmcs_two_player import DEEPEST_LEVEL, new_workspace
from ai.nmcs_two_player_kernel import NestedGuide, Rule, Workspace

Prepared = Callable[[NDArray[np.uint8]], Any]


@dataclass(frozen=True, slots=True)
class Guide:
    """A way of playing on.

    Attributes:
        playing_on: The generic module whose `finish` does it; None for the rollout policy.
        levels: The levels its workspace needs.
        bind: Makes what `finish` is given out of a workspace.
    """

    playing_on: ModuleType | None = None
    levels: int = 0
    bind: Callable[[Workspace], Any] = lambda _: None

    def prepared(self, state_length: int, moves: int) -> Prepared:
        """Return what gives `finish` its guide, for states and lists of moves of these lengths.

        What it returns takes the search's cancel flag, as a careful playout may take long.
        """
        if self.playing_on is None:
            return lambda _: None
        work = new_workspace(self.levels, state_length, moves)
        return lambda flag: self.bind(work._replace(flag=flag))


PLAIN = Guide()


def nested_guide(*, level: int = 1, discounting: bool = True, cow: int = 0, pod: int = 0) -> Guide:
    """Return playouts by nested search of a level, at least 1; see `NestedSearcher`.

    The tree gets the full result: discounting steers what is chosen only.
    """
    if not 1 <= level <= DEEPEST_LEVEL:
        raise ValueError(f"level is {level}: use 1 to {DEEPEST_LEVEL}")
    rule = Rule(bool(discounting), int(cow), int(pod))
    return Guide(
        nmcs_two_player_kernel, level, lambda work: NestedGuide(work, np.int64(level), rule)
    )


def minimax_guide(depth: int) -> Guide:
    """Return playouts that look 1 or 2 plies ahead."""
    if depth not in (1, 2):
        raise ValueError(f"depth is {depth}: use 1 or 2")
    return Guide(minimax_kernel, 1, lambda work: MinimaxGuide(work, np.int64(depth)))
