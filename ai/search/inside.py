"""A search that is watched one simulation at a time.

It is the search itself: its functions run as plain Python, with somebody who listens. Where a
number of simulations is asked for at once, the compiled ones run; both grow the same tree.
"""

import threading
import time
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf, log, sqrt
from queue import SimpleQueue
from typing import Any, ClassVar, TypeVar

import numpy as np

from ai.contract.rules import State
from ai.kernels import told
from ai.kernels.plain import Around, plain_algorithm
from ai.kernels.random import new_rng
from ai.kinds import SearcherOptions
from ai.search import mcts_algorithm, nmcs_algorithm
from ai.search.advice import Advice
from ai.search.limits import CancelFlag
from ai.search.messages import Proof
from ai.search.nmcs import load_game
from ai.search.nmcs_algorithm import BUDGET
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.options import TreeOptions
from ai.search.polling import UNLIMITED
from ai.search.root_summary import merged
from ai.search.simulation import (
    Memory,
    Parted,
    Path,
    PlayedOut,
    SearchedNode,
    SearchedTree,
    Simulation,
)
from ai.search.tree import ROOT, Tree, child_with_move, count_result
from ai.search.tree_search import TreeSearch, game_kernel

MEMORY_BYTES = 256 << 20
T = TypeVar("T")


class Watched(ABC):
    """A search of one position: it tells of a simulation, or runs and undoes many."""

    @property
    @abstractmethod
    def count(self) -> int:
        """Simulations so far."""

    @property
    @abstractmethod
    def tree(self) -> SearchedTree:
        """What they have made."""

    @abstractmethod
    def simulate(self) -> Simulation | None:
        """Run one more simulation; None where the search is over."""

    def follow(self) -> Path:
        """Run one more simulation, which tells its path only; empty where the search is over."""
        told = self.simulate()
        return told.path if told else ()

    @abstractmethod
    def go_to(self, count: int, seconds: float = inf) -> None:
        """Run or undo simulations until there are so many, the search or the time is over."""


def watch(game: str, position: State, options: SearcherOptions) -> Watched:
    """Return a search of a position, not a finished game, to be watched.

    Args:
        game: The game's name in the registry.
        position: Where it begins.
        options: How its tree is searched; or, in a game for one, the level of a nested search.
    """
    if isinstance(options, TreeOptions):
        return WatchedTree(game, position, options)
    return WatchedNested(game, position, options.seed, getattr(options, "level", 1))


class Parting:
    """Looks for the first simulation at which two searches of a position go different ways."""

    def __init__(self, one: Watched, other: Watched) -> None:
        """Take two searches of which nothing has run yet."""
        paths = (iter(each.follow, ()) for each in (one, other))
        self._both = zip(*paths, strict=False)  # until one is over
        self._found: Parted | None = None
        self._count = 0

    def within(self, count: int, goes_on: Callable[[], bool] = lambda: True) -> Parted | None:
        """Return where it is, None if that is not within so many, or it did not go on so far."""
        while not self._found and self._count < count and goes_on():
            both = next(self._both, None)
            if both is None:
                break
            self._count += 1
            if both[0] != both[1]:
                self._found = Parted(self._count, *both)
        return self._found if self._count <= count else None


def _after(listen: Callable[[Any], object]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what tells a listener the arguments of a function, once it has been called."""

    def around(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            result = function(*arguments)
            listen(arguments)
            return result

        return called

    return around


_PROOFS = (None, Proof.WIN, Proof.DRAW, Proof.LOSS)


@dataclass(frozen=True, eq=False, slots=True)
class UctTree(SearchedTree):
    """A copy of a tree that is searched with an exploration constant."""

    tree: Tree
    exploration: float
    choice: int | None
    columns: ClassVar[tuple[str, ...]] = ("mean", "+ bonus", "= UCT")

    def node(self, path: Path) -> SearchedNode | None:
        place, parent = self._place(path), self._place(path[:-1])
        return None if place is None or parent is None else self._node(place, parent, path)

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
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
        factor = self.exploration * sqrt(log(max(int(tree.visits[parent]), 1)))
        bonus = factor * float(tree.spread[place]) if path else 0.0
        return SearchedNode(path, visits, float(tree.mean[place]), bonus)


class WatchedTree(Watched):
    """A Monte Carlo tree search of one position."""

    def __init__(self, game: str, position: State, options: TreeOptions) -> None:
        self._game, self._position = game, position
        self._options = replace(options, threads=1)
        kernel = game_kernel(game).module
        self._counted: list[tuple[int, float]] = []
        self._expanded: list[int] = []
        self._played: list[int] | None = None  # in a playout: its moves so far
        self._out: PlayedOut | None = None
        around: Around = {
            count_result.py_func: _after(
                lambda given: self._counted.append((int(given[1]), float(given[2])))
            ),
            mcts_algorithm.expand: _after(lambda given: self._expanded.append(int(given[3]))),
            mcts_algorithm.finish: self._around_finish,
            told.tell.py_func: _after(lambda given: self._note(given[0])),
            getattr(kernel.play, "py_func", kernel.play): _after(
                lambda given: self._note(given[2])
            ),
        }
        self._plain = plain_algorithm(mcts_algorithm, kernel, around)
        self._search = self._begin()

    @property
    def count(self) -> int:
        return self._search.simulations

    @property
    def tree(self) -> UctTree:
        tree = self._search.tree
        used = (array[: int(tree.used[0])].copy() for array in tree)
        best = merged([self._search.snapshot], Advice())[0].move if self.count else None
        return UctTree(Tree._make(used), self._options.exploration, best)

    def simulate(self) -> Simulation | None:
        self._counted, self._expanded, self._out = [], [], None
        before = self.tree
        path = self._search.simulate(self._plain)
        if not path:
            return None
        nodes = [node for node, _ in reversed(self._counted)]
        leaf = next((nodes.index(each) for each in self._expanded if each in nodes), None)
        return Simulation(
            number=self.count,
            path=path,
            expanded=None if leaf is None else path[:leaf],
            played_out=self._out,
            results=tuple(result for _, result in reversed(self._counted)),
            before=before,
            after=self.tree,
        )

    def follow(self) -> Path:
        return self._search.simulate()

    def go_to(self, count: int, seconds: float = inf) -> None:
        del seconds  # the compiled functions run them
        if count < self.count:  # the same seed gives the same tree
            self._search = self._begin()
        self._search.search(np.zeros(1, np.uint8), count, MEMORY_BYTES)

    def _begin(self) -> TreeSearch:
        search = TreeSearch(self._game, self._position.parameters, self._options, 0)
        search.prepare(self._position)
        return search

    def _around_finish(self, finish: Callable[..., float]) -> Callable[..., float]:
        def finished(*arguments: Any) -> float:
            self._played = []
            result = finish(*arguments)
            self._out, self._played = PlayedOut(tuple(self._played), float(result)), None
            return result

        return finished

    def _note(self, move: Any) -> None:
        if self._played is not None:
            self._played.append(int(move))


class Tries:
    """What a nested search has tried, which only grows: each of its trees is a look at it."""

    def __init__(self) -> None:
        self.times: dict[Path, list[int]] = {}  # of a node's visits: numbers of tries
        self.best: dict[Path, list[float]] = {}  # after each of these
        self.below: dict[Path, list[Path]] = {}
        self.choices: list[int] = []  # after each try: how the best game begins
        self.count = 0

    def add(self, path: Path, score: float) -> None:
        """Note a try of the last node of a path, which ended with a score."""
        is_best = not self.count or score > self.best[()][-1]
        self.choices.append(path[0] if is_best else self.choices[-1])
        for length in range(len(path) + 1):
            at = path[:length]
            best = self.best.setdefault(at, [])
            if not best and at:
                self.below.setdefault(at[:-1], []).append(at)
            best.append(max([score, *best[-1:]]))
            self.times.setdefault(at, []).append(self.count + 1)
        self.count += 1


@dataclass(frozen=True, eq=False, slots=True)
class LineTree(SearchedTree):
    """The tree that the first `count` tries of a nested search make up."""

    tries: Tries
    count: int
    step: ClassVar[str] = "playout"
    columns: ClassVar[tuple[str, ...]] = ("best",)

    def share(self, node: SearchedNode) -> float:
        top = self.node(())
        return node.mean / max(1.0, top.mean if top else 0.0)

    @property
    def choice(self) -> int | None:
        return self.tries.choices[self.count - 1] if self.count else None

    def node(self, path: Path) -> SearchedNode | None:
        visits = bisect_right(self.tries.times.get(path, ()), self.count)
        return SearchedNode(path, visits, self.tries.best[path][visits - 1]) if visits else None

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        nodes = map(self.node, self.tries.below.get(path, ()))
        return tuple(node for node in nodes if node is not None)


class WatchedCalls(Watched):
    """A search that calls itself: it waits in a thread for whoever wants to know how it goes on."""

    def __init__(self, run: Callable[[Callable[[Simulation], None]], None], start: SearchedTree):
        """Begin; `run` tells each simulation, and `start` is the tree before the first."""
        self._told, self._start = one_by_one(run), start
        self._simulations: list[Simulation] = []
        self._count = 0

    @property
    def count(self) -> int:
        return self._count

    @property
    def tree(self) -> SearchedTree:
        return self._simulations[self._count - 1].after if self._count else self._start

    def simulate(self) -> Simulation | None:
        if self._count == len(self._simulations):
            told = next(self._told, None)
            if told is None:
                return None
            self._simulations.append(told)
        self._count += 1
        return self._simulations[self._count - 1]

    def go_to(self, count: int, seconds: float = inf) -> None:
        end = time.monotonic() + seconds
        self._count = min(count, self._count)
        while self._count < count and time.monotonic() < end and self.simulate():
            pass


class WatchedNested(WatchedCalls):
    """A nested Monte Carlo search of one position of a game for one.

    At level 1 it tries each move of a position with a playout, plays the first one of the best game
    that it has found, and so on to the end; a higher level tries each move with such a search. Then
    it begins again.
    """

    def __init__(self, game: str, position: State, seed: int, level: int = 1) -> None:
        nested = load_game(game)
        board = EncodedPosition.of(nested, position)
        work = board.workspace(level, new_rng(seed), CancelFlag())
        work.counts[BUDGET] = UNLIMITED
        tries = Tries()

        def run(tell: Callable[[Simulation], None]) -> None:  # without a hold on this search
            listener = _NestedListener(tries, tell)
            around = {
                nmcs_algorithm.sample: listener.around_sample,
                nmcs_algorithm.nested: listener.around_nested,
            }
            plain = plain_algorithm(nmcs_algorithm, nested.kernel, around)
            plain.search(board.tables, work, level, 0, UNLIMITED, True, 0)

        self.work = work
        super().__init__(run, LineTree(tries, 0))


class _NestedListener:
    """Makes simulations of playouts, and knows the best line of each level's search by then."""

    def __init__(self, tries: Tries, tell: Callable[[Simulation], None]) -> None:
        self._tries, self._tell = tries, tell
        self._levels: list[Memory] = []  # of the searches that go on, the highest first

    def around_nested(self, nested: Callable[..., Any]) -> Callable[..., Any]:
        def searched(tables: Any, work: Any, level: int, ply: int, *others: Any) -> Any:
            if not level:
                return nested(tables, work, level, ply, *others)
            self._levels.append(Memory(level, ply, (), -inf))
            score, end = nested(tables, work, level, ply, *others)
            self._levels.pop()
            self._remember(work, level, ply, score, end)
            return score, end

        return searched

    def around_sample(self, sample: Callable[..., Any]) -> Callable[..., Any]:
        def sampled(tables: Any, work: Any, ply: int, rollout: int) -> Any:
            score, end = sample(tables, work, ply, rollout)
            line = self._remember(work, 0, ply, score, end)
            path, tries = line[:ply], self._tries
            before = LineTree(tries, tries.count)
            is_new = before.node(path) is None
            tries.add(path, float(score))
            self._tell(
                Simulation(
                    number=tries.count,
                    path=path,
                    expanded=path[:-1] if is_new else None,
                    played_out=PlayedOut(line[ply:], float(score)),
                    results=(float(score),) * (ply + 1),
                    before=before,
                    after=LineTree(tries, tries.count),
                    memories=tuple(self._levels),
                )
            )
            return score, end

        return sampled

    def _remember(self, work: Any, level: int, ply: int, score: Any, end: int) -> Path:
        """Let the level above know what one of its moves came to; return that whole game."""
        line = (*work.path[:ply].tolist(), *work.lines[level][ply:end].tolist())
        if self._levels and score > self._levels[-1].score:
            self._levels[-1] = replace(self._levels[-1], line=line, score=float(score))
        return line


class _ClosedError(Exception):
    """Nobody listens any more, or there is no more to be told."""


def one_by_one(run: Callable[[Callable[[T], None]], None]) -> Iterator[T]:
    """Yield what a function tells, which waits in a thread of its own until it is asked for.

    The thread ends with the iterator, on which the function must have no hold.
    """
    asked: SimpleQueue[bool] = SimpleQueue()
    answers: SimpleQueue[T | BaseException] = SimpleQueue()

    def tell(answer: T) -> None:
        answers.put(answer)
        if not asked.get():
            raise _ClosedError

    def work() -> None:
        try:
            if asked.get():
                run(tell)
            answers.put(_ClosedError())
        except _ClosedError:
            pass
        except BaseException as error:  # it is the listener's
            answers.put(error)

    threading.Thread(target=work, name="watched search", daemon=True).start()
    try:
        while True:
            asked.put(True)
            answer = answers.get()
            if isinstance(answer, _ClosedError):
                return
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        asked.put(False)
