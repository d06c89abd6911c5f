"""Which window is the first: a lock on a folder that the system lifts when its owner ends."""

import logging
import sys
from io import FileIO
from pathlib import Path

log = logging.getLogger(__name__)


class FolderLock:
    """Says whether this process is the first one to use a folder.

    The lock lies on an open file, not in the file's being there, so a process that was killed
    leaves nothing behind that would have to be cleared away.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: FileIO | None = None

    def acquire(self) -> bool:
        """Take the lock; return False if another process has it.

        Where no file can be made nobody else can have it either, and that is no obstacle here:
        whoever then writes is told soon enough.
        """
        if self._file is not None:
            return True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = _opened(self._path)
        except OSError as error:
            log.warning("No lock file: %s", error)
            return True
        if not _try_lock(file):
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Give the lock up; another process may take it now."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _opened(path: Path) -> FileIO:
    """Open the file, which is made if need be; to lock one of somebody else's, reading will do."""
    try:
        return FileIO(path, "a+")
    except PermissionError:
        return FileIO(path)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: FileIO) -> bool:
        """Lock the first byte, which need not exist; return whether nobody else has it."""
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: FileIO) -> bool:
        """Lock the file; return whether nobody else has it."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:  # some network drives know no locks
            log.warning("No lock: %s", error)
        return True
