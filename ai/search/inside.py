"""A search that is watched one simulation at a time.

It is the search itself: its functions run as plain Python, with somebody who listens. Where a
number of simulations is asked for at once, the compiled ones run; both grow the same tree.
"""

import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf, log, sqrt
from queue import SimpleQueue
from typing import Any, Protocol

import numpy as np

from ai.contract.rules import State
from ai.kernels import told
from ai.kernels.plain import Around, plain_algorithm
from ai.kernels.random import new_rng
from ai.kinds import SearcherOptions
from ai.search import mcts_algorithm, nmcs_algorithm
from ai.search.limits import CancelFlag
from ai.search.messages import Proof
from ai.search.nmcs import load_game
from ai.search.nmcs_algorithm import BUDGET
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.options import TreeOptions
from ai.search.polling import UNLIMITED
from ai.search.simulation import Path, PlayedOut, SearchedNode, SearchedTree, Simulation
from ai.search.tree import ROOT, Tree, child_with_move, count_result
from ai.search.tree_search import TreeSearch, game_kernel

MEMORY_BYTES = 256 << 20
_LEVEL = 1  # of a nested search that is watched


class Watched(Protocol):
    """A search of one position."""

    @property
    def count(self) -> int:
        """Simulations so far."""

    @property
    def tree(self) -> SearchedTree:
        """What they have made."""

    def simulate(self) -> Simulation | None:
        """Run one more simulation; None where the search is over."""

    def go_to(self, count: int, seconds: float = inf) -> None:
        """Run or undo simulations until there are so many, or the search is over.

        Where only plain Python runs them, it stops after so many seconds.
        """


def watch(game: str, position: State, options: SearcherOptions) -> Watched:
    """Return a search of a position, not a finished game, to be watched.

    Args:
        game: The game's name in the registry.
        position: Where it begins.
        options: How its tree is searched; where there are no such options, in a game for one, it is
            a nested search of level 1, of which only the seed counts.
    """
    if isinstance(options, TreeOptions):
        return WatchedTree(game, position, options)
    return WatchedNested(game, position, options.seed)


_PROOFS = (None, Proof.WIN, Proof.DRAW, Proof.LOSS)


@dataclass(frozen=True, eq=False, slots=True)
class UctTree:
    """A copy of a tree that is searched with an exploration constant."""

    tree: Tree
    exploration: float

    def node(self, path: Path) -> SearchedNode | None:
        """Return a node, None where it has not been made."""
        place, parent = self._place(path), self._place(path[:-1])
        return None if place is None or parent is None else self._node(place, parent, path)

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        """Return the children of a node; none of a leaf, or of what is not in the tree."""
        parent = self._place(path)
        if parent is None:
            return ()
        first = int(self.tree.first_child[parent])
        places = range(first, first + int(self.tree.child_count[parent]))
        moves = self.tree.move
        return tuple(self._node(place, parent, (*path, int(moves[place]))) for place in places)

    def _place(self, path: Path) -> int | None:
        place: int | None = ROOT
        for move in path:
            place = None if place is None else child_with_move(self.tree, place, move)
        return place

    def _node(self, place: int, parent: int, path: Path) -> SearchedNode:
        tree = self.tree
        visits, proof = int(tree.visits[place]), _PROOFS[tree.proof[place]]
        if proof is not None:
            return SearchedNode(path, visits, proof.share, 0.0, proof)
        if not visits:
            return SearchedNode(path, 0, 0.0, inf)
        tried = log(max(int(tree.visits[parent]), 1))
        bonus = self.exploration * sqrt(tried / visits) if path else 0.0
        return SearchedNode(path, visits, float(tree.mean[place]), bonus)


class WatchedTree:
    """A Monte Carlo tree search; see `Watched`."""

    def __init__(self, game: str, position: State, options: TreeOptions) -> None:
        self._game, self._position = game, position
        self._options = replace(options, threads=1)
        kernel = game_kernel(game).module
        self._counted: list[tuple[int, float]] = []
        self._expanded: list[int] = []
        self._played: list[int] | None = None
        self._moves: Path = ()
        self._result: float | None = None
        around: Around = {
            count_result.py_func: self._around_count,
            mcts_algorithm.expand: self._around_expand,
            mcts_algorithm.finish: self._around_finish,
            told.tell.py_func: lambda _: self._note,
            getattr(kernel.play, "py_func", kernel.play): self._around_play,
        }
        self._plain = plain_algorithm(mcts_algorithm, kernel, around)
        self._search = self._begin()

    @property
    def count(self) -> int:
        """Simulations so far."""
        return self._search.simulations

    @property
    def tree(self) -> UctTree:
        """What they have made."""
        tree = self._search.tree
        used = (array[: int(tree.used[0])].copy() for array in tree)
        return UctTree(Tree._make(used), self._options.exploration)

    def simulate(self) -> Simulation | None:
        """Run one more simulation; None where the search is over."""
        self._counted, self._expanded, self._result = [], [], None
        before = self.tree
        with np.errstate(over="ignore"):  # words wrap round, as compiled ones do
            if not self._search.simulate(self._plain):
                return None
        moves = self._search.tree.move
        nodes = [node for node, _ in reversed(self._counted)]
        path = tuple(int(moves[node]) for node in nodes[1:])
        leaf = next((nodes.index(each) for each in self._expanded if each in nodes), None)
        return Simulation(
            number=self.count,
            path=path,
            expanded=None if leaf is None else path[:leaf],
            played_out=None if self._result is None else PlayedOut(self._moves, self._result),
            results=tuple(result for _, result in reversed(self._counted)),
            before=before,
            after=self.tree,
        )

    def go_to(self, count: int, seconds: float = inf) -> None:
        """Run or undo simulations until there are so many, or the search is over."""
        del seconds  # the compiled functions run them
        if count < self.count:  # the same seed gives the same tree
            self._search = self._begin()
        self._search.search(np.zeros(1, np.uint8), count, MEMORY_BYTES)

    def _begin(self) -> TreeSearch:
        search = TreeSearch(self._game, self._position.parameters, self._options, 0)
        search.prepare(self._position)
        return search

    # What is listened to.

    def _around_count(self, count: Callable[..., None]) -> Callable[..., None]:
        def counted(tree: Any, node: Any, result: Any) -> None:
            count(tree, node, result)
            self._counted.append((int(node), float(result)))

        return counted

    def _around_expand(self, expand: Callable[..., bool]) -> Callable[..., bool]:
        def expanded(tables: Any, tree: Any, state: Any, node: Any, *others: Any) -> bool:
            self._expanded.append(int(node))
            return expand(tables, tree, state, node, *others)

        return expanded

    def _around_finish(self, finish: Callable[..., float]) -> Callable[..., float]:
        def finished(*arguments: Any) -> float:
            self._played = []
            result = finish(*arguments)
            self._moves, self._played = tuple(self._played), None
            self._result = float(result)
            return result

        return finished

    def _around_play(self, play: Callable[..., None]) -> Callable[..., None]:
        def played(tables: Any, state: Any, move: Any) -> None:
            self._note(move)
            play(tables, state, move)

        return played

    def _note(self, move: Any) -> None:
        if self._played is not None:
            self._played.append(int(move))


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


class WatchedNested:
    """A nested Monte Carlo search of level 1 for a game for one; see `Watched`.

    It tries each move of a position with a playout, plays the first one of the best game that it
    has found, and so on to the end; then it begins again.
    """

    def __init__(self, game: str, position: State, seed: int) -> None:
        nested = load_game(game)
        board = EncodedPosition.of(nested, position)
        work = board.workspace(_LEVEL, new_rng(seed), CancelFlag())
        work.counts[BUDGET] = UNLIMITED
        tries = Tries()

        def run(tell: Callable[[Simulation], None]) -> None:  # without a hold on this search
            around = {nmcs_algorithm.sample: partial(_around_sample, tries, tell)}
            plain = plain_algorithm(nmcs_algorithm, nested.kernel, around)
            with np.errstate(over="ignore"):
                plain.search(board.tables, work, _LEVEL, 0, UNLIMITED, True, 0)

        self.work, self._tries = work, tries
        self._simulations: list[Simulation] = []
        self._told = _one_by_one(run)
        self.count = 0

    @property
    def tree(self) -> LineTree:
        """What the simulations have made."""
        return LineTree(self._tries, self.count)

    def simulate(self) -> Simulation | None:
        """Run one more simulation; this search is never over."""
        if self.count == len(self._simulations):
            self._simulations.append(next(self._told))
        self.count += 1
        return self._simulations[self.count - 1]

    def go_to(self, count: int, seconds: float = inf) -> None:
        """Run or undo simulations until there are so many, or the time is over."""
        end = time.monotonic() + seconds
        self.count = min(count, self.count)
        while self.count < count and time.monotonic() < end:
            self.simulate()


def _around_sample(
    tries: Tries, tell: Callable[[Simulation], None], sample: Callable[..., Any]
) -> Callable[..., Any]:
    def sampled(tables: Any, work: Any, ply: int, rollout: int) -> Any:
        score, length = sample(tables, work, ply, rollout)
        path: Path = tuple(work.path[:ply].tolist())
        line = tuple(work.lines[0][ply:length].tolist())
        before = LineTree(tries, tries.count)
        is_new = before.node(path) is None
        tries.add(path, float(score))
        tell(
            Simulation(
                number=tries.count,
                path=path,
                expanded=path[:-1] if is_new else None,
                played_out=PlayedOut(line, float(score)),
                results=(float(score),) * (ply + 1),
                before=before,
                after=LineTree(tries, tries.count),
            )
        )
        return score, length

    return sampled


class _ClosedError(Exception):
    """Nobody listens any more."""


def _one_by_one(
    run: Callable[[Callable[[Simulation], None]], None],
) -> Iterator[Simulation]:
    """Yield what a function tells, which waits in a thread of its own until it is asked for.

    The thread ends with the iterator, on which the function must have no hold.
    """
    asked: SimpleQueue[bool] = SimpleQueue()
    answers: SimpleQueue[Simulation | BaseException] = SimpleQueue()

    def tell(simulation: Simulation) -> None:
        answers.put(simulation)
        if not asked.get():
            raise _ClosedError

    def work() -> None:
        try:
            if asked.get():
                run(tell)
        except _ClosedError:
            pass
        except BaseException as error:  # it is the listener's
            answers.put(error)

    threading.Thread(target=work, name="watched search", daemon=True).start()
    try:
        while True:
            asked.put(True)
            answer = answers.get()
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        asked.put(False)
