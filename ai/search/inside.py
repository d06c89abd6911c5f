"""A search that is watched one simulation at a time.

It is the search itself: its functions run as plain Python, with somebody who listens. Where a
number of simulations is asked for at once, the compiled ones run; both grow the same tree.
"""

import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import inf, log, sqrt
from queue import SimpleQueue
from typing import Any, ClassVar, Final

import numpy as np

from ai.contract.games import game_spec
from ai.contract.rules import GameSpec, State
from ai.engine.specialise import kernel_of
from ai.kernels.plain import Around, on_move, plain_algorithm
from ai.kernels.random import new_rng
from ai.kinds import SearcherOptions
from ai.phrases import N_, filled, filled_count, plural
from ai.search import mcts_algorithm, nmcs_algorithm
from ai.search.limits import CancelFlag
from ai.search.mcts import PROOFS, merged
from ai.search.messages import Proof
from ai.search.nmcs_algorithm import BUDGET
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.options import NmcsOptions, TreeOptions
from ai.search.searcher import Advice
from ai.search.simulation import (
    Before,
    Memory,
    Moment,
    Parted,
    Path,
    Phase,
    PlayedOut,
    SearchedNode,
    SearchedTree,
    Simulation,
    Watched,
)
from ai.search.threads import UNLIMITED
from ai.search.tree import ROOT, Tree, child_with_move, count_result
from ai.search.tree_search import TreeSearch

MEMORY_BYTES = 256 << 20
KEPT_FROM = 1_000
"""Simulations of the search before, whose tree a watched search may go on with."""
Tell = Callable[[Simulation], None]
_QUICK_MOVES: Final = plural(
    "**{count} quick move** to the end: **{result}**.",
    "**{count} quick moves** to the end: **{result}**.",
)
_DRAWN: Final = N_("a draw")
_CHILDREN: Final = N_("The leaf gets **{count} child nodes**; **{name}** is tried first.")
_RESULTS: Final = {1: N_("a win for {side}"), 0: _DRAWN, -1: N_("a loss for {side}")}
_COUNTED: Final = {
    False: N_("Each node of the path counts one visit more, **{result}**."),
    True: N_(
        "Each node of the path counts one visit more, **{result}**. It was certain: no playout."
    ),
}
"""By whether the result was certain."""
_UNTRIED: Final = N_("{side} to move: **{name}** has not been tried yet, so it comes first.")
_PROVEN_MOVE: Final = {
    Proof.WIN: N_("{side} to move: **{name}** is proven won."),
    Proof.DRAW: N_("{side} to move: **{name}** is proven drawn."),
    Proof.LOSS: N_("{side} to move: **{name}** is proven lost."),
}
_BEST_OPEN: Final = N_("{side} to move: a draw is certain; **{name}** is the best open move.")
_HIGHEST: Final = N_(
    "{side} to move: **{name}** has the highest sum, {mean} + {bonus} = **{sum}**."
)
_NEW_BEST: Final = N_("**{score}** is the best game so far: it is remembered.")
_ONCE_MORE: Final = {
    False: N_("**{name}** is tried once more."),
    True: N_("Level {level}: **{name}** is tried once more."),
}
_BY_A_SEARCH: Final = {
    False: N_("**{name}** is tried by a search of **level {lower}**."),
    True: N_("Level {level}: **{name}** is tried by a search of **level {lower}**."),
}
_BEST_SO_FAR: Final = {
    False: N_("**{name}** begins the best game found so far: it is played."),
    True: N_("Level {level}: **{name}** begins the best game found so far: it is played."),
}
"""By whether there are several levels."""


def watch(
    game: str, position: State, options: SearcherOptions, before: Before | None = None
) -> Watched:
    """Return a search of a position, not a finished game, to be watched.

    Args:
        options: How its tree is searched, or the level of a nested search.
        before: How it was reached; a tree that is reused is one of a search there.
    """
    if isinstance(options, TreeOptions):
        return WatchedTree(game, position, options, before)
    assert isinstance(options, NmcsOptions)
    return WatchedNested(game, position, options.seed, options.level)


class Parting:
    """Looks for the first simulation at which two searches of a position go different ways."""

    def __init__(self, one: Watched, other: Watched) -> None:
        """Take two searches of which nothing has run yet."""
        paths = (iter(each.follow, ()) for each in (one, other))
        self._both = zip(*paths, strict=False)  # until one is over
        self._parted: Parted | None = None
        self._count = 0

    def within(self, count: int, goes_on: Callable[[], bool] = lambda: True) -> Parted | None:
        """Return where it is, None if that is not within so many, or it did not go on so far."""
        while not self._parted and self._count < count and goes_on():
            both = next(self._both, None)
            if both is None:
                break
            self._count += 1
            if both[0] != both[1]:
                self._parted = Parted(self._count, *both)
        return self._parted if self._count <= count else None


def _after(listen: Callable[[Any], object]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what tells a listener the arguments of a function, once it has been called."""

    def around(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            result = function(*arguments)
            listen(arguments)
            return result

        return called

    return around


def in_phases(
    simulation: Simulation, expanded: Path | None, say: Callable[[Phase, Path, Path], str]
) -> Simulation:
    """Return a simulation with its moments, the last one of which is its backpropagation.

    Selection has one for each node that it passes, so that one can read what it compares there.

    Args:
        simulation: It, yet without moments.
        expanded: The leaf that got children, to one of which the path leads on; where a forced win
            is known, that line instead. None where the tree has not grown.
        say: Takes a moment's phase, node and path, and returns what is said then.
    """
    path = simulation.path
    passed = len(path) if expanded is None else len(expanded)
    bare = [(Phase.SELECTION, path[:depth], path[: depth + 1]) for depth in range(passed)]
    if expanded is not None:
        bare.append((Phase.EXPANSION, expanded, path))
    if simulation.played_out is not None:
        bare.append((Phase.PLAYOUT, path, path))
    bare.append((Phase.BACKPROPAGATION, (), path))
    return replace(simulation, moments=tuple(Moment(*each, say(*each)) for each in bare))


def say_playout(out: PlayedOut, rules: GameSpec, leaf: State) -> str:
    score, count = round(out.result), len(out.moves)
    if rules.players == 2:
        ends = ending(rules, leaf, out.result)
    else:
        ends = filled_count(score, plural("{count} point", "{count} points"))
    if not count:
        return filled(N_("Played to the end: **{result}**."), result=ends)
    return filled_count(count, _QUICK_MOVES, result=ends)


def ending(rules: GameSpec, state: State, result: float) -> str:
    """Return how a game for two ends, by its result for player 0."""
    if not result:
        return _DRAWN
    return filled(N_("{side} wins"), side=rules.side(state, 0 if result > 0 else 1))


def positions(root: State) -> Callable[[Path], State]:
    """Return what gives the position of a node; it remembers the last ones."""

    @lru_cache(maxsize=1 << 10)
    def position(path: Path) -> State:
        return position(path[:-1]).play(path[-1]) if path else root

    return position


@dataclass(frozen=True, eq=False, slots=True)
class UctTree(SearchedTree):
    """A copy of a tree that is searched with an exploration constant."""

    tree: Tree
    exploration: float
    line: Path
    kept: int | None
    columns: ClassVar[tuple[str, ...]] = (
        N_("mean", "a column"),
        N_("+ bonus", "a column"),
        N_("= UCT", "a column"),
    )

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
        visits, proof = int(tree.visits[place]), PROOFS.get(int(tree.proof[place]))
        if proof is not None:
            return SearchedNode(path, visits, proof.share, 0.0, proof)
        if not visits:
            return SearchedNode(path, 0, 0.0, inf)
        factor = self.exploration * sqrt(log(max(int(tree.visits[parent]), 1)))
        bonus = factor * float(tree.spread[place]) if path else 0.0
        return SearchedNode(path, visits, float(tree.mean[place]), bonus)


class WatchedTree(Watched):
    """A Monte Carlo tree search of one position."""

    def __init__(
        self, game: str, position: State, options: TreeOptions, before: Before | None = None
    ) -> None:
        self._game, self._position, self._rules = game, position, game_spec(game)
        self._before = before
        self._at = positions(position)
        self._options = replace(options, threads=1)
        kernel = kernel_of(game)
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
            on_move.py_func: _after(lambda given: self._note(given[0])),
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
        line = merged([self._search.snapshot], Advice())[0].line if self._search.visits else ()
        kept = self._search.visits - self.count if self._options.reuse else None
        return UctTree(Tree._make(used), self._options.exploration, line, kept)

    def simulate(self) -> Simulation | None:
        self._counted, self._expanded, self._out = [], [], None
        before = self.tree
        path = self._search.simulate(self._plain)
        if not path:
            return None
        nodes = [node for node, _ in reversed(self._counted)]
        leaf = next((nodes.index(each) for each in self._expanded if each in nodes), None)
        simulation = Simulation(self.count, path, self._out, before, self.tree)
        say = partial(self._say, simulation, self._counted[0][1])
        return in_phases(simulation, None if leaf is None else path[:leaf], say)

    def follow(self) -> Path:
        return self._search.simulate()

    def go_to(self, count: int, seconds: float = inf) -> None:
        del seconds  # the compiled functions run them
        if count < self.count:  # the same seed gives the same tree
            self._search = self._begin()
        self._search.search(np.zeros(1, np.uint8), count, MEMORY_BYTES)

    def _begin(self) -> TreeSearch:
        search = TreeSearch(self._game, self._position.parameters, self._options, 0)
        if self._before and self._options.reuse:
            position, move = self._before
            search.prepare(position)
            search.search(np.zeros(1, np.uint8), KEPT_FROM, MEMORY_BYTES)
            search.advance((move,))
        search.prepare(self._position)
        return search

    def _say(
        self, simulation: Simulation, result: float, phase: Phase, at: Path, path: Path
    ) -> str:
        state = self._at(at)
        match phase:
            case Phase.SELECTION:
                return self._say_selection(simulation.before, state, path)
            case Phase.EXPANSION if simulation.played_out is None:
                return N_("A forced win is known from here: its moves join the tree, **proven**.")
            case Phase.EXPANSION:
                count, name = len(simulation.after.children(at)), state.move_label(path[-1])
                if count > 1:
                    return filled(_CHILDREN, count=count, name=name)
                return filled(N_("The leaf gets **{count} child node**."), count=count)
            case Phase.PLAYOUT:
                assert simulation.played_out is not None
                return say_playout(simulation.played_out, self._rules, state)
        mover = self._rules.side(self._at(path[:-1]))
        result_for = filled(_RESULTS[round(result)], side=mover)
        return filled(_COUNTED[simulation.played_out is None], result=result_for)

    def _say_selection(self, tree: SearchedTree, state: State, path: Path) -> str:
        node, side, name = tree.node(path), self._rules.side(state), state.move_label(path[-1])
        if node is None or not node.visits:
            return filled(_UNTRIED, side=side, name=name)
        if node.proof is not None:
            return filled(_PROVEN_MOVE[node.proof], side=side, name=name)
        if any(each.value > node.value for each in tree.children(path[:-1])):
            return filled(_BEST_OPEN, side=side, name=name)
        mean, bonus, total = node.summands
        return filled(_HIGHEST, side=side, name=name, mean=mean, bonus=bonus, sum=total)

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
    """What a nested search has tried, which only grows: each tree is a look at it.

    Attributes:
        best: The best score below it after each of these.
        lines: After each try: the way down the tree to the best game.
    """

    def __init__(self) -> None:
        self.numbers: dict[Path, list[int]] = {}
        self.best: dict[Path, list[float]] = {}
        self.below: dict[Path, list[Path]] = {}
        self.lines: list[Path] = []
        self.count = 0

    def add(self, path: Path, score: float) -> None:
        """Note a try of the last node of a path, which ended with a score."""
        is_best = not self.count or score > self.best[()][-1]
        self.lines.append(path if is_best else self.lines[-1])
        self.count += 1
        for length in range(len(path) + 1):
            at = path[:length]
            if at and at not in self.best:
                self.below.setdefault(at[:-1], []).append(at)
            self.numbers.setdefault(at, []).append(self.count)
            best = self.best.setdefault(at, [])
            best.append(max([score, *best[-1:]]))


@dataclass(frozen=True, eq=False, slots=True)
class NestedTree(SearchedTree):
    """The tree that the first `count` tries of a nested search make up."""

    tries: Tries
    count: int
    step: ClassVar[str] = N_("playout")
    columns: ClassVar[tuple[str, ...]] = (N_("best", "a column"),)

    def share(self, node: SearchedNode) -> float:
        top = self.node(())
        return node.mean / max(1.0, top.mean if top else 0.0)

    @property
    def line(self) -> Path:
        return self.tries.lines[self.count - 1] if self.count else ()

    def node(self, path: Path) -> SearchedNode | None:
        visits = bisect_right(self.tries.numbers.get(path, ()), self.count)
        return SearchedNode(path, visits, self.tries.best[path][visits - 1]) if visits else None

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        nodes = map(self.node, self.tries.below.get(path, ()))
        return tuple(node for node in nodes if node is not None)


class WatchedNested(Watched):
    """A nested Monte Carlo search of one position of a game for one.

    At level 1 it tries each move of a position with a playout, plays the first one of the best game
    that it has found, and so on to the end; a higher level tries each move with such a search. Then
    it begins again.
    """

    def __init__(self, game: str, position: State, seed: int, level: int) -> None:
        board = EncodedPosition.of(game, position)
        work = board.workspace(level, new_rng(seed), CancelFlag())
        work.counts[BUDGET] = UNLIMITED
        tries = Tries()

        def run(tell: Tell) -> None:  # without a hold on this search
            listener = _NestedListener(game, position, tries, tell)
            around = {
                nmcs_algorithm.sample: listener.around_sample,
                nmcs_algorithm.nested: listener.around_nested,
            }
            plain = plain_algorithm(nmcs_algorithm, board.kernel, around)
            plain.search(board.tables, work, level, 0, UNLIMITED, True, 0)

        self.work = work
        self._coming, self._start = one_by_one(run), NestedTree(tries, 0)
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
            simulation = next(self._coming, None)
            if simulation is None:
                return None
            self._simulations.append(simulation)
        self._count += 1
        return self._simulations[self._count - 1]

    def go_to(self, count: int, seconds: float = inf) -> None:
        end = time.monotonic() + seconds
        self._count = min(count, self._count)
        while self._count < count and time.monotonic() < end and self.simulate():
            pass


class _NestedListener:
    """Makes simulations of playouts, and knows the best line of each level's search by then."""

    def __init__(self, game: str, root: State, tries: Tries, tell: Tell) -> None:
        self._rules, self._at = game_spec(game), positions(root)
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
            before = NestedTree(tries, tries.count)
            is_new = before.node(path) is None
            tries.add(path, float(score))
            simulation = Simulation(
                number=tries.count,
                path=path,
                played_out=PlayedOut(line[ply:], float(score)),
                before=before,
                after=NestedTree(tries, tries.count),
                memories=tuple(self._levels),
            )
            self._tell(
                in_phases(simulation, path[:-1] if is_new else None, partial(self._say, simulation))
            )
            return score, end

        return sampled

    def _say(self, simulation: Simulation, phase: Phase, at: Path, path: Path) -> str:
        state, out = self._at(at), simulation.played_out
        assert out is not None
        if phase is Phase.PLAYOUT:
            return say_playout(out, self._rules, state)
        if phase is Phase.BACKPROPAGATION:
            score, best = round(out.result), simulation.before.node(())
            if best is None or score > best.mean:
                return filled(_NEW_BEST, score=score)
            return filled(
                N_("{score} is no more than **{best}**."), score=score, best=round(best.mean)
            )
        name, depth = state.move_label(path[-1]), len(path)
        if phase is Phase.EXPANSION:
            return filled(N_("**{name}** is new: it joins the tree."), name=name)
        above = [each for each in simulation.memories if each.begun < depth]
        if path == simulation.path:
            told = _ONCE_MORE
        elif any(each.begun == depth for each in simulation.memories):
            told = _BY_A_SEARCH
        else:
            told = _BEST_SO_FAR
        if len(simulation.memories) == 1:
            return filled(told[False], name=name, lower=above[-1].level - 1)
        level = above[-1].level
        return filled(told[True], name=name, level=level, lower=level - 1)

    def _remember(self, work: Any, level: int, ply: int, score: Any, end: int) -> Path:
        """Let the level above know what one of its moves came to; return that whole game."""
        line = (*work.path[:ply].tolist(), *work.lines[level][ply:end].tolist())
        if self._levels and score > self._levels[-1].score:
            self._levels[-1] = replace(self._levels[-1], line=line, score=float(score))
        return line


class _ClosedError(Exception):
    """Nobody listens any more, or there is no more to be told."""


def one_by_one(run: Callable[[Tell], None]) -> Iterator[Simulation]:
    """Yield what a function tells, which waits in a thread of its own until it is asked for.

    The thread ends with the iterator, on which the function must have no hold.
    """
    questions: SimpleQueue[bool] = SimpleQueue()
    answers: SimpleQueue[Simulation | BaseException] = SimpleQueue()

    def tell(answer: Simulation) -> None:
        answers.put(answer)
        if not questions.get():
            raise _ClosedError

    def work() -> None:
        try:
            if questions.get():
                run(tell)
            answers.put(_ClosedError())
        except _ClosedError:
            pass
        except BaseException as error:  # it is the listener's
            answers.put(error)

    threading.Thread(target=work, name="watched search", daemon=True).start()
    try:
        while True:
            questions.put(True)
            answer = answers.get()
            if isinstance(answer, _ClosedError):
                return
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        questions.put(False)
