"""The time supplier: callables that answer "is it time to stop?", and their combination.

A kernel cannot call Python, so the last link is a `CancelFlag`: one byte that kernels poll
with an atomic load (`ai.kernels.shared`) and that `StopWatch` sets as soon as any supplier
says so. A deadline and the player's Stop are suppliers. A budget of simulations is none: a search
counts them itself, so that what it does within them does not depend on when somebody looks.
"""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ai.search.messages import Limit, StopReason

TimeSupplier = Callable[[], bool]
Flag = NDArray[np.uint8]
"""A byte that every kernel polls."""


class CancelFlag:
    """A byte that any thread may set and every kernel polls; made anew for each search."""

    def __init__(self) -> None:
        self.array: Flag = np.zeros(1, np.uint8)

    def set(self) -> None:
        """Ask everything that polls this flag to come back."""
        self.array[0] = 1

    def __call__(self) -> bool:
        """Whether the flag is set: the flag itself is a time supplier."""
        return bool(self.array[0])


def deadline(seconds: float) -> TimeSupplier:
    """Return what says stop once so many seconds have passed from now on."""
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() >= end


class StopWatch:
    """Combines the suppliers of one search and passes the first "stop" on to its flag."""

    def __init__(self, limit: Limit, is_cancelled: TimeSupplier) -> None:
        self.flag = CancelFlag()
        self.reason: StopReason | None = None
        self._most = limit.simulations
        self._started = time.perf_counter()
        self._suppliers: list[tuple[TimeSupplier, StopReason]] = [
            (is_cancelled, StopReason.STOPPED)
        ]
        if limit.seconds is not None:
            self._suppliers.append((deadline(limit.seconds), StopReason.TIME))

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._started

    def poll(self) -> bool:
        """Ask every supplier; on the first yes set the flag and remember the reason."""
        if self.reason is None:
            for supplier, reason in self._suppliers:
                if supplier():
                    self.stop(reason)
                    break
        return self.reason is not None

    def stop(self, reason: StopReason) -> None:
        """Stop for a reason of the search's own, such as a proof. The first reason stays."""
        if self.reason is None:
            self.reason = reason
        self.flag.set()

    def end(self, simulations: int) -> StopReason:
        """Return why a search is over that has come back after so many simulations."""
        is_spent = self._most is not None and simulations >= self._most
        self.stop(StopReason.SIMULATIONS if is_spent else StopReason.EXHAUSTED)
        assert self.reason is not None
        return self.reason
