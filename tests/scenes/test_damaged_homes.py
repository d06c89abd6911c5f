"""Any file may be damaged in any way: the program opens, and nothing that can be read is lost.

The settings, and in the library the records and the game in progress of each kind, are harmed in
each way that `damage` knows. Whatever it was: Home, every game and every page open; what cannot be
used stays byte for byte, in its place or beside it; what can be used is used; and what is written
then is read again by the next start, without a word.
PLAYOUT_DAMAGES asks for more of each kind than the few that are tried by default.
"""

import datetime
import errno
import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.games.samegame.rules import SameGameParameters
from game.library import library
from game.library.records import Records, Tally
from game.library.storage import Storage
from game.play.session import Session
from game.play.text import read
from game.screens.base import ChangeSettings, OpenGame, OpenReview, OpenScene
from game.store.files import Paths, default_paths
from game.store.settings import DEFAULTS
from game.window.app import App
from game.window.display import open_window
from game.window.scenes import make_scene
from tests.evaluations import judged
from tests.games import GAMES
from tests.rig import SIZE, context_of, surface_of
from tests.saved import file_of, lines_of, reach
from tests.scenes.damage import Damage, damages
from tests.sessions import AGAINST_AI, play, play_out

GAMES_HERE = [spec.name for spec in GAMES]
COUNT = int(os.environ.get("PLAYOUT_DAMAGES", "2"))
SEED = int(os.environ.get("PLAYOUT_SEED", "1"))
LEFT = "The file stays as it is"
KEPT = "Your last game was damaged. It is kept among the earlier games."

SETTINGS, RECORDS = "settings", "records"
NAMES = (SETTINGS, RECORDS, *GAMES_HERE)
PAGES = [OpenScene(name) for name in ("settings", "records", "boards", "arena")]
SCREENS = {
    SETTINGS: [*map(OpenGame, GAMES_HERE), *PAGES],
    RECORDS: [OpenGame("samegame"), *PAGES[1:3]],
    **{game: [OpenGame(game)] for game in GAMES_HERE},
}


BESIDE = {
    *("last game", "last match", "board of the day", "drills due", "drills"),
    *("earlier games", "progress", "day", "best run"),
}
"""Threads that read beside the window."""
NEEDED = tuple(Records().to_dict())
"""The names without whose values nothing can be read of the records."""


class Visit:
    """One run of the program on a home.

    Attributes:
        notices: What the player was told.
        sessions: The games that were shown, by name.
    """

    def __init__(self, paths: Paths) -> None:
        self.notices: list[str] = []
        self.sessions: dict[str, Session] = {}
        storage = Storage(paths)
        context = context_of(storage)
        context.settings = storage.load_settings()
        self.app = App(context, make_scene, open_window((640, 480)))
        self.storage = storage

    def look_at(self, screens) -> None:
        """Open Home and the screens, and look at each."""
        for command in (OpenScene("home"), *screens):
            self.app.execute(command)
            self._look()
            if isinstance(command, OpenGame):
                session = self.app.scene.session
                self.sessions[command.game] = session
                if session.record.length:
                    self.app.execute(OpenReview(session))
                    self._look()

    def _look(self) -> None:
        """Draw before and after what is read beside the window has been read."""
        scene = self.app.scene
        scene.update(0.05)
        if any(thread.name in BESIDE for thread in threading.enumerate()):
            scene.draw(surface_of(SIZE))
        for thread in threading.enumerate():
            if thread.name in BESIDE:
                thread.join()
        scene.update(0.05)
        scene.draw(surface_of(SIZE))

    def change_everything(self) -> None:
        """Change a setting, count a game, and play on."""
        settings = self.app.context.settings
        self.app.execute(ChangeSettings(replace(settings, sound=not settings.sound)))
        board = Session("samegame", SameGameParameters(4, 4, 2), seed=123_456)
        self.storage.count_game(play_out(board))
        for session in self.sessions.values():
            session.go_to(session.record.length)
            if not session.state.is_terminal:
                session.play(session.state.legal_moves[0])
            self.storage.save_game(session)

    def leave(self) -> None:
        self.app.close()
        self.storage.close()
        while notice := self.storage.files.take_notice() or self.storage.files.take_alarm():
            self.notices.append(notice)


def played(name: str) -> Session:
    """Return a game with all that a row may tell."""
    is_two = name != "samegame"
    session = Session(name, seed=5, seats=AGAINST_AI if is_two else None, level="club")
    play(session, 4)
    session.restart()
    play(session, 6)
    session.record.node.hinted = True
    session.record.nodes[3].position.learn(judged(0.25 if is_two else 40.0, 0.5, 900, line=(0, 1)))
    session.record.node.position.advise(session.state.legal_moves[0], 0.5, 0.25)
    session.note_guess(session.state.legal_moves[0])
    session.record.improve_target(90, 2.0)
    session.go_to(5)
    return session


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """A home with settings, games and records."""
    root = tmp_path_factory.mktemp("home")
    storage = Storage(paths_in(root))
    storage.load_settings()
    chosen = {"theme": "light", "top_n": 5, "samegame_columns": 12, "who_starts": "alternate"}
    storage.save_settings(DEFAULTS.changed(**chosen))
    for name in GAMES_HERE:
        storage.save_game(played(name))
    for seed in (77, 78):
        storage.count_game(play_out(Session("samegame", SameGameParameters(8, 7, 4), seed)))
    records = storage.records
    for game, level in (("hex", "club"), ("tictactoe", "careful")):
        records = records.plus(Tally(game, level, won=1, lost=2, losses=2))
    reach(storage, records)
    assert storage.close()
    return root


def paths_in(root: Path) -> Paths:
    return default_paths({"PLAYOUT_HOME": str(root)})


class Place:
    """Where something of a home is kept: a file, or a row of the library."""

    def __init__(self, name: str, paths: Paths) -> None:
        self.is_file = name == SETTINGS
        self._paths = paths
        self._table, self._row, self._aside = "documents", f"name = '{name}'", ""
        self._column = "data"
        if name == RECORDS:
            self._aside = "name = 'records, damaged'"
        elif not self.is_file:
            (number,) = self._ask("SELECT number FROM current WHERE game = ?", name)
            self._table, self._row = "games", f"number = {number}"
            self._aside, self._column = f"name = 'game {number}, damaged'", "text"

    def _ask(self, question: str, *values: object) -> tuple:
        with closing(sqlite3.connect(self._paths.library_file)) as file, file:
            return file.execute(question, values).fetchone() or ()

    @property
    def content(self) -> bytes:
        """What is there."""
        if self.is_file:
            return self._paths.settings_file.read_bytes()
        (found,) = self._ask(
            f"SELECT CAST({self._column} AS BLOB) FROM {self._table} WHERE {self._row}"
        )
        return found

    def harm(self, damage: Damage) -> None:
        """Do some damage there."""
        if self.is_file:
            damage.put(self._paths.settings_file)
        else:
            put = f"UPDATE {self._table} SET {self._column} = CAST(? AS TEXT) WHERE {self._row}"
            self._ask(put, damage.content)

    @property
    def aside(self) -> list[bytes]:
        """What was put aside."""
        if self.is_file:
            files = self._paths.settings_file.parent.glob("*.damaged*")
            return [each.read_bytes() for each in files]
        if not self._aside:
            return []
        return list(self._ask(f"SELECT CAST(data AS BLOB) FROM documents WHERE {self._aside}"))


# What must not be lost.


def same(one, other) -> bool:
    """Tell whether two JSON values are the same, NaN included."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def written(name: str, paths: Paths):
    """Return what the next start finds of what was damaged."""
    if name == SETTINGS:
        return json.loads(paths.settings_file.read_text())
    with closing(Storage(paths)) as storage:
        return storage.records.to_dict() if name == RECORDS else storage.load_game(name)


def is_used(name: str, damaged, written) -> bool:
    """Tell whether what was damaged is in what took its place, as far as it counts."""
    if not isinstance(damaged, dict):
        return False
    if name == RECORDS:
        lists = {key: damaged.get(key, []) for key in NEEDED}
        if not all(isinstance(rows, list) for rows in lists.values()):
            return False
        rows = [(key, row) for key, rows in lists.items() for row in rows]
        others = damaged.keys() - lists.keys()
        return all(has_row(written[key], row) for key, row in rows) and all(
            same(damaged[key], written[key]) for key in others
        )
    if name == SETTINGS:
        kept = {key: value for key, value in damaged.items() if key != "sound"}
        return all(same(value, written.get(key, ())) for key, value in kept.items())
    raise AssertionError(name)


def is_game_kept(damaged: str, written: Session | None) -> bool:
    """Tell whether all moves of a damaged row are in the game that took its place."""
    record = read(damaged, is_row=True)
    if record.is_untouched or record.result is not None:  # another one has begun
        return True
    assert written is not None
    lines = lines_of(written)
    return all(
        any(line[: len(moves)] == moves for line in lines) for moves in lines_of(Session.of(record))
    )


def text_damages(content: bytes, choose: Random, count: int) -> Iterator[Damage]:
    """Yield what may become of a row's text."""
    for kind in ("empty", "half", "lost", "doubled", "swapped", "noise", "words"):
        for _ in range(count):
            at, end = sorted(choose.sample(range(len(content)), 2))
            end = min(end, at + 12)
            yield Damage.of_content(
                kind,
                {
                    "empty": b"",
                    "half": content[:at],
                    "lost": content[:at] + content[end:],
                    "doubled": content[:end] + content[at:],
                    "swapped": content[:at] + content[at:end][::-1] + content[end:],
                    "noise": content[:at] + bytes(choose.choices(range(256), k=9)) + content[at:],
                    "words": b" ".join(choose.sample(content.split(), len(content.split()))),
                }[kind],
            )


def has_row(rows, row) -> bool:
    """Tell whether records hold a row, or one that takes its place."""
    if any(same(each, row) for each in rows):
        return True
    if not isinstance(row, dict):
        return False
    board = ("columns", "rows", "colours", "leftover", "seed", "standard", "assisted")
    level = ("game", "level")
    for each in (each for each in rows if isinstance(each, dict) and row.keys() >= each.keys()):
        if "score" in row and all(same(each.get(key), row.get(key)) for key in board):
            return each["score"] > row["score"] or date_of(each) == date_of(row)
        if "won" in row and all(same(each.get(key), row.get(key)) for key in level):
            return all(each[key] >= row[key] for key in ("won", "drawn", "lost", "assisted"))
    return False


def date_of(row):
    return datetime.date.fromisoformat(row["date"])


# The tests.


def check(name: str, damage: Damage, root: Path) -> list[str]:
    """Harm something, start, see that nothing is lost, and return what the player was told."""
    paths = paths_in(root)
    place = Place(name, paths)
    place.harm(damage)
    before = paths.settings_file.lstat()
    run = Visit(paths)
    run.look_at(SCREENS[name])
    run.change_everything()
    run.leave()
    assert not list(paths.log.glob("crash-*")), run.notices
    assert len(set(run.notices)) == len(run.notices) <= 2
    is_left = any(LEFT in notice for notice in run.notices)
    aside = [place.content] if KEPT in run.notices else place.aside
    assert not (damage.is_usable and (is_left or aside)), run.notices
    if is_left:
        now = paths.settings_file.lstat()
        kept = [(each.st_mode, each.st_ino, each.st_size) for each in (before, now)]
        assert kept[0] == kept[1]
        assert damage.content is None or place.content == damage.content
    elif aside:
        (text,) = (each.decode("utf-8", "replace") for each in aside)
        assert text == damage.content.decode("utf-8", "replace")
        assert not place.is_file or any("renamed to" in notice for notice in run.notices)
    elif name in GAMES_HERE:
        assert is_game_kept(damage.content.decode("utf-8", "replace"), written(name, paths))
    else:
        how = ("utf-8-sig", "strict") if place.is_file else ("utf-8", "replace")
        damaged = json.loads(damage.content.decode(*how))
        assert is_used(name, damaged, written(name, paths)), run.notices
    assert damage.content is not None or is_left

    again = Storage(paths)
    settings, records = again.load_settings(), again.records
    sessions = {game: again.load_game(game) for game in run.sessions}
    if not is_left:
        while notice := again.files.take_notice():
            assert notice.startswith("The setting")
        assert replace(settings, theme="dark") == replace(run.app.context.settings, theme="dark")
        assert records == run.storage.records
        for game, session in run.sessions.items():
            assert file_of(sessions[game]) == file_of(session)
    again.close()
    return run.notices


@pytest.mark.parametrize(
    ("name", "count"),
    [("hex", 1)] + [pytest.param(name, COUNT, marks=pytest.mark.thorough) for name in NAMES],
)
def test_nothing_is_lost_to_damage_and_everything_opens(name, count, home, tmp_path):
    place, choose = Place(name, paths_in(home)), Random(f"{SEED} {name}")
    content = place.content
    found = (
        text_damages(content, choose, count)
        if name in GAMES_HERE
        else damages(content, choose, count, NEEDED if name == RECORDS else ())
    )
    for number, damage in enumerate(found):
        if damage.content is None and not place.is_file:
            continue
        copy = tmp_path / str(number)
        shutil.copytree(home, copy)
        try:
            check(name, damage, copy)
        except Exception as error:
            raise AssertionError(f"{name}, {damage.name} (number {number})") from error
        shutil.rmtree(copy)


@pytest.fixture
def copied(home, tmp_path) -> Paths:
    """A copy of the home."""
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    return paths_in(tmp_path)


def everything(paths: Paths) -> list[str]:
    """Look at everything and change everything; return what the player was told."""
    run = Visit(paths)
    run.look_at(SCREENS[SETTINGS])
    run.change_everything()
    run.leave()
    return run.notices


def test_another_versions_library_is_told_of_once_whoever_holds_it_then(copied):
    """The window reads while a thread closes it, and does not wait for a file it cannot read."""
    storage = Storage(copied)
    with closing(sqlite3.connect(copied.library_file, isolation_level=None)) as file:
        file.execute("PRAGMA user_version = 99")
        file.execute("PRAGMA journal_mode = DELETE")
        storage.recent_games()
        file.execute("BEGIN EXCLUSIVE")
        storage.recent_games()
    storage.close()
    assert (storage.files.take_alarm() or "").startswith("library.sqlite3 is from another version")
    assert storage.files.take_alarm() is None


@pytest.mark.parametrize("error", [errno.EACCES, errno.EIO])
def test_files_that_cannot_be_read_stay_as_they_are(error, copied, monkeypatch):
    files = copied.settings_file, copied.library_file
    before = [path.read_bytes() for path in files]

    def refuse(path, *_):
        raise OSError(error, os.strerror(error), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        patch.setattr(library.Library, "_connect", lambda self, path, mode: refuse(path))
        notices = everything(copied)
    assert [path.read_bytes() for path in files] == before
    assert len(notices) == len(files)
    assert all(os.strerror(error) in notice and LEFT in notice for notice in notices)
