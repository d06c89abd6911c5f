"""Files that survive: written whole or not at all, and never in the window's way.

A file is written beside its place, forced to the disk and then moved over the old one, so a
program killed at any moment leaves either the old or the new file. Writing happens in a
thread of its own; of several versions of one file only the latest is written.
"""

import errno
import json
import logging
import os
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.games.registry import GAMES
from game.paths import Paths
from game.records import Records, RecordsError
from game.session import Session, SessionError
from game.settings import Settings, settings_from_dict

log = logging.getLogger(__name__)

FLUSH_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was read.

    Attributes:
        data: The JSON value, None if there is no usable file.
        notice: A sentence for the player, if something was wrong with it.
    """

    data: Any = None
    notice: str | None = None


def write_json(path: Path, data: Any) -> None:
    """Write a JSON file atomically; raise `OSError` if the disk does not take it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def read_json(path: Path) -> Loaded:
    """Read a JSON file; a damaged one is moved aside and told about, never raised."""
    try:
        return Loaded(json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return Loaded()
    except (ValueError, RecursionError) as error:
        return Loaded(notice=set_aside(path, str(error)))
    except OSError as error:
        log.warning("Reading %s failed: %s", path, error)
        return Loaded(notice=f"{path.name} could not be read: {error.strerror}.")


def set_aside(path: Path, problem: str) -> str:
    """Move a damaged file out of the way and return a sentence that says so."""
    aside = path.with_name(f"{path.stem}.damaged{path.suffix}")
    log.warning("%s is damaged (%s); moved to %s", path, problem, aside.name)
    try:
        path.replace(aside)
    except OSError as error:
        log.warning("Moving %s aside failed: %s", path, error)
        return f"{path.name} is damaged and was ignored."
    return f"{path.name} was damaged; it was kept as {aside.name}."


class Storage:
    """The program's files: settings and saved games, read at once and written behind.

    What cannot be written is kept and read back from memory as long as the program runs.
    """

    def __init__(self, paths: Paths, *, read_only: bool = False) -> None:
        """Make the storage; the writer thread starts with the first write.

        Args:
            paths: Where the files are.
            read_only: Write nothing, as another window does.
        """
        self.paths = paths
        self._read_only = read_only
        self._waiting: OrderedDict[Path, Any] = OrderedDict()
        self._unwritten: dict[Path, Any] = {}
        self._failing: set[Path] = set()
        self._played: list[str] = []
        self._records: Records | None = None
        self._condition = threading.Condition()
        self._busy = False
        self._failure: str | None = None
        self._thread: threading.Thread | None = None

    @property
    def read_only(self) -> bool:
        """Whether another window is the one that saves."""
        return self._read_only

    # Settings.

    def load_settings(self, label: Callable[[str], str] = str) -> tuple[Settings, str | None]:
        """Return the stored settings, or defaults, and a sentence if something was wrong.

        Args:
            label: Returns what players know a setting by.
        """
        loaded = read_json(self.paths.settings_file)
        if loaded.data is None:
            return Settings(), loaded.notice
        if not isinstance(loaded.data, dict):
            return Settings(), set_aside(self.paths.settings_file, "not an object")
        settings, complaints = settings_from_dict(loaded.data, label)
        return settings, complaints[0] if complaints else None

    def save_settings(self, settings: Settings) -> None:
        """Store the settings soon."""
        self.save(self.paths.settings_file, settings.to_dict())

    # Saved games.

    def load_game(self, game: str) -> tuple[Session | None, str | None]:
        """Return the saved game of one kind, if any, and a sentence if it was damaged."""
        path = self.paths.saved_game_file(game)
        self.flush()
        loaded = self._read(path)
        if loaded.data is None:
            return None, loaded.notice
        try:
            session = Session.from_dict(loaded.data)
            if session.spec.name != game:
                raise SessionError(f"it holds a game of {session.spec.title}")
        except SessionError as error:
            return None, set_aside(path, str(error))
        return session, None

    def save_game(self, session: Session) -> None:
        """Store a game soon, as the last one played."""
        name = session.spec.name
        self._played = [*(game for game in self._played if game != name), name]
        self.save(self.paths.saved_game_file(name), session.to_dict())

    def recent_games(self) -> list[str]:
        """Return the names of the games that are saved, the one played last first."""
        self.flush()
        now = self._played[::-1]
        earlier = {spec.name: self._saved_at(spec.name) for spec in GAMES if spec.name not in now}
        found = [game for game, time in earlier.items() if time is not None]
        return now + sorted(found, key=lambda game: earlier[game] or 0, reverse=True)

    # What the player has reached.

    @property
    def records(self) -> Records:
        """The player's records, read on first use; `take_failure` tells of a damaged file."""
        if self._records is None:
            loaded = read_json(self.paths.records_file)
            notice, self._records = loaded.notice, Records()
            try:
                if loaded.data is not None:
                    self._records = Records.from_dict(loaded.data)
            except RecordsError as error:
                notice = set_aside(self.paths.records_file, str(error))
            if notice is not None:
                self.note_failure(notice)
        return self._records

    def count_game(self, session: Session) -> bool:
        """Count a finished game towards the records, once; return whether they changed."""
        before = self.records
        if session.spec.players == 2 and session.is_counted:
            return False
        after = before.with_game(session)
        if after is before:
            return False
        session.note_counted()
        self._records = after
        self.save(self.paths.records_file, after.to_dict())
        return True

    def clear_records(self) -> None:
        """Forget all scores and results."""
        self._records = Records()
        self.save(self.paths.records_file, self._records.to_dict())

    def _saved_at(self, game: str) -> int | None:
        try:
            return self.paths.saved_game_file(game).stat().st_mtime_ns
        except OSError:
            return None

    # Writing behind.

    def save(self, path: Path, data: Any) -> None:
        """Write a JSON file soon; a version still waiting is replaced. Never waits."""
        with self._condition:
            if self._read_only:
                self._unwritten[path] = data
                return
            self._waiting[path] = data
            if self._thread is None:
                self._thread = threading.Thread(target=self._write, name="storage", daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def flush(self, timeout: float = FLUSH_SECONDS) -> bool:
        """Wait until everything is written; return whether that was done in time."""
        with self._condition:
            return self._condition.wait_for(
                lambda: not self._waiting and not self._busy, timeout=timeout
            )

    def take_failure(self) -> str | None:
        """Return a sentence about what could not be read or written, once."""
        with self._condition:
            failure, self._failure = self._failure, None
            return failure

    def note_failure(self, text: str) -> None:
        """Keep a sentence for `take_failure`; safe in any thread."""
        with self._condition:
            self._failure = text

    def _read(self, path: Path) -> Loaded:
        with self._condition:
            if path in self._unwritten:
                return Loaded(self._unwritten[path])
        return read_json(path)

    def _write(self) -> None:
        """Write what waits, for ever; the body of the writer thread."""
        while True:
            with self._condition:
                self._busy = False
                self._condition.notify_all()
                self._condition.wait_for(lambda: self._waiting)
                path, data = self._waiting.popitem(last=False)
                self._busy = True
            try:
                write_json(path, data)
            except (OSError, ValueError, TypeError) as error:
                log.exception("Writing %s failed", path)
                self._keep(path, data, error)
            else:
                with self._condition:
                    self._unwritten.pop(path, None)
                    self._failing.discard(path.parent)

    def _keep(self, path: Path, data: Any, error: Exception) -> None:
        """Keep what was not written; tell about a folder once, until it takes files again."""
        with self._condition:
            self._unwritten[path] = data
            if path.parent not in self._failing:
                self._failing.add(path.parent)
                self._failure = self._sentence(path, error)

    def _sentence(self, path: Path, error: Exception) -> str:
        what = "settings" if path == self.paths.settings_file else "games"
        folder = self.paths.config if what == "settings" else self.paths.data
        if isinstance(error, OSError):
            full = error.errno == errno.ENOSPC
            problem = f"no room is left for {folder}" if full else f"{folder} is not writable"
        else:
            problem = f"{path.name} cannot hold this: {error}"
        return f"Your {what} cannot be saved: {problem}."
