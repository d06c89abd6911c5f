import gc
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from ai.engine import worker
from ai.engine.game_kernels import Post
from ai.engine.worker import AiWorker, WorkerState
from ai.kinds import SearcherKind
from ai.plugged.kinds import PluggedSearcher
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
from ai.search.searcher import TimeSupplier
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
    def __init__(self) -> None:
        self.made: dict[tuple[str, str, int, int], FakeSearcher] = {}
        self.woken = 0
        self.heard: list[Answer] = []
        self.worker = AiWorker(self._wake, make_searcher=self._make, kernels=ReadyKernels())

    def _wake(self) -> None:
        self.woken += 1

    def _make(self, spec: str, game: str, *, threads: int, seed: int) -> FakeSearcher:
        return self.made.setdefault((game, spec, threads, seed), FakeSearcher())

    def ask(self, generation: int, position: Any = "start", **changes: Any) -> None:
        fields: dict[str, Any] = {
            "game": "hex",
            "history": None,
            "searcher": "mcts",
            "limit": Limit(simulations=1),
        }
        self.worker.send(StartSearch(generation, position=position, **{**fields, **changes}))

    def search(self, generation: int, position: Any = "start", **changes: Any) -> None:
        """Ask, and wait for the end of it."""
        self.ask(generation, position, **changes)
        self.until(SearchFinished, generation)

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


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    bench.worker.start()
    bench.until(WorkerReady)
    yield bench
    assert bench.worker.shutdown(LIMIT_SECONDS)


def test_a_search_streams_progress_then_its_result(bench: Bench) -> None:
    bench.ask(3)
    assert bench.until(SearchProgress).generation == 3
    finished = bench.until(SearchFinished)
    assert (finished.generation, finished.result.move) == (3, 7)
    assert bench.woken >= 3


@pytest.mark.parametrize("is_stopped", [False, True])
def test_what_is_asked_before_the_start_is_answered_after_it(is_stopped: bool) -> None:
    bench = Bench()
    bench.ask(1)
    if is_stopped:
        bench.ask(2, limit=Limit())
        bench.worker.send(StopSearch())
    else:
        bench.ask(2)
    bench.worker.start()
    bench.until(SearchFinished, 2)
    assert bench.worker.shutdown(LIMIT_SECONDS)


def test_stop_ends_the_running_search(bench: Bench) -> None:
    bench.ask(1, limit=Limit())
    bench.until(SearchProgress)
    bench.worker.send(StopSearch())
    assert bench.until(SearchFinished).result.reason is StopReason.STOPPED


def test_a_stop_right_behind_its_search_is_not_lost(bench: Bench) -> None:
    for generation in range(50):
        bench.ask(generation, limit=Limit())
        bench.worker.send(StopSearch())
        bench.until(SearchFinished, generation)


def test_a_newer_search_ends_the_running_one(bench: Bench) -> None:
    bench.ask(1, limit=Limit())
    bench.until(SearchProgress, 1)
    bench.ask(2, "later")
    assert bench.until(SearchFinished, 2)
    (searcher,) = bench.made.values()
    assert searcher.searched == ["start", "later"]


def test_the_searcher_is_kept_and_told_the_moves_since_its_own_last_search(bench: Bench) -> None:
    bench.search(1, history=History("empty", ()))
    bench.search(2, searcher="mcts:candidates=all", history=History("empty", (4,)))
    bench.search(3, history=History("empty", (4, 5, 6)))
    first = bench.made["hex", "mcts", 1, 0]
    second = bench.made["hex", "mcts:candidates=all", 1, 0]
    assert first.advanced == [None, (4, 5, 6)]
    assert second.advanced == [None]


def test_moves_of_a_request_nobody_searched_are_not_lost(bench: Bench) -> None:
    bench.ask(1, history=History("empty", ()), limit=Limit())
    bench.until(SearchProgress, 1)
    searcher = bench.made["hex", "mcts", 1, 0]
    hold = threading.Event()
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


def test_a_look_back_by_another_searcher_leaves_the_first_ones_tree(bench: Bench) -> None:
    """As a teacher looks back at the player's last move between two moves of the opponent."""
    asked = [("play", (1,)), ("teach", (1,)), ("teach", (1, 2)), ("play", (1, 2, 3))]
    asked += [("teach", (1, 2, 3)), ("teach", (1,)), ("play", (1, 2, 3, 4))]
    for generation, (searcher, moves) in enumerate(asked):
        bench.search(generation, searcher=searcher, history=History("empty", moves))
    assert bench.made["hex", "play", 1, 0].advanced == [None, (2, 3), (4,)]
    assert bench.made["hex", "teach", 1, 0].advanced == [None, (2,), (3,), None]


def test_an_unknown_way_to_the_position_starts_afresh(bench: Bench) -> None:
    one, two, other = History("empty", (1,)), History("empty", (1, 2)), History("other", (1, 2, 3))
    for generation, way in enumerate([None, one, two, one, None, two, other]):
        bench.search(generation, history=way)
    (searcher,) = bench.made.values()
    assert searcher.advanced == [None, None, (2,), None, None, None, None]


def test_an_error_becomes_a_message_and_a_restart_works(bench: Bench) -> None:
    bench.ask(9, "boom")
    failed: SearchFailed = bench.until(SearchFailed)
    assert failed.generation == 9
    assert failed.message == "RuntimeError: the tree fell over"
    assert "in search" in failed.traceback
    assert bench.worker.state is WorkerState.FAILED
    bench.restart()
    assert bench.worker.state is WorkerState.READY
    bench.search(10)


def test_a_users_searcher_that_does_not_stop_is_given_up(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = threading.Event()

    class Deaf(FakeSearcher):
        def search(self, position, limit, is_cancelled, on_progress):
            self.running.set()
            released.wait(LIMIT_SECONDS)
            return SearchResult(7, SearchInfo(), StopReason.STOPPED)

    monkeypatch.setattr(worker, "STOP_SECONDS", 0.05)
    kind = PluggedSearcher(SearcherKind("deaf", FakeSearcher), "deaf.py")
    monkeypatch.setattr(worker, "plugged", [kind])
    deaf = bench.made["hex", "deaf:depth=2", 1, 0] = Deaf()
    bench.ask(1, searcher="deaf:depth=2")
    assert deaf.running.wait(LIMIT_SECONDS)
    time.sleep(0.1)
    assert not bench.worker.poll(), "it may think as long as it likes"
    bench.worker.send(StopSearch())
    failed: SearchFailed = bench.until(SearchFailed)
    assert (failed.generation, failed.message) == (1, "deaf does not stop")
    assert bench.worker.state is WorkerState.FAILED
    bench.worker.restart()
    bench.until(WorkerReady)
    bench.ask(2)
    bench.until(SearchFinished, 2)
    released.set()


def test_an_error_while_warming_up_becomes_a_message() -> None:
    class Broken(ReadyKernels):
        def begin(self, post, ended):
            raise OSError("no space left")

    worker = AiWorker(kernels=Broken())
    worker.start()
    assert isinstance(wait_for(worker.poll)[0], SearchFailed)
    assert worker.shutdown(LIMIT_SECONDS)


def test_a_restart_keeps_nothing_of_the_thread_before_it() -> None:
    kernels = ReadyKernels()
    made: list[weakref.ref[FakeSearcher]] = []

    def make(*_: Any, **__: Any) -> FakeSearcher:
        searcher = FakeSearcher()
        made.append(weakref.ref(searcher))
        return searcher

    bench = Bench()
    bench.worker = AiWorker(make_searcher=make, kernels=kernels)
    bench.worker.start()
    for generation in range(3):
        bench.search(generation)
        bench.restart()
    # The last thread is on its way out.
    wait_for(lambda: not any(searcher() for searcher in made), meanwhile=gc.collect)
    assert len(made) == 3
    assert kernels.begun == 4, "what is loaded stays with the kernels, not with a thread"
    assert bench.worker.shutdown(LIMIT_SECONDS)


def test_a_warm_up_that_failed_is_tried_again() -> None:
    class FullAtFirst(ReadyKernels):
        def begin(self, post: Post, ended: TimeSupplier) -> None:
            super().begin(post, ended)
            if self.begun == 1:
                raise OSError("no space left")

    kernels = FullAtFirst()
    bench = Bench()
    bench.worker = AiWorker(kernels=kernels)
    bench.worker.start()
    bench.until(SearchFailed)
    bench.restart()
    assert kernels.begun == 2
    assert bench.worker.shutdown(LIMIT_SECONDS)


def test_restart_drops_what_the_old_thread_still_says(bench: Bench) -> None:
    bench.ask(1, limit=Limit())
    bench.until(SearchProgress, 1)
    bench.restart()
    time.sleep(0.05)
    assert bench.worker.poll() == []


def test_shutdown_ends_a_running_search_and_is_idempotent(bench: Bench) -> None:
    bench.ask(1, limit=Limit())
    bench.until(SearchProgress, 1)
    assert bench.worker.shutdown(LIMIT_SECONDS)
    assert bench.worker.shutdown(LIMIT_SECONDS)


def test_shutdown_reaches_the_warm_up() -> None:
    class Endless(ReadyKernels):
        def begin(self, post, ended):
            wait_for(ended)

    worker = AiWorker(kernels=Endless())
    worker.start()
    assert worker.shutdown(LIMIT_SECONDS)
