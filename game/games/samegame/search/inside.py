"""Searches of SameGame that are watched step by step: a searcher's own thread, one step at a time.

Where a step is undone, the search runs again from its seed.
"""

import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.plain import plain_kernel
from ai.kinds import SearcherOptions
from ai.search.inside import LineTree, Tries, Watched
from ai.search.limits import StopWatch
from ai.search.messages import Limit
from ai.search.simulation import (
    Memory,
    Moment,
    Path,
    Phase,
    PlayedOut,
    SearchedNode,
    SearchedTree,
    Simulation,
)
from game.games.samegame.kernels import nrpa
from game.games.samegame.rules import SameGameState
from game.games.samegame.search.frame import PoolRun
from game.games.samegame.search.nrpa import NrpaWorker
from game.games.samegame.search.options import NrpaOptions


class _Steps(Watched):
    """A search that makes one step at a time; it is never over."""

    def __init__(self, game: str, position: SameGameState, options: SearcherOptions) -> None:
        del game  # there is only one
        self._position, self._options = position, options
        self._begin()

    def _run_of_one(self) -> PoolRun:
        return PoolRun(self._position, StopWatch(Limit(), lambda: False), self._options.seed)

    @abstractmethod
    def _begin(self) -> None:
        """Be where the search begins."""

    def go_to(self, count: int, seconds: float = inf) -> None:
        end = time.monotonic() + seconds
        if count < self.count:
            self._begin()
        while self.count < count and time.monotonic() < end:
            self.follow()


class _Place(NamedTuple):
    """A position of a watched policy.

    Attributes:
        columns: Which column of the root each of its columns is.
        codes: By its moves: their codes in the policy.
    """

    position: SameGameState
    columns: tuple[int, ...]
    codes: dict[int, int]


class Coder:
    """Finds the codes of the moves of any position after some moves."""

    def __init__(self, root: SameGameState, worker: NrpaWorker) -> None:
        self._layout, self._keys = worker.layout, worker.work.keys
        self._memory = np.zeros(self._layout.size, np.int32)
        self._code = plain_kernel(nrpa)._code
        self._places: dict[Path, _Place] = {(): self._place(root, tuple(range(len(root.columns))))}

    def codes(self, path: Path, tabu: int) -> dict[int, int]:
        """Return the codes of the moves that may be drawn where a colour is played last."""
        position, _, codes = self._at(path)
        colours = {move: position.colour_at(*divmod(move, self._layout.rows)) for move in codes}
        return {move: codes[move] for move in codes if colours[move] != tabu - 1} or codes

    def _at(self, path: Path) -> _Place:
        if path not in self._places:
            position, columns, _ = self._at(path[:-1])
            rows = self._layout.rows
            group = position.group_at(*divmod(path[-1], rows))
            taken = Counter(cell // rows for cell in group)
            left = (x for x, tiles in enumerate(position.columns) if taken[x] < len(tiles))
            after = position.play(path[-1])
            self._places[path] = self._place(after, tuple(columns[x] for x in left))
        return self._places[path]

    def _place(self, position: SameGameState, columns: tuple[int, ...]) -> _Place:
        codes, layout, memory = dict[int, int](), self._layout, self._memory
        for group in position.groups():
            masks = Counter[int]()
            for cell in group:
                x, y = divmod(cell, layout.rows)
                masks[columns[x]] += 1 << y
            for index, (column, mask) in enumerate(masks.items()):
                memory[layout.touched + index], memory[layout.grown + column] = column, mask
            colour = position.columns[group[0] // layout.rows][group[0] % layout.rows] + 1
            with np.errstate(over="ignore"):  # words wrap round, as compiled ones do
                code = self._code(layout, memory, self._keys, len(masks), colour)
            codes[group[0]] = int(code)
        return _Place(position, columns, codes)


@dataclass(frozen=True, eq=False, slots=True)
class PolicyTree(LineTree):
    """The tree of the first playouts, with all moves as a policy draws them."""

    policy: NDArray[np.float32]
    tabu: int
    coder: Coder
    columns: ClassVar = ("best", "weight", "chance")
    phases: ClassVar = {**SearchedTree.phases, Phase.BACKPROPAGATION: "Adaptation"}

    def children(self, path: Path) -> tuple[SearchedNode, ...]:
        codes = self.coder.codes(path, self.tabu)
        weights = self.policy[list(codes.values())].astype(np.float64)
        odds = np.exp(weights)
        chances = odds / odds.sum()
        nodes = (self.node((*path, move)) or SearchedNode((*path, move), 0, 0.0) for move in codes)
        known = zip(nodes, weights.tolist(), chances.tolist(), strict=True)
        return tuple(replace(node, more=(weight, chance)) for node, weight, chance in known)


class WatchedNrpa(_Steps):
    """Nested rollout policy adaptation of one position, one playout at a time.

    Between two playouts all that it knows stands in the arrays of the compiled search, so these are
    what is watched.
    """

    def _begin(self) -> None:
        assert isinstance(self._options, NrpaOptions)
        self.worker, self._tries = NrpaWorker(self._run_of_one(), 0, self._options), Tries()
        self._coder = Coder(self._position, self.worker)

    @property
    def count(self) -> int:
        return self.worker.steps

    @property
    def tree(self) -> PolicyTree:
        self.worker.begin_if_done()
        policy, tries = self.worker.work.policy[1].copy(), self._tries
        return PolicyTree(tries, tries.count, policy, self.worker.tabu, self._coder)

    def follow(self) -> Path:
        self.worker.run(self.count + 1)
        line, tries = self._line(0), self._tries
        known = (depth for depth in range(1, len(line)) if line[:depth] not in tries.times)
        path = line[: next(known, len(line))]
        tries.add(path, float(self.worker.work.score[0]))
        return path

    def simulate(self) -> Simulation:
        before = self.tree
        path = self.follow()
        line, work = self._line(0), self.worker.work
        score, levels = float(work.score[0]), range(len(work.score) - 1, 0, -1)
        words = self._adapted()
        memories = tuple(
            Memory(each, 0, self._line(each), float(work.score[each])) for each in levels
        )
        simulation = Simulation(
            number=self.count,
            path=path,
            expanded=None if before.node(path) else path[:-1],
            played_out=PlayedOut(line[len(path) :], score),
            results=(score,) * (len(path) + 1),
            before=before,
            after=self.tree,
            memories=memories,
        )
        return replace(simulation, told=tuple(self._moments(simulation, *words)))

    def _line(self, level: int) -> Path:
        """Return a level's best line; nothing before there is one."""
        work = self.worker.work
        length = work.length[level] if work.score[level] > nrpa.NOTHING else 0
        return self.worker.solution(work.cell[level, :length]).moves if length else ()

    def _adapted(self) -> tuple[str, tuple[float, ...]]:
        """Return what came after the playout, in words with numbers."""
        work, top = self.worker.work, len(self.worker.work.score) - 1
        if work.numbers[nrpa.DONE]:
            return "Every level is through: all begins again, with another colour to play last.", ()
        level = next(each for each in range(1, top + 1) if work.played[each])
        through = f"Level {level - 1} is through. " if level > 1 else ""
        text = "**Level {}** makes each move of its best game, **{}**, likelier."
        return through + text, (level, int(work.score[level]))

    def _moments(
        self, simulation: Simulation, text: str, numbers: tuple[float, ...]
    ) -> Iterator[Moment]:
        state = self._position
        for moment in simulation.moments:
            match moment.phase:
                case Phase.SELECTION | Phase.EXPANSION:
                    move, nodes = moment.path[-1], simulation.before.children(moment.at)
                    more = next(each.more for each in nodes if each.path[-1] == move)
                    drawn = f"**{state.move_label(move)}** is drawn: weight {{}}, chance **{{}}**."
                    new = " It joins the tree." if moment.phase is Phase.EXPANSION else ""
                    yield replace(moment, text=drawn + new, numbers=more)
                    state = state.play(move)
                case Phase.BACKPROPAGATION:
                    yield replace(moment, text=text, numbers=numbers)
                case _:
                    yield moment
