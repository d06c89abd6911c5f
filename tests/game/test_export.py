import json
import os
import sqlite3
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from ai.system import system_environment
from game import convert
from game.library import export, game_files, library
from game.library.library import GameQuery
from game.library.records import PositionResult, Records
from game.library.storage import Planned, Storage
from game.play.drill import shipped
from game.play.session import Session
from game.store.files import Paths, default_paths
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
    theirs.note_result(PositionResult(TODAY.isoformat(), solved=True))
    theirs.note_tried(Planned(shipped("hex")[0]), TODAY, is_right=True)
    (row,) = theirs.listed(GameQuery("tictactoe"), 0, 0, 9).rows
    theirs.mark(replace(row, title="A draw", starred=True))
    archive = archive_of(theirs)
    for _ in range(2):
        game_files.open_file(ours, archive)
    assert ours.records == theirs.records != Records()
    assert [(each.title, each.starred) for each in ours.listed(GameQuery(""), 0, 0, 9).rows] == [
        ("A draw", True)
    ]
    assert len(ours.counted_games("tictactoe", 9)) == 1
    assert ours.load_game("tictactoe").record.moves == session.record.moves, "which is gone on with"
    later = TODAY + timedelta(99)
    assert ours.drills(later).due == theirs.drills(later).due != ()
    other.note_result(PositionResult(TODAY.isoformat(), solved=False))
    other.save_game(session_of("tictactoe", (8,)))
    told = game_files.open_file(other, archive)
    came = "Drills came along, records stay; settings stay."
    assert told == f"1 game imported from {archive.name}. {came}"
    assert other.records.positions == {TODAY.isoformat(): False}
    assert other.load_game("tictactoe").record.moves == (8,)
    for storage in (theirs, ours, other):
        storage.close()


def test_a_game_that_went_on_differently_here_comes_once_from_an_archive(tmp_path: Path) -> None:
    theirs, ours = storage_in(tmp_path / "theirs"), storage_in(tmp_path / "ours")
    game = session_of("tictactoe", (4, 0, 1))
    theirs.save_game(game)
    game_files.open_file(ours, first := archive_of(theirs))
    first.unlink()
    session = ours.load_game("tictactoe")
    assert session is not None
    for each, move, storage in ((session, 7, ours), (game, 8, theirs)):
        each.play(move)
        storage.save_game(each)
    archive = archive_of(theirs)
    came = "Drills came along, records stay; settings stay."
    for told in ("1 game", "0 games"):
        said = game_files.open_file(ours, archive)
        assert said == f"{told} imported from {archive.name}. {came}"
    assert len(ours.listed(GameQuery("tictactoe"), 0, 0, 9).rows) == 2
    for storage in (theirs, ours):
        storage.close()


def test_records_that_were_cleared_come_back_with_an_archive(storage: Storage) -> None:
    storage.note_result(PositionResult(TODAY.isoformat(), solved=True))
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
    assert storage.files.take_notice() is None


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
        file.execute("UPDATE games SET text = text || '{level gtp:/bin/rm}'")
        file.commit()
    game_files.open_file(ours, archive_of(theirs))
    assert ours.recent_games() == ["hex", "breakthrough"]
    session = ours.load_game("hex")
    assert session is not None
    assert (session.record.level, session.record.length) == ("rm", 1)
    ours.close()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="has another dialog")
def test_an_archive_is_chosen_in_the_systems_dialog(paths: Paths, monkeypatch) -> None:
    dialog = paths.cache / "bin" / "kdialog"
    dialog.parent.mkdir(parents=True)
    monkeypatch.setenv("PATH", str(dialog.parent))
    storage = storage_in(paths.cache / "ours")
    told = [export.import_data(storage)]
    for chosen in ("", "a.txt", odd_archive(paths)):
        dialog.write_text(f"#!/bin/sh\necho '{chosen}'\n")
        dialog.chmod(0o755)
        told.append(export.import_data(storage))
    assert told == [
        "There is no file dialog here. Drop the exported file on the window.",
        None,
        "a.txt is no exported file: its name ends with .zip.",
        "1 game imported from odd.zip. Drills came along, records stay; settings stay.",
    ]


def odd_archive(paths: Paths, *changes: str) -> Path:
    """Export a game of Tic-Tac-Toe, with its library changed by statements of SQL."""
    storage = Storage(paths)
    storage.save_game(session_of("tictactoe", (4,)))
    library = paths.cache / "library.sqlite3"
    library.parent.mkdir(parents=True, exist_ok=True)
    assert storage.flush()
    storage.copy_library(library)
    assert storage.close()
    with closing(sqlite3.connect(library)) as file:
        for change in changes:
            file.executescript(change)
    with zipfile.ZipFile(paths.cache / "odd.zip", "w") as archive:
        archive.write(library, library.name)
    return paths.cache / "odd.zip"


NUMBERS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
OTHER = "its library is of another version, or none"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            "DROP TABLE positions; CREATE TABLE positions (number INTEGER PRIMARY KEY,"
            " digest INTEGER AS (hex(zeroblob(400000000))) VIRTUAL)",
            OTHER,
        ),
        ("ALTER TABLE games RENAME TO g; CREATE VIEW games AS SELECT * FROM g", OTHER),
        (f"DROP TABLE drills; CREATE VIEW drills AS {NUMBERS} SELECT i AS key FROM n", OTHER),
        ("CREATE TRIGGER t AFTER INSERT ON games BEGIN SELECT 1; END", OTHER),
        (
            f"INSERT INTO documents {NUMBERS} SELECT i, '' FROM n LIMIT 99",
            "tells more than 50 documents",
        ),
        ("UPDATE games SET title = hex(zeroblob(40000000))", "holds a text that is too long"),
    ],
)
def test_an_archive_that_would_cost_too_much_is_refused(paths, change, why, monkeypatch) -> None:
    monkeypatch.setattr(library, "MOST_ROWS", 50)
    told = game_files.open_file(storage_in(paths.cache / "ours"), odd_archive(paths, change))
    assert why in told


def test_a_library_that_is_far_larger_than_its_archive_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("library.sqlite3", bytes(10_000_000))
    told = game_files.open_file(storage_in(tmp_path), bomb)
    assert told == "bomb.zip cannot be imported: its library is too large."


@pytest.mark.parametrize(
    "value",
    [
        "replace(text, 'game tictactoe', 'game tictactoe:unknown=1')",
        f"text || '{'(' * 60}'",
        f"text || '{'a1 ' * 60_000}'",
        "hex(zeroblob(20000000))",
        f"text || '{{comment ' || hex(zeroblob({library.LONGEST_GAME // 2})) || '}}'",
        "x'ff00'",
    ],
)
def test_a_game_of_an_archive_that_cannot_be_read_is_not_kept(paths: Paths, value: str) -> None:
    ours = storage_in(paths.cache / "ours")
    told = game_files.open_file(ours, odd_archive(paths, f"UPDATE games SET text = {value}"))
    came = "Drills came along, records stay; settings stay."
    assert told == f"0 games imported from odd.zip. {came} 1 game could not be read."
    assert not ours.listed(GameQuery(""), 0, 0, 9).rows


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes")
@pytest.mark.parametrize("name", ["a.zip", "a.playout"])
def test_a_pipe_is_not_read_for_ever(tmp_path: Path, name: str, capsys) -> None:
    os.mkfifo(tmp_path / name)
    assert "not a file" in str(game_files.open_file(storage_in(tmp_path), tmp_path / name))
    assert convert.main([str(tmp_path / name)]) == 1
    assert capsys.readouterr().err == f"playout: {tmp_path / name}: not a file\n"
