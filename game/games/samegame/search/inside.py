"""Searches of SameGame that are watched step by step: a searcher's own thread, one step at a time.

Where a step is undone, the search runs again from its seed.
"""

import math
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from threading import Event
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.plain import Around, plain_kernel
from ai.kinds import SearcherOptions
from ai.search.inside import (
    LineTree,
    Said,
    Tries,
    in_phases,
    one_by_one,
    positions,
    say_playout,
)
from ai.search.limits import StopWatch
from ai.search.messages import Limit
from ai.search.polling import UNLIMITED
from ai.search.simulation import (
    Memory,
    Moment,
    Path,
    Phase,
    PlayedOut,
    SearchedNode,
    SearchedTree,
    Simulation,
    Watched,
)
from game.games.samegame.kernels import nrpa, sequence
from game.games.samegame.rules import SPEC, SameGameState
from game.games.samegame.search.anneal import race_of
from game.games.samegame.search.annealer import Annealer
from game.games.samegame.search.frame import PoolRun
from game.games.samegame.search.nrpa import NrpaWorker
from game.games.samegame.search.options import NrpaOptions
from game.games.samegame.search.pool import SolutionPool
from game.games.samegame.search.solution import Solution
from game.games.samegame.search.worker import AnnealingWorker

CUT_SHORT = int(sequence.REJECTED) // 2
"""No objective is so low."""


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
            codes[group[0]] = int(self._code(layout, memory, self._keys, len(masks), colour))
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
        return tuple(
            replace(node, more=(weight, chance), drawn=chance) for node, weight, chance in known
        )


class WatchedNrpa(_Steps):
    """Nested rollout policy adaptation of one position, one playout at a time.

    Between two playouts all that it knows stands in the arrays of the compiled search, so these are
    what is watched.
    """

    def _begin(self) -> None:
        assert isinstance(self._options, NrpaOptions)
        self.worker, self._tries = NrpaWorker(self._run_of_one(), 0, self._options), Tries()
        self._coder, self._at = Coder(self._position, self.worker), positions(self._position)

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
        known = (depth for depth in range(1, len(line)) if line[:depth] not in tries.numbers)
        path = line[: next(known, len(line))]
        tries.add(path, float(self.worker.work.score[0]))
        return path

    def simulate(self) -> Simulation:
        before = self.tree
        path = self.follow()
        line, work = self._line(0), self.worker.work
        adapted, scores = self._adapted(), list(map(float, work.score))
        levels = range(len(scores) - 1, 0, -1)
        memories = tuple(Memory(each, 0, self._line(each), scores[each]) for each in levels)
        simulation = Simulation(
            number=self.count,
            path=path,
            played_out=PlayedOut(line[len(path) :], scores[0]),
            before=before,
            after=self.tree,
            memories=memories,
        )
        expanded = None if before.node(path) else path[:-1]
        return in_phases(simulation, expanded, partial(self._say, simulation, adapted))

    def _line(self, level: int) -> Path:
        """Return a level's best line; nothing before there is one."""
        work = self.worker.work
        length = work.length[level] if work.score[level] > nrpa.NOTHING else 0
        return self.worker.solution(work.cell[level, :length]).moves if length else ()

    def _adapted(self) -> Said:
        """Return what came after the playout, in words with numbers."""
        work, top = self.worker.work, len(self.worker.work.score) - 1
        if work.numbers[nrpa.DONE]:
            return ("Every level is through: all begins again, with another colour to play last.",)
        level = next(each for each in range(1, top + 1) if work.played[each])
        through = f"Level {level - 1} is through. " if level > 1 else ""
        text = "**Level {}** makes each move of its best game, **{}**, likelier."
        return through + text, level, int(work.score[level])

    def _say(self, told: Simulation, adapted: Said, phase: Phase, at: Path, path: Path) -> Said:
        if phase is Phase.BACKPROPAGATION:
            return adapted
        state = self._at(at)
        if phase is Phase.PLAYOUT:
            assert told.played_out is not None
            return say_playout(told.played_out, SPEC, state)
        more = next(each.more for each in told.before.children(at) if each.path == path)
        new = " It joins the tree." if phase is Phase.EXPANSION else ""
        name = state.move_label(path[-1])
        return f"**{name}** is drawn: weight {{}}, chance **{{}}**.{new}", *more


@dataclass(frozen=True, eq=False, slots=True)
class AnnealingTree(SearchedTree):
    """What the first `count` proposals have come to: no nodes, but curves."""

    history: list[tuple[float, ...]]  # after each: its solution's worth, best, temperature
    count: int
    choice: int | None
    step: ClassVar = "proposal"
    columns: ClassVar = ()
    phases: ClassVar = {
        Phase.SELECTION: "Proposal",
        Phase.PLAYOUT: "Replay",
        Phase.BACKPROPAGATION: "Decision",
    }
    lines_title: ClassVar = "Solutions", "from the change on"
    is_at_node: ClassVar = True

    @property
    def curves(self) -> Mapping[str, Sequence[float]]:
        names = "worth of the solution", "best score", "temperature"
        return dict(zip(names, zip(*self.history[: self.count], strict=True), strict=False))


class WatchedAnnealing(_Steps):
    """Annealing of one position, one proposal at a time.

    The searcher's worker waits in a thread before each proposal. One that tells of itself is made
    by plain Python, any other by the compiled function.
    """

    def _begin(self) -> None:
        self._run, self._is_told = self._run_of_one(), Event()
        self.history: list[tuple[float, ...]] = []
        stepped = partial(SteppedAnnealer, self._run.pool, self.history, self._is_told)
        self._proposals = one_by_one(partial(_anneal, self._run, stepped))

    @property
    def count(self) -> int:
        return len(self.history)

    @property
    def tree(self) -> AnnealingTree:
        best = self._run.pool.best
        return AnnealingTree(self.history, self.count, best.moves[0] if best else None)

    def follow(self) -> Path:
        self._is_told.clear()
        next(self._proposals)
        return ()

    def simulate(self) -> Simulation:
        before = self.tree
        self._is_told.set()
        told = next(self._proposals)
        assert told is not None
        simulation: Simulation = replace(told, number=self.count, before=before, after=self.tree)
        return simulation


Tell = Callable[[Simulation | None], None]


def _anneal(run: PoolRun, annealer: Callable[..., Annealer], tell: Tell) -> None:
    AnnealingWorker(run, 0, race_of, partial(annealer, tell)).run(UNLIMITED)


class SteppedAnnealer(Annealer):
    """Makes one proposal after the other, and tells of it if it is asked to."""

    def __init__(
        self,
        pool: SolutionPool,
        history: list[tuple[float, ...]],
        is_told: Event,
        tell: Tell,
        *given: Any,
    ) -> None:
        super().__init__(*given)
        self._at = positions(given[0])
        self._pool, self._history, self._is_told, self._tell = pool, history, is_told, tell
        self._change = sequence.Change(*map(np.int64, (-1, -1, -1, -1)))
        self._threshold = 0.0
        self._trial: Path = ()
        around: Around = {
            sequence.propose.py_func: self._around_propose,
            sequence.replay.py_func: self._around_replay,
        }
        self._plain = plain_kernel(sequence, around)

    def _anneal(self, steps: int, hot: float, cold: float) -> None:
        numbers, temperature = self._chain.numbers, hot
        for step in range(steps):
            if step % sequence.POLL == 0:  # as the kernel lets it fall
                temperature *= (cold / hot) ** (sequence.POLL / steps)
            told = None
            if self._is_told.is_set():
                told = self._told(temperature)
            else:
                self._make_proposal(sequence, temperature)
            known = (
                [self._history[-1][1]]
                if self._history
                else [each.score for each in self._pool.solutions]
            )
            worth, score = int(numbers[sequence.OBJECTIVE]), int(numbers[sequence.BEST_RANK]) // 2
            self._history.append((worth, max(score, *known), temperature))
            self._tell(told)

    def _make_proposal(self, kernel: Any, temperature: float) -> None:
        kernel.anneal(self._layout, self._chain, self._flag, 1, temperature, temperature)

    def _listed(self) -> Path:
        """Return the list of cells that is the present solution."""
        length, fields = int(self._chain.numbers[sequence.LENGTH]), sequence.FIELDS
        return tuple(self._chain.moves[sequence.CELL : length * fields : fields].tolist())

    def _around_propose(self, propose: Callable[..., Any]) -> Callable[..., Any]:
        def proposed(*arguments: Any) -> Any:
            self._change, self._trial = propose(*arguments), ()
            return self._change

        return proposed

    def _around_replay(self, replay: Callable[..., None]) -> Callable[..., None]:
        def replayed(
            layout: Any, chain: Any, change: Any, ply: Any, points: Any, least: Any
        ) -> None:
            before = self._listed()
            replay(layout, chain, change, ply, points, least)
            numbers, fields = chain.numbers, sequence.FIELDS
            self._threshold, self._trial = float(least), ()
            if numbers[sequence.TRIAL_OBJECTIVE] > CUT_SHORT:
                end = int(numbers[sequence.TRIAL_END]) * fields
                made = chain.trial[ply * fields + sequence.CELL : end : fields].tolist()
                rest = before[int(numbers[sequence.TRIAL_MEET]) :]
                self._trial = (*before[:ply], *made, *rest)

        return replayed

    def _told(self, temperature: float) -> Simulation:
        """Make a proposal as plain Python; return what it was and what became of it."""
        numbers, cells = self._chain.numbers, self._listed()
        tabu, worth = int(numbers[sequence.TABU]), int(numbers[sequence.OBJECTIVE])
        present = self.solution(cells, tabu)
        self._make_proposal(self._plain, temperature)
        first, cell, place, _ = map(int, self._change)
        first = max(0, first)
        at, shown = present.moves[:first], present.moves[: first + 1]
        if place == first:
            added = self.solution((*cells[:first], cell), tabu)
            shown = added.moves[: first + 1] if added.cells[first : first + 1] == (cell,) else at
        moments = [Moment(Phase.SELECTION, at, shown, self._proposal(present, shown))]
        kept = {"now": (present, worth)}
        trial = self.solution(self._trial, tabu) if self._trial else None
        if trial:
            found = int(numbers[sequence.TRIAL_OBJECTIVE])
            kept = {"trial": (trial, found)} | kept
            moments.append(Moment(Phase.PLAYOUT, at, at, "The game is played again from there."))
            moments.append(self._decision(at, worth, found, temperature))
        else:
            text = "Cut short: it could not come to **{}**, the least that would be accepted."
            moments.append(
                Moment(Phase.BACKPROPAGATION, at, at, text, (round(self._threshold),))
                if self._change.first >= 0
                else Moment(Phase.BACKPROPAGATION, at, at, "The solution stays as it is.")
            )
        best = max(filter(None, (self._pool.best, self.best())), key=lambda each: each.rank)
        kept["best"] = best, best.score
        nothing = AnnealingTree(self._history, 0, None)
        return Simulation(
            number=0,
            path=at,
            played_out=PlayedOut(trial.moves[first:], found) if trial else None,
            before=nothing,
            after=nothing,
            memories=tuple(
                Memory(0, first, solution.moves, worth, name)
                for name, (solution, worth) in kept.items()
            ),
            moments=tuple(moments),
        )

    def _proposal(self, present: Solution, shown: Path) -> str:
        first, _, place, skipped = map(int, self._change)
        if first < 0:
            return "Nothing comes of this proposal."
        name, old = self._name(shown), self._name(present.moves[: skipped + 1])
        if skipped < 0:
            return f"**{name}** is put in as move {first + 1}."
        if place < 0:
            return f"Move {skipped + 1}, **{old}**, is left out."
        if place == skipped:
            if name == old:
                return f"**{name}** is drawn as move {first + 1}, which it is already."
            return f"**{name}** takes the place of **{old}** as move {first + 1}."
        return f"Move {skipped + 1}, **{old}**, becomes move {place + 1 - (place > skipped)}."

    def _decision(self, at: Path, worth: int, found: int, temperature: float) -> Moment:
        became = "accepted" if found >= self._threshold else "refused"
        if found >= worth:
            text, numbers = f"Worth **{{}}** in place of {{}}: it is {became}.", (found, worth)
            return Moment(Phase.BACKPROPAGATION, at, at, text, numbers)
        chance = math.exp((found - worth) / temperature)
        text = (
            f"Worth **{{}}**, not {{}}: at temperature {{}} its chance is **{{}}**. It is {became}."
        )
        given = found, worth, temperature, chance
        return Moment(Phase.BACKPROPAGATION, at, at, text, given)

    def _name(self, moves: Path) -> str:
        """Return what the last of some moves is called where it is played."""
        return self._at(moves[:-1]).move_label(moves[-1]) if moves else ""
