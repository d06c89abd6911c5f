"""Thinking in threads while the caller's thread watches the clock."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from threading import Event, Lock
from typing import TypeVar

from ai.errors import uninterrupted
from ai.search.limits import StopWatch
from ai.search.priority import are_reports_paused, search_threads

POLL_SECONDS = 0.002
PROGRESS_SECONDS = 0.1
UNLIMITED = 1 << 62

Result = TypeVar("Result")


class Reporter:
    """Reports progress ten times a second, until the watch's flag is set."""

    def __init__(
        self, watch: StopWatch, report: Callable[[], None], first: float = PROGRESS_SECONDS
    ) -> None:
        """Set it up; the first report is due after `first` seconds of the search."""
        self._watch = watch
        self._report = report
        self._next = first

    def __call__(self) -> None:
        """Report, if that is due."""
        if self._watch.elapsed < self._next or are_reports_paused():
            return
        if not self._watch.flag():
            self._report()
            self._next = self._watch.elapsed + PROGRESS_SECONDS


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
        look: Called in this thread after each poll, such as a `Reporter`.
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
