"""Reads and writes the program's files so that nothing in them is ever lost.

A file that cannot be read stays as it is until that is over. A file that is damaged is kept under
another name. In each case the player is told, once.
"""

import errno
import logging
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from ai.errors import in_short, is_from_user
from ai.phrases import N_, filled
from game.store.background import Writer
from game.store.files import put_aside, read_json, write_json
from game.words import files as words

log = logging.getLogger(__name__)

FLUSH_SECONDS: Final = 2.0
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)

T = TypeVar("T")


class JsonStore:
    """Loads and saves files."""

    def __init__(
        self, wake: Callable[[], None], write: Callable[[Path, Any], None] = write_json
    ) -> None:
        self._wake = wake
        self._writer = Writer(self._may_write, write, self._note_outcome)
        self.is_closed = False
        self._unreadable: dict[Path, str] = {}
        self._failing: dict[Path, str] = {}
        self._reported: set[str] = set()
        self._telling = threading.Lock()
        self._notices: deque[str] = deque()
        self._alarms: deque[str] = deque()

    def close(self) -> None:
        """Read and write nothing from now on: each file stays as it is."""
        self.flush()
        self.is_closed = True

    # Reading.

    def waiting(self, path: Path) -> Any:
        """Return what is still to be written to a file, None if nothing is."""
        return self._writer.get(path)

    def load(self, path: Path, parse: Callable[[Any], T]) -> T | None:
        """Return what a file holds; None if there is none, or none that can be used.

        Args:
            parse: Makes the result of the JSON value; raises `ValueError` for a damaged one.
        """
        if self.is_closed:
            return None
        try:
            value = self.read(path, parse)
        except BaseException as error:  # a file is never a reason to end
            if is_from_user(error):
                raise
            log.warning("Reading %s failed: %s", path, error, exc_info=_unexpected(error))
            problem = filled(words.CANNOT_READ, name=path.name, reason=reason_of(error))
            self.note_unreadable(path, problem)
            return None
        self.note_readable(path)
        return value

    def read(self, path: Path, parse: Callable[[Any], T]) -> T | None:
        """Return what `load` does; raise `OSError`, or what else hinders that."""
        try:
            return parse(read_json(path))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError as error:
            log.warning("%s is damaged: %s", path, error)
        try:
            beside = put_aside(path)
        except OSError as problem:
            why = filled(words.NOT_RENAMED, reason=reason_of(problem))
            raise OSError(problem.errno, why) from problem
        self.tell(filled(words.DAMAGED, name=path.name, new=beside.name))
        return None

    def is_unreadable(self, path: Path) -> bool:
        """Return whether it has been said of a file that it cannot be read."""
        return path in self._unreadable

    def note_readable(self, path: Path) -> None:
        self._unreadable.pop(path, None)

    def note_unreadable(self, path: Path, problem: str) -> None:
        """Say why a file cannot be read until that is answered, and until it is over."""
        text = filled(words.UNREADABLE, problem=problem)
        self._unreadable[path] = text
        if self._is_new(text):
            self.alarm(text)

    # Writing.

    def save(self, path: Path, data: Any, join: Callable[[Any, Any], Any] | None = None) -> None:
        """Write a file soon, in place of what still waits or joined to it. Never waits itself."""
        self._writer.put(path, data, join)

    def flush(self, timeout: float | None = None) -> bool:
        """Try to write what waits, for so many seconds; return whether all is on the disk."""
        return self._writer.flush(FLUSH_SECONDS if timeout is None else timeout)

    def end(self) -> bool:
        """Flush, and end the thread that writes; return whether everything is on the disk."""
        return self._writer.close(FLUSH_SECONDS)

    def _may_write(self) -> bool:
        return not self.is_closed

    def _note_outcome(self, path: Path, error: BaseException | None) -> None:
        """Tell of a trouble once, until it is over."""
        if error is None:
            troubles = [each.pop(path, None) for each in (self._unreadable, self._failing)]
            if any(troubles) and not self.trouble:
                self.tell(words.SAVED_AGAIN)
            return
        if path in self._unreadable:  # which has been told
            return
        is_full = getattr(error, "errno", None) in _FULL
        no_writing = filled(words.NO_WRITING, folder=path.parent, reason=reason_of(error))
        trouble = words.FULL if is_full else no_writing
        is_reported = trouble in self._failing.values()
        if not is_reported:
            log.error("Writing %s failed: %s", path, error, exc_info=_unexpected(error))
        self._failing[path] = trouble
        if not is_reported:
            self.tell(trouble)

    # What the player is told.

    @property
    def trouble(self) -> str:
        """What hinders that everything is saved, in a sentence; empty for nothing."""
        return next(iter([*self._failing.values(), *self._unreadable.values()]), "")

    def tell(self, text: str) -> None:
        """Keep a sentence for `take_notice`; safe in any thread."""
        self._notices.append(text)
        self._wake()

    def tell_once(self, text: str) -> None:
        """Keep a sentence unless it has been told in this run."""
        if self._is_new(text):
            self.tell(text)

    def _is_new(self, text: str) -> bool:
        """Note that a sentence has been told; two threads may find the same at once."""
        with self._telling:
            is_new = text not in self._reported
            self._reported.add(text)
        return is_new

    def take_notice(self) -> str | None:
        """Return the oldest sentence about what could not be read or written, once."""
        return self._notices.popleft() if self._notices else None

    def alarm(self, text: str) -> None:
        """Keep words that have to be answered, for `take_alarm`; safe in any thread."""
        self._alarms.append(text)
        self._wake()

    def take_alarm(self) -> str | None:
        """Return the oldest words that have to be answered, once."""
        return self._alarms.popleft() if self._alarms else None


def reason_of(error: BaseException) -> str:
    """Return in a few words why something failed."""
    if isinstance(error, MemoryError):
        return N_("not enough memory")
    if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
        return N_("another program holds it")
    if isinstance(error, sqlite3.Error):
        return str(error)
    return getattr(error, "strerror", None) or in_short(error)


def _unexpected(error: BaseException) -> BaseException | None:
    """Return an error whose trace tells more than its sentence; the disk's troubles are known."""
    return None if isinstance(error, OSError) else error
