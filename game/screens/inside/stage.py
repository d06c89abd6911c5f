"""Where a watched simulation stands: its moments, one after the other, and the tree at each. Pure.

A moment begins with a press of Step.
"""

from dataclasses import dataclass, replace
from math import inf, isinf
from typing import Final

from ai.contract.rules import State
from ai.search.simulation import PROVEN, Moment, Path, Phase, SearchedNode, SearchedTree, Simulation
from game.words import inside as words
from game.words.numbers import decimal, thousands
from game.words.say import sentences

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
        simulation, phase = self.simulation, self.phase
        changed = 0 if phase is not Phase.BACKPROPAGATION else self._changed
        return self.tree, None if simulation is None else simulation.number, self.index, changed

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
        simulation = self.simulation
        if simulation is None:
            return None if self.tree is None else self.tree.node(path)
        before, after = simulation.before.node(path), simulation.after.node(path)
        return before if after is None else self._now(before, after)

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        simulation = self.simulation
        if simulation is None:
            return () if self.tree is None else self.tree.children(path)
        if self.phase is Phase.BACKPROPAGATION and self.progress >= 1:
            return simulation.after.children(path)
        earlier = {each.path: each for each in simulation.before.children(path)}
        nodes = (
            self._now(earlier.get(each.path), each) for each in simulation.after.children(path)
        )
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


def state_at(root: State, path: Path) -> State:
    for move in path:
        root = root.play(move)
    return root


def worth_of(node: SearchedNode) -> str:
    """Return what a node is worth: the mean of its results, or the best score."""
    if node.proof is not None:
        return PROVEN[node.proof]
    if not node.visits:
        return "–"
    return thousands(round(node.mean)) if node.bonus is None else decimal(node.mean, 2)


def summands(node: SearchedNode) -> tuple[str, ...]:
    """Return a node's worth, what UCT adds to it, and the sum; what is proven stands alone."""
    if node.bonus is None or node.proof is not None:
        return (worth_of(node),)
    if isinf(node.bonus):
        return worth_of(node), "∞", "∞"
    return tuple(map(number, node.summands))


def summed(node: SearchedNode) -> str:
    """Return the sum as it is written out: 0.54 + 0.21."""
    is_sum = node.visits and node.bonus is not None
    return " + ".join(summands(node)[:2]) if is_sum else worth_of(node)


def number(value: float) -> str:
    return thousands(value) if isinstance(value, int) else decimal(value, 2)


def sentence(stage: Staged, *, is_over: bool) -> str:
    """Return what happens at a moment, in one or two short sentences."""
    moment, simulation, tree = stage.moment, stage.simulation, stage.tree
    if is_over and simulation is None:
        return words.PROVEN_ROOT
    if moment is not None and simulation is not None:
        return moment.text
    if tree is not None and tree.kept is not None:
        return sentences(words.begins(tree.kept), words.STEP_GOES_ON)
    return words.NONE_YET[stage.described.step]
