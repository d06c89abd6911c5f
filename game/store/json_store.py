"""Reads and writes the program's files so that nothing in them is ever lost.

A file that cannot be read is neither changed nor written in this run. A file that is damaged is
kept under another name. In each case the player is told, once.
"""

import errno
import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar

from ai.faults import in_short
from ai.interrupt import is_from_user
from game.store.files import Identity, identity, move_beside, read_json, sweep, write_json
from game.store.lock import FolderLock, alone
from game.store.writer import Writer

log = logging.getLogger(__name__)

FLUSH_SECONDS: Final = 2.0
FULL: Final = "The disk is full"
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)

T = TypeVar("T")


class JsonStore:
    """Loads and saves files, whatever other windows do."""

    def __init__(
        self,
        folders: tuple[Path, ...],
        lock: FolderLock | None,
        merge: Callable[[Path], None],
        wake: Callable[[], None],
        write: Callable[[Path, Any], None] = write_json,
    ) -> None:
        """Make a keeper.

        Args:
            folders: Where files are written.
            lock: Tells the first of several windows; None where there is but one.
            merge: Saves, in the writer's thread, what a file that others have changed would lose.
            wake: Is called when there is something to tell.
            write: Writes a file, in the writer's thread.
        """
        self._folders = folders
        self._lock = lock
        self._merge = merge
        self._wake = wake
        self._writer = Writer(self._is_safe, write, self._note_outcome, self._alone)
        self._own = threading.RLock()
        self._holds_lock = lock is None
        self._is_closed = False
        self._seen: dict[Path, Identity | None] = {}
        self._left: set[Path] = set()
        self._failing: dict[Path, str] = {}
        self._told: set[str] = set()
        self._notices: deque[str] = deque()

    # Several windows.

    def is_first(self) -> bool:
        """Tell whether no other window is older; this one becomes that once the others are gone."""
        with self._own:
            if not self._holds_lock:
                assert self._lock is not None
                self._holds_lock = self._lock.acquire()
                if self._holds_lock:
                    sweep(self._folders)
            return self._holds_lock

    @property
    def is_closed(self) -> bool:
        """Whether nothing is read or written any more."""
        return self._is_closed

    def close(self) -> None:
        """Read and write nothing from now on: each file stays as it is."""
        self.flush()
        self._is_closed = True

    # Reading.

    def waiting(self, path: Path) -> Any:
        """Return what is still to be written to a file, None if nothing is."""
        return self._writer.get(path)

    def load(self, path: Path, parse: Callable[[Any], T]) -> T | None:
        """Return what a file holds; None if there is none, or none that can be used.

        Args:
            path: The file.
            parse: Makes the result of the JSON value; raises `ValueError` for a damaged one.
        """
        if self._is_closed:
            return None
        seen: Identity | None = None
        try:
            seen = identity(path)
            found = None if seen is None else parse(read_json(path))
        except ValueError as error:
            self._set_aside(path, seen, error)
        except BaseException as error:  # a file is never a reason to end
            if is_from_user(error):
                raise
            log.warning("Reading %s failed: %s", path, error, exc_info=_unexpected(error))
            self.leave(path, f"could not be read ({reason_of(error)})")
        else:
            self._seen[path] = seen
            self._left.discard(path)
            return found
        return None

    def note_readable(self, path: Path) -> None:
        """Write a file again that was left, now that it could be read."""
        self._left.discard(path)

    def leave(self, path: Path, why: str) -> None:
        """Neither change nor write a file in this run, and say why."""
        self._left.add(path)
        self.tell_once(f"{path.name} {why}. The file is not changed, and nothing is saved to it.")

    def _set_aside(self, path: Path, seen: Identity | None, error: ValueError) -> None:
        """Keep a damaged file beside, unless it has been replaced since it was seen."""
        log.warning("%s is damaged: %s", path, error)
        if not self.is_first():
            self.leave(path, "is damaged")
            return
        try:
            if identity(path) == seen:
                beside = move_beside(path, "damaged")
                self._seen[path] = None
                self.tell(f"{path.name} was damaged. It was renamed to {beside.name}.")
        except OSError as problem:
            self.leave(path, f"is damaged and cannot be renamed ({reason_of(problem)})")

    # Writing.

    def _alone(self, path: Path) -> AbstractContextManager[object]:
        """Let two windows merge one after the other what they have changed in a JSON file."""
        if self._lock is None or path.suffix != ".json" or self._is_closed:
            return nullcontext()
        return alone(path.with_name(f".{path.name}.lock"), FLUSH_SECONDS / 2)

    def save(self, path: Path, data: Any, join: Callable[[Any, Any], Any] | None = None) -> None:
        """Write a file soon, in place of what still waits or joined to it. Never waits itself."""
        self._writer.put(path, data, join)

    def flush(self, timeout: float | None = None) -> bool:
        """Try to write what waits; return whether everything is on the disk, and was in time."""
        return self._writer.flush(FLUSH_SECONDS if timeout is None else timeout)

    def end(self) -> bool:
        """Flush, and end the thread that writes; return whether everything is on the disk."""
        return self._writer.close(FLUSH_SECONDS)

    def _is_safe(self, path: Path) -> bool:
        """Tell whether a write loses nothing of a file; see to it where others have changed it."""
        if self._is_closed or path in self._left:
            return False
        if identity(path) != self._seen.get(path):
            self._merge(path)
        return path not in self._left

    def _note_outcome(self, path: Path, error: Exception | None) -> None:
        """Tell of a trouble once, until it is over."""
        if error is None:
            self._seen[path] = identity(path)
            if self._failing.pop(path, None) and not self._failing:
                self.tell("Everything is saved again.")
            return
        if path in self._left:  # which has been told
            return
        is_full = getattr(error, "errno", None) in _FULL
        trouble = FULL if is_full else f"{path.parent} cannot be written ({reason_of(error)})"
        is_told = trouble in self._failing.values()
        if not is_told:
            log.error("Writing %s failed: %s", path, error, exc_info=_unexpected(error))
        self._failing[path] = trouble
        if not is_told:
            self.tell(f"{trouble}. Playout saves as soon as that changes.")

    # What the player is told.

    def tell(self, text: str) -> None:
        """Keep a sentence for `take_notice`; safe in any thread."""
        self._notices.append(text)
        self._wake()

    def tell_once(self, text: str) -> None:
        """Keep a sentence unless it has been told in this run."""
        if text not in self._told:
            self._told.add(text)
            self.tell(text)

    def take_notice(self) -> str | None:
        """Return the oldest sentence about what could not be read or written, once."""
        return self._notices.popleft() if self._notices else None


def reason_of(error: BaseException) -> str:
    """Return in a few words why something failed."""
    if isinstance(error, MemoryError):
        return "not enough memory"
    return getattr(error, "strerror", None) or in_short(error)


def _unexpected(error: BaseException) -> BaseException | None:
    """Return an error whose trace tells more than its sentence; the disk's troubles are known."""
    return None if isinstance(error, OSError) else error
