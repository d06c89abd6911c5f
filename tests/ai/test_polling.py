"""Threads that think, the one that watches, what stops them, and that they give way to a window."""

import os
import queue
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from types import SimpleNamespace

import pytest

from ai.search import limits, threads
from ai.search.limits import CancelFlag, StopWatch
from ai.search.messages import Limit, StopReason
from ai.search.threads import UNLIMITED, hold_reports, reporter, run_polled, shares


def never() -> bool:
    return False


def test_the_first_reason_to_stop_counts_and_without_bounds_only_the_caller_has_one() -> None:
    stop = CancelFlag()
    alone = StopWatch(Limit(), stop)
    assert not alone.poll()
    stop.set()
    late, proven = (StopWatch(Limit(seconds=0.0), never) for _ in range(2))
    proven.stop(StopReason.PROVEN)
    proven.stop(StopReason.STOPPED)
    for watch, reason in (
        (alone, StopReason.STOPPED),
        (late, StopReason.TIME),
        (proven, StopReason.PROVEN),
    ):
        assert watch.poll()
        assert watch.reason is reason
        assert watch.flag()
        assert watch.end(3) is reason


def test_time_is_over_when_it_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=5.0, perf_counter=lambda: clock.now)
    monkeypatch.setattr(limits, "time", clock)
    watch = StopWatch(Limit(seconds=2.0), never)
    clock.now = 6.75
    assert not watch.poll()
    clock.now = 7.0
    assert watch.poll()


def test_who_comes_back_unasked_has_spent_its_budget_or_is_at_an_end() -> None:
    watches = [StopWatch(Limit(simulations=3), never) for _ in range(2)]
    assert not any(watch.poll() for watch in watches), "whoever searches counts simulations"
    ends = [watch.end(count) for watch, count in zip(watches, (3, 2), strict=True)]
    assert ends == [StopReason.SIMULATIONS, StopReason.EXHAUSTED]


def test_works_return_in_their_order_and_leave_the_flag_alone() -> None:
    watch = StopWatch(Limit(), never)
    assert run_polled([lambda: "a", lambda: "b", lambda: "c"], watch) == ["a", "b", "c"]
    assert not watch.flag()


def test_none_begins_to_think_before_all_are_there() -> None:
    """What thinks keeps the one that starts the others, and watches the clock, from its turn."""

    class Pool(ThreadPoolExecutor):
        def submit(self, *work):
            begun.append([future.done() for future in futures])
            futures.append(super().submit(*work))
            wait(futures, timeout=0.1)
            return futures[-1]

    begun, futures = [], []
    with Pool(3) as pool:
        assert run_polled([lambda: 1, lambda: 2], StopWatch(Limit(), never), pool=pool) == [1, 2]
    assert begun == [[], [False]]


@pytest.mark.parametrize("error", [RuntimeError("broken"), queue.Empty("broken")])
@pytest.mark.parametrize("where", ["work", "look"])
def test_an_error_stops_the_others_and_comes_through(where: str, error: Exception) -> None:
    watch, looks = StopWatch(Limit(), never), iter(range(1000))

    def fail() -> None:
        raise error

    def look() -> None:
        assert next(looks, None) is not None, "the error is lost"

    def think() -> None:
        while not watch.flag():
            pass

    works = [think, fail] if where == "work" else [think]
    with pytest.raises(type(error), match=r"^broken$"):
        run_polled(works, watch, fail if where == "look" else look)
    assert watch.flag()


def test_progress_is_told_from_the_first_moment_on_until_the_stop_unless_it_is_held() -> None:
    watch, told = StopWatch(Limit(), never), []
    tell = reporter(watch, lambda: told.append(watch.elapsed), first=0.0)
    hold_reports(True)
    try:
        tell()
        assert not told
    finally:
        hold_reports(False)
    tell()
    assert len(told) == 1, "what was due is told then"
    watch.stop(StopReason.STOPPED)
    reporter(watch, lambda: told.append(watch.elapsed), first=0.0)()
    assert len(told) == 1


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("simulations", [0, 1, 6, 7, 1000])
def test_a_budget_is_shared_out_to_the_last_simulation(simulations: int, threads: int) -> None:
    parts = shares(simulations, threads)
    assert (len(parts), sum(parts)) == (threads, simulations)
    assert max(parts) - min(parts) <= 1
    assert shares(None, threads) == [UNLIMITED] * threads, "no budget is no bound"


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def niceness_of_a_search() -> int:
    with threads.thread_pool(1) as pool:
        return pool.submit(niceness).result()


@pytest.mark.skipif(sys.platform != "linux", reason="each thread has its own there")
def test_a_search_gives_way_only_beside_a_window(monkeypatch):
    monkeypatch.setattr(threads, "_beside_window", threading.Event())
    usual = niceness()
    assert niceness_of_a_search() == usual
    threads.stay_behind_window()
    assert niceness_of_a_search() == max(usual, threads.NICENESS)
    assert niceness() == usual
    monkeypatch.setattr(threads, "_SET_ATTRIBUTES", {})
    assert niceness_of_a_search() == max(usual, threads.NICENESS), "on any processor"
