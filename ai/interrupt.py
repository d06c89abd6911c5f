"""Ctrl+C for the commands that have something to finish first."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ai.search.limits import CancelFlag


@contextmanager
def ctrl_c() -> Iterator[CancelFlag]:
    """Let the first Ctrl+C set a flag, to end in good order; a second one ends the program."""
    flag = CancelFlag()

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        flag.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)
