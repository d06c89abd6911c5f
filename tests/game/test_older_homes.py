"""What earlier versions wrote is still read, whole and without a word."""

import json
import os
import shutil
from pathlib import Path

import pytest

from game.games.samegame.rules import SameGameParameters
from game.library.records import BoardId, ScoreRecord, Tally, standard_board
from game.library.storage import Storage
from game.play.session import Mode
from game.screens.arena.match.progress import read_progress
from game.store.paths import default_paths
from game.store.settings import DEFAULTS
from tests.games import GAMES
from tests.saved import file_of

HOMES = Path(__file__).resolve().parents[1] / "data" / "homes"
VERSIONS = sorted(home.name for home in HOMES.iterdir() if home.is_dir())


@pytest.fixture
def open_home(tmp_path):
    def open_version(version):
        shutil.copytree(HOMES / version, tmp_path, dirs_exist_ok=True)
        return Storage(default_paths({"PLAYOUT_HOME": str(tmp_path)}))

    return open_version


@pytest.mark.parametrize("version", VERSIONS)
def test_everything_is_taken_over_and_the_files_stay_as_they_were(open_home, version):
    storage = open_home(version)
    paths = storage.paths
    files = {path: json.loads(path.read_text()) for path in paths.data.parent.rglob("*.json")}
    assert len(files) == 2 + len(GAMES)
    for time, game in enumerate(GAMES):
        os.utime(paths.older_saves / f"{game.name}.json", (time, time))
    storage.save_settings(storage.load_settings())
    assert storage.recent_games() == [game.name for game in GAMES[::-1]]
    assert storage.records.to_dict().items() >= files[paths.older_records].items()
    assert not storage.records.unread
    again = None
    for each in (storage, None):
        again = each or Storage(paths)
        for game in GAMES:
            before = files[paths.older_saves / f"{game.name}.json"]
            session = again.load_game(game.name)
            assert session is not None, game.name
            _holds(session, before)
            rows = [json.loads(row) for row in before.get("earlier", ())]
            assert len(session._record.earlier) == len(rows)
            for line, row in zip(session._record.earlier, rows, strict=True):
                _holds(session.earlier_session(line.number), row)
                assert line.date == row["date"]
            origin = file_of(session)["origin"]
            assert (origin is None) == (before.get("origin") is None)
        assert again.flush()
    for game in GAMES:
        assert file_of(again.load_game(game.name)) == file_of(storage.load_game(game.name))
    assert again.records == storage.records
    for path, before in files.items():
        assert json.loads(path.read_text()).items() >= before.items(), path.name
    assert storage.take_notice() is again.take_notice() is None


def test_every_match_can_be_looked_at_again(open_home):
    folder = open_home("0.1").paths.data / "arena"
    matches = sorted(folder.glob("*.jsonl"))
    assert len(matches) >= 2
    for path in matches:
        progress = read_progress(path)
        assert progress is not None, path.name
        assert progress.ledger.is_over
        for record in progress.records:
            assert progress.played_back(record).plies == record.plies > 0


def _holds(session, row):
    """Check that a game is all that a file of the first format says of it."""
    game = file_of(session)
    known = ("version", "level", "mode", "own_moves", "is_over", "date", "games", "earlier")
    numbers = ("number", "origin", "replaced")
    for name in row.keys() - {*known, *numbers, "evaluations", "advice"}:
        assert game[name] == row[name], name
    for advice in row.get("advice", ()):
        assert advice in game["advice"]
    for ply, value, error, visits, *more in row["evaluations"]:
        _knows(session, ply, value, error, visits, *more)


def _knows(session, ply, value, error, visits, more=None):
    """Check that an evaluation is kept, or a better one of the same searcher from another line."""
    more = {**(more or {})}
    kept = session.evaluations_at(ply)[more.get("searcher", "")]
    is_better = kept.visits > visits or (session.spec.players == 1 and kept.value > value)
    if not is_better:
        assert (kept.value, kept.error, kept.visits) == (value, error, visits)
        assert list(kept.line) == more.get("line", [])
        proof, distance = more.get("proof"), more.get("distance")
        assert (kept.proof, kept.distance) == (proof, distance)
    assert kept.seconds >= more.get("seconds", 0.0)


def test_version_0_1(open_home):
    storage = open_home("0.1")
    assert storage.load_settings() == DEFAULTS.changed(
        details=True,
        theme="light",
        ui_scale=1.25,
        hex_level="club",
        hex_think_seconds=2.0,
        tictactoe_think_seconds=2.0,
        breakthrough_think_seconds=2.0,
        breakthrough_columns=5,
        breakthrough_rows=5,
        top_n=5,
        samegame_columns=12,
        samegame_rows=9,
        tictactoe_columns=5,
        tictactoe_rows=4,
        tictactoe_in_a_row=4,
        who_starts="alternate",
    )
    records = storage.records
    assert records.best(standard_board("samegame", 5)) == ScoreRecord(
        standard_board("samegame", 5), -223, "2026-11-22", target=3000
    )
    small = BoardId("samegame", SameGameParameters(8, 7, 4), seed=77)
    assert records.best(small) == ScoreRecord(small, 74, "2026-11-22", assisted=True)
    assert records.tallies == (
        Tally("tictactoe", "casual", won=1, lost=1, assisted=1),
        Tally("hex", "club", won=1, lost=1, assisted=1),
        Tally("breakthrough", "beginner", won=1, lost=2, assisted=1),
        Tally("breakthrough", "as-rave", won=1, lost=1, assisted=1),
    )
    game = storage.load_game("hex")
    assert (game.cursor, game.length, game.mode, game.level) == (11, 12, Mode.ANALYSE, "club")
