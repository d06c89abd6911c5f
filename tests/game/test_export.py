import json
import sys
import zipfile

import pytest

from ai.system import system_environment
from game.library import export, game_files
from game.library.storage import Storage
from game.play.session import Session
from game.store.paths import Paths, default_paths
from game.store.settings import Settings


def test_an_export_holds_settings_and_games(paths: Paths) -> None:
    storage = Storage(paths)
    storage.save_settings(Settings(top_n=7))
    storage.save_game(Session("hex"))
    assert storage.flush()
    words = export.export_data(storage)
    (file,) = paths.exports.iterdir()
    assert str(file) in words
    with zipfile.ZipFile(file) as archive:
        assert sorted(archive.namelist()) == ["library.sqlite3", "settings.json"]
        assert json.loads(archive.read("settings.json"))["top_n"] == 7
        archive.extract("library.sqlite3", paths.cache / "data")
    other = Storage(default_paths({"PLAYOUT_HOME": str(paths.cache)}))
    assert other.load_game("hex") is not None


def test_what_is_saved_of_a_game_stands_beside_the_exports(paths: Paths) -> None:
    for suffix in (".svg", game_files.SUFFIX):
        said = game_files.save(paths, "hex", "text", suffix)
        (saved,) = paths.exports.glob(f"playout-hex-*{suffix}")
        assert said == f"Saved as {saved}"
        assert saved.read_text() == "text"
    for _ in range(3):
        game_files.save(paths, "hex", "another text")
    assert len([*paths.exports.iterdir()]) == 5, "none replaces another"


def test_an_export_that_cannot_be_written_is_told(paths: Paths) -> None:
    paths.exports.parent.mkdir(exist_ok=True)
    paths.exports.write_text("a file where the folder should be")
    assert "Nothing was exported" in export.export_data(Storage(paths))


def test_an_export_that_fails_ends_no_saving(paths: Paths) -> None:
    storage = Storage(paths)
    storage.save_game(Session("hex"))
    taken = paths.data / "taken"
    taken.mkdir(parents=True)
    with pytest.raises(OSError, match="unable to open"):
        storage.copy_library(taken)
    storage.save_game(Session("tictactoe"))
    assert storage.flush()
    assert storage.take_notice() is None


@pytest.mark.parametrize("original", ["/opt/lib", None])
def test_other_programs_do_without_the_bundle_s_libraries(monkeypatch, original):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    if original is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", original)
    environment = system_environment()
    assert environment.get("LD_LIBRARY_PATH") == original
    assert "LD_LIBRARY_PATH_ORIG" not in environment
