"""Moving a file over another one, on every system."""

import errno
import time
from pathlib import Path
from typing import Final

PATIENCE: Final = 0.5
_POLL: Final = 0.02
_IN_USE: Final = (5, 32)
"""What Windows says then: ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION."""


def replace(source: Path, target: Path) -> None:
    """Move a file over another one, or where there is none.

    Windows refuses that while any program has one of the two open: an editor, a virus
    scanner, a backup. That seldom takes longer than a moment, so it is tried again for one.

    Raises:
        OSError: It cannot be done; the sentence in `strerror` says why.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            source.replace(target)
        except OSError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
            if time.monotonic() >= deadline:
                in_use = "another program has the file open"
                raise PermissionError(errno.EACCES, in_use, str(target)) from None
        else:
            return
        time.sleep(_POLL)
