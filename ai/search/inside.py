"""A search that is watched one simulation at a time.

It is the search itself: its functions run as plain Python, with somebody who listens. Where a
number of simulations is asked for at once, the compiled ones run; both grow the same tree.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import inf
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
from ai.search.nmcs import load_game
from ai.search.nmcs_algorithm import BUDGET
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.options import TreeOptions
from ai.search.polling import UNLIMITED
from ai.search.simulation import (
    BackedUp,
    Expanded,
    LineTree,
    Path,
    PlayedOut,
    SearchedTree,
    Selected,
    Simulation,
    Tries,
    UctTree,
)
from ai.search.tree import count_result
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
        return UctTree.of(self._search.tree, self._options.exploration)

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
            selected=Selected(path),
            expanded=None if leaf is None else Expanded(path[:leaf]),
            played_out=None if self._result is None else PlayedOut(self._moves, self._result),
            backed_up=BackedUp(tuple(result for _, result in reversed(self._counted))),
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
                selected=Selected(path),
                expanded=Expanded(path[:-1]) if is_new else None,
                played_out=PlayedOut(line, float(score)),
                backed_up=BackedUp((float(score),) * (ply + 1)),
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
