"""What is written and read behind the window's back: a disk may be slower than a frame.

In the thread that writes, the latest state wins. What has not reached the disk waits, and is tried
again until it has, whatever went wrong: a full disk, a lack of memory, another program that holds
the files.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5.0


class Writer:
    """Keeps what waits to be written, and the thread that writes it."""

    def __init__(
        self,
        may_write: Callable[[], bool],
        write: Callable[[Path, Any], None],
        report: Callable[[Path, BaseException | None], None],
    ) -> None:
        """Make a writer; its thread starts with the first file.

        Args:
            may_write: Tells right before each write, in the thread, whether it may be made.
            write: Writes, in the thread; raises what hinders it.
        """
        self._may_write = may_write
        self._write = write
        self._report = report
        self._condition = threading.Condition()
        self._waiting: dict[Path, Any] = {}
        self._puts = self._done = 0
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def put(self, path: Path, data: Any, join: Callable[[Any, Any], Any] | None = None) -> None:
        """Write data soon, in place of what still waits or joined to it. Never waits itself."""
        with self._condition:
            if join is not None and path in self._waiting:
                data = join(self._waiting[path], data)
            self._waiting[path] = data
            self._ask()

    def get(self, path: Path) -> Any:
        """Return what waits to be written to a file, None if nothing does."""
        with self._condition:
            return self._waiting.get(path)

    def flush(self, timeout: float) -> bool:
        """Try now whatever waits, for so many seconds; return whether all of it is written."""
        with self._condition:
            if self._waiting:
                self._ask()
                self._condition.wait_for(lambda: self._done == self._puts, timeout)
            return not self._waiting

    def close(self, timeout: float) -> bool:
        """Flush for so many seconds, and end the thread: what is not written by then is lost."""
        is_written = self.flush(timeout)
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()
        return is_written

    def _ask(self) -> None:
        """Ask for another round through all that waits."""
        if self._is_closed:
            return
        self._puts += 1
        if self._thread is None or not self._thread.is_alive():
            # No thread for want of memory: the next file asks again.
            with suppress(RuntimeError, MemoryError):
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
        self._condition.notify_all()

    def _run(self) -> None:
        while not self._is_closed:
            try:
                self._round()
            except Exception:  # whatever it was, the next round may succeed
                with suppress(Exception):
                    log.exception("The writer stumbled")
                time.sleep(RETRY_SECONDS)

    def _round(self) -> None:
        with self._condition:
            patience = RETRY_SECONDS if self._waiting else None
            self._condition.wait_for(lambda: self._puts > self._done or self._is_closed, patience)
            number, paths = self._puts, list(self._waiting)
        for path in paths:
            self._try(path)
        with self._condition:
            self._done = number
            self._condition.notify_all()

    def _try(self, path: Path) -> None:
        try:
            if not self._may_write():
                return
            data = self.get(path)
            self._write(path, data)
        except BaseException as error:  # of a plug-in, too, which may raise what it likes
            self._report(path, error)
            return
        with self._condition:
            if self._waiting.get(path) is data:
                del self._waiting[path]
        self._report(path, None)


T = TypeVar("T")


class BackgroundRead(Generic[T]):
    """Asks one question at a time in a thread of its own, and keeps the answer until it is taken.

    Attributes:
        thread: The one that looks for the answer; None once that is there.
    """

    def __init__(self, name: str) -> None:
        """Ask nothing yet."""
        self._name = name
        self._answer: list[T] = []
        self.thread: threading.Thread | None = None

    def ask(self, read: Callable[[], T]) -> None:
        """Begin to read; the answer to an earlier question does not count any more."""
        answer: list[T] = []

        def run() -> None:
            answer.append(read())

        self._answer = answer
        self.thread = threading.Thread(target=run, name=self._name, daemon=True)
        self.thread.start()

    @property
    def is_reading(self) -> bool:
        return self.thread is not None

    def take(self) -> list[T]:
        """Return the answer if there is a new one, as a list of one; nothing otherwise."""
        if self.thread is None or self.thread.is_alive():
            return []
        self.thread = None
        return self._answer
