"""Limits in CPU time, which other programs on the machine hardly affect."""

import time
from collections.abc import Callable


def cpu_limit(allowed: float, threads: int) -> Callable[[], bool]:
    """Return a time supplier that says stop after so many CPU seconds of each thread."""
    end = time.process_time() + allowed * threads
    return lambda: time.process_time() >= end
