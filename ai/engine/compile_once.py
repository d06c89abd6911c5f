"""Several processes get the kernels ready together: each function is compiled by one of them.

numba's cache keeps what was compiled, but knows of nobody else who is at it: two processes would
compile the same, and the index of one would replace the other's. Here whoever misses a function
in the cache takes its lock first and looks again. The system lifts the lock of a process that was
killed. Functions call each other in one direction only, so nobody waits in a circle.
"""

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, FileLock, Timeout
from numba.core import caching
from numba.core.dispatcher import Dispatcher

from ai.errors import CtrlC, is_pressed, uninterrupted

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 120.0
"""No function takes so long to compile: a process that holds a lock longer has stopped."""


class _Turns(threading.local):
    """The locks of the functions that this thread compiles now, callers first."""

    def __init__(self) -> None:
        self.open: list[ExitStack] = []


_turns = _Turns()
compiled_one: Callable[[], object] = lambda: None  # noqa: E731
"""Called for each function that this process has compiled; may be replaced."""


def install(lock_of: Callable[[Any], Path | None]) -> None:
    """Let processes wait for each other, from now on.

    Args:
        lock_of: Takes the cache of a function and returns the file to lock, in a folder that is
            made by then; None where nothing is kept.
    """
    compile_now, load = Dispatcher.compile, caching.Cache.load_overload

    def compile_in_turn(self: Any, signature: Any) -> Any:
        with uninterrupted(), ExitStack() as turn:
            _turns.open.append(turn)
            turn.callback(_turns.open.pop)
            missed = sum(self._cache_misses.values())
            entry_point = compile_now(self, signature)
            if sum(self._cache_misses.values()) > missed:
                compiled_one()
            return entry_point

    def load_or_wait(self: Any, signature: Any, context: Any) -> Any:
        cached = load(self, signature, context)
        if cached is not None or not _turns.open:
            return cached
        path = lock_of(self)
        if path is None or not _take(path, _turns.open[-1]):
            return None
        return load(self, signature, context)

    Dispatcher.compile = compile_in_turn  # type: ignore[method-assign, assignment]
    caching.Cache.load_overload = load_or_wait


def _take(path: Path, turn: ExitStack) -> bool:
    """Wait for a lock, to be held until the turn ends; return whether it could be had.

    Raises:
        CtrlC: It was pressed meanwhile; another process may compile for a minute.
    """
    lock: BaseFileLock = FileLock(path, timeout=PATIENCE_SECONDS, mode=0o600, is_singleton=True)
    try:
        turn.enter_context(lock.acquire(cancel_check=is_pressed))
    except Timeout:
        if is_pressed():
            raise CtrlC from None
        log.warning("The lock %s is not released: compiling without it", path.name)
        return False
    except OSError as error:
        log.info("Compiling without the lock %s: %s", path.name, error)
        return False
    return True
