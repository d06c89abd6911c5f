"""Simulated annealing of SameGame solutions: the searcher called "anneal", and its threads."""

import random
from collections.abc import Callable

from ai.kinds import SearcherOptions
from game.games.samegame.search.annealer import Annealer, Annealing
from game.games.samegame.search.frame import PoolRun, PoolSearcher
from game.games.samegame.search.schedule import Schedule, race
from game.games.samegame.search.solution import Solution

MakeSchedule = Callable[[PoolRun, random.Random], Schedule]


class AnnealingWorker:
    """Runs the jobs of a schedule and offers what they find to the pool."""

    def __init__(self, run: PoolRun, stream: int, make_schedule: MakeSchedule) -> None:
        """Prepare a thread; the first one begins the search."""
        self._run = run
        self._annealer = Annealer(run.position, run.seed, stream, run.watch.flag.array)
        self._schedule = make_schedule(run, random.Random(run.seed * 1_000_003 + stream))
        if stream == 0:
            run.begin(self._annealer)

    @property
    def steps(self) -> int:
        return self._annealer.steps

    def run(self, allowed: int) -> None:
        job = next(self._schedule, None)
        while job is not None and self.steps < allowed and not self._run.watch.flag():
            promise = self._do(job, allowed - self.steps)
            try:
                job = self._schedule.send(promise)
            except StopIteration:
                return

    def _do(self, job: Annealing, allowed: int) -> int:
        """Run a job; return the best objective it came to."""
        best: Solution | None = None
        for solution in self._annealer.run(job, allowed):
            self._run.pool.offer(solution)
            if best is None or solution.rank > best.rank:
                best = solution
        assert best is not None
        self.finish(job, best)
        return self._annealer.objective

    def finish(self, job: Annealing, best: Solution) -> None:
        """Do what comes after a job that was run to its end, with the best it found."""


class AnnealSearcher(PoolSearcher):
    """Many short runs of annealing over tabu colours, and reheats; a `Searcher`.

    A simulation is one proposal, a change of a solution that is replayed and judged.
    """

    def __init__(self, game: str = "samegame", options: SearcherOptions | None = None) -> None:
        chosen = options or SearcherOptions()
        super().__init__(game, lambda run, stream: AnnealingWorker(run, stream, race_of), chosen)


def race_of(run: PoolRun, rng: random.Random) -> Schedule:
    return race(run.position, run.pool, rng)
