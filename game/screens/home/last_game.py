"""The saved game that Home offers to go on with, found beside the window."""

from contextlib import suppress

from game.play.session import Session, SessionError
from game.screens.beside import Beside
from game.screens.context import Context


class LastGame:
    """Looks for it beside the window.

    Attributes:
        beside: Reads it.
        session: The game played last of those that are begun and not over.
        is_first_start: Whether no game is saved at all; None before that is known.
    """

    def __init__(self, context: Context) -> None:
        """Look for nothing yet."""
        self.session: Session | None = None
        self.is_first_start: bool | None = None
        self._context = context
        self.beside = Beside[Session | None]("last game")

    @property
    def is_reading(self) -> bool:
        """Whether the answer is still to come."""
        return self.beside.is_reading

    def read(self) -> None:
        """Begin to look for a game."""
        if not self.is_reading:
            self.beside.ask(self._read)

    def poll(self) -> bool:
        """Take in what was found; return whether there is an answer."""
        found = self.beside.take()
        for self.session in found:
            return True
        return False

    def _read(self) -> Session | None:
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
                return session
        return None
