"""Thinking in a thread of its own while the caller's thread watches the clock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from ai.search.limits import StopWatch

POLL_SECONDS = 0.002
PROGRESS_SECONDS = 0.1

Result = TypeVar("Result")


def run_polled(think: Callable[[], Result], watch: StopWatch, report: Callable[[], None]) -> Result:
    """Run `think` elsewhere; here poll the suppliers and report progress, ten times a second.

    Args:
        think: Must come back soon once the watch's flag is set.
        watch: Its flag is set when a supplier says so, or when this function is left early.
        report: Called in this thread.

    Returns:
        What `think` returns; its exceptions come through.
    """
    next_report = PROGRESS_SECONDS
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(think)
        try:
            while not future.done():
                watch.poll()
                if watch.elapsed >= next_report:
                    next_report = watch.elapsed + PROGRESS_SECONDS
                    report()
                wait([future], POLL_SECONDS)
        finally:
            watch.flag.set()
    return future.result()
