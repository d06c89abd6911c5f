import errno
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from game.games.samegame.rules import SameGameParameters
from game.library.records import Records, Tally
from game.library.storage import Storage
from game.play.session import Seat, Session
from game.screens.settings.pages import label_of
from game.store import json_store
from game.store.files import read_json, write_json
from game.store.lock import FolderLock
from game.store.paths import default_paths
from game.store.settings import Settings

LEFT = "The file is not changed, and nothing is saved to it."


@pytest.fixture
def storage(tmp_path):
    return Storage(default_paths({"PLAYOUT_HOME": str(tmp_path)}))


@pytest.fixture
def make_window(tmp_path):
    """Make the storage of one of several windows on the same home."""

    def make():
        paths = default_paths({"PLAYOUT_HOME": str(tmp_path)})
        lock = FolderLock(paths.lock_file)
        return Storage(paths, lock), lock

    return make


def again(storage):
    """Return what the next start finds."""
    assert storage.flush()
    return Storage(storage.paths)


def notices(storage):
    found = []
    while notice := storage.take_notice():
        found.append(notice)
    return found


def begun(game="hex", moves=1, **values):
    session = Session(game, seed=1, **values)
    for _ in range(moves):
        session.play(session.state.legal_moves[0])
    return session


def board(seed=7):
    """A SameGame board, played to its end."""
    session = Session("samegame", SameGameParameters(4, 4, 2), seed)
    while not session.state.is_terminal:
        session.play(session.state.legal_moves[0])
    return session


def test_nothing_stored_gives_defaults_without_a_word(storage):
    assert storage.load_settings() == Settings()
    assert storage.load_game("hex") is None
    assert storage.records == Records()
    assert storage.recent_games() == []
    assert notices(storage) == []
    assert not storage.paths.data.exists()


def test_settings_come_back(storage):
    settings = replace(storage.load_settings(), theme="light", top_n=7)
    storage.save_settings(settings)
    assert again(storage).load_settings() == settings


def test_details_are_on_for_whoever_has_played_an_older_version(storage):
    assert not storage.load_settings().details
    storage.save_game(begun())
    storage.count_game(board())
    assert not again(storage).load_settings().details
    paths = storage.paths
    paths.settings_file.unlink()
    without_settings = again(storage)
    assert without_settings.load_settings().details
    without_settings.flush()
    write_json(paths.settings_file, {"theme": "light"})
    older = again(storage)
    settings = older.load_settings()
    assert settings == Settings(theme="light", details=True)
    older.save_settings(replace(settings, details=False))
    assert not again(older).load_settings().details


def test_a_game_comes_back_and_the_last_one_is_first(storage):
    for game in ("tictactoe", "hex", "tictactoe"):
        storage.save_game(begun(game))
    assert storage.recent_games() == ["tictactoe", "hex"]
    os.utime(storage.paths.saved_game_file("hex"), (1, 1))
    second = again(storage)
    assert second.recent_games() == ["tictactoe", "hex"]
    os.utime(storage.paths.saved_game_file("tictactoe"), (0, 0))
    assert second.recent_games() == ["hex", "tictactoe"]
    second.save_game(Session("samegame"))
    assert second.recent_games() == ["samegame", "hex", "tictactoe"]
    assert second.load_game("hex").moves == (0,)
    assert notices(second) == []


def test_games_of_this_run_come_in_the_order_they_were_played(storage):
    for game in ("hex", "samegame", "tictactoe"):
        storage.save_game(begun(game))
    assert storage.flush()
    os.utime(storage.paths.saved_game_file("hex"), (4e9, 4e9))
    assert storage.recent_games() == ["tictactoe", "samegame", "hex"]


def test_the_same_game_counts_once(storage):
    session = board()
    assert storage.count_game(session)
    assert not storage.count_game(session)
    assert not storage.count_game(begun()), "it is not over"


# Damaged files.


@pytest.mark.parametrize(
    "text", ["", "{", "\x00\x00", "null", "[1, 2]", '{"version": 1}', "[" * 100_000]
)
def test_a_damaged_game_is_kept_aside_and_told(storage, text):
    path = storage.paths.saved_game_file("hex")
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert storage.load_game("hex") is None
    assert notices(storage) == ["hex.json was damaged. It was renamed to hex.damaged.json."]
    assert not path.exists()
    assert path.with_name("hex.damaged.json").read_text() == text
    assert storage.load_game("hex") is None
    assert notices(storage) == []


def test_a_second_damage_leaves_the_first_copy(storage):
    path = storage.paths.saved_game_file("hex")
    path.parent.mkdir(parents=True)
    for text in ("first", "second"):
        path.write_text(text)
        assert storage.load_game("hex") is None
    assert path.with_name("hex.damaged.json").read_text() == "first"
    assert path.with_name("hex.damaged-2.json").read_text() == "second"


def test_a_damaged_file_in_the_way_is_not_called_another_windows_game(storage):
    path = storage.paths.saved_game_file("hex")
    path.parent.mkdir(parents=True)
    path.write_text("damaged")
    storage.save_game(begun(moves=2))
    assert storage.flush()
    assert notices(storage) == ["hex.json was damaged. It was renamed to hex.damaged.json."]
    assert again(storage).load_game("hex").length == 2


def test_a_game_in_the_wrong_file_is_refused(storage, caplog):
    write_json(storage.paths.saved_game_file("hex"), Session("tictactoe").to_dict())
    assert storage.load_game("hex") is None
    assert len(notices(storage)) == 1
    assert "it holds a game of Tic-Tac-Toe" in caplog.text


@pytest.mark.parametrize(
    ("text", "why"), [("nonsense", "line 1"), ("[]", "settings must be an object")]
)
def test_damaged_settings_are_kept_aside_and_told(storage, text, why, caplog):
    path = storage.paths.settings_file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert storage.load_settings() == Settings()
    assert "settings.damaged.json" in storage.take_notice()
    assert why in caplog.text


def test_a_damaged_file_that_cannot_be_moved_is_left(storage, monkeypatch):
    path = storage.paths.saved_game_file("hex")
    path.parent.mkdir(parents=True)
    path.write_text("damaged")

    def refuse(*_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(json_store, "move_beside", refuse)
    assert storage.load_game("hex") is None
    monkeypatch.undo()
    storage.save_game(begun())
    assert not storage.flush()
    assert path.read_text() == "damaged"
    (notice,) = notices(storage)
    assert notice.endswith(LEFT)


def test_a_new_file_is_not_taken_for_the_damaged_one_before_it(storage, monkeypatch):
    path = storage.paths.saved_game_file("hex")
    path.parent.mkdir(parents=True)
    path.write_text("damaged")
    read = json_store.read_json

    def read_slowly(path):
        try:
            return read(path)
        finally:
            write_json(path, begun().to_dict())

    monkeypatch.setattr(json_store, "read_json", read_slowly)
    assert storage.load_game("hex") is None
    monkeypatch.undo()
    assert storage.load_game("hex").moves == (0,)


# Values that are not known here.


def test_bad_settings_are_told_by_the_names_players_know(storage):
    write_json(storage.paths.settings_file, {"ui_scale": 9, "theme": "sepia"})
    assert storage.load_settings(label_of) == Settings(details=True)
    (notice,) = notices(storage)
    assert notice.startswith("The setting Theme: Appearance = 'sepia' is not one of")
    assert notice.endswith("The log lists 1 more.")
    storage.flush()
    write_json(storage.paths.settings_file, {"theme": "sepia"})
    storage.load_settings(label_of)
    (notice,) = notices(storage)
    assert notice.startswith("The setting Theme: Appearance = 'sepia' is not one of")
    assert "log" not in notice
    assert notice.endswith(".")


def test_settings_of_another_version_stay_in_the_file_until_they_are_changed(storage):
    stored = {"theme": "sepia", "hex_level": "titan", "moves_shown": [1], "details": True}
    write_json(storage.paths.settings_file, stored)
    settings = storage.load_settings()
    storage.save_settings(replace(settings, sound=False))
    storage.flush()
    assert read_json(storage.paths.settings_file) == {**stored, "sound": False}
    for theme in ("dark", "system"):
        storage.save_settings(replace(settings, theme=theme))
    storage.flush()
    assert read_json(storage.paths.settings_file) == {**stored, "sound": True, "theme": "system"}


def test_a_saved_game_keeps_what_it_does_not_know(storage):
    path = storage.paths.saved_game_file("hex")
    write_json(path, {**begun().to_dict(), "clock": [float("nan"), "\udcff"], "level": "titan"})
    session = storage.load_game("hex")
    session.play(5)
    storage.save_game(session)
    storage.flush()
    assert repr(read_json(path)["clock"]) == repr([float("nan"), "\udcff"])
    assert read_json(path)["level"] == "titan"
    session.new_game()
    assert "clock" not in session.to_dict()


NEWER = {
    "hex": (lambda paths: paths.saved_game_file("hex"), begun().to_dict()),
    "records": (lambda paths: paths.records_file, Records().to_dict()),
}


@pytest.mark.parametrize("name", NEWER)
def test_a_newer_versions_file_is_left_and_called_so(storage, name):
    place, data = NEWER[name]
    path = place(storage.paths)
    write_json(path, {**data, "version": data["version"] + 1, "moves": {"all": "different"}})
    before = path.read_bytes()
    assert storage.load_game("hex") is None
    assert storage.records == Records()
    storage.save_game(begun())
    storage.count_game(board())
    assert not storage.flush()
    assert path.read_bytes() == before
    assert notices(storage) == [f"{path.name} is from a newer version of Playout. {LEFT}"]
    assert list(path.parent.glob("*.json")) == [path]
    assert storage.load_game("hex").moves == (0,)
    assert len(storage.records.scores) == 1


# Files that cannot be read.


@pytest.fixture
def unreadable(monkeypatch):
    """Let reading fail, as no permission of files can where root runs the tests."""
    errors = {}
    read = Path.read_bytes

    def read_bytes(self):
        if self.name in errors:
            raise OSError(errors[self.name], os.strerror(errors[self.name]), str(self))
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    return errors


@pytest.mark.parametrize("error", [errno.EACCES, errno.EIO, errno.ESTALE])
def test_what_cannot_be_read_is_never_written_over(storage, unreadable, error):
    old = Storage(storage.paths)
    old.save_game(begun(moves=5))
    old.count_game(board())
    old.save_settings(Settings(theme="light"))
    assert old.flush()
    files = list(storage.paths.data.parent.rglob("*.json"))
    assert len(files) == 3
    before = {path: path.read_bytes() for path in files}
    unreadable.update({path.name: error for path in files})

    assert storage.load_settings() == Settings(details=True)
    assert storage.load_game("hex") is None
    assert storage.records == Records()
    storage.save_settings(Settings(theme="dark"))
    storage.save_game(begun(moves=1))
    storage.count_game(board(seed=8))
    assert not storage.flush()
    assert storage.load_game("hex").moves == (0,)
    assert len(storage.records.scores) == 1
    unreadable.clear()
    assert {path: path.read_bytes() for path in files} == before
    told = notices(storage)
    assert sorted(notice.split(" ")[0] for notice in told) == sorted(path.name for path in files)
    assert all(os.strerror(error) in notice and notice.endswith(LEFT) for notice in told)


def test_what_can_be_read_again_is_saved_again(storage, unreadable):
    old = Storage(storage.paths)
    old.save_game(begun(moves=5))
    old.flush()
    unreadable["hex.json"] = errno.EIO
    assert storage.load_game("hex") is None
    unreadable.clear()
    session = storage.load_game("hex")
    assert session.length == 5
    session.undo()
    storage.save_game(session)
    assert again(storage).load_game("hex").cursor == 4


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links")
@pytest.mark.parametrize("put", ["mkdir", "mkfifo", "symlink"])
def test_what_is_no_file_is_left_where_it_is(storage, put):
    path = storage.paths.saved_game_file("hex")
    path.parent.mkdir(parents=True)
    if put == "symlink":
        path.symlink_to(path)
    else:
        getattr(os, put)(path)
    kind = path.lstat().st_mode
    assert storage.load_game("hex") is None
    storage.save_game(begun())
    assert not storage.flush()
    assert path.lstat().st_mode == kind
    assert len(notices(storage)) == 1


def test_an_error_nobody_thought_of_is_no_reason_to_end(storage, monkeypatch):
    storage.save_game(begun())
    second = again(storage)
    monkeypatch.setattr(Session, "from_dict", lambda data: 1 // 0)
    assert second.load_game("hex") is None
    assert "ZeroDivisionError" in second.take_notice()
    second.save_game(begun(moves=2))
    assert not second.flush()
    monkeypatch.undo()
    assert Storage(storage.paths).load_game("hex").length == 1


def test_without_files_nothing_is_read_or_written(storage):
    storage.save_game(begun())
    storage.count_game(board())
    storage.go_without_files()
    files = {path: path.read_bytes() for path in storage.paths.data.rglob("*.json")}
    assert len(files) == 2
    assert storage.records == Records()
    assert storage.load_game("hex") is None
    storage.save_game(begun(moves=2))
    storage.count_game(board(seed=8))
    storage.save_settings(Settings(theme="light"))
    assert not storage.flush()
    assert {path: path.read_bytes() for path in files} == files
    assert not storage.paths.settings_file.exists()
    assert storage.load_game("hex").length == 2


# Files that cannot be written.


def test_an_unwritable_home_is_told_once_and_games_last_until_the_end(tmp_path, caplog):
    (tmp_path / "data").write_text("a file where a folder should be")
    storage = Storage(default_paths({"PLAYOUT_HOME": str(tmp_path)}))
    assert storage.load_game("hex") is None
    for game in ("hex", "tictactoe", "hex"):
        storage.save_game(Session(game))
    assert not storage.flush()
    (notice,) = notices(storage)
    assert notice.startswith(f"{tmp_path / 'data' / 'saves'} cannot be written (")
    assert notice.endswith(". Playout saves as soon as that changes.")
    assert re.search(r"failed: \[(Errno|WinError)", caplog.text)
    assert "Traceback" not in caplog.text
    assert storage.load_game("hex") is not None
    storage.save_game(Session("hex"))
    assert not storage.flush()
    assert notices(storage) == []
    (tmp_path / "data").unlink()
    assert again(storage).load_game("hex") is not None
    assert notices(storage) == ["Everything is saved again."]


def test_the_window_is_woken_to_tell(storage, monkeypatch):
    woken = []
    window = Storage(storage.paths, wake=lambda: woken.append(window.take_notice()))
    (storage.paths.data.parent).mkdir(parents=True, exist_ok=True)
    storage.paths.data.write_text("a file where a folder should be")
    window.save_game(begun())
    assert not window.flush()
    assert len(woken) == 1
    assert "cannot be written" in woken[0]


def test_a_full_disk_is_told_once_whatever_waits_for_room(storage, monkeypatch):
    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("game.store.writer.write_json", full)
        storage.save_settings(Settings(theme="light"))
        storage.save_game(begun())
        storage.count_game(board())
        assert not storage.flush()
    assert notices(storage) == ["The disk is full. Playout saves as soon as that changes."]
    second = again(storage)
    assert second.load_game("hex") is not None
    assert len(second.records.scores) == 1
    assert second.load_settings().theme == "light"


# Two windows.


def test_a_second_window_writes_nothing_but_remembers(make_window):
    (first, _), (second, _) = make_window(), make_window()
    assert first.may_write()
    assert not second.may_write()
    first.save_game(begun(moves=0))
    first.flush()
    second.save_game(begun(moves=1))
    second.save_settings(Settings(theme="light"))
    assert not second.flush()
    assert second.load_game("hex").moves == (0,)
    assert first.load_game("hex").moves == ()
    assert not first.paths.settings_file.exists()
    assert notices(second) == []


def test_a_second_window_leaves_damaged_files_where_they_are(make_window):
    (first, _), (second, _) = make_window(), make_window()
    assert first.may_write()
    paths = first.paths
    files = [paths.settings_file, paths.records_file, paths.saved_game_file("hex")]
    stray = paths.data / "saves" / ".hex.json-77.tmp"
    for path in (*files, stray):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("damaged")
    assert second.load_settings() == Settings(details=True)
    assert second.records == Records()
    assert second.load_game("hex") is None
    assert all(path.read_text() == "damaged" for path in (*files, stray))
    told = notices(second)
    assert [notice.split(" ")[0] for notice in told] == [path.name for path in files]
    assert all(notice.endswith(LEFT) for notice in told)


def test_a_second_window_saves_once_the_first_is_closed(make_window):
    (first, lock), (second, _) = make_window(), make_window()
    assert first.may_write()
    assert not second.may_write()
    second.save_game(begun(moves=2))
    second.count_game(board())
    assert not second.flush()
    lock.release()
    third = again(second)
    assert third.load_game("hex").length == 2
    assert len(third.records.scores) == 1
    assert notices(second) == ["The other window was closed. This window saves now."]
    late, _ = make_window()
    assert not late.may_write()


def test_nothing_that_the_first_window_saved_is_lost_to_the_second(make_window):
    old, lock = make_window()
    old.save_settings(Settings(theme="light", top_n=5))
    old.save_game(begun(moves=1))
    old.save_game(begun("tictactoe", moves=1))
    old.count_game(board(seed=1))
    assert old.flush()
    lock.release()

    (first, lock), (second, _) = make_window(), make_window()
    for window in (first, second):
        window.may_write()
        window.load_settings()
        assert window.load_game("hex").length == window.load_game("tictactoe").length == 1
        assert len(window.records.scores) == 1
    first.save_settings(Settings(theme="dark", top_n=5))
    first.save_game(begun(moves=9))
    first.count_game(board(seed=2))
    first.flush()
    second.save_settings(Settings(theme="light", top_n=6))
    second.save_game(begun(moves=3))
    second.save_game(begun("tictactoe", moves=2))
    second.count_game(board(seed=3))
    lock.release()
    assert second.flush()

    third = Storage(second.paths)
    assert third.load_settings() == Settings(theme="dark", top_n=6)
    assert {score.board.seed for score in third.records.scores} == {1, 2, 3}
    assert third.load_game("hex").length == 3
    assert third.load_game("tictactoe").length == 2
    saves = second.paths.saved_game_file("hex").parent
    assert Session.from_dict(read_json(saves / "hex.other-window.json")).length == 9
    assert not (saves / "tictactoe.other-window.json").exists()
    assert notices(second)[1:] == [
        "Another window has saved a game, too. It is among the earlier games."
    ]


@pytest.mark.parametrize("is_open", [True, False], ids=["at once", "at the next start"])
def test_what_another_window_saved_is_among_the_earlier_games(make_window, is_open):
    (first, lock), (second, _) = make_window(), make_window()
    for window in (first, second):
        window.may_write()
        window.load_game("hex")
    theirs, mine = begun(moves=9), begun(moves=3)
    first.save_game(theirs)
    first.flush()
    assert second.is_second
    assert not second.take_others_games(mine), "the other one saves"
    second.save_game(mine)
    lock.release()
    assert second.flush()
    assert not second.is_second
    storage = second if is_open else again(second)
    mine = mine if is_open else storage.load_game("hex")
    assert storage.take_others_games(mine)
    assert [len(each.moves) for each in mine.earlier] == [9]
    assert mine.earlier_session(mine.earlier[0].number).moves == theirs.moves
    assert not list(second.paths.saved_game_file("hex").parent.glob("*other-window*"))
    assert len(again(storage).load_game("hex").earlier) == 1
    assert not storage.take_others_games(mine), "once"


def test_a_file_of_another_window_that_cannot_go_yet_is_taken_once(make_window, monkeypatch):
    """As on Windows, where somebody reads it."""
    (first, lock), (second, _) = make_window(), make_window()
    for window in (first, second):
        window.may_write()
        window.load_game("hex")
    first.save_game(begun(moves=9))
    first.flush()
    second.save_game(begun(moves=3))
    lock.release()
    second.flush()

    def refuse(path, missing_ok=False):
        raise PermissionError(13, "Permission denied", str(path))

    for _ in range(2):
        storage = again(second)
        mine = storage.load_game("hex")
        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refuse)
            assert storage.take_others_games(mine)
        assert [len(each.moves) for each in mine.earlier] == [9]


def test_records_reset_in_the_second_window_stay_reset(make_window):
    (first, lock), (second, _) = make_window(), make_window()
    first.may_write()
    first.count_game(board(seed=1))
    first.flush()
    assert len(second.records.scores) == 1
    second.clear_records()
    second.count_game(board(seed=2))
    lock.release()
    assert [score.board.seed for score in again(second).records.scores] == [2]


def test_a_result_counts_once_for_a_game_that_both_windows_saw(make_window):
    session = Session("tictactoe", seats=(Seat.HUMAN, Seat.AI), level="club")
    for move in (0, 3, 1, 4, 2):
        session.play(move)
    (first, lock), (second, _) = make_window(), make_window()
    first.may_write()
    second.count_game(session)
    assert not second.count_game(session)
    first.count_game(board())
    first.flush()
    lock.release()
    records = again(second).records
    assert records.tallies == (Tally("tictactoe", "club", won=1, streak=1),)
    assert len(records.scores) == 1


SAVER = """
import sys
from game.games import registry
from game.store.lock import FolderLock
from game.store.paths import default_paths
from game.play.session import Session
from game.library.storage import Storage
registry.hand_in()
paths = default_paths()
storage = Storage(paths, FolderLock(paths.lock_file))
session = Session("samegame", seed=1)
while not session.state.is_terminal:
    session.play(session.state.legal_moves[0])
    storage.save_game(session)
    storage.flush()
    print(session.length, flush=True)
sys.stdin.read()  # it holds its lock until it is killed
"""


def test_strays_of_a_killed_window_are_swept_by_the_next(tmp_path, make_window):
    storage, _ = make_window()
    path = storage.paths.saved_game_file("samegame")
    path.parent.mkdir(parents=True)
    stray = path.with_name(f".{path.name}-12345.tmp")
    stray.write_text("half")
    environment = {**os.environ, "PLAYOUT_HOME": str(tmp_path)}
    command = [sys.executable, "-c", SAVER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        for _ in range(10):
            done = int(process.stdout.readline())
        assert not storage.may_write()
        process.kill()
    assert storage.load_game("samegame").length >= done
    assert storage.may_write()
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert json.loads(path.read_text())["game"] == "samegame"
