"""What belongs to the whole process, and no game may change: the others would notice."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import numpy as np


def _streams() -> tuple[object, ...]:
    found = [os.fstat(number) for number in range(3)]
    return (sys.stdin, sys.stdout, sys.stderr, *((each.st_dev, each.st_ino) for each in found))


def _umask() -> int:
    umask = os.umask(0o077)
    os.umask(umask)
    return umask


_ALL: Final[dict[str, Callable[[], Any]]] = {
    "working folder": os.getcwd,
    "standard streams": _streams,
    "umask": _umask,
    "handlers of signals": lambda: {
        number: signal.getsignal(number) for number in signal.valid_signals()
    },
    "timer": lambda: getattr(signal, "getitimer", lambda _: None)(0),
    "hooks for errors": lambda: (sys.excepthook, threading.excepthook),
    "recursion limit": sys.getrecursionlimit,
    "numpy's handling of errors": np.geterr,
}


class Surroundings:
    """What there was when it was made."""

    def __init__(self) -> None:
        self._before = {name: _told(look) for name, look in _ALL.items()}

    def changed(self) -> str:
        """Name something that is not as it was; empty if all is."""
        for name, look in _ALL.items():
            if _told(look) != self._before[name]:
                return name
        return ""


def _told(look: Callable[[], Any]) -> Any:
    with suppress(OSError):
        return look()
    return None
