"""Orders to a running match on the standard input, for the window and other programs."""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from ai.match.jobs import JobPace

PAUSE, GO, STEP, PACE, STOP = "pause", "go", "step", "pace", "stop"


class Remote:
    """Reads orders, a line each: ``pause``, ``go``, ``step``, ``pace SECONDS``, ``stop``.

    The end of the input is a ``stop``: nobody is left to watch.
    """

    def __init__(self, orders: TextIO) -> None:
        self._orders = orders
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._paused = False
        self._seconds = 0.0
        threading.Thread(target=self._read, name="match orders", daemon=True).start()

    def obey(self, set_pace: Callable[[JobPace], None]) -> bool:
        """Carry out what has come in; return whether the match is to stop."""
        while not self._queue.empty():
            order, _, value = self._queue.get().strip().partition(" ")
            if order == STOP:
                return True
            steps = int(order == STEP)
            if order in (PAUSE, GO, STEP):
                self._paused = order != GO
            elif order == PACE:
                self._seconds = _seconds(value, self._seconds)
            set_pace(JobPace(self._paused, self._seconds, steps))
        return False

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # what cannot be read gives no more orders
            for line in self._orders:
                self._queue.put(line)
        self._queue.put(STOP)


def _seconds(text: str, otherwise: float) -> float:
    try:
        return max(0.0, min(60.0, float(text)))
    except ValueError:
        return otherwise
