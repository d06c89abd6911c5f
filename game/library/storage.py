"""What is kept from one run to the next: settings, games and records.

Settings are a file of their own, which players may edit; all else is in the library.
"""

import json
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from errno import EIO, ETIMEDOUT
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from ai.errors import is_from_user
from ai.levels import family
from ai.phrases import N_, filled
from game.games.registry import window_games
from game.library import schedule
from game.library.library import (
    RECORDS,
    Changes,
    Current,
    GameQuery,
    KeptDrill,
    Library,
    Listed,
    SavedGame,
    current_of,
    document,
    drills_in,
    record_of,
    records_of,
)
from game.library.records import Change, Entry, Records, ScoreRecord, entry_of, rated
from game.play.credit import has_player, judged, listed
from game.play.drill import Drill, Kind, game_drills, read_drill, shipped
from game.play.grading import grades_of_interest
from game.play.record import GameTree, Seat, SessionError, count_on, new_number
from game.play.session import Mode, Session, end_in
from game.play.text import shown, write
from game.store.files import Paths, write_json
from game.store.json_store import FLUSH_SECONDS, JsonStore
from game.store.settings import Settings, settings_from_dict
from game.words import files as words
from game.words.keys import Keys

log = logging.getLogger(__name__)

_MOST_BROUGHT, _MOST_WAITING = 100, 4_000_000
_MOST_ALIKE: Final = 20
"""How many games that share a game's last position are searched for all of its moves."""
_PATIENCE_SECONDS: Final = 60
"""How many seconds an import waits until a part of it is on the disk: `_MOST_BROUGHT` games, or
`_MOST_WAITING` characters of them."""
MOST_SECONDS: Final = 600
_TOO_SLOW: Final = N_("it takes more than {count} minutes")
"""How long it may take to bring games: some 60,000 of ours come in that time."""
_CLEARED: Final = "records cleared"
"""The document that says when the records were last cleared, as a number of `new_number`."""
_LOOKED_THROUGH: Final = "drills looked through"
"""The document that says up to which game mistakes have been looked for: its `SavedGame.at`."""
MOST_LOOKED_THROUGH: Final = 40
"""How many games, the latest, are looked through at once for mistakes to be tried again."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A drill, and how well it is remembered; see `game.library.schedule`."""

    drill: Drill
    memory: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """What there is to be tried: the drills that are due, and those never tried, easiest first."""

    due: tuple[Planned, ...] = ()
    new: tuple[Planned, ...] = ()


class Storage:
    """The program's files, read at once and written behind.

    What cannot be written is kept and read back from memory as long as the program runs.

    Attributes:
        files: Reads and writes them, and keeps what there is to tell of that.
    """

    def __init__(
        self, paths: Paths, wake: Callable[[], None] = lambda: None, *, can_lock: bool = True
    ) -> None:
        """Make the storage; nothing is read or written yet."""
        self.paths = paths
        self.files = JsonStore(wake, self._write)
        if not can_lock:
            self.files.alarm(words.NO_LOCKS)
        self._library = Library(paths.library_file, self.files, can_lock=can_lock)
        self._lock = threading.Lock()  # nothing in it waits for the disk
        self._settings = Settings()
        self._records: Records | None = None
        self._gained: list[Change] = []  # while the records could not be read
        self._saved: WeakKeyDictionary[Session, tuple[GameTree | None, ...]] = WeakKeyDictionary()

    def go_without_files(self) -> None:
        """Go on as on a first start, and leave each file as it is."""
        self.files.close()
        with self._lock:
            self._records = Records()

    # Settings.

    def load_settings(self, label: Callable[[str], str] = str) -> Settings:
        """Return the stored settings, with defaults for what is missing or wrong.

        Args:
            label: Returns what players know a setting by.
        """
        stored = self.files.load(self.paths.settings_file, _mapping) or {}
        settings, complaints = settings_from_dict(stored, label)
        with self._lock:
            self._settings = settings
        if complaints:
            first, *others = complaints
            more = filled(words.AND_MORE, complaint=first, count=len(others))
            self.files.tell(more if others else first)
        return settings

    def save_settings(self, settings: Settings) -> None:
        """Store soon what the player has changed; all else stays in the file as it is."""
        with self._lock:
            before, self._settings = self._settings, settings
            values = settings.to_dict()
            changed = {name: value for name, value in values.items() if value != before[name]}
            self.files.save(self.paths.settings_file, changed, dict.__or__)

    def load_keys(self, parse: Callable[[Any], Keys]) -> Keys:
        """Return the keys that the player has changed; those of a damaged file are the usual ones.

        Args:
            parse: Checks what the file holds; raises `ValueError`.
        """
        return self.files.load(self.paths.keys_file, parse) or {}

    def save_keys(self, keys: Keys) -> None:
        """Store soon which keys are not the usual ones."""
        self.files.save(self.paths.keys_file, dict(keys))

    # Games.

    def load_game(self, game: str) -> Session | None:
        """Return the game of one kind that is in progress, if there is one that can be read.

        That of a plug-in which is not there now stays as it is.
        """
        if game not in _names():
            return None
        nothing: tuple[Current | None, list[SavedGame]] = (None, [])

        def ask(connection: Connection) -> tuple[Current | None, list[SavedGame]]:
            now = current_of(connection).get(game)
            places = (0, 0) if now is None else (now.number, now.before)
            return now, self._library.rows(connection, "number IN (?, ?)", *places)

        waiting = self._waiting  # before the file is read, lest a game be in neither
        now, stored = self._library.read(ask, nothing)
        count_on(now.at if now else 0)
        now = waiting.current.get(game, now)
        rows = {**{row.number: row for row in stored}, **waiting.rows}
        row = None if now is None else rows.get(now.number)
        if now is None or row is None:
            return None
        try:
            mode = Mode(now.mode) if now.mode in set(Mode) else Mode.PLAY
            session = Session.of(record_of(row), mode)
        except BaseException as error:  # a game is never a reason to end
            if is_from_user(error):
                raise
            log.warning("The game of %s is damaged", game, exc_info=error)
            self.files.tell_once(words.GAME_DAMAGED)
            return None
        if session.record.damage:
            log.warning("Moves of the game of %s are left out: %s", game, session.record.damage)
            documents = {f"game {now.number}, damaged": row.text}
            self._change(Changes(documents=documents))
            self.files.tell_once(words.MOVES_DAMAGED)
        session.set_level(now.level)
        before = rows.get(now.before)
        if before is not None:
            with suppress(SessionError):
                session.before = record_of(before)
        session.has_earlier = self.has_earlier(session)
        self._saved[session] = session.record, session.before
        return session

    def has_earlier(self, session: Session) -> bool:
        """Return whether other games of a session's kind are kept."""
        game, number, waiting = session.record.spec.name, session.record.number, self._waiting.rows
        others = (row for row in waiting.values() if row is not None and row.number != number)
        if any(row.game == game and row.result for row in others):
            return True
        where = "game = ? AND number != ? AND result != '' LIMIT ?"
        stored = self._library.games_where(where, game, number, len(waiting) + 1)
        return any(row.number not in waiting for row in stored)

    def record(self, number: int) -> GameTree:
        """Return a game that is kept; raise `SessionError` if it is damaged or gone."""
        waiting = self._waiting.rows
        stored = [*self._library.games_where("number = ?", number)]
        row = waiting.get(number, stored[0] if stored else None)
        if row is None:
            raise SessionError(filled(N_("there is no earlier game {number}"), number=str(number)))
        return record_of(row)

    def kept_like(self, record: GameTree) -> GameTree | None:
        """Return a kept game in which all of another one is, if any; may wait for the disk."""
        query = GameQuery(record.spec.name, position=record.line[-1].position.digest)
        for row in self.listed(query, 0, 0, _MOST_ALIKE).rows:
            with suppress(SessionError):
                kept = record_of(row)
                if end_in(record, kept) is not None:
                    return kept
        return None

    def save_game(self, session: Session) -> None:
        """Save the game in progress, and the one before as it was left."""
        at, record, before = new_number(), session.record, session.before
        rows: dict[int, SavedGame | None] = {record.number: _row(record, at, is_current=True)}
        saved = self._saved.get(session, (None, None))
        self._saved[session] = record, before
        for left in {saved[0], before} - {saved[1], record}:
            if left is None:
                continue
            is_kept = not left.is_untouched
            rows[left.number] = _row(left, at - 1, is_current=False) if is_kept else None
        number = 0 if before is None or before.is_untouched else before.number
        now = Current(record.number, at, record.level, session.mode.value, number)
        self._change(Changes(rows, {record.spec.name: now}))

    def keep_start(self, record: GameTree, title: str) -> None:
        """Keep a game in which nothing was played, with a star, to be begun again and again."""
        row = _row(record, new_number(), is_current=False)
        self._change(Changes({record.number: replace(row, starred=True, title=title)}))

    def save_looked_at(self, record: GameTree) -> None:
        """Keep what was learnt of a game that is not the one in progress."""
        row = _row(record, new_number(), is_current=False)
        stored = [*self._library.games_where("number = ?", row.number)]
        kept = self._waiting.rows.get(row.number, stored[0] if stored else None)
        if kept is not None:  # it was not deleted meanwhile
            self._change(Changes({row.number: replace(row, at=kept.at)}))

    def listed(self, query: GameQuery, now: int, start: int, count: int) -> Listed:
        """Return a part of the list of all games, the latest first; may wait for the disk.

        Args:
            now: The number of the game in progress, which is not; 0 to leave none out.
            start: How many stand before the part.
            count: How many it has at most.
        """
        games = (query.game,) if query.game else _names()
        self.flush()
        waiting = self._waiting
        rows = [row for row in waiting.rows.values() if row is not None and row.number != now]
        unsaved = sorted(
            (row for row in rows if row.result and query.holds(row)), key=lambda row: -row.at
        )
        part = tuple(unsaved[start : start + count])
        without = {now, *waiting.rows}
        ask = partial(
            self._library.listed,
            query,
            games,
            without,
            max(0, start - len(unsaved)),
            count - len(part),
        )
        stored = self._library.read(ask, Listed((), 0))
        names = (*stored.levels, *(row.level for row in rows if row.game in games))
        levels = {*map(family, names)} - {""}
        return Listed((*part, *stored.rows), stored.count + len(unsaved), tuple(sorted(levels)))

    def counted_games(self, game: str, most: int) -> list[SavedGame]:
        """Return the latest games against the AI that counted since the records were cleared.

        The oldest is first. It may wait for the disk.

        Args:
            most: How many at most.
        """
        self.flush()

        def ask(connection: Connection) -> list[SavedGame]:
            cleared = _number(document(_CLEARED, connection))
            where = "game = ? AND counted != '' AND number > ? AND level != ''"
            part = f"{where} ORDER BY number DESC LIMIT ?"
            return self._library.rows(connection, part, game, cleared, most)[::-1]

        return self._library.read(ask, [])

    def finished_games(self, game: str, seed: int, most: int) -> list[SavedGame]:
        """Return the latest games that were played to the end of a board; may wait for the disk.

        Args:
            most: How many at most.
        """
        self.flush()
        is_over = (
            "(result = 'over' OR counted LIKE 'over %')"  # it may be looked at otherwise since
        )
        where = f"game = ? AND {is_over} AND seed = ? ORDER BY at DESC LIMIT ?"
        return self._library.games_where(where, game, seed, most)

    def mark(self, row: SavedGame) -> None:
        marks: dict[str, bool | str] = {"starred": row.starred, "title": row.title}
        self._change(Changes(marked={(row.number, name): mark for name, mark in marks.items()}))

    def delete(self, row: SavedGame) -> None:
        self._change(Changes({row.number: None}))

    def restore(self, row: SavedGame) -> None:
        """Keep a game again that was deleted."""
        self._change(Changes({row.number: row}))

    def recent_games(self) -> list[str]:
        """Return the names of the games that are saved, the one played last first."""
        waiting = self._waiting  # before the file is read, lest a game be in neither
        current = {**self._library.read(current_of, dict[str, Current]()), **waiting.current}
        count_on(max((each.at for each in current.values()), default=0))
        return sorted(current.keys() & set(_names()), key=lambda game: -current[game].at)

    def bring(self, rows: Iterable[SavedGame]) -> tuple[int, int]:
        """Keep games of another library that can be read, but those that are kept; may wait.

        Those of a plug-in which is not there now are kept as they are.

        Returns:
            How many are kept now, and how many could not be read.

        Raises:
            OSError: They cannot be written now, or not soon enough. None of them is kept.
        """
        brought: list[int] = []
        try:
            unread = self._bring(rows, brought)
        except BaseException:
            self._change(Changes(dict.fromkeys(brought)))
            raise
        return len(brought), unread

    def _bring(self, rows: Iterable[SavedGame], brought: list[int]) -> int:
        end = monotonic() + MOST_SECONDS
        self.flush()
        numbers = self._library.read(
            lambda file: {number for (number,) in file.execute("SELECT number FROM games")},
            set[int](),
        )
        changes: dict[int, SavedGame | None] = {}
        unread = weight = 0
        for row in rows:
            if monotonic() > end:
                minutes = MOST_SECONDS // 60
                raise OSError(ETIMEDOUT, filled(_TOO_SLOW, count=minutes))
            number = row.number
            if number in numbers:
                # One that has its number, and those that came from it under another.
                where = "number = ? OR (game = ? AND at = ?)"
                alike = self._library.games_where(where, number, row.game, row.at)
                if any(row.digests <= each.digests for each in alike):
                    continue
                number = new_number()  # it has gone on differently here
            row = replace(row, number=number)
            if row.game in _names():
                try:
                    row = _brought(row)
                except SessionError:
                    unread += 1
                    continue
            changes[number] = row
            brought.append(number)
            weight += len(row.text)
            if len(changes) == _MOST_BROUGHT or weight > _MOST_WAITING:
                self._change(Changes(changes))
                if not self.flush(_PATIENCE_SECONDS):
                    raise OSError(EIO, N_("not all of it can be saved now"))
                changes, weight = {}, 0
        self._change(Changes(changes))
        return unread

    def bring_progress(self, progress: Changes) -> bool:
        """Keep the drills of another library, and go on with its games where none is begun here.

        Its records are kept if there are none here; return whether there are some then.
        """
        _ = self.records
        has_none, begun = self._records == Records(), self.recent_games()
        current = {game: now for game, now in progress.current.items() if game not in begun}
        if not has_none:
            progress = replace(progress, documents={})
        self._change(replace(progress, current=current))
        if not has_none:
            return False
        with self._lock:
            self._records = records_of(progress.documents[RECORDS])
        return self._records != Records()

    def copy_library(self, target: Path) -> None:
        """Write all of the library to a new file, if there is any; raise `OSError`."""
        self.flush()
        self._library.copy_to(target)

    # Drills.

    def drills(self, today: date) -> Deck:
        """Return what there is to be tried; may wait for the disk."""
        self.flush()
        schedule.prepare()
        self._find_drills(today)
        kept = self._kept_drills()
        shipped_drills = {drill.key: drill for game in _names() for drill in shipped(game)}
        due = sorted((each for each in kept.values()), key=lambda each: each.due)
        return Deck(
            tuple(
                Planned(drill, each.memory)
                for each in due
                if schedule.is_due(each.due, each.memory, today)
                and (drill := _drill_of(each, shipped_drills.get(each.key))) is not None
            ),
            tuple(Planned(drill) for key, drill in shipped_drills.items() if key not in kept),
        )

    def planned(self, drills: Iterable[Drill]) -> tuple[Planned, ...]:
        """Return some drills with how well each is remembered; may wait for the disk."""
        schedule.prepare()
        kept = self._kept_drills()
        return tuple(
            Planned(drill, kept[drill.key].memory if drill.key in kept else "") for drill in drills
        )

    def _kept_drills(self) -> dict[str, KeptDrill]:
        """Return all drills that were tried or wait to be, by their keys."""
        waiting = self._waiting
        kept = self._library.read(drills_in, dict[str, KeptDrill]())
        kept = {**{each.key: each for each in waiting.new_drills}, **kept}
        return kept | {each.key: each for each in waiting.tried}

    def note_tried(self, planned: Planned, today: date, *, is_right: bool) -> None:
        """Note that a drill was tried today, and whether it was solved at once."""
        drill = planned.drill
        due, memory = schedule.after(planned.memory, today, is_right=is_right)
        data = json.dumps(drill.to_dict()) if drill.kind is Kind.FROM_GAME else ""
        self._change(Changes(tried=(KeptDrill(drill.key, drill.game, due, memory, data),)))

    def _find_drills(self, today: date) -> None:
        """Look through the games that are new since the last time for what is to be bettered."""

        def ask(connection: Connection) -> list[SavedGame]:
            latest = _number(document(_LOOKED_THROUGH, connection))
            where = "at > ? AND result != '' ORDER BY at DESC LIMIT ?"
            return self._library.rows(connection, where, latest, MOST_LOOKED_THROUGH)

        rows = self._library.read(ask, list[SavedGame]())
        new: list[Drill] = []
        for row in rows:
            if row.game not in _names():
                continue
            with suppress(SessionError):  # it is damaged
                new += game_drills(judged(record_of(row)), row.day)
        tomorrow = today.toordinal() + 1
        drills = (
            KeptDrill(each.key, each.game, tomorrow, "", json.dumps(each.to_dict())) for each in new
        )
        if rows:
            seen = {_LOOKED_THROUGH: str(max(row.at for row in rows))}
            self._change(Changes(documents=seen, new_drills=tuple(drills)))

    # What the player has reached.

    @property
    def records(self) -> Records:
        """The player's records, read on first use; again if the library could not be read then."""
        if self._records is not None:
            return self._records
        nothing: tuple[str | None] = (None,)
        stored = self._library.read(lambda file: (document(RECORDS, file),), None, nothing)
        text = None if stored is None else stored[0]
        records, documents = records_of(text), dict[str, str]()
        if text is not None and records is None:
            documents[f"{RECORDS}, damaged"] = text
        records = records or Records()
        with self._lock:
            for change in self._gained:
                records = change(records)
            if self._records is None and stored is not None:
                if documents or self._gained:
                    documents[RECORDS] = json.dumps(records.to_dict())
                self._records = records
                self._gained.clear()
                if documents:
                    self._change(Changes(documents=documents))
            return self._records or records

    @property
    def loaded_records(self) -> Records:
        """The player's records if they have been read, none otherwise; waits for no disk."""
        return self._records or Records()

    def count_game(self, session: Session) -> bool:
        """Count a finished game towards the records, once.

        Return whether it is in them: not a score that is no better than one that is known.
        """
        entry, record = entry_of(session), session.record
        is_duel = record.spec.players == 2
        if entry is None or (is_duel and record.counted):
            return False
        kept = record.counted
        how = "assisted" if record.is_assisted else "alone"
        record.counted = f"{_outcome(record)} {how}"
        # In one transaction with the records, so that a kill can let it count neither twice nor
        # never.
        row = _row(record, new_number(), is_current=True)
        rate = rated(session, entry)
        counted = self._change_records(lambda now: rate(now.plus(entry)), {row.number: row})
        if not counted:
            record.counted = kept
            return False
        # A score below the best one may have changed the records by its day alone.
        return not isinstance(entry, ScoreRecord) or entry in self.records.scores

    def note_result(self, result: Entry) -> None:
        """Note what came of drills, unless it tells nothing new."""
        self._change_records(lambda records: records.plus(result))

    def clear_records(self) -> None:
        self._change_records(lambda _: Records())
        self._change(Changes(documents={_CLEARED: str(new_number())}))

    def _change_records(
        self, change: Change, rows: Mapping[int, SavedGame | None] | None = None
    ) -> bool:
        """Change the records; return whether they are others.

        Args:
            change: Makes the new ones.
            rows: The game by which they change.
        """
        before = self.records
        after = change(before)
        if after is before:
            return False
        documents = {}
        with self._lock:
            if self._records is None:  # it could not be read
                self._gained.append(change)
            else:
                self._records = after
                documents = {RECORDS: json.dumps(after.to_dict())}
        self._change(Changes(rows or {}, documents=documents))
        return True

    # Writing behind.

    @property
    def _waiting(self) -> Changes:
        return self.files.waiting(self.paths.library_file) or Changes()

    def _change(self, changes: Changes) -> None:
        self.files.save(self.paths.library_file, changes, Changes.then)

    def _write(self, path: Path, data: Any) -> None:
        if isinstance(data, Changes):
            if self._gained:
                _ = self.records  # which may be read again
                if self._gained:
                    raise OSError(EIO, N_("the records cannot be read"))
            self._library.write(data)
        elif path == self.paths.keys_file:
            write_json(path, data)
        else:  # what was changed of the settings
            write_json(path, {**(self.files.read(path, _mapping) or {}), **data})

    def flush(self, timeout: float | None = None) -> bool:
        """Try to write what waits, for so many seconds; return whether all is on the disk."""
        return self.files.flush(timeout)

    def close(self) -> bool:
        """Write what waits, and end the thread that does; return whether all is on the disk."""
        is_written = self.files.end()
        if is_written:  # or the thread that writes may be at it still
            # What a killed program leaves can be read too, so no disk that hangs is waited for.
            closing = threading.Thread(target=self._library.close, name="closing", daemon=True)
            closing.start()
            closing.join(FLUSH_SECONDS)
        return is_written


def _number(text: str | None) -> int:
    """Return what a document tells that is a number; 0 where there is none."""
    return int(text) if text is not None and text.isdecimal() else 0


def _row(record: GameTree, at: int, *, is_current: bool) -> SavedGame:
    """Return a game as it is kept.

    Moves of the game in progress are not graded yet: that takes longer than all else of a save.
    """
    line, mistakes = listed(record), 0
    if not is_current:
        with suppress(Exception):  # a plug-in's rules may raise what they like
            mistakes = _mistakes(judged(record))
    return SavedGame(
        number=record.number,
        game=record.spec.name,
        at=at,
        level=line.level_kept if Seat.AI in record.seats else "",
        result=_outcome(line),
        text=write(record, is_row=True),
        mistakes=mistakes,
        seed=record.start.seed,
        counted=record.counted,
        digests=frozenset(each.position.digest for each in record.root.walk()),
    )


def _brought(row: SavedGame) -> SavedGame:
    """Return a game that was written elsewhere, in which another program is only named.

    Raises:
        SessionError: It cannot be read.
    """
    record = record_of(row)
    if record.damage:
        raise SessionError(record.damage)
    record.level = shown(record.level)
    for node in record.root.walk():
        node.level = shown(node.level)
    fresh = _row(record, row.at, is_current=False)
    return replace(fresh, starred=row.starred, title=row.title)


def _mistakes(game: GameTree) -> int:
    """Return how many mistakes the player made, as far as is known."""
    graded = grades_of_interest(game) if has_player(game) else ()
    return sum(grade.is_mistake for grade in graded)


def _outcome(record: GameTree) -> str:
    """Return what became of a game; see `SavedGame`."""
    if record.is_untouched:
        return ""
    if record.result is None:
        return "open"
    if set(record.seats) != {Seat.HUMAN, Seat.AI}:
        return "over"
    value = record.result[record.seats.index(Seat.HUMAN)]
    return "won" if value > 0 else "lost" if value < 0 else "drawn"


def _drill_of(kept: KeptDrill, shipped_drill: Drill | None) -> Drill | None:
    """Return a drill that is kept; None for one of a game that is not there, or a damaged one."""
    if not kept.data or kept.game not in _names():
        return shipped_drill
    return read_drill(kept.game, kept.data)


def _mapping(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError("settings must be an object")
    return data


def _names() -> tuple[str, ...]:
    return tuple(game.name for game in window_games())
