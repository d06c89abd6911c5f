"""Games as the library holds them, and read back from that."""

from game.library.records import Records
from game.library.storage import Storage
from game.play import text
from game.play.session import Mode, Session


def file_of(session: Session) -> str:
    """Return a game with all of its branches, as a row of the library tells it."""
    return text.write(session.record, is_row=True)


def read_back(session: Session, mode: Mode | None = None) -> Session:
    """Return what is read of a game that was written."""
    again = Session.of(text.read(file_of(session), is_row=True), mode or session.mode)
    again.record.number = session.record.number
    return again


def lines_of(session: Session) -> list[tuple[int, ...]]:
    """Return the moves of each line of a game, the one in progress first."""
    return [tuple(node.move for node in end.path()[1:]) for end in session.record.ends()]


def reach(storage: Storage, records: Records) -> None:
    """Put records of any kind in the place of the player's, as if they had been reached."""
    storage._change_records(lambda _: records)
