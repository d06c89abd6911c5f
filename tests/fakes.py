"""Stand-ins for the AI: its thread, its kernels, its searchers, and the process of a match.

Searchers of matches work in other processes: what makes them are functions of this module.
"""

import os
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ai.contract.rules import State
from ai.engine.game_kernels import GameKernels, Post
from ai.match.events import Event
from ai.search.limits import TimeSupplier
from ai.search.messages import (
    Answer,
    Candidate,
    Limit,
    Proof,
    Request,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    SearchResult,
    StartSearch,
    StopReason,
    WorkerReady,
)
from ai.search.searcher import Listener, Searcher

MARK = "PLAYOUT_TEST_MARK"
"""Names the file by which a process tells those after it that it was there."""


class Clock:
    """Stands still until a test moves it.

    It always begins at the same time: sums of seconds are rounded by how large they are, and a
    run could come to something else on another day.
    """

    def __init__(self) -> None:
        self.now = float(1 << 17)

    def __call__(self) -> float:
        return self.now


class FakeWorker:
    """A worker without a thread: answers when the test says so."""

    def __init__(self, ready: bool = True) -> None:
        self.requests: list[Request] = []
        self.answers: list[Answer] = [WorkerReady()] if ready else []
        self.restarts = 0
        self.wanted: list[str] = []

    def send(self, request: Request) -> None:
        self.requests.append(request)

    def poll(self) -> list[Answer]:
        answers, self.answers = self.answers, []
        return answers

    def restart(self) -> None:
        self.restarts += 1
        self.answers.append(WorkerReady())

    def want(self, game: str) -> None:
        self.wanted.append(game)

    @property
    def searches(self) -> list[StartSearch]:
        return [each for each in self.requests if isinstance(each, StartSearch)]

    def say(self, info: SearchInfo) -> None:
        self.answers.append(SearchProgress(self.searches[-1].generation, info))

    def finish(
        self, info: SearchInfo | None = None, reason: StopReason = StopReason.SIMULATIONS
    ) -> None:
        request = self.searches[-1]
        info = info or info_for(request.position.legal_moves)
        move = info.candidates[0].move if info.candidates else None
        self.answers.append(SearchFinished(request.generation, SearchResult(move, info, reason)))


def info_for(moves: tuple[int, ...], simulations: int = 1000, value: float = 0.6) -> SearchInfo:
    """An info in which the first moves are the best."""
    candidates = tuple(
        Candidate(
            move,
            max(1, simulations // 2 ** (rank + 1)),
            value - 0.04 * rank * abs(value),
            error=0.01,
            line=(move,),
        )
        for rank, move in enumerate(moves)
    )
    line = candidates[0].line if candidates else ()
    return SearchInfo(simulations, value, 0.01, candidates, line, elapsed=0.5)


class ReadyKernels(GameKernels):
    """Kernels that are all there from the beginning.

    Attributes:
        begun: How often a thread began with them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0

    def begin(self, post: Post, ended: TimeSupplier) -> None:
        self.begun += 1
        post(WorkerReady())

    def want(self, game: str) -> None:
        pass

    def wait(self, game: str, is_cancelled: TimeSupplier) -> bool:
        return True


class RandomMover:
    """Plays at random; keeps a record of what it was asked."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.limits: list[Limit] = []
        self.advances: list[tuple[int, ...] | None] = []

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        self.limits.append(limit)
        return self.answer(position, is_cancelled, on_progress)

    def answer(
        self, position: State, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Say what it thinks once, and move."""
        move = self._rng.choice(position.legal_moves)
        info = SearchInfo(simulations=1, candidates=(Candidate(move, 1, 0.5),))
        on_progress(info)
        return SearchResult(move, info, StopReason.SIMULATIONS)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        self.advances.append(moves)


class Analyst(RandomMover):
    """Reports the first two legal moves over and over until it is cancelled."""

    def answer(
        self, position: State, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        first, second = position.legal_moves[:2]
        candidates = (
            Candidate(first, 30, 0.75, proof=Proof.WIN, distance=3, line=(first, second)),
            Candidate(second, 12, 1 / 3),
        )
        info = SearchInfo(simulations=42, candidates=candidates)
        while not is_cancelled():
            on_progress(info)
        return SearchResult(first, info, StopReason.STOPPED)


class Prover(Analyst):
    """Comes back at once, with a proof."""

    def answer(self, position: State, *others: Any) -> SearchResult:
        return super().answer(position, lambda: True, *others[1:])


class Broken(RandomMover):
    """Fails."""

    def answer(self, *_: object) -> SearchResult:
        raise RuntimeError("out of luck")


class Finisher(RandomMover):
    """Plays a game to its end at random."""

    def __init__(self, seed: int, on_search: Callable[[], None] = lambda: None) -> None:
        super().__init__(seed)
        self._on_search = on_search

    def answer(
        self, position: State, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        self._on_search()
        line = []
        while not position.is_terminal:
            line.append(self._rng.choice(position.legal_moves))
            position = position.play(line[-1])
        info = SearchInfo(simulations=1, value=position.returns[0], line=tuple(line), elapsed=0.25)
        on_progress(info)
        return SearchResult(line[0] if line else None, info, StopReason.TIME)


class Greedy(Finisher):
    """Wins at once where it can: a little stronger."""

    def answer(self, position: State, *others: Any) -> SearchResult:
        for move in position.legal_moves:
            if position.play(move).returns[position.current_player] > 0:
                return SearchResult(move, SearchInfo(simulations=1), StopReason.PROVEN)
        return super().answer(position, *others)


def make(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    """Random players; the searcher "exact" is better."""
    return Greedy(seed) if spec == "exact" else Finisher(seed)


def make_failing(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    """A's searcher fails in every game it plays."""
    return Broken(seed) if spec == "exact" else Finisher(seed)


def make_dying_once(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    """The first process to come here dies; those after it find the mark."""
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        os._exit(7)
    return make(spec, game, threads=threads, seed=seed)


def make_dying(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    os._exit(7)


class Factory:
    """Stands in for `make_searcher`; `made` holds every searcher and what was asked for."""

    def __init__(self, kind: Callable[[int], RandomMover]) -> None:
        self._kind = kind
        self.made: list[RandomMover] = []
        self.asked: list[tuple[str, str, int, int]] = []

    def __call__(self, spec: str, game: str, *, threads: int, seed: int) -> RandomMover:
        self.asked.append((spec, game, threads, seed))
        self.made.append(self._kind(seed))
        return self.made[-1]


class FakeMatch:
    """Takes the place of the process that plays a match."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        self.orders: list[str] = []
        self.waiting: list[Event] = []
        self.is_running = True
        self.problem = ""

    def poll(self) -> list[Event]:
        events, self.waiting = self.waiting, []
        return events

    def order(self, text: str) -> None:
        self.orders.append(text)

    def stop(self) -> None:
        self.orders.append("stop")
        self.is_running = False
