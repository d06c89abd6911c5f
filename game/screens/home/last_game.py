"""The saved game that Home offers to go on with, found beside the window."""

from contextlib import suppress
from typing import NamedTuple

from game.library.storage import Storage
from game.play.session import Session, SessionError


class LastGame(NamedTuple):
    """What was found.

    Attributes:
        session: The game played last of those that are begun and not over.
        is_first_start: Whether no game is saved at all; None before that is known.
    """

    session: Session | None = None
    is_first_start: bool | None = None


def last_game(storage: Storage) -> LastGame:
    """Look for it; reads from the disk, the records too, so that no frame waits for that."""
    games, _ = storage.recent_games(), storage.records
    for name in games:
        session = storage.load_game(name)
        if session is not None and session.own_game is not None:
            with suppress(SessionError):  # its file was damaged by others
                session.bring_back(session.own_game)
        if session is not None and session.is_unfinished:
            return LastGame(session, is_first_start=False)
    return LastGame(None, not games)
