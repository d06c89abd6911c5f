"""What is kept from one run to the next: settings, saved games and records.

`game.store.json_store` reads and writes the files without losing anything. This module says what
is in them, and merges what another window has written meanwhile.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from game.games.registry import window_games
from game.library.records import Records, entry_of
from game.play.session import Session, SessionError
from game.store.json_store import FLUSH_SECONDS, JsonStore
from game.store.lock import FolderLock
from game.store.paths import Paths
from game.store.settings import Settings, settings_from_dict

SECOND_WINDOW: Final = "Playout is already open. This window does not save."
_OTHER: Final = "other-window"
_DETAILS: Final = "details"
"""The setting that tells homes of older versions, which did not have it, from new ones."""


class Storage:
    """The program's files: settings, records and saved games, read at once and written behind.

    What cannot be written is kept and read back from memory as long as the program runs.
    """

    def __init__(
        self,
        paths: Paths,
        lock: FolderLock | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        """Make the storage; nothing is read or written yet. A `lock` is one window's at a time."""
        self.paths = paths
        folders = (paths.config, paths.data, paths.saved_game_file("").parent)
        self._files = JsonStore(folders, lock, self._merge, wake)
        self._own = threading.RLock()
        self._settings = Settings()
        self._stored_settings: dict[str, Any] = {}
        self._chosen: dict[str, Any] = {}
        self._records: Records | None = None
        self._changes: list[Callable[[Records], Records]] = []
        self._played: list[str] = []
        self._without_others: set[str] = set()

    @property
    def is_second(self) -> bool:
        """Whether another window saved when this one last asked."""
        return self._files.is_second

    def may_write(self) -> bool:
        """Tell whether this window is the one that saves; it becomes that once no other is."""
        return self._files.may_write()

    def go_without_files(self) -> None:
        """Go on as on a first start, and leave each file as it is."""
        self._files.close()
        with self._own:
            self._records, self._stored_settings, self._chosen = Records(), {}, {}

    # Settings.

    def load_settings(self, label: Callable[[str], str] = str) -> Settings:
        """Return the stored settings, with defaults for what is missing or wrong.

        Args:
            label: Returns what players know a setting by.
        """
        with self._own:
            stored = self._files.load(self.paths.settings_file, _mapping)
            self._stored_settings = stored or {}
            is_new = _DETAILS not in self._stored_settings
            if is_new:
                # Who has used an older version goes on seeing all that it showed.
                self._chosen[_DETAILS] = bool(stored) or self._has_games
            known = {**self._stored_settings, **self._chosen}
            self._settings, complaints = settings_from_dict(known, label)
            if is_new:
                self._save_settings()
        if complaints:
            more = f" The log lists {len(complaints) - 1} more." if complaints[1:] else ""
            self.tell(complaints[0] + more)
        return self._settings

    @property
    def _has_games(self) -> bool:
        """Whether a game was ever played here."""
        files = (self.paths.records_file, *map(self.paths.saved_game_file, _names()))
        return any(path.exists() for path in files)

    def save_settings(self, settings: Settings) -> None:
        """Store soon what the player has changed; all else stays in the file as it is."""
        with self._own:
            for name, value in settings.to_dict().items():
                if value != self._settings[name]:
                    self._chosen[name] = value
            self._settings = settings
            self._save_settings()

    def _save_settings(self) -> None:
        data = {**self._stored_settings, **self._chosen}
        self._files.save(self.paths.settings_file, data)

    # Saved games.

    def load_game(self, game: str) -> Session | None:
        """Return the saved game of one kind, if there is one that can be read.

        That of a plug-in which is not there now stays as it is.
        """
        if game not in _names():
            return None
        path = self.paths.saved_game_file(game)
        self.flush()
        waiting = self._files.waiting(path)
        if waiting is not None:
            return Session.from_dict(waiting)
        return self._files.load(path, lambda data: _session_of(game, data))

    def save_game(self, session: Session) -> None:
        """Store a game soon, as the last one played."""
        name = session.spec.name
        self._played = [*(game for game in self._played if game != name), name]
        self._files.save(self.paths.saved_game_file(name), session.to_dict())

    def take_others_games(self, session: Session) -> bool:
        """Keep what other windows have saved of a game with it; return whether that was anything.

        Their files are deleted once it is on the disk.
        """
        name = session.spec.name
        if name in self._without_others or self.is_second or not self.may_write():
            return False
        self._without_others.add(name)
        path = self.paths.saved_game_file(name)
        files = sorted(path.parent.glob(f"{name}.{_OTHER}*{path.suffix}"))
        taken = []
        for each in files:
            other = self._files.load(each, lambda data: _session_of(name, data))
            if other is not None:
                session.adopt(other)
                taken.append(each)
        if not taken:
            return False
        self.save_game(session)
        if self.flush():
            for each in taken:
                with suppress(OSError):  # or it is taken once more: what is known counts once
                    each.unlink()
        return True

    def recent_games(self) -> list[str]:
        """Return the names of the games that are saved, the one played last first."""
        self.flush()
        now = [game for game in self._played[::-1] if game in _names()]
        others = [game for game in _names() if game not in now]
        earlier = {name: self._saved_at(name) for name in others}
        found = [game for game, time in earlier.items() if time is not None]
        return now + sorted(found, key=lambda game: earlier[game] or 0, reverse=True)

    def _saved_at(self, game: str) -> int | None:
        try:
            return self.paths.saved_game_file(game).stat().st_mtime_ns
        except OSError:
            return None

    # What the player has reached.

    @property
    def records(self) -> Records:
        """The player's records, read on first use."""
        with self._own:
            if self._records is None:
                self._records = self._read_records()
            return self._records

    def count_game(self, session: Session) -> bool:
        """Count a finished game towards the records, once; return whether they changed."""
        entry = entry_of(session)
        if entry is None or (session.spec.players == 2 and session.is_counted):
            return False
        if not self._change_records(lambda records: records.plus(entry)):
            return False
        session.note_counted()
        return True

    def clear_records(self) -> None:
        """Forget all scores and results."""
        self._change_records(lambda _: Records())

    def _change_records(self, change: Callable[[Records], Records]) -> bool:
        with self._own:
            before, self._records = self.records, change(self.records)
            if self._records is before:
                return False
            self._changes.append(change)
            self._files.save(self.paths.records_file, self._records.to_dict())
            return True

    def _read_records(self) -> Records:
        return self._files.load(self.paths.records_file, Records.from_dict) or Records()

    # Writing behind.

    def _merge(self, path: Path) -> None:
        """See to it that nothing is lost of a file that another window has saved since."""
        with self._own:
            if path == self.paths.settings_file:
                self._stored_settings = self._files.load(path, _mapping) or {}
                self._save_settings()
            elif path == self.paths.records_file:
                self._records = self._read_records()
                for change in self._changes:
                    self._records = change(self._records)
                self._files.save(path, self._records.to_dict())
            elif self._holds_a_game(path):
                self._files.keep_beside(path, _OTHER)
                self._without_others.discard(path.stem)
                self.tell("Another window has saved a game, too. It is among the earlier games.")

    def _holds_a_game(self, path: Path) -> bool:
        """Tell whether a file holds a saved game; that of a plug-in not there now counts as one."""
        if path.stem not in _names():
            return path.exists()
        return self._files.load(path, lambda data: _session_of(path.stem, data)) is not None

    def flush(self, timeout: float = FLUSH_SECONDS) -> bool:
        """Try to write what waits; return whether everything is on the disk, and was in time."""
        return self._files.flush(timeout)

    def close(self) -> bool:
        """Write what waits, and end the thread that does; return whether all is on the disk."""
        return self._files.end()

    def tell(self, text: str) -> None:
        """Keep a sentence for `take_notice`; safe in any thread."""
        self._files.tell(text)

    def take_notice(self) -> str | None:
        """Return the oldest sentence about what could not be read or written, once."""
        return self._files.take_notice()


def _mapping(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError("settings must be an object")
    return data


def _names() -> tuple[str, ...]:
    return tuple(game.name for game in window_games())


def _session_of(game: str, data: Any) -> Session:
    session = Session.from_dict(data)
    if session.spec.name != game:
        raise SessionError(f"it holds a game of {session.spec.title}")
    return session
