"""Where a watched simulation stands: its moments, one after the other, and the tree at each. Pure.

A moment begins with a press of Step.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from ai.search.simulation import Moment, Path, Phase, SearchedNode, SearchedTree, Simulation

SECONDS: Final = {
    Phase.SELECTION: 0.35,
    Phase.EXPANSION: 0.45,
    Phase.PLAYOUT: 1.1,
    Phase.BACKPROPAGATION: 0.9,
}
"""How long a moment of each phase lasts where nobody hurries."""


@dataclass(frozen=True, slots=True)
class Staged:
    """What is to be seen of a search.

    Attributes:
        tree: What its simulations have made; None where nothing is known yet.
        simulation: The one that is shown; None before the first.
        index: The place of the present moment among its moments.
        progress: How far this moment is, 0 to 1.
    """

    tree: SearchedTree | None = None
    simulation: Simulation | None = None
    index: int = 0
    progress: float = 1.0

    @property
    def moment(self) -> Moment | None:
        """The present moment, None before the first simulation."""
        return None if self.simulation is None else self.simulation.moments[self.index]

    @property
    def described(self) -> SearchedTree | type[SearchedTree]:
        return self.tree or SearchedTree

    @property
    def phase(self) -> Phase | None:
        """The present phase, None before the first simulation."""
        return None if (moment := self.moment) is None else moment.phase

    @property
    def look(self) -> tuple[object, ...]:
        """What tree and sums depend on: equal as long as these look the same."""
        told, phase = self.simulation, self.phase
        changed = 0 if phase is not Phase.BACKPROPAGATION else self._changed
        return self.tree, None if told is None else told.number, self.index, changed

    @property
    def is_last(self) -> bool:
        """Whether the simulation has no further moment."""
        return self.simulation is None or self.index == len(self.simulation.moments) - 1

    @property
    def path(self) -> Path:
        return () if (moment := self.moment) is None else moment.path

    def on(self) -> "Staged":
        """Return it at its next moment, if there is one."""
        return self if self.is_last else replace(self, index=self.index + 1, progress=0.0)

    def at_end(self) -> "Staged":
        last = 0 if self.simulation is None else len(self.simulation.moments) - 1
        return replace(self, index=last, progress=1.0)

    def node(self, path: Path) -> SearchedNode | None:
        told = self.simulation
        if told is None:
            return None if self.tree is None else self.tree.node(path)
        before, after = told.before.node(path), told.after.node(path)
        return before if after is None else self._now(before, after)

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        told = self.simulation
        if told is None:
            return () if self.tree is None else self.tree.children(path)
        if self.phase is Phase.BACKPROPAGATION and self.progress >= 1:
            return told.after.children(path)
        known = {each.path: each for each in told.before.children(path)}
        nodes = (self._now(known.get(each.path), each) for each in told.after.children(path))
        return tuple(node for node in nodes if node is not None)

    def _now(self, before: SearchedNode | None, after: SearchedNode) -> SearchedNode | None:
        """Return a node as it is by now; None where it has not been made yet."""
        is_counted = self.phase is Phase.BACKPROPAGATION
        if is_counted and (not self._is_on_path(after.path) or self._has_changed(after.path)):
            return after
        if before is not None or self.phase is Phase.SELECTION:
            return before
        bonus = None if after.bonus is None else inf
        return after if after.proof else SearchedNode(after.path, 0, 0.0, bonus)

    def is_changing(self, path: Path) -> bool:
        is_counted = self.phase is Phase.BACKPROPAGATION and self._is_on_path(path)
        return is_counted and self._has_changed(path)

    def _is_on_path(self, path: Path) -> bool:
        return self.path[: len(path)] == path

    def _has_changed(self, path: Path) -> bool:
        """Tell whether the result has come up as far as a node of the path."""
        return self._changed > len(self.path) - len(path)

    @property
    def _changed(self) -> int:
        """How many nodes of the path, from its end, the result has reached."""
        return int(self.progress * (len(self.path) + 1))
