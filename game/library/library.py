"""Every game that was played and what it brought, in one SQLite file.

A row of `games` is a game with all its branches, as a text; its other columns are what it is listed
by. The game in progress is one of them; `current` says which. So a save is one transaction, and no
kill leaves half of one.

The window reads with connections of its own and waits for no write; the thread that writes has
another one. Where files cannot be locked, one waits for the other.
"""

import json
import logging
import os
import sqlite3
import struct
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import astuple, dataclass, field, replace
from datetime import date
from errno import EINVAL, EIO, ENOSPC
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from ai.errors import is_from_user
from ai.levels import EVEN, family
from ai.phrases import N_, filled, told
from game.library.records import Records
from game.play.credit import listed
from game.play.record import GameTree, SessionError, new_number
from game.play.text import read, shown
from game.store import fields
from game.store.files import exchange
from game.store.json_store import JsonStore, reason_of
from game.words import files as words

log = logging.getLogger(__name__)

# For translators: {table} is a name in English, such as games or drills
_TOO_MANY: Final = {
    "games": N_("its library tells more than {count} games"),
    "current": N_("its library tells more than {count} games in progress"),
    "documents": N_("its library tells more than {count} documents"),
    "drills": N_("its library tells more than {count} drills"),
}
_GAME_IS_DAMAGED: Final = N_("the saved game is damaged: {error}")
_IS_DAMAGED: Final = N_("its library is damaged ({error})")

VERSION: Final = 6
"""The number of the schema, which the file holds as its `user_version`."""
_SCHEMA: Final = """
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, game TEXT NOT NULL,
        at INTEGER NOT NULL, level TEXT NOT NULL, result TEXT NOT NULL,
        starred INTEGER NOT NULL, mistakes INTEGER NOT NULL, title TEXT NOT NULL,
        seed INTEGER NOT NULL, counted TEXT NOT NULL, digests BLOB NOT NULL, text TEXT NOT NULL);
    CREATE INDEX listed ON games (game, at, result, level, starred, mistakes);
    CREATE TABLE current (
        game TEXT PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL,
        level TEXT NOT NULL, mode TEXT NOT NULL, before INTEGER NOT NULL);
    CREATE TABLE documents (name TEXT PRIMARY KEY, data TEXT NOT NULL);
    CREATE TABLE drills (
        key TEXT PRIMARY KEY, game TEXT NOT NULL, due INTEGER NOT NULL, memory TEXT NOT NULL,
        data TEXT NOT NULL);
    CREATE INDEX asked ON drills (due);
    CREATE TABLE positions (
        digest INTEGER NOT NULL, number INTEGER NOT NULL,
        PRIMARY KEY (digest, number)) WITHOUT ROWID
"""
RECORDS: Final = "records"
_LONGEST_DRILL: Final = 100_000
MOST_ROWS: Final = 200_000
"""The most rows that another library may have in each table."""
LONGEST_GAME: Final = 400_000
"""The largest text of a game in it, in bytes, since the window waits while it is read."""
PATIENCE_SECONDS: Final = 5.0
"""How long a thread that reads or writes waits while another program holds the file."""
WINDOW_PATIENCE_SECONDS: Final = 0.1
"""How long the window, which draws nothing meanwhile, waits for that before it says so."""
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_NO_WRITING: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""SQLite's errors where it cannot make its own files beside a library."""
_WITHOUT_LOCKS: Final = "win32-none" if sys.platform == "win32" else "unix-none"
"""SQLite's name for access to files that cannot be locked."""
_UNFIT: Final = (
    *(sqlite3.DataError, sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError),
    *(ArithmeticError, TypeError, ValueError, RecursionError),
)
"""What is raised for values that no library can hold."""
_REACHES: Final = "number IN (SELECT number FROM positions WHERE digest = ?)"
_TABLES: Final = ("games", "current", "documents", "drills")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game, as it is kept.

    Attributes:
        at: When it was last in progress, in microseconds since 1970.
        level: The AI's level; empty where it did not play.
        result: What became of it, as a filter asks for it: "won", "drawn" or "lost" by a person
            against the AI, "over" in all other ways, "open"; empty while nobody has moved.
        text: All that is known of it, as `game.play.text` writes a row.
        mistakes: How many mistakes the player made, as far as is known.
        title: What the player calls it; empty for no name.
        seed: What its board was made from.
        counted: What the records have of it; see `GameTree`.
        digests: The positions of all its branches; see `Position.digest`.
    """

    number: int
    game: str
    at: int
    level: str
    result: str
    text: str
    starred: bool = False
    mistakes: int = 0
    title: str = ""
    seed: int = 0
    counted: str = ""
    digests: frozenset[int] = frozenset()

    @property
    def day(self) -> str:
        """The day it was last in progress, as in 2026-11-21."""
        return date.fromtimestamp(min(self.at / 1e6, time.time())).isoformat()


@dataclass(frozen=True, slots=True)
class GameQuery:
    """Which games are listed: those that match every field that is set.

    Attributes:
        game: The game's name in the registry; empty for all games.
        mistakes: How many they have at least.
        position: The digest of a position that they lead through; see `Position.digest`.
    """

    game: str
    result: str = ""
    level: str = ""
    starred: bool = False
    mistakes: int = 0
    position: int | None = None

    @property
    def conditions(self) -> dict[str, Any]:
        """The conditions in SQL, each with the value of its parameter."""
        is_even = self.level == EVEN
        conditions = {
            "result = ?": self.result,
            "level LIKE ?" if is_even else "level = ?": f"{EVEN}-%" if is_even else self.level,
            "starred = ?": self.starred,
            "mistakes >= ?": self.mistakes,
        }
        given = {condition: value for condition, value in conditions.items() if value}
        return given if self.position is None else given | {_REACHES: self.position}

    @property
    def of_games(self) -> str:
        """The column with the game's name: with a plus where the index by it would be slower."""
        return "game" if self.position is None else "+game"

    def holds(self, row: SavedGame) -> bool:
        named = all(
            value in ("", has)
            for value, has in ((self.result, row.result), (self.level, family(row.level)))
        )
        is_there = self.position is None or self.position in row.digests
        is_such = row.starred >= self.starred and row.mistakes >= self.mistakes
        return self.game in ("", row.game) and named and is_such and is_there


@dataclass(frozen=True, slots=True)
class Listed:
    rows: tuple[SavedGame, ...]
    count: int
    levels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Current:
    """Which game of a kind is in progress, and how the player goes on with it.

    Attributes:
        before: The number of the game whose place it took; 0 for none.
    """

    number: int
    at: int
    level: str
    mode: str
    before: int = 0


@dataclass(frozen=True, slots=True)
class KeptDrill:
    """A drill that was tried, or that waits to be.

    Attributes:
        due: When it is to be asked, as the number of a day.
        memory: How well it is remembered, as `game.library.schedule` writes it; empty at first.
        data: The drill as JSON; empty for one that comes with the game.
    """

    key: str
    game: str
    due: int
    memory: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is written in one transaction. Writing it again changes nothing.

    Attributes:
        rows: Games by their number; None for one that is deleted.
        current: The game in progress of each kind.
        marked: What games are marked with, by their number and the column: `starred`, `title`.
        new_drills: Drills that wait to be tried; one that is in the library already stays as it is.
        tried: Drills as they are remembered after a try.
    """

    rows: Mapping[int, SavedGame | None] = field(default_factory=dict)
    current: Mapping[str, Current] = field(default_factory=dict)
    marked: Mapping[tuple[int, str], bool | str] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)
    new_drills: tuple[KeptDrill, ...] = ()
    tried: tuple[KeptDrill, ...] = ()

    def then(self, later: "Changes") -> "Changes":
        return Changes(
            {**self.rows, **later.rows},
            {**self.current, **later.current},
            {**self.marked, **later.marked},
            {**self.documents, **later.documents},
            (*self.new_drills, *later.new_drills),
            (*self.tried, *later.tried),
        )


class Library:
    """The file; each method opens what it needs, so that any thread may call it."""

    def __init__(self, path: Path, files: JsonStore, *, can_lock: bool) -> None:
        """Make a library; the file is neither read nor made yet."""
        self._path = path
        self._files = files
        self._can_lock = can_lock
        self._lock = threading.RLock()
        self._reading: AbstractContextManager[object] = nullcontext() if can_lock else self._lock
        self._connection: sqlite3.Connection | None = None
        self._opened = 0

    # Reading.

    def read(
        self, ask: Callable[[sqlite3.Connection], T], otherwise: T, empty: T | None = None
    ) -> T:
        """Return the answer to a query.

        Args:
            otherwise: What is returned where there is no library that can be read.
            empty: What is returned where there is none yet, if that is something else.
        """
        empty = otherwise if empty is None else empty
        for _ in range(2):
            if self._files.is_closed:
                break
            if not os.path.lexists(self._path):
                return empty
            seen = _inode(self._path)
            try:
                with self._reading, closing(self._connect(self._path, "rw")) as connection:
                    connection.execute("BEGIN")  # one transaction sees one state of the file
                    answer = ask(connection) if _version(connection) else empty
            except _OtherVersionError:
                self._files.note_unreadable(self._path, _from_other_version(self._path))
                break
            except Exception as error:  # no file, however damaged, may end the program
                if is_from_user(error):
                    raise
                is_damage = _is_damage(error, self._path)
                if is_damage and self._rescue(error, seen):
                    continue
                # Of a file that is known to be unreadable nobody waits for the lock.
                is_busy = _code(error) == sqlite3.SQLITE_BUSY
                if not is_damage and not (is_busy and self._files.is_unreadable(self._path)):
                    why = filled(words.CANNOT_READ, name=self._path.name, reason=reason_of(error))
                    self._files.note_unreadable(self._path, why)
                break
            self._files.note_readable(self._path)
            return answer
        return otherwise

    def rows(self, connection: sqlite3.Connection, where: str, *values: Any) -> list[SavedGame]:
        """Return games by a condition of SQL; one that is damaged has no text."""
        read = connection.execute(f"SELECT {_ROW} FROM games WHERE {where}", values)
        return [_kept(*row) for row in read]

    def games_where(self, where: str, *values: Any) -> list[SavedGame]:
        """Return games by a condition of SQL; none where there is no file that can be read."""
        return self.read(lambda connection: self.rows(connection, where, *values), [])

    def listed(
        self,
        query: GameQuery,
        games: Collection[str],
        without: Collection[int],
        start: int,
        count: int,
        connection: sqlite3.Connection,
    ) -> Listed:
        """Return a part of a list.

        Args:
            without: The numbers of games that are not.
            start: How many stand before the part.
            count: How many it has at most.
        """
        names = "".join(f" AND {condition}" for condition in query.conditions)
        of_games = f"{query.of_games} IN ({', '.join('?' * len(games))})"
        others = f"number NOT IN ({', '.join('?' * len(without))})"
        where = f"{of_games} AND result != ''{names} AND {others}"
        values = (*games, *query.conditions.values(), *without)
        total = connection.execute(f"SELECT count(*) FROM games WHERE {where}", values)
        levels = connection.execute(
            f"SELECT DISTINCT {_texts('level')} FROM games WHERE {of_games} AND level != ''",
            tuple(games),
        )
        # The numbers are found in the index alone, so that no other row is read.
        chosen = f"SELECT number FROM games WHERE {where} ORDER BY at DESC LIMIT ? OFFSET ?"
        part = f"number IN ({chosen}) ORDER BY at DESC"
        rows = self.rows(connection, part, *values, count, start)
        return Listed(tuple(rows), total.fetchone()[0], tuple(level for (level,) in levels))

    def copy_to(self, target: Path) -> None:
        """Write all of it to a new file, if there is any; raise `OSError`."""
        if not self._path.exists():
            return
        try:
            with self._reading, closing(self._connect(self._path, "rw")) as connection:
                connection.execute("VACUUM INTO ?", (str(target),))
        except _OtherVersionError:
            raise OSError(EIO, _from_other_version(self._path)) from None
        except sqlite3.Error as error:
            raise OSError(EIO, reason_of(error)) from error

    # Writing, in one thread.

    def write(self, changes: Changes) -> None:
        """Make changes, all or none of them.

        Raises:
            OSError, sqlite3.Error: They cannot be written now.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        seen = _inode(self._path)
        with self._lock:
            try:
                self._write(changes)
            except _OtherVersionError:
                self._files.note_unreadable(self._path, _from_other_version(self._path))
                raise
            except sqlite3.DatabaseError as error:
                if _code(error) == sqlite3.SQLITE_FULL:
                    raise OSError(ENOSPC, os.strerror(ENOSPC)) from error
                if not _is_damage(error, self._path) or not self._rescue(error, seen):
                    self.close()  # the next one begins anew
                    raise
                self._write(changes)

    def close(self) -> None:
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _write(self, changes: Changes) -> None:
        if self._connection is None or _inode(self._path) != self._opened:  # somebody took it away
            self.close()
            self._connection = self._connect(self._path, "rwc")
            self._opened = _inode(self._path)
        connection = self._connection
        with _transaction(connection):
            for what, step in self._steps(connection, changes):
                try:
                    step()
                except _UNFIT as error:  # all else must not wait for it for ever
                    log.exception("%s cannot be kept", what)
                    problem = filled(words.NOT_KEPT, what=what, reason=reason_of(error))
                    self._files.tell_once(problem)

    def _steps(
        self, connection: sqlite3.Connection, changes: Changes
    ) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield what is to be done one after the other, each with a name for it."""
        put = partial(partial, connection.execute)
        for number, row in changes.rows.items():
            if row is not None:
                what = filled(words.GAME_OF, game=row.game)
                yield what, partial(self._write_row, connection, number, row)
        for game, now in changes.current.items():
            values = game, now.number, now.at, now.level, now.mode, now.before
            yield game, put("INSERT OR REPLACE INTO current VALUES (?, ?, ?, ?, ?, ?)", values)
        for (number, column), value in changes.marked.items():
            yield "A mark", put(f"UPDATE games SET {column} = ? WHERE number = ?", (value, number))
        for number, row in changes.rows.items():
            if row is None:
                yield "A game", partial(self._delete_row, connection, number)
        for document in changes.documents.items():
            yield "A record", put("INSERT OR REPLACE INTO documents VALUES (?, ?)", document)
        for how, drills in (("IGNORE", changes.new_drills), ("REPLACE", changes.tried)):
            for each in drills:
                into = f"INSERT OR {how} INTO drills VALUES (?, ?, ?, ?, ?)"
                yield "A drill", put(into, astuple(each))

    @staticmethod
    def _write_row(connection: sqlite3.Connection, number: int, row: SavedGame) -> None:
        """Write a game, but for what a list has marked it with, and its new positions."""
        ask = f"SELECT {_DIGESTS} FROM games WHERE number = ?"
        kept = connection.execute(ask, (number,)).fetchone()
        before = frozenset[int]() if kept is None else _unpacked(kept[0])
        connection.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number)"
            " DO UPDATE SET at = excluded.at, level = excluded.level, result = excluded.result,"
            " mistakes = excluded.mistakes, seed = excluded.seed, counted = excluded.counted,"
            " digests = excluded.digests, text = excluded.text",
            (
                *(number, row.game, row.at, row.level, row.result, row.starred, row.mistakes),
                *(row.title, row.seed, row.counted, _packed(row.digests), row.text),
            ),
        )
        for sql, digests in (
            ("DELETE FROM positions WHERE digest = ? AND number = ?", before - row.digests),
            ("INSERT OR IGNORE INTO positions VALUES (?, ?)", row.digests - before),
        ):
            connection.executemany(sql, ((digest, number) for digest in digests))

    @staticmethod
    def _delete_row(connection: sqlite3.Connection, number: int) -> None:
        ask = f"SELECT {_DIGESTS} FROM games WHERE number = ?"
        for (digests,) in connection.execute(ask, (number,)).fetchall():
            gone = ((digest, number) for digest in _unpacked(digests))
            connection.executemany("DELETE FROM positions WHERE digest = ? AND number = ?", gone)
        connection.execute("DELETE FROM games WHERE number = ?", (number,))

    # The file itself.

    def _connect(self, path: Path, mode: str) -> sqlite3.Connection:
        """Open the file; one that is empty gets its tables where it is written."""
        if os.path.lexists(path) and not path.is_file():  # reading a pipe would never end
            raise OSError(EINVAL, N_("not a file"))
        connection = self._open(path, mode)
        try:
            if _version(connection) not in (0, VERSION):
                raise _OtherVersionError
            if mode == "rwc" and self._can_lock:
                _write_ahead(connection)
            elif mode == "rwc":
                connection.execute("PRAGMA journal_mode = DELETE")
            if mode == "rwc" and not _version(connection):
                with _transaction(connection):
                    for statement in _SCHEMA.split(";"):
                        connection.execute(statement)
                    connection.execute(f"PRAGMA user_version = {VERSION}")
        except BaseException as error:
            connection.close()
            if mode == "rw" and _code(error) in _NO_WRITING and not Path(f"{path}-wal").exists():
                return self._connect(path, "ro&immutable=1")
            raise
        return connection

    def _open(self, path: Path, mode: str) -> sqlite3.Connection:
        system = "" if self._can_lock else f"&vfs={_WITHOUT_LOCKS}"
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}{system}",
            uri=True,
            timeout=self._patience,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.text_factory = _text
        if not self._can_lock:  # a library from elsewhere, written ahead, is read only so
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        return connection

    @property
    def _patience(self) -> float:
        if threading.current_thread() is not threading.main_thread():
            return PATIENCE_SECONDS
        return 0.0 if self._files.is_unreadable(self._path) else WINDOW_PATIENCE_SECONDS

    def _rescue(self, error: Exception, seen: int) -> bool:
        """Put what can be read of a damaged file into a new one; return whether there is one.

        The damaged file is kept under another name.
        """
        with self._lock:
            return _inode(self._path) != seen or self._replace(error)

    def _replace(self, error: Exception) -> bool:
        log.warning("%s is damaged: %s", self._path, error)
        self.close()
        new = self._path.with_name(f".{self._path.name}-{os.getpid()}.tmp")
        try:
            _remove(new)
            with closing(self._connect(new, "rwc")) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")  # it is one file
                with _transaction(connection):
                    for table in _TABLES:
                        for row in _readable(self._open(self._path, "rw"), table):
                            values = ", ".join("?" * len(row))
                            put = f"INSERT OR IGNORE INTO {table} VALUES ({values})"
                            connection.execute(put, row)
                    for number, digests in connection.execute(
                        f"SELECT number, {_DIGESTS} FROM games"
                    ).fetchall():
                        put = "INSERT OR IGNORE INTO positions VALUES (?, ?)"
                        places = ((digest, number) for digest in _unpacked(digests))
                        connection.executemany(put, places)
                count = connection.execute(
                    "SELECT count(*) FROM games WHERE result != ''"
                ).fetchone()[0]
                has_records = document(RECORDS, connection) is not None
            beside = exchange(self._path, new, ("-wal", "-shm"))
        except (OSError, sqlite3.Error) as problem:
            why = filled(words.NOT_REPLACED, name=self._path.name, reason=reason_of(problem))
            self._files.note_unreadable(self._path, why)
            with suppress(OSError):
                _remove(new)
            return False
        names = {"name": self._path.name, "new": beside.name}
        self._files.tell(filled(words.RESCUED[has_records], **names, count=count))
        return True


def _from_other_version(path: Path) -> str:
    return filled(words.OTHER_VERSION, name=path.name)


class _OtherVersionError(Exception):
    """The file's schema has another number."""


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all of a block, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def games_in(path: Path) -> Iterator[SavedGame]:
    """Yield the games of another library, in which another program is only named.

    Raises:
        ValueError: It is none that can be read, or of another version.
    """
    with _other(path) as connection:
        connection.text_factory = partial(_text, most=LONGEST_GAME)
        for row in connection.execute(f"SELECT {_ROW} FROM games ORDER BY at"):
            each = _kept(*row)
            if 0 < each.number < fields.MOST_NUMBER:
                # A later time than now would stay the latest for ever.
                at, title = min(each.at, new_number()), fields.NO_TEXT.sub("", each.title)
                each = replace(each, at=at, level=shown(each.level))
                yield replace(each, title=title[: fields.LONGEST_LEVEL])


def progress_in(path: Path) -> Changes:
    """Return what another library tells of drills, and what counts where nothing else is yet.

    That is its records, and which games are in progress.

    Raises:
        ValueError: It is none that can be read, or of another version.
    """
    with _other(path) as connection:
        drills = drills_in(connection)
        text = document(RECORDS, connection)
        current = current_of(connection)
    current = {
        game: replace(each, at=min(each.at, new_number()), level=shown(each.level))
        for game, each in current.items()
    }
    records = records_of(text) or Records()
    tallies = tuple(replace(each, level=shown(each.level)) for each in records.tallies)
    documents = {RECORDS: json.dumps(replace(records, tallies=tallies).to_dict())}
    return Changes(current=current, documents=documents, new_drills=(*drills.values(),))


@contextmanager
def _other(path: Path) -> Iterator[sqlite3.Connection]:
    """Open another library to read it; raise `ValueError` if that is impossible.

    It has our tables and nothing else, so that no view, no trigger and no column of another's
    making has a say; and its pages are checked first, lest one be read over and over.
    """
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection,
            closing(sqlite3.connect(":memory:")) as ours,
        ):
            connection.text_factory = _text
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * fields.MOST_BYTES)
            connection.execute("PRAGMA trusted_schema = OFF")
            ours.executescript(_SCHEMA)
            if _version(connection) != VERSION or _schema(connection) != _schema(ours):
                raise ValueError(N_("its library is of another version, or none"))
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise ValueError(N_("its library is damaged"))
            for table in _TABLES:
                count = f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {MOST_ROWS + 1})"
                if connection.execute(count).fetchone()[0] > MOST_ROWS:
                    raise ValueError(filled(_TOO_MANY[table], count=MOST_ROWS))
            yield connection
    except sqlite3.DataError as error:
        raise ValueError(N_("its library holds a text that is too long")) from error
    except sqlite3.Error as error:
        raise ValueError(filled(_IS_DAMAGED, error=str(error))) from error


def _schema(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    return {*connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")}


def _texts(*columns: str) -> str:
    return ", ".join(f"COALESCE(CAST({name} AS TEXT), '')" for name in columns)


def _whole(column: str) -> str:
    """Return the SQL that reads a number from 0 on, whatever a damaged column holds."""
    return f"MAX(0, MIN({fields.MOST_NUMBER - 1}, COALESCE(CAST({column} AS INTEGER), 0)))"


_DRILL: Final = f"{_texts('key', 'game')}, {_whole('due')}, {_texts('memory', 'data')}"
"""A drill's columns. A day that is damaged counts as 0, so that drill is due."""
_DIGESTS: Final = "CASE typeof(digests) WHEN 'blob' THEN digests ELSE x'' END"
_ROW: Final = (
    f"number, {_texts('game')}, {_whole('at')}, {_texts('level', 'result', 'text')}, "
    f"{_whole('starred')}, {_whole('mistakes')}, {_texts('title')}, {_whole('seed')}, "
    f"{_texts('counted')}, {_DIGESTS}"
)


def _kept(
    number: int, game: str, at: int, level: str, result: str, text: str, *more: Any
) -> SavedGame:
    starred, mistakes, title, seed, counted, digests = more
    marks = bool(starred), mistakes, title, seed, counted
    return SavedGame(number, game, at, level, result, text, *marks, _unpacked(digests))


def _packed(digests: frozenset[int]) -> bytes:
    return struct.pack(f"<{len(digests)}q", *sorted(digests))


def _unpacked(packed: bytes) -> frozenset[int]:
    return frozenset(struct.unpack(f"<{len(packed) // 8}q", packed[: len(packed) // 8 * 8]))


def record_of(row: SavedGame) -> GameTree:
    """Return the record of a game that is kept; raise `SessionError` if it is damaged."""
    try:
        record = read(row.text, is_row=True)
        if record.spec.name != row.game:
            raise SessionError(N_("it is another game's"))
    except Exception as error:  # a plug-in's rules may raise what they like
        raise SessionError(filled(_GAME_IS_DAMAGED, error=told(error))) from error
    record.number = row.number
    return record


def as_listed(row: SavedGame) -> GameTree:
    """Return the record of a kept game, at the line that it is listed by; see `record_of`.

    A start with a star stays as it is: what is returned is a new game from there.
    """
    record = record_of(row)
    if row.starred and not record.root.children:
        return record.again()
    end = listed(record).line[-1]
    if end not in record.line:
        record.show(end)
    return record


def current_of(connection: sqlite3.Connection) -> dict[str, Current]:
    """Return the game in progress of each kind, as far as it is not damaged."""
    numbers = "typeof(number) = 'integer' AND typeof(at) = 'integer'"
    sound = f"{numbers} AND typeof(level) = 'text' AND typeof(mode) = 'text'"
    columns = f"{_texts('game')}, {_whole('number')}, {_whole('at')}, level, mode"
    columns += f", {_whole('before')}"
    rows = connection.execute(f"SELECT {columns} FROM current WHERE {sound}")
    return {game: Current(*row) for game, *row in rows}


def drills_in(connection: sqlite3.Connection) -> dict[str, KeptDrill]:
    """Return all drills that were tried or wait to be, by their keys."""
    sound = f"length(memory) + length(data) < {_LONGEST_DRILL}"
    rows = connection.execute(f"SELECT {_DRILL} FROM drills WHERE {sound} ORDER BY due")
    return {row[0]: KeptDrill(*row) for row in rows}


def document(name: str, connection: sqlite3.Connection) -> str | None:
    """Return a text by its name, None if there is none."""
    row = connection.execute("SELECT data FROM documents WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def records_of(text: str | None) -> Records | None:
    """Read records; None if they are damaged."""
    try:
        return Records() if text is None else Records.from_dict(fields.parse(text))
    except Exception as error:  # a plug-in's rules may raise what they like
        log.warning("The records are damaged: %s", error)
        return None


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let reading wait for no writing; what is written is on the disk, whatever happens."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:  # SQLite itself does not wait here for one that reads
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            break
    connection.execute("PRAGMA synchronous = FULL")


def _text(data: bytes, most: int = fields.MOST_BYTES) -> str:
    """Read a text; one that no game has is empty."""
    return data.decode("utf-8", "replace") if len(data) <= most else ""


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def _code(error: BaseException) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _is_damage(error: BaseException, path: Path) -> bool:
    """Return whether an error comes of damage to a file, rather than of the query."""
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    if _code(error) != sqlite3.SQLITE_ERROR:
        return _code(error) in _DAMAGE
    try:
        with closing(sqlite3.connect(path)) as connection:
            return bool(connection.execute("PRAGMA quick_check").fetchone() != ("ok",))
    except sqlite3.DatabaseError as problem:
        return _code(problem) in (*_DAMAGE, sqlite3.SQLITE_ERROR)


def _readable(damaged: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Yield each row of a damaged file's table that can be read, and close the file."""
    rows: set[int] = set()
    with closing(damaged) as connection:
        # From either end, and by the index: what one way cannot reach, another may.
        for way in ("", " ORDER BY rowid", " ORDER BY rowid DESC"):
            with suppress(sqlite3.DatabaseError):
                for (row,) in connection.execute(f"SELECT rowid FROM {table}{way}"):
                    rows.add(row)
        for row in sorted(rows):
            with suppress(sqlite3.DatabaseError):
                values = connection.execute(f"SELECT * FROM {table} WHERE rowid = ?", (row,))
                yield from values.fetchall()
