"""CPU time: limits in it, which other programs hardly affect, and how much others took."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_STOLEN = 8
"""Where the first line of /proc/stat has the time that other machines of the host took."""


def cpu_limit(allowed: float, threads: int) -> Callable[[], bool]:
    """Return a time supplier that says stop after so many CPU seconds of each thread."""
    end = time.process_time() + allowed * threads
    return lambda: time.process_time() >= end


class CoreTime(NamedTuple):
    """Ticks of all cores since the machine began.

    Attributes:
        all: Used or not.
        stolen: Wanted here and used by other machines of the same host.
    """

    all: int = 0
    stolen: int = 0


def core_time() -> CoreTime:
    """Return what has passed so far; nothing where the system does not tell."""
    with suppress(OSError):
        ticks = Path("/proc/stat").read_text("ascii").splitlines()[0].split()
        return CoreTime(sum(map(int, ticks[1:9])), int(ticks[_STOLEN]))
    return CoreTime()


def stolen_percent(since: CoreTime) -> float:
    """Return the share of the cores that others took since then; figures want it near 0."""
    now = core_time()
    return round(100 * (now.stolen - since.stolen) / max(1, now.all - since.all), 1)
