"""Waiting for what another thread, or another program, does."""

import time
from collections.abc import Callable
from typing import TypeVar

LIMIT_SECONDS = 120.0
"""When it counts as failed: late, as what takes an instant here takes long on a busy machine."""

PAUSE_SECONDS = 0.002

Answer = TypeVar("Answer")


def wait_for(
    what: Callable[[], Answer],
    words: str = "it never came true",
    *,
    meanwhile: Callable[[], object] = lambda: None,
    seconds: float = LIMIT_SECONDS,
) -> Answer:
    """Return what something answers as soon as that is true; fail with words when time is up.

    Args:
        what: What is asked over and over.
        words: What it fails with.
        meanwhile: What is done after each look that was in vain.
        seconds: How long it is asked.
    """
    __tracebackhide__ = True  # the place that waits tells what it waited for
    end = time.monotonic() + seconds
    while not (answer := what()):
        assert time.monotonic() < end, f"{words}: not within {seconds:.0f} s"
        meanwhile()
        time.sleep(PAUSE_SECONDS)
    return answer
