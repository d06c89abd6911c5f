import errno
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game import storage as storage_module
from game.paths import default_paths
from game.screens.settings.pages import label_of
from game.session import Session
from game.settings import Settings
from game.storage import Storage, read_json, write_json


@pytest.fixture
def storage(tmp_path):
    return Storage(default_paths({"PLAYOUT_HOME": str(tmp_path)}))


def test_nothing_stored_gives_defaults_without_a_word(storage):
    assert storage.load_settings() == (Settings(), None)
    assert storage.load_game("hex") == (None, None)
    assert storage.recent_games() == []


def test_settings_come_back(storage):
    settings = Settings(theme="light", top_n=7)
    storage.save_settings(settings)
    assert storage.flush()
    assert Storage(storage.paths).load_settings() == (settings, None)


def test_a_game_comes_back_and_the_last_one_is_first(storage):
    for game in ("tictactoe", "hex", "tictactoe"):
        session = Session(game)
        session.play(0)
        storage.save_game(session)
    assert storage.recent_games() == ["tictactoe", "hex"]
    os.utime(storage.paths.saved_game_file("hex"), (1, 1))
    again = Storage(storage.paths)
    assert again.recent_games() == ["tictactoe", "hex"]
    os.utime(storage.paths.saved_game_file("tictactoe"), (0, 0))
    assert again.recent_games() == ["hex", "tictactoe"]
    again.save_game(Session("samegame"))
    assert again.recent_games() == ["samegame", "hex", "tictactoe"]
    loaded, notice = again.load_game("hex")
    assert notice is None
    assert loaded.moves == (0,)


@pytest.mark.parametrize("text", ["", "{", "\x00\x00", "[1, 2]", '{"version": 1}', "[" * 100_000])
def test_a_damaged_game_is_kept_aside_and_told(storage, text):
    path = storage.paths.saved_game_file("hex")
    path.parent.mkdir(parents=True)
    path.write_text(text)
    session, notice = storage.load_game("hex")
    assert session is None
    assert "hex.damaged.json" in notice
    assert not path.exists()
    assert path.with_name("hex.damaged.json").read_text() == text
    assert storage.load_game("hex") == (None, None)


def test_a_game_in_the_wrong_file_is_refused(storage):
    write_json(storage.paths.saved_game_file("hex"), Session("tictactoe").to_dict())
    session, notice = storage.load_game("hex")
    assert session is None
    assert notice


@pytest.mark.parametrize("text", ["nonsense", "[]"])
def test_damaged_settings_are_kept_aside_and_told(storage, text):
    path = storage.paths.settings_file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    settings, notice = storage.load_settings()
    assert settings == Settings()
    assert "settings.damaged.json" in notice


def test_a_bad_setting_is_told(storage):
    write_json(storage.paths.settings_file, {"theme": "pink"})
    settings, notice = storage.load_settings()
    assert settings == Settings()
    assert "theme" in notice


def test_a_bad_setting_is_told_by_the_name_players_know(storage):
    write_json(storage.paths.settings_file, {"ui_scale": 9})
    _, notice = storage.load_settings(label_of)
    assert notice.startswith("The setting Size: UI scale = 9 is not between")


def test_a_second_window_writes_nothing_but_remembers(storage):
    session = Session("hex")
    storage.save_game(session)
    storage.flush()
    second = Storage(storage.paths, read_only=True)
    session.play(0)
    second.save_game(session)
    second.save_settings(Settings(theme="light"))
    assert second.flush()
    assert second.load_game("hex")[0].moves == (0,)
    assert storage.load_game("hex")[0].moves == ()
    assert not storage.paths.settings_file.exists()
    assert second.take_failure() is None


def test_saving_never_waits_and_the_latest_wins(storage, monkeypatch):
    written = []

    def slow(path, data):
        time.sleep(0.05)
        written.append(data)

    monkeypatch.setattr(storage_module, "write_json", slow)
    for number in range(50):
        storage.save(Path("file"), number)
    assert storage.flush()
    assert written[-1] == 49
    assert len(written) < 10


def test_flush_gives_up_in_bounded_time(storage, monkeypatch):
    monkeypatch.setattr(storage_module, "write_json", lambda path, data: time.sleep(0.3))
    storage.save(Path("file"), 1)
    assert not storage.flush(0.01)
    assert storage.flush(5.0)


def test_an_unwritable_home_is_told_once_and_games_last_until_the_end(tmp_path):
    (tmp_path / "data").write_text("a file where a folder should be")
    storage = Storage(default_paths({"PLAYOUT_HOME": str(tmp_path)}))
    for game in ("hex", "tictactoe", "hex"):
        storage.save_game(Session(game))
    storage.flush()
    assert storage.take_failure() == (
        f"Your games cannot be saved: {tmp_path / 'data'} is not writable."
    )
    assert storage.load_game("hex")[0] is not None
    storage.save_game(Session("hex"))
    storage.flush()
    assert storage.take_failure() is None
    (tmp_path / "data").unlink()
    storage.save_game(Session("hex"))
    storage.flush()
    assert Storage(storage.paths).load_game("hex")[0] is not None


def test_a_full_disk_is_told_as_such(storage, monkeypatch):
    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(storage_module, "write_json", full)
    storage.save_settings(Settings())
    storage.flush()
    assert storage.take_failure() == (
        f"Your settings cannot be saved: no room is left for {storage.paths.config}."
    )


def test_a_failed_write_is_told_once_and_the_next_one_works(storage, tmp_path):
    (tmp_path / "blocked").write_text("a file where a folder should be")
    storage.save(tmp_path / "blocked" / "x.json", 1)
    storage.save(tmp_path / "good.json", {"not": {1, 2}})
    storage.flush()
    assert storage.take_failure()
    assert storage.take_failure() is None
    storage.save(tmp_path / "good.json", 2)
    storage.flush()
    assert read_json(tmp_path / "good.json").data == 2
    assert not list(tmp_path.glob(".*.tmp"))


WRITER = """
import sys, threading, time
from pathlib import Path
from game.storage import write_json
path = Path(sys.argv[1])
print("go", flush=True)
number = 0
while True:
    number += 1
    write_json(path, {"number": number, "filling": [number] * 20_000})
"""


def test_a_killed_program_leaves_the_old_or_the_new_file(tmp_path):
    path = tmp_path / "file.json"
    for patience in (0.05, 0.11, 0.2):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            while not path.exists():
                time.sleep(0.005)
            time.sleep(patience)
            process.kill()
        data = json.loads(path.read_text())
        assert data["filling"] == [data["number"]] * 20_000
