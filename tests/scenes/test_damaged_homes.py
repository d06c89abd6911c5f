"""Any file may be damaged in any way: the program opens, and nothing that can be read is lost.

Real files of each kind, those of older versions included, are harmed in each way that `damage`
knows. Whatever it was: Home, every game and every page open; what cannot be used stays byte for
byte, in its place or beside it; what can be used is used; and what is written then is read again by
the next start, without a word.
PLAYOUT_DAMAGES asks for more of each kind than the few that are tried by default.
"""

import datetime
import errno
import json
import os
import shutil
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.games.samegame.rules import SameGameParameters
from game.library.storage import Storage
from game.play.session import Session
from game.screens.base import ChangeSettings, OpenGame, OpenReview, OpenScene
from game.screens.catalogue import make_scene
from game.store.lock import FolderLock
from game.store.paths import Paths, default_paths
from game.window.app import App
from game.window.display import open_window
from tests.games import GAMES
from tests.rig import context_of
from tests.saved import file_of
from tests.scenes.damage import Damage, damages
from tests.sessions import play_out

HOME = Path(__file__).resolve().parents[1] / "data" / "homes" / "0.1"
GAMES_HERE = [spec.name for spec in GAMES]
COUNT = int(os.environ.get("PLAYOUT_DAMAGES", "2"))
SEED = int(os.environ.get("PLAYOUT_SEED", "1"))
LEFT = "nothing is saved to it"
STAYS = "It stays as it is."

FILES: dict[str, Callable[[Paths], Path]] = {
    "settings": lambda paths: paths.settings_file,
    "records": lambda paths: paths.older_records,
    **{game: lambda paths, game=game: paths.older_saves / f"{game}.json" for game in GAMES_HERE},
}
SAVED = ("version", "game", "parameters", "seed", "start", "moves")
NEEDED = {"settings": (), "records": ("version", "samegame", "two_player")}
PAGES = [OpenScene(name) for name in ("settings", "records", "boards", "arena")]
SCREENS = {
    "settings": [*map(OpenGame, GAMES_HERE), *PAGES],
    "records": [OpenGame("samegame"), *PAGES[1:3]],
    **{game: [OpenGame(game)] for game in GAMES_HERE},
}


BESIDE = {
    "last game",
    "last match",
    "board of the day",
    "drills due",
    "drills",
    "earlier games",
    "progress",
    "day",
    "best run",
}
"""Threads that read beside the window."""


class Visit:
    """One run of the program on a home.

    Attributes:
        notices: What the player was told.
        sessions: The games that were shown, by name.
    """

    def __init__(self, paths: Paths) -> None:
        self.notices: list[str] = []
        self.sessions: dict[str, Session] = {}
        self._lock = FolderLock(paths.lock_file)
        storage = Storage(paths, self._lock)
        assert storage.is_first()
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
                if session.length:
                    self.app.execute(OpenReview(session))
                    self._look()

    def _look(self) -> None:
        """Draw, once what is read beside the window has been read."""
        scene = self.app.scene
        scene.update(0.05)
        scene.draw(self.app._surface)
        for thread in threading.enumerate():
            if thread.name in BESIDE:
                thread.join()
        scene.update(0.05)
        scene.draw(self.app._surface)

    def change_everything(self) -> None:
        """Change a setting, count a game, and play on."""
        settings = self.app.context.settings
        self.app.execute(ChangeSettings(replace(settings, sound=not settings.sound)))
        self.storage.count_game(finished_board())
        for session in self.sessions.values():
            session.go_to(session.length)
            if not session.state.is_terminal:
                session.play(session.state.legal_moves[0])
            self.storage.save_game(session)

    def leave(self) -> None:
        self.app.close()
        self.storage.close()
        self._lock.release()
        while notice := self.storage.take_notice():
            self.notices.append(notice)


def finished_board():
    return play_out(Session("samegame", SameGameParameters(4, 4, 2), seed=123_456))


# What must not be lost.


def same(one, other) -> bool:
    """Tell whether two JSON values are the same, NaN included."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def written(name: str, paths: Paths):
    """Return what the next start finds of a file."""
    if name == "settings":
        return json.loads(paths.settings_file.read_text())
    with closing(Storage(paths)) as storage:
        return storage.records.to_dict() if name == "records" else storage.load_game(name)


def is_used(name: str, damaged, written) -> bool:
    """Tell whether what was in a file is in the one that took its place, as far as it counts."""
    if not isinstance(damaged, dict):
        return False
    if name == "records":
        lists = {key: damaged.get(key, []) for key in ("samegame", "two_player")}
        if not all(isinstance(rows, list) for rows in lists.values()):
            return False
        rows = [(key, row) for key, rows in lists.items() for row in rows]
        others = damaged.keys() - {"samegame", "two_player", "version"}
        return all(has_row(written[key], row) for key, row in rows) and all(
            same(damaged[key], written[key]) for key in others
        )
    if name == "settings":
        kept = {key: value for key, value in damaged.items() if key != "sound"}
        return all(same(value, written.get(key, ())) for key, value in kept.items())
    # A game that was over is among the earlier ones once another has begun.
    game = {"game": written.spec.name}
    return any(is_game(name, damaged, game | line.to_dict()) for line in written.lines)


def is_game(name: str, damaged, written) -> bool:
    needed = ("game", "seed", "start")
    parameters = damaged["parameters"].items()  # one that is missing is what it usually is
    moves = [str(move).lower() for move in written["moves"]]
    before = [str(move).lower() for move in damaged["moves"]]
    known = file_of(Session(name)).keys()
    return (
        moves[: len(before)] == before
        and all(same(written[key], damaged.get(key)) for key in needed)
        and all(same(written["parameters"].get(key, ()), value) for key, value in parameters)
        and all(same(damaged[key], written[key]) for key in damaged.keys() - known)
    )


def has_row(rows, row) -> bool:
    """Tell whether records hold a row, or one that takes its place."""
    if any(same(each, row) for each in rows):
        return True
    if not isinstance(row, dict):
        return False
    board = ("columns", "rows", "colours", "leftover", "seed", "standard", "assisted")
    level = ("game", "level")
    for each in (each for each in rows if isinstance(each, dict) and each.keys() >= row.keys()):
        if "score" in row and all(same(each.get(key), row.get(key)) for key in board):
            return each["score"] > row["score"] or date_of(each) == date_of(row)
        if "won" in row and all(same(each.get(key), row.get(key)) for key in level):
            return all(each[key] >= row[key] for key in ("won", "drawn", "lost", "assisted"))
    return False


def date_of(row):
    return datetime.date.fromisoformat(row["date"])


# The tests.


def check(name: str, damage: Damage, home: Path) -> list[str]:
    """Harm a file, start, see that nothing is lost, and return what the player was told."""
    shutil.copytree(HOME, home)
    paths = default_paths({"PLAYOUT_HOME": str(home)})
    path = FILES[name](paths)
    damage.put(path)
    before = path.lstat()
    run = Visit(paths)
    run.look_at(SCREENS[name])
    run.change_everything()
    run.leave()
    assert not list(paths.log.glob("crash-*")), run.notices
    assert len(set(run.notices)) == len(run.notices) <= 2
    beside = list(path.parent.glob("*.damaged*"))
    is_older = name != "settings"
    is_left = any(LEFT in notice or STAYS in notice for notice in run.notices)
    assert not (damage.is_usable and (is_left or beside)), run.notices
    if is_left or is_older:
        assert not beside
        now = path.lstat()
        assert (now.st_mode, now.st_ino, now.st_size) == (
            before.st_mode,
            before.st_ino,
            before.st_size,
        )
        assert damage.content is None or path.read_bytes() == damage.content
    if is_left:
        pass
    elif beside:
        assert [each.read_bytes() for each in beside] == [damage.content]
        assert any("renamed to" in notice for notice in run.notices)
    else:
        damaged = json.loads(damage.content.decode("utf-8-sig"))
        assert is_used(name, damaged, written(name, paths)), run.notices
    assert damage.content is not None or is_left

    again = Storage(paths)
    settings, records = again.load_settings(), again.records
    sessions = {game: again.load_game(game) for game in run.sessions}
    notices = []
    while notice := again.take_notice():
        notices.append(notice)
    if not is_left or is_older:
        assert all(notice.startswith("The setting") or STAYS in notice for notice in notices)
        assert replace(settings, theme="dark") == replace(run.app.context.settings, theme="dark")
        assert records == run.storage.records
        for game, session in run.sessions.items():
            assert same(sessions[game].lines[0].to_dict(), session.lines[0].to_dict())
    again.close()
    return run.notices


@pytest.mark.parametrize(
    ("name", "count"),
    [("hex", 1)] + [pytest.param(name, COUNT, marks=pytest.mark.thorough) for name in FILES],
)
def test_nothing_is_lost_to_damage_and_everything_opens(name, count, tmp_path):
    original = FILES[name](default_paths({"PLAYOUT_HOME": str(HOME)})).read_bytes()
    choose = Random(f"{SEED} {name}")
    for number, damage in enumerate(damages(original, choose, count, NEEDED.get(name, SAVED))):
        try:
            check(name, damage, tmp_path / str(number))
        except Exception as error:
            raise AssertionError(f"{name}.json, {damage.name} (number {number})") from error
        shutil.rmtree(tmp_path / str(number))


@pytest.mark.parametrize("name", [name for name in FILES if name != "settings"])
def test_a_newer_versions_file_is_left(name, tmp_path):
    original = FILES[name](default_paths({"PLAYOUT_HOME": str(HOME)})).read_text()
    newer = {**json.loads(original), "version": 3, "moves": {}, "samegame": None}
    damage = Damage.of_content("newer", json.dumps(newer).encode())
    notices = check(name, damage, tmp_path / "home")
    assert notices == [f"{name}.json is from a newer version of Playout. {STAYS}"]


@pytest.mark.parametrize("error", [errno.EACCES, errno.EIO])
def test_files_that_cannot_be_read_stay_as_they_are(error, tmp_path, monkeypatch):
    home = tmp_path / "home"
    shutil.copytree(HOME, home)
    paths = default_paths({"PLAYOUT_HOME": str(home)})
    files = [place(paths) for place in FILES.values()]
    before = [path.read_bytes() for path in files]

    def refuse(path):
        raise OSError(error, os.strerror(error), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        run = Visit(paths)
        run.look_at(SCREENS["settings"])
        run.change_everything()
        run.leave()
    assert [path.read_bytes() for path in files] == before
    assert len(run.notices) == len(files)
    assert all(os.strerror(error) in notice for notice in run.notices)
    assert all(LEFT in notice or STAYS in notice for notice in run.notices)
