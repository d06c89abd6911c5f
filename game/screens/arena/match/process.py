"""A match in a process of its own: what it tells, and the orders it takes.

The window never waits for it. Threads read what it says, as pipes cannot be asked on every
system; its end, too, comes as something to be polled.
"""

import logging
import queue
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from ai.match.events import Event, MatchFileError, from_json
from ai.processes import give_way, start_family

log = logging.getLogger(__name__)

NICENESS: Final = 10
INTERRUPTED: Final = 130
PATIENCE: Final = 10.0
"""Seconds in which a match ends its games and writes down what it knows."""


class MatchProcess:
    """A running ``match --live``."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; raises `OSError` if there is no such program."""
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._said: list[str] = []
        self._process = start_family(
            command,
            patience=PATIENCE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        give_way(NICENESS, self._process.pid)  # the window goes first
        self._threads = [
            threading.Thread(target=read, name="match", daemon=True)
            for read in (self._read_events, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_running(self) -> bool:
        alive = any(thread.is_alive() for thread in self._threads)
        return alive or self._process.poll() is None or not self._events.empty()

    @property
    def problem(self) -> str:
        """Why it could not be played, in a sentence; empty if it could."""
        if self.is_running or self._process.returncode in (0, 1, INTERRUPTED):
            return ""
        last = self._said[-1] if self._said else ""
        text = last.removeprefix("playout match: ").removeprefix("error: ")
        return text or f"the match ended unexpectedly (exit code {self._process.returncode})"

    def poll(self) -> list[Event]:
        """Return what it told since the last call; never waits."""
        events = []
        with suppress(queue.Empty):
            while True:
                events.append(self._events.get_nowait())
        return events

    def order(self, text: str) -> None:
        """Tell it ``pause``, ``go``, ``step`` or ``pace SECONDS``."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it may be gone
            self._process.stdin.write(text + "\n")
            self._process.stdin.flush()

    def stop(self) -> None:
        """Let it end; what it has played is kept."""
        assert self._process.stdin is not None
        self.order("stop")
        with suppress(OSError, ValueError):
            self._process.stdin.close()

    def _read_events(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                try:
                    self._events.put(from_json(line))
                except MatchFileError:
                    log.warning("The match said %r", line)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                log.info("Match: %s", line.rstrip())
                self._said = [*self._said[-20:], line.strip()]
