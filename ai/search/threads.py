"""Threads that search, while the caller's watches the clock, and give way to a window.

Only they give way: a thread of low priority that runs Python code would keep the window waiting
for the interpreter's lock while others keep it waiting for a core.
"""

import ctypes
import os
import platform
import struct
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from threading import Event, Lock
from typing import ParamSpec, TypeVar

from ai import system
from ai.errors import uninterrupted
from ai.search.limits import StopWatch

POLL_SECONDS = 0.002
PROGRESS_SECONDS = 0.1
UNLIMITED = 1 << 62
NICENESS = 10
_SLICE = 100_000_000
"""Nanoseconds that such a thread computes for, if nobody else wants its core.

Linux lets a thread that wakes up take the core of one with longer slices at once; otherwise the
window and the screen's server would wait up to 4 ms, for the next tick of the clock.
"""
_SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274}
"""The number of the system call `sched_setattr`, by the processor."""
_beside_window = threading.Event()
_reports_paused = threading.Event()

P = ParamSpec("P")
T = TypeVar("T")
Result = TypeVar("Result")


def stay_behind_window() -> None:
    """Have all threads give way that `thread_pool` starts in this process from now on.

    The calling thread keeps its priority, but lets who wakes up have its core at once.
    """
    _beside_window.set()
    if sys.platform == "linux":
        _set_attributes(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))


def hold_reports(hold: bool) -> None:
    """Have no search of this process tell what it knows so far, or have all tell it again.

    To put that together takes the interpreter's lock for some milliseconds, which a window that
    draws one frame after the other would wait for.
    """
    (_reports_paused.set if hold else _reports_paused.clear)()


@contextmanager
def search_threads(count: int, stop: Callable[[], None]) -> Iterator[ThreadPoolExecutor]:
    """Give threads to search with, which end with the block.

    Args:
        stop: Has them come back soon; called where the block is left early, for whatever reason.
    """
    pool = thread_pool(count)
    try:
        yield pool
    except BaseException:
        stop()
        raise
    finally:
        pool.shutdown()


class _Threads(ThreadPoolExecutor):
    """Has Ctrl+C wait while a thread starts: it would leave locks taken that the thread needs."""

    def submit(self, work: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
        """Have a thread do some work; see `Executor.submit`."""
        with uninterrupted():
            return super().submit(work, *args, **options)


def thread_pool(count: int) -> ThreadPoolExecutor:
    """Return threads to search with, for who sees to it that they end."""
    return _Threads(count, initializer=give_way if _beside_window.is_set() else None)


def give_way() -> None:
    """Let the threads of all programs go before this one, as far as the system can do that."""
    if sys.platform == "win32":
        system.lower_thread()
    if sys.platform != "linux":
        return
    thread = threading.get_native_id()
    niceness = max(NICENESS, os.getpriority(os.PRIO_PROCESS, thread))
    if not _set_attributes(niceness):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, niceness)


def _set_attributes(niceness: int) -> bool:
    """Set niceness and slice; return whether the system took them. See sched_setattr(2)."""
    number = _SET_ATTRIBUTES.get(platform.machine())
    if number is None:
        return False
    layout = "=IIQiIQQQ"  # size, policy, flags, nice, priority, slice, two more of other policies
    values = struct.pack(layout, struct.calcsize(layout), 0, 0, niceness, 0, _SLICE, 0, 0)
    return not ctypes.CDLL(None).syscall(ctypes.c_long(number), 0, values, 0)


def reporter(
    watch: StopWatch, report: Callable[[], None], first: float = PROGRESS_SECONDS
) -> Callable[[], None]:
    """Return what reports ten times a second until the watch's flag is set, if called often.

    Args:
        first: Seconds of the search after which the first report is due.
    """
    due = first

    def report_if_due() -> None:
        nonlocal due
        if watch.elapsed >= due and not _reports_paused.is_set() and not watch.flag():
            report()
            due = watch.elapsed + PROGRESS_SECONDS

    return report_if_due


def run_polled(
    works: Sequence[Callable[[], Result]],
    watch: StopWatch,
    look: Callable[[], None] | None = None,
    pool: ThreadPoolExecutor | None = None,
) -> list[Result]:
    """Run each work in a thread of its own; here poll the suppliers while any of them runs.

    Args:
        works: Must come back soon once the watch's flag is set.
        watch: Its flag is set when a supplier says so, or when this function is left early.
        look: Called in this thread after each poll, such as a `reporter`.
        pool: Threads to use again, for works that follow each other: new ones take 0.1 ms. They
            are from `search_threads`, which sets the flag when its block is left early.

    Returns:
        What the works return, in their order; their exceptions come through.
    """
    new_pool = search_threads(len(works), watch.flag.set)
    with nullcontext(pool) if pool is not None else new_pool as threads:
        # A lock is cheaper to wait for than futures; a queue of Python 3.12 or older may wait
        # without end once a signal has come in its last moment.
        ended, bell = deque[Future[Result]](), Lock()
        bell.acquire()

        def ring(future: Future[Result]) -> None:
            ended.append(future)
            with suppress(RuntimeError):  # it rings already
                bell.release()

        with uninterrupted():  # or a thread could not tell that it has ended
            # None begins before all are there: what computes keeps the next one from starting.
            are_there = Event()
            try:
                futures = [threads.submit(_run_after, are_there, work) for work in works]
                for future in futures:
                    future.add_done_callback(ring)
            finally:
                are_there.set()
        running = len(futures)
        while running > 0:
            watch.poll()
            if look is not None:
                look()
            bell.acquire(timeout=POLL_SECONDS)
            while ended:
                ended.popleft().result()
                running -= 1
    return [future.result() for future in futures]


def _run_after(event: Event, work: Callable[[], Result]) -> Result:
    event.wait()
    return work()


def shares(simulations: int | None, threads: int) -> list[int]:
    """Share a budget out among threads, exactly; None is no bound."""
    if simulations is None:
        return [UNLIMITED] * threads
    share, rest = divmod(simulations, threads)
    return [share + (thread < rest) for thread in range(threads)]
