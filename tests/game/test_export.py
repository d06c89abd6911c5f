import json
import sqlite3
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from ai.system import system_environment
from game.library import export, game_files
from game.library.library import Wanted
from game.library.records import Records
from game.library.storage import Planned, Storage
from game.play.drill import shipped
from game.play.session import Session
from game.store.paths import Paths, default_paths
from game.store.settings import Settings
from tests.rig import storage_in
from tests.sessions import AGAINST_AI, session_of

TODAY = date(2026, 11, 26)


def archive_of(storage: Storage) -> Path:
    """Export all, and return the file."""
    said = export.export_data(storage)
    (file,) = storage.paths.exports.iterdir()
    assert str(file) in said
    return file


def test_an_export_holds_settings_and_games(paths: Paths) -> None:
    storage = Storage(paths)
    storage.save_settings(Settings(top_n=7))
    storage.save_game(Session("hex"))
    assert storage.flush()
    with zipfile.ZipFile(archive_of(storage)) as archive:
        assert sorted(archive.namelist()) == ["library.sqlite3", "settings.json"]
        assert json.loads(archive.read("settings.json"))["top_n"] == 7
        archive.extract("library.sqlite3", paths.cache / "data")
    other = Storage(default_paths({"PLAYOUT_HOME": str(paths.cache)}))
    assert other.load_game("hex") is not None


def test_an_exported_home_is_brought_back_whole_but_for_its_settings(tmp_path: Path) -> None:
    theirs, ours, other = (storage_in(tmp_path / name) for name in ("theirs", "ours", "other"))
    session = session_of("tictactoe", (4, 0, 1, 7, 3, 5, 6, 2, 8), seats=AGAINST_AI)
    theirs.save_game(session)
    assert theirs.count_game(session)
    theirs.note_position_of_the_day(TODAY, is_right=True)
    theirs.note_tried(Planned(shipped("hex")[0]), TODAY, is_right=True)
    (row,) = theirs.listed(Wanted("tictactoe"), 0, 0, 9).rows
    theirs.mark(replace(row, title="A draw", starred=True))
    archive = archive_of(theirs)
    for _ in range(2):
        game_files.open_file(ours, archive)
    assert ours.records == theirs.records != Records()
    assert [(each.title, each.starred) for each in ours.listed(Wanted(""), 0, 0, 9).rows] == [
        ("A draw", True)
    ]
    assert len(ours.counted_games("tictactoe", 9)) == 1
    assert ours.load_game("tictactoe").moves == session.moves, "which is gone on with"
    later = TODAY + timedelta(99)
    assert ours.drills(later).due == theirs.drills(later).due != ()
    other.note_position_of_the_day(TODAY, is_right=False)
    other.save_game(session_of("tictactoe", (8,)))
    told = game_files.open_file(other, archive)
    came = "Drills came along, records stay; settings stay."
    assert told == f"1 game imported from {archive.name}. {came}"
    assert other.records.positions == {TODAY.isoformat(): False}
    assert other.load_game("tictactoe").moves == (8,)
    for storage in (theirs, ours, other):
        storage.close()


def test_a_game_that_went_on_differently_here_comes_once_from_an_archive(tmp_path: Path) -> None:
    theirs, ours = storage_in(tmp_path / "theirs"), storage_in(tmp_path / "ours")
    theirs.save_game(session_of("tictactoe", (4, 0, 1)))
    archive = archive_of(theirs)
    game_files.open_file(ours, archive)
    session = ours.load_game("tictactoe")
    assert session is not None
    session.play(7)
    ours.save_game(session)
    came = "Drills came along, records stay; settings stay."
    for told in ("1 game", "0 games"):
        said = game_files.open_file(ours, archive)
        assert said == f"{told} imported from {archive.name}. {came}"
    assert len(ours.listed(Wanted("tictactoe"), 0, 0, 9).rows) == 2
    for storage in (theirs, ours):
        storage.close()


def test_records_that_were_cleared_come_back_with_an_archive(storage: Storage) -> None:
    storage.note_position_of_the_day(TODAY, is_right=True)
    archive = archive_of(storage)
    storage.clear_records()
    told = game_files.open_file(storage, archive)
    came = "Drills and records came along; settings stay."
    assert told == f"0 games imported from {archive.name}. {came}"
    assert storage.records.positions == {TODAY.isoformat(): True}
    storage.close()
    assert Storage(storage.paths).records == storage.records


def test_what_is_saved_of_a_game_stands_beside_the_exports(paths: Paths) -> None:
    said = game_files.save(paths, "hex", "text")
    (saved,) = paths.exports.glob(f"playout-hex-*{game_files.SUFFIX}")
    assert said == f"Saved as {saved}"
    assert saved.read_text() == "text"
    for _ in range(3):
        game_files.save(paths, "hex", "another text")
    assert len([*paths.exports.iterdir()]) == 4, "none replaces another"


def test_an_export_that_fails_is_told_and_ends_no_saving(paths: Paths) -> None:
    paths.exports.parent.mkdir(exist_ok=True)
    paths.exports.write_text("a file where the folder should be")
    storage = Storage(paths)
    storage.save_game(Session("hex"))
    assert "Nothing was exported" in export.export_data(storage)
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


def test_what_a_hostile_archive_says_is_in_progress_is_never_started(tmp_path: Path) -> None:
    theirs, ours = storage_in(tmp_path / "theirs"), storage_in(tmp_path / "ours")
    for game in ("hex", "tictactoe", "breakthrough"):
        theirs.save_game(session_of(game, [Session(game).state.legal_moves[0]]))
    assert theirs.close()
    with closing(sqlite3.connect(theirs.paths.library_file)) as file:
        file.execute(f"UPDATE current SET level = 'gtp:/bin/rm', at = {2**60} WHERE game = 'hex'")
        file.execute("UPDATE current SET at = 'x' WHERE game = 'tictactoe'")
        file.execute("UPDATE games SET data = json_set(data, '$.levels', json('[[1, 2]]'))")
        file.commit()
    game_files.open_file(ours, archive_of(theirs))
    assert ours.recent_games() == ["hex", "breakthrough"]
    session = ours.load_game("hex")
    assert session is not None
    assert (session.level, session.length) == ("rm", 1)
    ours.close()
