"""One simulation of a search, told phase by phase, and the tree that it changes.

All of it is frozen: the window keeps it as long as it likes. A node is named by the moves that
lead to it from the searched position, which is `()`.
"""

from bisect import bisect_right
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ai.search.messages import Proof

Path = tuple[int, ...]

_PROOFS = (None, Proof.WIN, Proof.DRAW, Proof.LOSS)


@dataclass(frozen=True, slots=True)
class SearchedNode:
    """A node as the search sees it, from the point of view of the player who moved there.

    Attributes:
        path: The moves that lead to it.
        visits: How often it was tried.
        mean: Its share of a win, or the best score that was found below it; 0 before a visit.
        bonus: What UCT adds because it was tried seldom: infinite before a visit, 0 where its
            value is proven, None in a search without it.
        proof: Its proven value.
    """

    path: Path
    visits: int
    mean: float
    bonus: float | None = None
    proof: Proof | None = None

    @property
    def value(self) -> float:
        """What selection compares; a move that is proven lost is the last choice."""
        return -inf if self.proof is Proof.LOSS else self.mean + (self.bonus or 0.0)


class SearchedTree(Protocol):
    """A tree at one moment."""

    def node(self, path: Path) -> SearchedNode | None:
        """Return a node, None where it has not been made."""

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        """Return the children of a node; none of a leaf, or of what is not in the tree."""


@dataclass(frozen=True, eq=False, slots=True)
class UctTree:
    """A copy of a tree of `ai.search.tree`: N nodes, see `Tree` for its arrays."""

    move: NDArray[np.int16]
    first_child: NDArray[np.int32]
    child_count: NDArray[np.int16]
    visits: NDArray[np.int32]
    mean: NDArray[np.float32]
    proof: NDArray[np.int8]
    exploration: float

    @classmethod
    def of(cls, tree: Any, exploration: float) -> "UctTree":
        """Copy what is used of a tree that is searched with an exploration constant."""
        used = int(tree.used[0])
        return cls(
            tree.move[:used].copy(),
            tree.first_child[:used].copy(),
            tree.child_count[:used].copy(),
            tree.visits[:used].copy(),
            tree.mean[:used].copy(),
            tree.proof[:used].copy(),
            exploration,
        )

    def node(self, path: Path) -> SearchedNode | None:
        """Return a node, None where it has not been made."""
        place, parent = self._place(path), self._place(path[:-1])
        return None if place is None or parent is None else self._node(place, parent, path)

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        """Return the children of a node; none of a leaf, or of what is not in the tree."""
        parent = self._place(path)
        if parent is None:
            return ()
        first = int(self.first_child[parent])
        places = range(first, first + int(self.child_count[parent]))
        return tuple(self._node(place, parent, (*path, int(self.move[place]))) for place in places)

    def _place(self, path: Path) -> int | None:
        place = 0
        for move in path:
            first = int(self.first_child[place])
            moves = self.move[first : first + int(self.child_count[place])]
            found = np.flatnonzero(moves == move)
            if not found.size:
                return None
            place = first + int(found[0])
        return place

    def _node(self, place: int, parent: int, path: Path) -> SearchedNode:
        visits, proof = int(self.visits[place]), _PROOFS[self.proof[place]]
        if proof is not None:
            return SearchedNode(path, visits, proof.share, 0.0, proof)
        if not visits:
            return SearchedNode(path, 0, 0.0, inf)
        tried = log(max(int(self.visits[parent]), 1))
        bonus = self.exploration * sqrt(tried / visits) if path else 0.0
        return SearchedNode(path, visits, float(self.mean[place]), bonus)


class Tries:
    """What a nested search has tried, which only grows: each of its trees is a look at it."""

    def __init__(self) -> None:
        self.times: dict[Path, list[int]] = {}  # of a node's visits: numbers of tries
        self.best: dict[Path, list[float]] = {}  # after each of these
        self.below: dict[Path, list[Path]] = {}
        self.count = 0

    def add(self, path: Path, score: float) -> None:
        """Note a try of the last node of a path, which ended with a score."""
        for length in range(len(path) + 1):
            at = path[:length]
            best = self.best.setdefault(at, [])
            if not best and at:
                self.below.setdefault(at[:-1], []).append(at)
            best.append(max([score, *best[-1:]]))
            self.times.setdefault(at, []).append(self.count + 1)
        self.count += 1


@dataclass(frozen=True, eq=False, slots=True)
class LineTree:
    """The tree that the first `count` tries of a nested search make up."""

    tries: Tries
    count: int

    def node(self, path: Path) -> SearchedNode | None:
        """Return a node, None where it has not been made."""
        visits = bisect_right(self.tries.times.get(path, ()), self.count)
        return SearchedNode(path, visits, self.tries.best[path][visits - 1]) if visits else None

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        """Return the children of a node; none of a leaf, or of what is not in the tree."""
        nodes = map(self.node, self.tries.below.get(path, ()))
        return tuple(node for node in nodes if node is not None)


@dataclass(frozen=True, slots=True)
class Selected:
    """The way down the tree, to the leaf that is looked at."""

    path: Path


@dataclass(frozen=True, slots=True)
class Expanded:
    """A leaf got children; where a forced win is known, that line instead."""

    path: Path


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The leaf was played to its end.

    Attributes:
        moves: What was played, as far as the playout tells: it may see its end some moves ahead.
        result: +1, 0 or -1 for player 0, or the score.
    """

    moves: Path
    result: float


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What was counted, at the root and at each node of the path, for who moved there."""

    results: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation of a search.

    Attributes:
        number: Its number, from 1.
        selected: Where selection led.
        expanded: The leaf that got children, if one did; `selected` leads on to one of these.
        played_out: The playout; None where the leaf's value was certain.
        backed_up: What was counted.
        before: The tree before it.
        after: The tree after it.
    """

    number: int
    selected: Selected
    expanded: Expanded | None
    played_out: PlayedOut | None
    backed_up: BackedUp
    before: SearchedTree
    after: SearchedTree
