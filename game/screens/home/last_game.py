"""The saved game that Home offers to go on with, found beside the window."""

import threading
from contextlib import suppress

from game.play.session import Session, SessionError
from game.screens.context import Context


class LastGame:
    """Looks for it in a thread of its own: a disk may be slower than a frame.

    Attributes:
        session: The game played last of those that are begun and not over.
        is_first_start: Whether no game is saved at all.
    """

    def __init__(self, context: Context) -> None:
        """Look for nothing yet."""
        self.session: Session | None = None
        self.is_first_start = False
        self._context = context
        self._found: list[Session | None] = []
        self._thread: threading.Thread | None = None

    @property
    def is_reading(self) -> bool:
        """Whether the answer is still to come."""
        return self._thread is not None

    def read(self) -> None:
        """Begin to look for a game."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="last game", daemon=True)
            self._thread.start()

    def poll(self) -> bool:
        """Take in what was found; return whether there is an answer."""
        if self._thread is None or self._thread.is_alive():
            return False
        self._thread = None
        if self._found:
            self.session = self._found.pop()
        return True

    def _read(self) -> None:
        storage = self._context.storage
        games = storage.recent_games()
        self.is_first_start = not games
        # Read here, too, so that no frame waits for the disk.
        _ = storage.records
        for name in games:
            session = storage.load_game(name)
            if session is not None and session.own_game is not None:
                with suppress(SessionError):  # its file was damaged by others
                    session.bring_back(session.own_game)
            if session is not None and session.is_unfinished:
                self._found.append(session)
                return
        self._found.append(None)
