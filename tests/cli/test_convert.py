"""The command that checks games in files and writes them again."""

import io
import json
import sqlite3
from contextlib import closing, redirect_stdout

from game import convert
from game.library.export import export_data
from game.play import text
from tests.sessions import play, session_of

GAME = "playout 1\ngame hex:side=5\n\ne5 e4 (d5) d5\n"


def run(*words: object) -> tuple[int, str]:
    with redirect_stdout(io.StringIO()) as out:
        return convert.main([str(word) for word in words]), out.getvalue()


def test_a_game_is_written_as_text_and_as_json(tmp_path):
    file = tmp_path / "a.playout"
    file.write_text(GAME, "utf-8")
    assert run(file) == (0, text.write(text.read(GAME)))
    code, out = run(file, "--to", "json")
    told = [json.loads(row) for row in out.splitlines()]
    assert code == 0
    assert [each["moves"] for each in told] == [["e5", "e4", "d5"], ["e5", "d5"]]
    assert {each["game"] for each in told} == {"hex"}


def test_what_is_wrong_is_told_and_the_rest_converted(tmp_path, capsys):
    good, bad = tmp_path / "a.playout", tmp_path / "b.playout"
    good.write_text(GAME, "utf-8")
    bad.write_text(GAME + "z9", "utf-8")
    none, binary = tmp_path / "none.playout", tmp_path / "c.playout"
    binary.write_bytes(b"playout 1\xa4\n")
    code, out = run(bad, none, binary, good)
    assert code == 1
    assert out.startswith("playout 1\n")
    assert run(good, "--out", good) == (1, "")
    assert capsys.readouterr().err.splitlines() == [
        f"playout: {bad}: line 5, column 1: 'z9' is not a cell of this board",
        f"playout: {none}: No such file or directory",
        f"playout: {binary}: it is no text in UTF-8",
        f"playout: {good}: File exists",
    ]


def test_each_game_of_an_archive_becomes_a_file_but_for_a_damaged_one(storage, capsys, tmp_path):
    for game in ("hex", "samegame"):
        session = session_of(game, 1, seed=1)
        storage.save_game(session)
    session.new_game()
    play(session, 1)
    storage.save_game(session)
    assert storage.flush()
    with closing(sqlite3.connect(storage.paths.library_file)) as library, library:
        library.execute("UPDATE games SET text = '{' WHERE number = ?", (session.record.number,))
    export_data(storage)
    (archive,) = storage.paths.exports.iterdir()
    assert run(archive, "--out", tmp_path / "out")[0] == 1
    assert capsys.readouterr().err.endswith(": 1 game could not be read\n")
    written = sorted((tmp_path / "out").iterdir())
    assert [path.name.partition("-")[0] for path in written] == ["hex", "samegame"]
    assert [text.read(path.read_text("utf-8")).length for path in written] == [1, 1]


def test_boards_of_others_become_games_once_it_is_said_what_0_is(tmp_path, capsys):
    file = tmp_path / "boards.txt"
    rows = "2 0 1 2\r\n" + "1 2 1 2\r\n" * 4
    file.write_bytes(f"{rows}\r\n{rows}".encode("utf-16"))
    assert run(file) == (1, "")
    assert capsys.readouterr().err == (
        f"playout: {file}: line 1, column 3: 0 may be a colour or an empty cell; "
        "say --zero-is-empty or --no-zero-is-empty\n"
    )
    for option, tiles in (("--zero-is-empty", 19), ("--no-zero-is-empty", 20)):
        assert run(file, option, "--out", tmp_path / option) == (0, "")
        written = sorted((tmp_path / option).iterdir())
        assert [path.name for path in written] == ["boards-1.playout", "boards-2.playout"]
        for path in written:
            assert text.read(path.read_text("utf-8")).root.state.tiles_left == tiles


def test_what_is_neither_a_game_nor_a_board_is_told_with_its_place(tmp_path, capsys):
    file = tmp_path / "boards.txt"
    file.write_text("1,2,1,2\n1,2,1\n" * 2, "utf-8")
    assert run(file) == (1, "")
    assert capsys.readouterr().err == (
        f"playout: {file}: it is no game, and no board of SameGame: line 2, column 1: this row "
        "has 3 cells, but the first one has 4\n"
    )
