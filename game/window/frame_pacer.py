"""Keeps the window's frames to an even beat."""

import time
from collections.abc import Callable

MOST_LATE = 0.5
"""As a share of a beat: what comes later than this begins a new beat instead of catching up."""


class FramePacer:
    """Lets its caller go on at evenly spaced moments.

    pygame's clock counts in whole milliseconds from the frame before, so its frames last one
    millisecond more or less, and one that is late makes all that follow late.
    """

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Make a beat of so many seconds; the first moment is now."""
        self._seconds = seconds
        self._clock = clock
        self._sleep = sleep
        self._due = clock()

    def wait(self) -> None:
        """Sleep until the next moment, if it is still to come."""
        now = self._clock()
        if now < self._due:
            self._sleep(self._due - now)
        self._due = max(self._due, now - MOST_LATE * self._seconds) + self._seconds
