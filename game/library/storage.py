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
from time import monotonic, time
from typing import Any, Final
from weakref import WeakKeyDictionary

from ai.errors import is_from_user
from game.games.registry import window_games
from game.library import schedule
from game.library.library import (
    RECORDS,
    Changes,
    Current,
    KeptDrill,
    KeptLine,
    Library,
    Listed,
    Wanted,
    current_of,
    document,
    drills_in,
    game_of,
    reached,
    records_of,
    undescribed,
)
from game.library.records import Change, PositionResult, Records, ScoreRecord, entry_of
from game.play.credit import has_player
from game.play.drill import Drill, Kind, own_drills, read_drill, shipped
from game.play.grading import grades_of_interest
from game.play.record import count_on, new_number
from game.play.session import Line, Seat, Session, SessionError
from game.store.files import Paths, write_json
from game.store.json_store import FLUSH_SECONDS, JsonStore
from game.store.settings import Settings, settings_from_dict

log = logging.getLogger(__name__)

MOST_LOADED: Final = 100
"""How many of a game's earlier lines are in memory; the library has all of them."""
_MOST_WAITING: Final = 4_000_000
_PATIENCE_SECONDS: Final = 60
"""How much of what is brought waits to be written, in characters, and how long."""
MOST_SECONDS: Final = 600
"""How long it may take to bring games: some 60,000 of ours come in that time."""
_CLEARED: Final = "records cleared"
"""The document that says when the records were last cleared, as a number of `new_number`."""
_LOOKED_THROUGH: Final = "drills looked through"
"""When the latest game was in progress in which mistakes were looked for."""
MOST_LOOKED_THROUGH: Final = 40
"""How many games, the latest, are looked through at once for mistakes to be tried again."""
NO_LOCKS: Final = (
    "Files cannot be locked on the drive with your games. Open only one window at a time: Playout "
    "may not notice another one. Everything is saved all the same."
)

Known = dict[int, tuple[object, int]]
"""By its number: what a line that was written depends on, and when it was in progress."""


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
    """

    def __init__(
        self, paths: Paths, wake: Callable[[], None] = lambda: None, *, can_lock: bool = True
    ) -> None:
        """Make the storage; nothing is read or written yet."""
        self.paths = paths
        self._files = JsonStore(wake, self._write)
        if not can_lock:
            self._files.alarm(NO_LOCKS)
        self._library = Library(paths.library_file, self._files, can_lock=can_lock)
        self._own = threading.Lock()  # nothing in it waits for the disk
        self._settings = Settings()
        self._records: Records | None = None
        self._gained: list[Change] = []  # while the records could not be read
        self._counted: frozenset[int] = frozenset()
        self._known: WeakKeyDictionary[Session, Known] = WeakKeyDictionary()
        self._have_been_described: set[str] = set()

    def go_without_files(self) -> None:
        """Go on as on a first start, and leave each file as it is."""
        self._files.close()
        with self._own:
            self._records = Records()

    # Settings.

    def load_settings(self, label: Callable[[str], str] = str) -> Settings:
        """Return the stored settings, with defaults for what is missing or wrong.

        Args:
            label: Returns what players know a setting by.
        """
        stored = self._files.load(self.paths.settings_file, _mapping) or {}
        settings, complaints = settings_from_dict(stored, label)
        with self._own:
            self._settings = settings
        if complaints:
            more = f" The log lists {len(complaints) - 1} more." if complaints[1:] else ""
            self.tell(complaints[0] + more)
        return settings

    def save_settings(self, settings: Settings) -> None:
        """Store soon what the player has changed; all else stays in the file as it is."""
        with self._own:
            before, self._settings = self._settings, settings
            values = settings.to_dict()
            changed = {name: value for name, value in values.items() if value != before[name]}
            self._files.save(self.paths.settings_file, changed, dict.__or__)

    # Games.

    def load_game(self, game: str) -> Session | None:
        """Return the game of one kind that is in progress, if there is one that can be read.

        That of a plug-in which is not there now stays as it is.
        """
        if game not in _names():
            return None
        now, rows = self._latest(game)
        own = None if now is None else rows.pop(now.number, None)
        if now is None or own is None:
            return None
        latest = sorted(rows.values(), key=lambda row: row.at)
        state = {
            "game": game,
            "level": now.level,
            "mode": now.mode,
            "date": "",
            "earlier": [dict(row.data) for row in latest],
        }
        try:
            session = Session.from_dict({**own.data, **state})
        except BaseException as error:  # a game is never a reason to end
            if is_from_user(error):
                raise
            log.warning("The game of %s is damaged", game, exc_info=error)
            self._files.tell_once("Your last game was damaged. It is kept among the earlier games.")
            return None
        at = {number: row.at for number, row in rows.items()}
        self._known[session] = _known(session, now.at, at)
        return session

    def _latest(self, game: str) -> tuple[Current | None, dict[int, KeptLine]]:
        nothing: tuple[Current | None, list[KeptLine]] = (None, [])

        def ask(connection: Connection) -> tuple[Current | None, list[KeptLine]]:
            now = current_of(connection).get(game)
            own = [] if now is None else self._library.rows(connection, "number = ?", now.number)
            where = "game = ? ORDER BY at DESC LIMIT ?"
            rows = self._library.rows(connection, where, game, MOST_LOADED)
            return now if own else None, [*own, *rows]

        waiting = self._waiting  # before the file is read, lest a line be in neither
        now, found = self._library.read(ask, nothing)
        count_on(now.at if now else 0)
        rows = {row.number: row for row in found}
        for number, row in waiting.rows.items():
            rows.pop(number, None)
            if row is not None and row.game == game:
                rows[number] = row
        return waiting.current.get(game, now), rows

    def save_game(self, session: Session) -> None:
        at = new_number()
        before = self._known.get(session, {})
        known = self._known[session] = _known(session, at, {n: at for n, (_, at) in before.items()})
        changes: dict[int, KeptLine | None] = dict.fromkeys(before.keys() - known.keys())
        for line in session.lines:
            state, when = known[line.number]
            if state is None or line.number not in before or before[line.number][0] != state:
                level = line.level_kept(session.level)
                played = level if Seat.AI in line.seats else ""
                day = line.date or date.fromtimestamp(min(when / 1e6, time())).isoformat()
                data = {**line.to_dict(), "level": level, "date": day}
                name = session.spec.name
                row = KeptLine(line.number, name, when, played, _outcome(line), data)
                changes[line.number] = _described(row, session)
        number = session.lines[0].number
        now = {session.spec.name: Current(number, at, session.level, session.mode.value)}
        self._change(Changes(changes, now))

    def listed(self, wanted: Wanted, now: int, start: int, count: int) -> Listed:
        """Return a part of the list of all lines, the latest first; may wait for the disk.

        Args:
            now: The number of the line in progress, which is not; 0 to leave none out.
            start: How many stand before the part.
            count: How many it has at most.
        """
        games = (wanted.game,) if wanted.game else _names()
        if wanted.position is not None or wanted.mistakes:
            for game in games:
                self._describe(game)
        self.flush()
        waiting = self._waiting
        rows = [row for row in waiting.rows.values() if row is not None and row.number != now]
        own = sorted(
            (row for row in rows if row.result and wanted.holds(row)), key=lambda row: -row.at
        )
        part = tuple(own[start : start + count])
        without = {now, *waiting.rows}
        ask = partial(
            self._library.listed,
            wanted,
            games,
            without,
            max(0, start - len(own)),
            count - len(part),
        )
        found = self._library.read(ask, Listed((), 0))
        levels = {*found.levels, *(row.level for row in rows if row.game in games)} - {""}
        return Listed((*part, *found.rows), found.count + len(own), tuple(sorted(levels)))

    def _describe(self, game: str) -> None:
        """Find out of a game's lines, once, what a rescue has not kept."""
        if game in self._have_been_described:
            return
        self._have_been_described.add(game)
        numbers = self._library.read(partial(undescribed, game), list[int]())
        for start in range(0, len(numbers), MOST_LOADED):
            part = numbers[start : start + MOST_LOADED]
            rows = self._library.found(f"number IN ({', '.join('?' * len(part))})", *part)
            found = {row.number: (row.mistakes, row.positions) for row in map(_with_facts, rows)}
            self._change(Changes(described=found))

    def counted_games(self, game: str, most: int) -> list[KeptLine]:
        """Return the latest games against the AI that counted since the records were cleared.

        The oldest is first. It may wait for the disk.

        Args:
            most: How many at most.
        """
        self.flush()

        def ask(connection: Connection) -> list[KeptLine]:
            cleared = _number(document(_CLEARED, connection))
            where = (
                "number IN (SELECT number FROM counted) AND game = ? AND number > ? AND level != ''"
            )
            part = f"{where} AND result IN ('won', 'drawn', 'lost') ORDER BY number DESC LIMIT ?"
            return self._library.rows(connection, part, game, cleared, most)[::-1]

        return self._library.read(ask, [])

    def finished_games(self, game: str, seed: int, most: int) -> list[KeptLine]:
        """Return the latest games that were played to the end of a board; may wait for the disk.

        Args:
            most: How many at most.
        """
        self.flush()
        where = "game = ? AND result = 'over' AND instr(data, ?) ORDER BY at DESC LIMIT ?"
        row = f"{json.dumps({'seed': seed})[1:-1]},"
        return self._library.found(where, game, row, most)

    def mark(self, row: KeptLine) -> None:
        marks: dict[str, bool | str] = {"starred": row.starred, "title": row.title}
        self._change(Changes(marked={(row.number, name): mark for name, mark in marks.items()}))

    def delete(self, row: KeptLine) -> None:
        self._change(Changes({row.number: None}))

    def restore(self, row: KeptLine, session: Session | None) -> None:
        """Keep a line again that was deleted, and let its session know of it, if that is open."""
        if session is not None:
            self._add(row, session)
        self._change(Changes({row.number: row}))

    def take_earlier(self, session: Session) -> None:
        """Let a new session know of the latest lines of its game."""
        _, rows = self._latest(session.spec.name)
        for row in sorted(rows.values(), key=lambda row: row.at):
            self._add(row, session)

    def _add(self, row: KeptLine, session: Session) -> None:
        with suppress(SessionError):  # it is damaged
            session.take(row.data)
            self._known.setdefault(session, {})[row.number] = None, row.at

    def recent_games(self) -> list[str]:
        """Return the names of the games that are saved, the one played last first."""
        waiting = self._waiting  # before the file is read, lest a game be in neither
        found = {**self._library.read(current_of, dict[str, Current]()), **waiting.current}
        count_on(max((each.at for each in found.values()), default=0))
        return sorted(found.keys() & set(_names()), key=lambda game: -found[game].at)

    def bring(self, rows: Iterable[KeptLine]) -> tuple[int, int]:
        """Keep lines of another library that can be read, but those that are kept; may wait.

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

    def _bring(self, rows: Iterable[KeptLine], brought: list[int]) -> int:
        end = monotonic() + MOST_SECONDS
        self.flush()
        known = self._library.read(
            lambda file: {number for (number,) in file.execute("SELECT number FROM games")},
            set[int](),
        )
        changes: dict[int, KeptLine | None] = {}
        unread = weight = 0
        for row in rows:
            if monotonic() > end:
                minutes = MOST_SECONDS // 60
                raise OSError(ETIMEDOUT, f"it takes more than {minutes} minutes")
            number = row.number
            if number in known:
                # One that has its number, and those that came from it under another.
                where = "number = ? OR (game = ? AND at = ?)"
                alike = self._library.found(where, number, row.game, row.at)
                if row.data.get("moves") in (each.data.get("moves") for each in alike):
                    continue
                number = new_number()  # it has gone on differently here
            data = {**row.data, "number": number}
            row = _with_facts(replace(row, number=number, data=data))
            if not (row.positions if row.game in _names() else "moves" in data):
                unread += 1
                continue
            changes[number] = row
            brought.append(number)
            weight += len(json.dumps(data))
            if len(changes) == MOST_LOADED or weight > _MOST_WAITING:
                self._change(Changes(changes))
                if not self.flush(_PATIENCE_SECONDS):
                    raise OSError(EIO, "not all of it can be saved now")
                changes, weight = {}, 0
        self._change(Changes(changes))
        return unread

    def bring_progress(self, found: Changes) -> bool:
        """Keep the drills of another library, and go on with its games where none is begun here.

        Its records are kept if there are none here; return whether there are some then.
        """
        _ = self.records
        has_none, own = self._records == Records(), self.recent_games()
        current = {game: now for game, now in found.current.items() if game not in own}
        if not has_none:
            found = replace(found, counted=(), documents={})
        self._change(replace(found, current=current))
        if not has_none:
            return False
        with self._own:
            self._records = records_of(found.documents[RECORDS])
            self._counted |= {*found.counted}
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
        known = {drill.key: drill for game in _names() for drill in shipped(game)}
        due = sorted((each for each in kept.values()), key=lambda each: each.due)
        return Deck(
            tuple(
                Planned(drill, each.memory)
                for each in due
                if schedule.is_due(each.due, each.memory, today)
                and (drill := _drill_of(each, known.get(each.key))) is not None
            ),
            tuple(Planned(drill) for key, drill in known.items() if key not in kept),
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
        kept = {**{each.key: each for each in waiting.found}, **kept}
        return kept | {each.key: each for each in waiting.tried}

    def note_tried(self, planned: Planned, today: date, *, is_right: bool) -> None:
        """Note that a drill was tried today, and whether it was solved at once."""
        drill = planned.drill
        due, memory = schedule.after(planned.memory, today, is_right=is_right)
        data = json.dumps(drill.to_dict()) if drill.kind is Kind.OWN else ""
        self._change(Changes(tried=(KeptDrill(drill.key, drill.game, due, memory, data),)))

    def _find_drills(self, today: date) -> None:
        """Look through the games that are new since the last time for what is to be bettered."""

        def ask(connection: Connection) -> list[KeptLine]:
            since = _number(document(_LOOKED_THROUGH, connection))
            where = "at > ? AND result != '' ORDER BY at DESC LIMIT ?"
            return self._library.rows(connection, where, since, MOST_LOOKED_THROUGH)

        rows = self._library.read(ask, list[KeptLine]())
        found: list[Drill] = []
        for row in rows:
            if row.game not in _names():
                continue
            day = str(row.data.get("date", "")) or today.isoformat()
            with suppress(ValueError, TypeError):  # it is damaged
                found += own_drills(game_of(row), day)
        tomorrow = today.toordinal() + 1
        drills = (
            KeptDrill(each.key, each.game, tomorrow, "", json.dumps(each.to_dict()))
            for each in found
        )
        if rows:
            seen = {_LOOKED_THROUGH: str(max(row.at for row in rows))}
            self._change(Changes(documents=seen, found=tuple(drills)))

    # What the player has reached.

    @property
    def records(self) -> Records:
        """The player's records, read on first use; again if the library could not be read then."""
        if self._records is not None:
            return self._records
        nothing: tuple[str | None, frozenset[int]] = None, frozenset()
        found = self._library.read(reached, None, nothing)
        text, counted = found or nothing
        records, documents = records_of(text), dict[str, str]()
        if text is not None and records is None:
            documents[f"{RECORDS}, damaged"] = text
        records = records or Records()
        with self._own:
            for change in self._gained:
                records = change(records)
            if self._records is None and found is not None:
                if documents or self._gained:
                    documents[RECORDS] = json.dumps(records.to_dict())
                self._records, self._counted = records, self._counted | counted
                self._gained.clear()
                if documents:
                    self._change(Changes(documents=documents))
            return self._records or records

    @property
    def known_records(self) -> Records:
        """The player's records if they have been read, none otherwise; waits for no disk."""
        return self._records or Records()

    def count_game(self, session: Session) -> bool:
        """Count a finished game towards the records, once.

        Return whether it is in them: not a score that is no better than one that is known.
        """
        entry = entry_of(session)
        number = session.line.number if session.spec.players == 2 else 0
        if entry is None or (number and (session.line.counted or self._has_counted(number))):
            return False
        if not self._change_records(lambda records: records.plus(entry), number):
            return False
        session.line.counted = True
        # Of a score that is not the best, only the day may be new.
        return not isinstance(entry, ScoreRecord) or entry in self.records.scores

    def _has_counted(self, number: int) -> bool:
        """Return whether a line counts already; a kill may have kept that from being said of it."""
        _ = self.records
        return number in self._counted

    def note_position_of_the_day(self, day: date, *, is_right: bool) -> None:
        """Note whether that position was solved, unless it was tried before."""
        result = PositionResult(day.isoformat(), is_right)
        self._change_records(lambda records: records.plus(result))

    def clear_records(self) -> None:
        self._change_records(lambda _: Records())
        self._change(Changes(documents={_CLEARED: str(new_number())}))

    def _change_records(self, change: Change, number: int = 0) -> bool:
        """Change the records, of which a line counts from now on; return whether they are others.

        Args:
            change: Makes the new ones.
            number: The line's number; 0 for none.
        """
        before = self.records
        after = change(before)
        if after is before:
            return False
        counted = (number,) if number else ()
        documents = {}
        with self._own:
            self._counted |= {*counted}
            if self._records is None:  # it could not be read
                self._gained.append(change)
            else:
                self._records = after
                documents = {RECORDS: json.dumps(after.to_dict())}
        self._change(Changes(counted=counted, documents=documents))
        return True

    # Writing behind.

    @property
    def _waiting(self) -> Changes:
        return self._files.waiting(self.paths.library_file) or Changes()

    def _change(self, changes: Changes) -> None:
        self._files.save(self.paths.library_file, changes, Changes.then)

    def _write(self, path: Path, data: Any) -> None:
        if isinstance(data, Changes):
            if self._gained:
                _ = self.records  # which may be read again
                if self._gained:
                    raise OSError(EIO, "the records cannot be read")
            self._library.write(data)
        else:  # what was changed of the settings
            write_json(path, {**(self._files.read(path, _mapping) or {}), **data})

    def flush(self, timeout: float | None = None) -> bool:
        """Try to write what waits, for so many seconds; return whether all is on the disk."""
        return self._files.flush(timeout)

    def close(self) -> bool:
        """Write what waits, and end the thread that does; return whether all is on the disk."""
        is_written = self._files.end()
        if is_written:  # or the thread that writes may be at it still
            # What a killed program leaves can be read too, so no disk that hangs is waited for.
            closing = threading.Thread(target=self._library.close, name="closing", daemon=True)
            closing.start()
            closing.join(FLUSH_SECONDS)
        return is_written

    def tell(self, text: str) -> None:
        """Keep a sentence for `take_notice`; safe in any thread."""
        self._files.tell(text)

    @property
    def trouble(self) -> str:
        """What hinders that everything is saved, in a sentence; empty for nothing."""
        return self._files.trouble

    def take_notice(self) -> str | None:
        """Return the oldest sentence about what could not be read or written, once."""
        return self._files.take_notice()

    def take_alarm(self) -> str | None:
        """Return the oldest sentence about a file that nothing is saved to, once."""
        return self._files.take_alarm()


def _number(told: str | None) -> int:
    """Return what a document tells that is a number; 0 where there is none."""
    return int(told) if told is not None and told.isdecimal() else 0


def _known(session: Session, at: int, times: Mapping[int, int]) -> Known:
    line, *earlier = session.lines
    own = {step.node for step in line.steps}
    known: Known = {line.number: (None, at)}
    for index, each in enumerate(earlier, 1):
        state = sum(step.node.changes for step in each.steps if step.node not in own)
        known[each.number] = state, times.get(each.number, at - index)
    return known


def _described(row: KeptLine, session: Session) -> KeptLine:
    """Return a line of a session with what its positions and moves are, if it can be read.

    Moves of the line in progress are not graded yet: that takes longer than all else of a save.
    """
    with suppress(Exception):  # it is damaged
        if row.number == session.lines[0].number:
            return replace(row, positions=frozenset(session.positions))
        mistakes, positions = _facts_of(session.earlier_session(row.number))
        return replace(row, mistakes=mistakes, positions=positions)
    return row


def _with_facts(row: KeptLine) -> KeptLine:
    """Return a line that was written elsewhere with what its positions and moves are."""
    with suppress(Exception):  # it is damaged
        mistakes, positions = _facts_of(game_of(row))
        return replace(row, mistakes=mistakes, positions=positions)
    return row


def _facts_of(game: Session) -> tuple[int, frozenset[int]]:
    """Return how many mistakes the player made, as far as is known, and all positions."""
    graded = grades_of_interest(game) if has_player(game) else ()
    return sum(grade.is_mistake for grade in graded), frozenset(game.positions)


def _outcome(line: Line) -> str:
    """Return what became of a line; see `KeptLine`."""
    if line.is_untouched:
        return ""
    try:
        result = line.result
    except ValueError:  # it is damaged
        return "open"
    if result is None:
        return "open"
    if set(line.seats) != {Seat.HUMAN, Seat.AI}:
        return "over"
    value = result[line.seats.index(Seat.HUMAN)]
    return "won" if value > 0 else "lost" if value < 0 else "drawn"


def _drill_of(kept: KeptDrill, known: Drill | None) -> Drill | None:
    """Return a drill that is kept; None for one of a game that is not there, or a damaged one."""
    if not kept.data or kept.game not in _names():
        return known
    return read_drill(kept.game, kept.data)


def _mapping(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError("settings must be an object")
    return data


def _names() -> tuple[str, ...]:
    return tuple(game.name for game in window_games())
