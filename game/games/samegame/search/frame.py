"""The frame of the SameGame searchers whose threads share a pool of solutions."""

import random
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from ai.contract.rules import RulesError, State
from ai.kinds import SearcherOptions
from ai.search.limits import StopWatch, TimeSupplier
from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.searcher import Listener, final_result
from ai.search.threads import reporter, run_polled, shares
from ai.searchers import plain_searcher
from game.games.samegame.plans import Plans, RootTiles
from game.games.samegame.rules import (
    CLEAR_BONUS,
    SameGameParameters,
    SameGameState,
    new_game,
    removal_points,
)
from game.games.samegame.search.annealer import Annealer, Annealing, ListScorer
from game.games.samegame.search.pool import (
    Cells,
    Moves,
    Solution,
    SolutionPool,
    root_cells,
    tabu_colour,
)


@dataclass(frozen=True, slots=True)
class ReusedSolutions:
    """What a search leaves to the next one.

    Attributes:
        solutions: Lists of cells, as they are named there, with their tabu colours.
        whole: How many of them began with the moves played, and so keep their scores.
    """

    position: SameGameState
    solutions: tuple[tuple[Cells, int], ...]
    whole: int
    total: int


def reusable_after(
    position: SameGameState, solutions: Iterable[Solution], moves: Moves
) -> ReusedSolutions:
    given, after, tiles = tuple(solutions), position, RootTiles(position)
    for move in moves:
        after = after.play(move)
        tiles.play(move)
    places = tiles.places()
    return ReusedSolutions(
        position=after,
        solutions=tuple(
            (tuple(places[cell] for cell in each.cells if cell in places), each.tabu)
            for each in given
        ),
        whole=sum(each.moves[: len(moves)] == moves for each in given),
        total=len(given),
    )


class PoolRun:
    """One search of one position, as its workers see it.

    Attributes:
        pool: What all threads know of the position.
        plans: Which first moves begin the same plan.
        watch: The limits; its flag stops the threads.
        optimal: Whether the pool's best solution is proven to be the best there is.
    """

    def __init__(
        self,
        position: SameGameState,
        watch: StopWatch,
        seed: int,
        inherited: tuple[tuple[Cells, int], ...] = (),
    ) -> None:
        self.position = position
        self.inherited = inherited
        self.pool = SolutionPool(position.legal_moves)
        self.plans = Plans(position, ListScorer(position))
        self.watch = watch
        self.seed = seed
        self.optimal = False

    def prove(self) -> None:
        """Note that the best solution is the best there is, and end the search."""
        self.optimal = True
        self.watch.stop(StopReason.PROVEN)


Schedule = Generator[Annealing, int, None]
"""Yields jobs; is sent the best objective that each came to."""


class AnnealingWorker:
    """Runs the jobs of a schedule and offers what they find to the pool."""

    def __init__(
        self, run: PoolRun, stream: int, make_schedule: Callable[[PoolRun, random.Random], Schedule]
    ) -> None:
        """Prepare a thread; the first one offers a solution, and what the search before left."""
        self._run = run
        self._annealer = Annealer(run.position, run.seed, stream, run.watch.flag.array)
        self._schedule = make_schedule(run, random.Random(run.seed * 1_000_003 + stream))
        if stream == 0:
            for cells, tabu in (((), most_frequent(run.position)), *run.inherited):
                run.pool.offer(self._annealer.solution(cells, tabu))

    @property
    def steps(self) -> int:
        return self._annealer.steps

    def run(self, allowed: int) -> None:
        """Search into the pool until so many simulations are made or the flag is set.

        What follows the last simulation is done, too, unless the flag is set, so that equal
        searches give equal results.
        """
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


class PoolSearcher:
    """A `Searcher` of SameGame; what its threads do is up to their workers."""

    def __init__(
        self,
        game: str,  # noqa: ARG002 - it is always this one
        make_worker: Callable[[PoolRun, int], AnnealingWorker],
        options: SearcherOptions,
    ) -> None:
        """Make a searcher.

        Args:
            make_worker: Returns the worker of a thread, by its number. The first one is made
                before anything runs and puts a first solution into the pool.
            options: How many threads search, and the seed.
        """
        self._make_worker = make_worker
        self._options = options
        self._reused: ReusedSolutions | None = None
        self._last: PoolRun | None = None

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Search until a limit is met; see `ai.search.searcher.Searcher`."""
        assert isinstance(position, SameGameState)
        reused = self._reused if self._reused and self._reused.position == position else None
        self._reused = self._last = None
        if position.is_terminal:
            return final_result(position)
        watch = StopWatch(limit, is_cancelled)
        run = PoolRun(position, watch, self._options.seed, reused.solutions if reused else ())
        workers = [self._make_worker(run, stream) for stream in range(self._options.threads)]

        def info() -> SearchInfo:
            return _info(run, workers, reused)

        budgets = zip(workers, shares(limit.simulations, self._options.threads), strict=True)
        works = [partial(worker.run, share) for worker, share in budgets]
        run_polled(works, watch, reporter(watch, lambda: on_progress(info()), 0.0))
        watch.stop(StopReason.SIMULATIONS)  # if nothing else has ended it
        self._last = run
        last = info()
        assert watch.reason is not None
        return SearchResult(last.line[0], last, watch.reason)

    def remember(self, position: SameGameState, lines: Iterable[Moves]) -> None:
        """Begin the next search, if it is of this position, with known lines."""
        solutions = tuple(
            (root_cells(position, line), tabu_colour(position, line)) for line in lines
        )
        self._reused = ReusedSolutions(position, solutions, len(solutions), len(solutions))

    def advance(self, moves: Moves | None) -> None:
        """Keep what the last search found, as it looks after these moves."""
        last, self._last, self._reused = self._last, None, None
        if last is not None and moves is not None:
            # Moves that do not fit the last position make the next search start afresh.
            with suppress(RulesError):
                self._reused = reusable_after(last.position, last.pool.everything, moves)


def _info(
    run: PoolRun, workers: list[AnnealingWorker], reused: ReusedSolutions | None
) -> SearchInfo:
    best = run.pool.best
    assert best is not None
    candidates = run.plans.numbered(run.pool.candidates())
    chosen = next(each for each in candidates if each.move == best.moves[0])
    return SearchInfo(
        simulations=sum(worker.steps for worker in workers),
        value=float(best.score),
        error=0.0 if run.optimal else chosen.error,
        candidates=(chosen, *(each for each in candidates if each is not chosen)),
        line=best.moves,
        reused_visits=reused.whole if reused else 0,
        reused_of=reused.total if reused else 0,
        elapsed=run.watch.elapsed,
        threads=len(workers),
        upper_bound=float(best.score) if run.optimal else upper_bound(run.position),
        optimal=run.optimal,
    )


def most_frequent(position: SameGameState) -> int:
    """Return the colour with the most tiles, from 1, the lowest of equals."""
    counts = position.colour_counts
    return counts.index(max(counts)) + 1


def upper_bound(position: SameGameState) -> float:
    """Return what no line exceeds: every colour removed at once, and the clear bonus.

    The tile of a colour that has only one cannot be removed, so the board cannot be cleared.
    """
    counts = [count for count in position.colour_counts if count]
    bound = position.points + sum(removal_points(count) for count in counts if count > 1)
    if 1 not in counts:
        return float(bound + CLEAR_BONUS)
    return float(bound - (counts.count(1) if position.parameters.leftover == "js-games" else 0))


def warm(searcher: str, simulations: int) -> None:
    """Compile what a searcher uses, or load it from the cache, by searching a tiny board."""
    position = new_game(SameGameParameters(4, 4, 3), seed=1)
    limit = Limit(simulations=simulations)
    plain_searcher(searcher, "samegame").search(position, limit, lambda: False, lambda _: None)
    ListScorer(position)(())  # not every search compares plans
