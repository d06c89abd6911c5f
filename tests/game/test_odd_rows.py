"""Rows of a library with odd values: no game becomes unplayable, and everything is saved."""

import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

import pytest

from game.library import progress
from game.library.library import GameQuery, record_of
from game.library.records import PositionResult
from game.library.storage import Storage
from game.play import text
from game.play.drill import shipped
from game.play.session import Session
from game.store.files import default_paths
from tests.evaluations import judged
from tests.sessions import AGAINST_AI, play, play_out, session_of

GAMES = ("tictactoe", "hex", "samegame")
COLUMNS = {
    "games": (
        *("number", "game", "at", "level", "result", "starred", "mistakes", "title"),
        *("seed", "counted", "digests", "text"),
    ),
    "current": ("game", "number", "at", "level", "mode", "before"),
    "documents": ("name", "data"),
    "drills": ("key", "game", "due", "memory", "data"),
    "positions": ("digest", "number"),
}
ODD = ("x", "", b"\xff\0", None, -1, 0, 2**62, -(2**63), 1.5, float("inf"), "9" * 30, "[]")
KEYS = (
    *("playout", "game", "seed", "standard", "seats", "level", "date", "hints", "shown"),
    *("resigned", "result", "brought", "counted", "cursor", "guesses", "retry", "target"),
    "unknown",
)
MARKS = ("eval", "told", "guess", "comment", "by", "level", "hint", "resigned", "next", "left", "x")
TOLD = (
    *("", "x", "-1", "9" * 400, "1.5", "nan", '""', '"', "samegame", "hex:side=9,in_a_row=0"),
    *("a1 " * 9, "0.5 0 9 line a1 a1", "0.5 0 9 moves 1 2 3", "a1 0.5"),
    *("person", "1 2 b1 ai", "{", "("),
)
TODAY = date(2026, 11, 28)


@pytest.fixture(scope="module", autouse=True)
def _few_drills_are_read_once():
    some = cache(lambda game: shipped(game)[:9])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.library.storage.shipped", some)
        yield


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("home")
    storage = Storage(default_paths({"PLAYOUT_HOME": str(root)}))
    for game in GAMES:
        session = Session(game, seed=1, seats=None if game == "samegame" else AGAINST_AI)
        play(session, 3)
        storage.save_game(session)
        session.restart()
        play(session, 5)
        session.go_to(3)
        session.play(session.state.legal_moves[-1])
        session.record.nodes[2].position.learn(judged(0.5, 0.1, 90, line=(0, 1)))
        session.record.node.position.advise(session.state.legal_moves[0], 0.5, 0.25)
        session.note_guess(session.state.legal_moves[0])
        session.record.node.hinted = True
        session.record.improve_target(90, 2.0)
        storage.save_game(session)
    over = play_out(session_of("tictactoe", 0, seats=AGAINST_AI))
    storage.save_game(over)
    storage.count_game(over)
    storage.note_tried(storage.drills(TODAY).new[0], TODAY, is_right=True)
    storage.note_result(PositionResult(TODAY.isoformat(), solved=True))
    assert storage.close()
    return root


def visit(root: Path) -> None:
    """Look at everything, play on everywhere, and see that it is saved."""
    storage = Storage(default_paths({"PLAYOUT_HOME": str(root)}))
    for game in GAMES:
        new = Session(game, seed=3, seats=None if game == "samegame" else AGAINST_AI)
        for session in filter(None, (storage.load_game(game), new)):
            session.go_to(session.record.length)
            _ = session.record.fork(), [*session.branches(9)]
            text.write(session.record)
            if not session.state.is_terminal:
                session.play(session.state.legal_moves[-1])
            storage.save_game(session)
            storage.count_game(session)
        progress.progress_of(storage.counted_games(game, 50))
        progress.best_run(storage.finished_games(game, 1, 9), new.record.root.state)
    for wanted in (GameQuery(""), GameQuery("hex", mistakes=1), GameQuery("tictactoe", position=5)):
        for row in storage.listed(wanted, 0, 0, 50).rows:
            with suppress(ValueError):
                text.write(record_of(row))
            storage.mark(row)
            storage.delete(row)
            storage.restore(row)
    for planned in storage.drills(TODAY).due[:3]:
        storage.note_tried(planned, TODAY, is_right=False)
    assert storage.close()
    again = Storage(storage.paths)
    assert all(again.load_game(game) is not None for game in GAMES)
    assert again.close()


def visited(home: Path, tmp_path: Path, change: str, *values: object) -> None:
    root = tmp_path / "home"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(home, root)
    with (
        closing(sqlite3.connect(root / "data" / "library.sqlite3")) as file,
        suppress(sqlite3.Error),
    ):
        file.execute("PRAGMA writable_schema = ON")
        file.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
        file.execute("PRAGMA writable_schema = RESET")
        file.execute(change, values)
        file.commit()
    try:
        visit(root)
    except Exception as error:
        raise AssertionError(f"{change}, {str(values)[:80]}") from error


@pytest.mark.parametrize("count", [20, pytest.param(None, marks=pytest.mark.thorough)])
def test_no_odd_value_of_a_column_makes_a_game_unplayable(home, tmp_path, count):
    cases = [
        (table, name, value) for table, names in COLUMNS.items() for name in names for value in ODD
    ]
    always = ("games", "at", "x"), ("games", "text", "(" * 10_000)
    for table, name, value in (*always, *Random(1).sample(cases, count or len(cases))):
        visited(home, tmp_path, f"UPDATE OR REPLACE {table} SET {name} = ?", value)


@pytest.mark.parametrize("count", [25, pytest.param(None, marks=pytest.mark.thorough)])
def test_nothing_odd_that_a_row_tells_makes_a_game_unplayable(home, tmp_path, count):
    cases = [
        ("\n\n", f"\n{key} {value}\n\n") for key in KEYS for value in (*TOLD, "1 alone") if value
    ]
    cases += [(" ", f" {{{kind} {value}}} ") for kind in MARKS for value in TOLD]
    cases += [
        (old, value) for old in ("seats human ai\n", "\nseed", "hex", "\n\n") for value in TOLD
    ]
    for old, new in Random(2).sample(cases, count or len(cases)):
        visited(home, tmp_path, "UPDATE games SET text = replace(text, ?, ?)", old, new)
