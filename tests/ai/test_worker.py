import gc
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ai.contract import games
from ai.contract.games import PluggedSearcher
from ai.engine import worker
from ai.engine.worker import AiWorker, WorkerState
from ai.kinds import SearcherKind
from ai.search.messages import (
    Answer,
    History,
    Limit,
    SearchFailed,
    SearchFinished,
    SearchInfo,
    SearchProgress,
    SearchResult,
    StartSearch,
    StopReason,
    StopSearch,
    WorkerReady,
)
from tests.fakes import ReadyKernels
from tests.waiting import LIMIT_SECONDS, wait_for


class FakeSearcher:
    """Runs until it is cancelled or its limit of simulations is 1; notes what it is told."""

    def __init__(self) -> None:
        self.advanced: list[tuple[int, ...] | None] = []
        self.searched: list[Any] = []
        self.running = threading.Event()

    def advance(self, moves):
        self.advanced.append(moves)

    def search(self, position, limit, is_cancelled, on_progress):
        self.searched.append(position)
        if position == "boom":
            raise RuntimeError("the tree fell over")
        on_progress(SearchInfo(simulations=1))
        self.running.set()
        wait_for(lambda: limit.simulations == 1 or is_cancelled(), "nobody cancelled the search")
        return SearchResult(7, SearchInfo(simulations=2), StopReason.STOPPED)


class Bench:
    """A worker with searchers that do as they are told, and what it has answered."""

    def __init__(self, make_searcher=None, kernels=None) -> None:
        self.made: dict[tuple[str, str, int, int], FakeSearcher] = {}
        self.woken = 0
        self.heard: list[Answer] = []
        self.worker = AiWorker(
            self._wake, make_searcher=make_searcher or self._make, kernels=kernels or ReadyKernels()
        )

    def _wake(self) -> None:
        self.woken += 1

    def _make(self, spec: str, game: str, *, threads: int, seed: int) -> FakeSearcher:
        return self.made.setdefault((game, spec, threads, seed), FakeSearcher())

    @property
    def searcher(self) -> FakeSearcher:
        """The only one that was made."""
        (searcher,) = self.made.values()
        return searcher

    def ask(self, generation: int, position: Any = "start", **changes: Any) -> None:
        fields = {"game": "hex", "history": None, "searcher": "mcts", "limit": Limit(simulations=1)}
        self.worker.send(StartSearch(generation, position=position, **fields | changes))

    def think(self, generation: int, **changes: Any) -> None:
        """Ask without a limit, and wait for its beginning."""
        self.ask(generation, limit=Limit(), **changes)
        self.until(SearchProgress, generation)

    def search(self, generation: int, position: Any = "start", **changes: Any) -> Any:
        """Ask, and return its end."""
        self.ask(generation, position, **changes)
        return self.until(SearchFinished, generation)

    def restart(self) -> None:
        self.worker.restart()
        self.until(WorkerReady)

    def until(self, kind: type, generation: int | None = None) -> Any:
        """Return the next such answer; what came before it is dropped, the rest kept."""

        def find() -> Any:
            self.heard += self.worker.poll()
            while self.heard:
                answer = self.heard.pop(0)
                wanted = (None, getattr(answer, "generation", None))
                if isinstance(answer, kind) and generation in wanted:
                    return answer
            return None

        return wait_for(find, f"no {kind.__name__} came")


@contextmanager
def started(make_searcher=None, kernels=None) -> Iterator[Bench]:
    """Start a worker; shut it down at the end of the block."""
    bench = Bench(make_searcher, kernels)
    bench.worker.start()
    yield bench
    assert bench.worker.shutdown(LIMIT_SECONDS)


@pytest.fixture
def bench() -> Iterator[Bench]:
    with started() as bench:
        bench.until(WorkerReady)
        yield bench


def test_a_search_streams_progress_then_its_result(bench):
    bench.ask(3)
    assert bench.until(SearchProgress).generation == 3
    finished = bench.until(SearchFinished)
    assert (finished.generation, finished.result.move) == (3, 7)
    assert bench.woken >= 3


@pytest.mark.parametrize("is_stopped", [False, True])
def test_what_is_asked_before_the_start_is_answered_after_it(is_stopped):
    bench = Bench()
    bench.ask(1)
    bench.ask(2, limit=Limit() if is_stopped else Limit(simulations=1))
    if is_stopped:
        bench.worker.send(StopSearch())
    bench.worker.start()
    bench.until(SearchFinished, 2)
    assert bench.worker.shutdown(LIMIT_SECONDS)


def test_stop_ends_the_running_search_and_is_not_lost_right_behind_its_beginning(bench):
    bench.think(1)
    bench.worker.send(StopSearch())
    assert bench.until(SearchFinished).result.reason is StopReason.STOPPED
    for generation in range(2, 52):
        bench.ask(generation, limit=Limit())
        bench.worker.send(StopSearch())
        bench.until(SearchFinished, generation)


def test_a_newer_search_ends_the_running_one(bench):
    bench.think(1)
    bench.search(2, "later")
    assert bench.searcher.searched == ["start", "later"]


def test_moves_of_a_request_nobody_searched_are_not_lost(bench):
    bench.think(1, history=History("empty", ()))
    searcher, hold = bench.searcher, threading.Event()
    original = searcher.search

    def slow(*arguments):
        hold.wait(LIMIT_SECONDS)
        return original(*arguments)

    searcher.search = slow  # type: ignore[method-assign]
    bench.ask(2, history=History("empty", (1,)))
    wait_for(lambda: searcher.advanced[1:])
    bench.ask(3, history=History("empty", (1, 2)))
    bench.ask(4, history=History("empty", (1, 2, 3)))
    hold.set()
    bench.until(SearchFinished, 4)
    assert searcher.advanced == [None, (1,), (2, 3)]


def test_a_searcher_is_kept_and_told_the_moves_since_its_own_last_search(bench):
    """As a teacher looks back at the player's last move between two moves of the opponent."""
    asked = [("play", (1,)), ("teach", (1,)), ("teach", (1, 2)), ("play", (1, 2, 3))]
    asked += [("teach", (1, 2, 3)), ("teach", (1,)), ("play", (1, 2, 3, 4))]
    for generation, (searcher, moves) in enumerate(asked):
        bench.search(generation, searcher=searcher, history=History("empty", moves))
    assert bench.made["hex", "play", 1, 0].advanced == [None, (2, 3), (4,)]
    assert bench.made["hex", "teach", 1, 0].advanced == [None, (2,), (3,), None]


def test_an_unknown_way_to_the_position_starts_afresh(bench):
    one, two, other = History("empty", (1,)), History("empty", (1, 2)), History("other", (1, 2, 3))
    for generation, way in enumerate([None, one, two, one, None, two, other]):
        bench.search(generation, history=way)
    assert bench.searcher.advanced == [None, None, (2,), None, None, None, None]


def test_an_error_becomes_a_message_and_a_restart_works(bench):
    bench.ask(9, "boom")
    failed: SearchFailed = bench.until(SearchFailed)
    assert (failed.generation, failed.message) == (9, "RuntimeError: the tree fell over")
    assert "in search" in failed.traceback
    assert bench.worker.state is WorkerState.FAILED
    bench.restart()
    assert bench.worker.state is WorkerState.READY
    bench.search(10)


def test_a_users_searcher_that_does_not_stop_is_given_up(bench, monkeypatch):
    released = threading.Event()

    class Deaf(FakeSearcher):
        def search(self, position, limit, is_cancelled, on_progress):
            self.running.set()
            released.wait(LIMIT_SECONDS)
            return SearchResult(7, SearchInfo(), StopReason.STOPPED)

    monkeypatch.setattr(worker, "STOP_SECONDS", 0.05)
    kind = PluggedSearcher(SearcherKind("deaf", FakeSearcher), "deaf.py")
    monkeypatch.setattr(games, "plugged", [kind])
    deaf = bench.made["hex", "deaf:depth=2", 1, 0] = Deaf()
    bench.ask(1, searcher="deaf:depth=2")
    assert deaf.running.wait(LIMIT_SECONDS)
    time.sleep(0.1)
    assert not bench.worker.poll(), "it may think as long as it likes"
    bench.worker.send(StopSearch())
    failed: SearchFailed = bench.until(SearchFailed)
    assert (failed.generation, failed.message) == (1, "deaf does not stop")
    assert bench.worker.state is WorkerState.FAILED
    bench.restart()
    bench.search(2)
    released.set()


def test_a_warm_up_that_failed_is_told_and_tried_again():
    class FullAtFirst(ReadyKernels):
        def begin(self, post, ended):
            super().begin(post, ended)
            if self.begun == 1:
                raise OSError("no space left")

    kernels = FullAtFirst()
    with started(kernels=kernels) as bench:
        assert bench.until(SearchFailed).message == "OSError: no space left"
        bench.restart()
        assert kernels.begun == 2


def test_a_restart_keeps_nothing_of_the_thread_before_it():
    kernels, made = ReadyKernels(), list[weakref.ref[FakeSearcher]]()

    def make(*_: Any, **__: Any) -> FakeSearcher:
        searcher = FakeSearcher()
        made.append(weakref.ref(searcher))
        return searcher

    with started(make, kernels) as bench:
        for generation in range(3):
            bench.search(generation)
            bench.restart()
        # The last thread is on its way out.
        wait_for(lambda: not any(searcher() for searcher in made), meanwhile=gc.collect)
        assert len(made) == 3
        assert kernels.begun == 4, "what is loaded stays with the kernels, not with a thread"


def test_restart_drops_what_the_old_thread_still_says(bench):
    bench.think(1)
    bench.worker.restart()
    said: list[Answer] = []
    wait_for(lambda: said.extend(bench.worker.poll()) or WorkerReady() in said)
    time.sleep(0.05)
    assert [*said, *bench.worker.poll()] == [WorkerReady()]


def test_shutdown_ends_a_running_search_and_a_warm_up_and_is_idempotent(bench):
    bench.think(1)
    for _ in range(2):
        assert bench.worker.shutdown(LIMIT_SECONDS)

    class Endless(ReadyKernels):
        def begin(self, post, ended):
            wait_for(ended)

    with started(kernels=Endless()):
        pass
