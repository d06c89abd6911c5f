"""The real AI thread, with a clock that only the tests move.

It searches as the program does, with the searchers, solvers and proofs of every game, but for a few
thousand simulations at most. A search runs while the test waits; what it says arrives in the course
of the seconds that it would have taken. When that is comes from a seed, and tree searches, which go
in steps of as many simulations each time, say the same in each run.
"""

import queue
import random
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import pytest

from ai.contract.rules import State
from ai.engine import worker as engine
from ai.external.contract import ResignedError
from ai.search import limits
from ai.search.limits import TimeSupplier
from ai.search.messages import (
    Answer,
    Limit,
    Request,
    SearchFailed,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    SearchResult,
    StartSearch,
    StopReason,
    StopSearch,
)
from ai.search.options import TreeOptions
from ai.search.searcher import Listener, Searcher
from ai.searchers import make_player, parse_spec
from tests.fakes import ReadyKernels

RATE: Final = 20_000
"""Simulations a second."""
BUDGETS: Final = (120, 2_400, 6_000)
"""Simulations of a search that has more time; some of the verdicts need two thousand."""
STEPS: Final = 4
"""How often a tree search says what it knows."""
TICK: Final = 0.02
"""Seconds that pass for another search whenever it asks for the time."""
LONGEST: Final = 60.0
"""Real seconds in which any search is over."""
REMEMBERED: Final = 4_000
"""How many positions are remembered, and how many answers of each searcher for one."""
KEPT: Final = 12
_CUT_SHORT: Final = (StopReason.TIME, StopReason.SIMULATIONS)


@dataclass(slots=True)
class _Job:
    """A request that is being answered.

    Attributes:
        says: What is still to be said, and when; the last answer is the result.
        unbegun: Whether it was stopped before it had told anything.
    """

    request: StartSearch
    begins: float
    ends: float
    says: list[tuple[float, Answer]] | None = None
    stopped: bool = False
    unbegun: bool = False


class _Seconds:
    """Tells the searches the time, which passes by being asked for."""

    def __init__(self) -> None:
        self._now = 0.0

    def perf_counter(self) -> float:
        self._now += TICK
        return self._now


@dataclass(slots=True)
class _InSteps:
    """A searcher that is told what to fail over; a tree is searched step by step.

    Simulations alone end a search: in seconds a busy machine does fewer of them, and no failure
    would repeat.
    """

    spec: str
    searcher: Searcher
    ai: "Ai"
    is_tree: bool
    advance: Callable[[tuple[int, ...] | None], None] = field(init=False)

    def __post_init__(self) -> None:
        self.advance = self.searcher.advance

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        if self.ai.raises is not None:
            raise self.ai.raises
        self.ai.searched = self.spec, limit
        if self.ai.cuts:
            return self.searcher.search(position, limit, lambda: True, on_progress)
        if not self.is_tree:
            limit = replace(limit, seconds=None)
            return self.searcher.search(position, limit, is_cancelled, on_progress)
        total = limit.simulations or 1
        first, done = SearchInfo(), 0
        for step in range(STEPS):
            share = (total - done) // (STEPS - step) or 1
            steps = replace(limit, seconds=None, simulations=share)
            result = self.searcher.search(position, steps, is_cancelled, lambda _: None)
            info, first = result.info, first if done else result.info
            done += info.simulations
            told = replace(
                info,
                simulations=done,
                reused_visits=first.reused_visits,
                reused_of=first.reused_of,
                elapsed=max(0.01, done / RATE),
            )
            if result.reason is not StopReason.SIMULATIONS or done >= total:
                break
            on_progress(told)
            self.advance(())
        return replace(result, info=told)


class Ai:
    """Stands between the program and the AI thread; told the time, it answers in `poll`.

    Attributes:
        job: What is being searched now, if anything.
        asked: The last request, answered or not.
        answered: When it was answered; None before that.
        restarts: How often it was started again.
        fails: Whether the search that runs ends with an error.
        resigns: Whether it gives the game up instead of a move.
        raises: What the next search raises.
        cuts: Whether the search that runs is stopped before its first simulation.
        budgets: How many simulations a search has, one of these numbers.
        result: The last request that was answered to its end, and the answer.
        told: What each searcher has told of a position lately, by the position's code.
        wanted: Who was to answer last, and within which limit, as the thread was asked.
        searched: Who did, and within which limit.
    """

    def __init__(
        self, clock: Callable[[], float], patch: pytest.MonkeyPatch, seed: int = 0
    ) -> None:
        patch.setattr(engine, "stay_behind_window", lambda: None)
        patch.setattr(limits, "time", _Seconds())
        self.job: _Job | None = None
        self.asked: StartSearch | None = None
        self.answered: float | None = None
        self.restarts = 0
        self.fails = False
        self.resigns = False
        self.raises: Exception | None = None
        self.cuts = False
        self.budgets = BUDGETS
        self.result: tuple[StartSearch, SearchResult] | None = None
        self.told: OrderedDict[bytes, dict[str, list[SearchInfo]]] = OrderedDict()
        self.wanted: tuple[str, Limit] | None = None
        self.searched: tuple[str, Limit] | None = None
        self._clock = clock
        self._random = random.Random(seed)
        self._heard: deque[Answer] = deque()
        self._rings: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._worker = engine.AiWorker(
            lambda: self._rings.put(None), make_searcher=self._make, kernels=ReadyKernels()
        )
        self._worker.start()
        self._answers: list[Answer] = [self._next()]

    def close(self) -> None:
        """End the thread."""
        assert self._worker.shutdown(LONGEST)

    @property
    def seconds_left(self) -> float:
        """How long the search that runs still takes."""
        return max(0.0, self.job.ends - self._clock()) if self.job is not None else 0.0

    # The worker's side.

    def send(self, request: Request) -> None:
        """Take a request; a new one takes the place of the one before."""
        now = self._clock()
        if isinstance(request, StartSearch):
            limit = request.limit
            seconds = limit.seconds if limit.seconds is not None else 60.0
            if limit.simulations is not None:
                seconds = min(seconds, limit.simulations / RATE)
            seconds *= self._random.uniform(0.7, 1.0)
            self.asked, self.answered, self.resigns = request, None, False
            begins = now + min(seconds, self._random.uniform(0.0, 0.2))
            self.job = _Job(request, begins, now + seconds)
        elif isinstance(request, StopSearch) and self.job is not None:
            self.job.stopped, self.job.unbegun = True, now < self.job.begins
            self.job.ends = min(self.job.ends, now + self._random.uniform(0.0, 0.1))
            self.job.begins = min(self.job.begins, self.job.ends)

    def poll(self) -> list[Answer]:
        """Return what it has to say by now."""
        answers, self._answers = self._answers, []
        job, now = self.job, self._clock()
        if job is None or now < job.begins:
            return answers
        if self.fails or self.resigns:
            # A resignation is a result, an error ends the thread.
            self.raises = ZeroDivisionError("on purpose") if self.fails else ResignedError()
            self.fails = self.resigns = False
            job.says = None
        if job.says is None:
            job.says = self._search(job)
        while job.says and min(job.says[0][0], job.ends) <= now:  # who is stopped ends before
            _, answer = job.says.pop(0)
            answers.append(answer)
            self._note(job.request, answer)
        if not job.says:
            self.job, self.answered = None, now
        return answers

    def restart(self) -> None:
        """Begin afresh after a failure."""
        self.job = None
        self.restarts += 1
        self._worker.restart()
        self._answers.append(self._next())

    def want(self, game: str) -> None:
        """Make a game ready: all are."""

    # What it searches.

    def _make(self, spec: str, game: str, *, threads: int, seed: int) -> Searcher:
        is_tree = isinstance(parse_spec(spec, game)[1], TreeOptions)
        return _InSteps(spec, make_player(spec, game, threads=threads, seed=seed), self, is_tree)

    def _search(self, job: _Job) -> list[tuple[float, Answer]]:
        """Return what a search says, and when."""
        request = job.request
        limit, budget = request.limit, self._random.choice(self.budgets)
        if job.stopped:  # a real Stop comes after as many simulations as the machine happens to do
            budget = min(self.budgets)
        self.cuts = job.unbegun and self._random.random() < 0.5
        short = replace(limit, simulations=min(budget, limit.simulations or budget))
        self.wanted, self.searched = (request.searcher, short), None
        self._worker.send(replace(request, limit=short, threads=1))
        said: list[Answer] = [self._next()]
        while isinstance(said[-1], SearchProgress):
            said.append(self._next())
        last = said[-1]
        if isinstance(last, SearchFailed) and self.raises is None:
            raise AssertionError(f"a search failed: {last.traceback}")
        self.raises = None
        at = job.ends
        if isinstance(last, SearchFinished):
            reason = last.result.reason
            if reason not in _CUT_SHORT:
                at = job.begins  # it needed no more time
            elif not limit.simulations or limit.simulations > budget:
                reason = StopReason.STOPPED if job.stopped else StopReason.TIME
            said[-1] = replace(last, result=replace(last.result, reason=reason))
        else:
            at = job.begins
        pause = (at - job.begins) / len(said)
        return [(at - pause * left, each) for left, each in enumerate(reversed(said))][::-1]

    def _next(self) -> Answer:
        """Return what the thread says next."""
        while not self._heard:
            self._rings.get(timeout=LONGEST)
            self._heard += self._worker.poll()
        return self._heard.popleft()

    def _note(self, request: StartSearch, answer: Answer) -> None:
        """Remember what was told of a position."""
        info = None
        if isinstance(answer, SearchProgress):
            info = answer.info
        elif isinstance(answer, SearchFinished):
            info = answer.result.info
            self.result = request, answer.result
        if info is None or not info.candidates:
            return
        told = self.told.setdefault(request.position.encode().tobytes(), {})
        told[request.searcher] = [*told.get(request.searcher, ()), info][-KEPT:]
        if len(self.told) > REMEMBERED:
            self.told.popitem(last=False)
