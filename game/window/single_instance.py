"""One window per home: a later start hands its file to the window that is open, and ends.

The window holds a lock on its home, which the system lifts when the process ends. It listens on a
socket in a folder of its user's own (on Windows: a pipe), whose address it writes into the home:
the path of a socket may not be as long as that of a home.
"""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout

from game.store.files import Paths

log = logging.getLogger(__name__)

PATIENCE_SECONDS: Final = 10.0
"""How long a window may take to start, to answer or to end."""
PAUSE_SECONDS: Final = 0.05
MOST_BYTES: Final = 100_000
NO_FILE: Final = Path()
TAKEN: Final = b"taken"

Ask = Callable[[Path | None, Callable[[], None]], None]
"""Takes a file, if there is one, and what is to be called when the window has taken it."""


class NoAnswerError(Exception):
    """The window that is open hangs, or takes very long to start."""


def claim(paths: Paths, file: Path | None) -> BaseFileLock | None:
    """Take the home for a window; None if one that is open has taken the file and comes forward.

    Where nothing can be locked, the lock that is returned is not held.

    Raises:
        NoAnswerError: A window is open, and does not answer.
    """
    lock = FileLock(paths.lock_file, blocking=False, fallback_to_soft=False)
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            paths.data.mkdir(parents=True, exist_ok=True)
            lock.acquire()
            return lock
        except Timeout:
            can_lock = True
        except OSError as error:
            log.warning("No lock: %s", error)
            can_lock = False
        if _hand_over(paths.address_file, file, end):
            return None
        if not can_lock:
            return lock
        if time.monotonic() >= end:
            raise NoAnswerError
        time.sleep(PAUSE_SECONDS)  # it starts just now, or ends


def _hand_over(address_file: Path, file: Path | None, end: float) -> bool:
    """Hand a file to the window that is open; return whether it has taken it in time."""
    request = os.fsencode(NO_FILE if file is None else file.absolute())
    is_taken = threading.Event()

    def hand_over() -> None:
        with (
            suppress(OSError, EOFError, ValueError),
            Client(address_file.read_text("utf-8")) as window,
        ):
            _let_come_forward()
            window.send_bytes(request)
            window.recv_bytes(len(TAKEN))
            is_taken.set()

    # Even to connect to a process that hangs may take for ever.
    thread = threading.Thread(target=hand_over, daemon=True)
    thread.start()
    thread.join(max(0.0, end - time.monotonic()))
    return is_taken.is_set()


def _let_come_forward() -> None:
    """Pass on the right to raise a window, which Windows gives to the process just started."""
    if sys.platform == "win32":
        import ctypes

        any_process = -1
        ctypes.windll.user32.AllowSetForegroundWindow(any_process)


def listen(address_file: Path, ask: Ask) -> None:
    """Hear later starts from now on, in threads that end with the process."""
    threading.Thread(target=_listen, args=(address_file, ask), daemon=True).start()


def _listen(address_file: Path, ask: Ask) -> None:
    try:
        listener = Listener()
        address_file.write_text(str(listener.address), "utf-8")
    except OSError as error:
        log.warning("Later starts are not heard: %s", error)
        return
    while True:
        try:
            connection = listener.accept()
        except OSError as error:  # who connected is gone again, or too many files are open
            log.info("A later start was not heard: %s", error)
            time.sleep(PAUSE_SECONDS)
        else:  # whoever says nothing must not keep others from being heard
            threading.Thread(target=_hear, args=(connection, ask), daemon=True).start()


def _hear(connection: Connection, ask: Ask) -> None:
    try:
        file = Path(os.fsdecode(connection.recv_bytes(MOST_BYTES)))
    except (OSError, EOFError, ValueError) as error:
        log.info("A later start said nothing that makes sense: %r", error)
        connection.close()
        return
    ask(None if file == NO_FILE else file, partial(_answer, connection))


def _answer(connection: Connection) -> None:
    with suppress(OSError), connection:
        connection.send_bytes(TAKEN)
