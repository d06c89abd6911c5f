"""Games out of folders: found, played everywhere, and left out when they are bad."""

import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from ai.contract.games import all_games, game_of, plugin_of
from ai.contract.games import loaded as program_loaded
from ai.engine import stamps
from ai.engine.stamps import module_name, source_stamp
from ai.match.events import to_json
from game.check import command
from game.games import plugins
from game.games.registry import window_games
from game.library.storage import Storage
from game.screens.arena.match import read_progress
from game.store.files import default_paths
from game.store.settings import DEFAULTS
from tests.arena.told import plan, told
from tests.plugins import PEBBLES, edit, folder, home, listening, loaded, pegs
from tests.processes import forget, python
from tests.sessions import AGAINST_AI, session_of

__all__ = ["folder", "home", "listening", "loaded", "pegs"]


def run(
    *arguments: str, home: Path, text: str = "", code: int = 0
) -> "subprocess.CompletedProcess[str]":
    return python("main.py", *arguments, said=text, code=code, PLAYOUT_HOME=str(home))


# Loading.


def test_a_folder_is_a_game_like_any_other(loaded) -> None:
    game = loaded(PEBBLES)
    assert game is not None
    assert game_of("pebbles") is game
    assert all_games()[-1] is window_games()[-1] is game
    assert plugin_of("pebbles").folder == PEBBLES
    assert plugin_of("hex") is None
    assert game.rules.kernel == "playout_games.pebbles.kernel"
    command.check(game, 1.0)


def test_a_folder_is_found_in_the_arguments_and_in_the_data_folder(home, folder) -> None:
    shutil.copytree(folder, home / "data" / "games" / "mine")
    rest, named = plugins.begin(["gtp", "pebbles", "--game", str(folder), "--seed", "1"])
    assert rest == ["gtp", "pebbles", "--seed", "1"]
    assert named == [folder]
    assert json.loads(os.environ[plugins.VARIABLE]) == [str(home / "data/games/mine"), str(folder)]
    assert not plugins.left_out


def test_none_is_found_without_plugins_nor_beside_what_the_parent_has_found(
    home, folder, monkeypatch
) -> None:
    shutil.copytree(folder, home / "data" / "games" / "mine")
    assert plugins.begin(["--no-plugins"]) == ([], [])
    assert os.environ[plugins.VARIABLE] == "[]"
    solve = ["solve", "--game", "samegame", "file"]
    assert plugins.begin(solve) == (solve, []), "it has a --game NAME of its own"
    monkeypatch.setenv(plugins.VARIABLE, '["/there"]')
    assert plugins.begin(["--warm-only"]) == (["--warm-only"], [])
    assert os.environ[plugins.VARIABLE] == '["/there"]'


# Bad ones.

BAD = {
    "syntax": ("game.py", "GAME = WindowGame(", "GAME = WindowGame((", "SyntaxError"),
    "nothing": ("game.py", "GAME = WindowGame(", "OTHER = WindowGame(", "has no GAME"),
    "raises": ("game.py", "GAME = ", "1 / 0\nGAME = ", "ZeroDivisionError: division by zero"),
    "exits": ("game.py", "GAME = ", "raise SystemExit(3)\nGAME = ", "SystemExit: 3"),
    "taken": ("rules.py", 'name="pebbles"', 'name="hex"', "the name 'hex' is taken"),
    "reserved": ("rules.py", 'name="pebbles"', 'name="home"', "the name 'home' is taken"),
    "title": ("rules.py", 'title="Pebbles"', 'title="SameGame"', "is also called SameGame"),
    "interrupt": ("game.py", "GAME = ", "raise KeyboardInterrupt\nGAME = ", "KeyboardInterrupt"),
    "mute": (
        *("game.py", "GAME = "),
        "class Odd(BaseException):\n    def __str__(self): raise SystemExit\nraise Odd\nGAME = ",
        "Odd: it cannot even say what",
    ),
    "deep": ("game.py", "GAME = ", "def deep(): deep()\ndeep()\nGAME = ", "RecursionError: "),
}


@pytest.mark.parametrize("way", BAD)
def test_a_bad_game_is_left_out_with_a_sentence(listening, home, loaded, folder, way) -> None:
    file, old, new, told = BAD[way]
    edit(folder, file, old, new)
    assert loaded(folder) is None
    (gone,) = plugins.left_out
    assert told in gone.why
    assert gone.sentence.startswith(f"The game in {folder} is disabled: ")
    assert "\n" not in gone.sentence
    assert gone.report or way in ("taken", "reserved", "title", "nothing")
    assert json.loads(os.environ[plugins.VARIABLE]) == []


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "[1]", "no", '"/there"', ""])
def test_a_bad_list_of_folders_is_told_in_a_sentence(home, monkeypatch, capsys, text) -> None:
    monkeypatch.setenv(plugins.VARIABLE, text)
    with pytest.raises(SystemExit, match="2"):
        plugins.begin(["list"])
    assert capsys.readouterr().err == (
        'playout: PLAYOUT_GAMES must be a list of folders in JSON: ["/path/of/a_game"]\n'
    )


def test_two_games_of_one_name_are_one_too_many(loaded, folder) -> None:
    other = folder.with_name("others")
    shutil.copytree(folder, other)
    assert loaded(folder, other).name == "pebbles"
    assert [plugin.folder for plugin in program_loaded] == [folder]
    assert plugins.left_out[-1].why == "the name 'pebbles' is taken"


WITHOUT_WINDOW = """
from ai.contract.game import Game
from .rules import SPEC
GAME = Game(SPEC)
"""


# The commands.


def test_a_match_of_several_processes_knows_the_game(home, folder) -> None:
    (folder / "game.py").write_text(WITHOUT_WINDOW, "utf-8")
    games = ("--games", "2", "--jobs", "2", "--seed", "1", "--opening-plies", "0", "--json")
    done = run("match", "pebbles", "random", "random", *games, "--game", str(folder), home=home)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(record.get("event") == "game" for record in records) == 2, done.stdout


BLOCKS = """
from dataclasses import replace
from ai.contract.game import Game
from game.games.samegame.game import GAME as SAMEGAME
RULES = replace(SAMEGAME.rules, name="blocks", title="Blocks")
GAME = Game(RULES, SAMEGAME.search, SAMEGAME.text)
"""


def solve(folder, game: str, *words: str, **options):
    """Solve a board of a game that is written down in a folder."""
    blocks, board = folder / "blocks", folder / "board.txt"
    blocks.mkdir()
    (blocks / "game.py").write_text(game, "utf-8")
    board.write_text("1122\n1122\n3344\n3344\n", "utf-8")
    searcher = ("--simulations", "50", "--searcher", "nmcs:level=1")
    return run("solve", str(board), *searcher, *words, **options)


def test_solve_takes_a_game_by_its_folder(home, tmp_path) -> None:
    done = solve(tmp_path, BLOCKS, "--json", "--game", str(tmp_path / "blocks"), home=home)
    assert json.loads(done.stdout)["score"] == 4 * 4 + 1000


def test_gtp_tells_why_the_named_game_is_not_there(home, folder) -> None:
    edit(folder, "game.py", "GAME = ", "1 / 0\nGAME = ")
    done = run("gtp", "pebbles", "--game", str(folder), home=home, text="quit\n", code=2)
    assert "is disabled: ZeroDivisionError: division by zero (game.py, line 8)." in done.stderr


def kept(paths):
    """Return the games that the library holds."""
    with closing(sqlite3.connect(paths.library_file)) as library:
        return library.execute("SELECT * FROM games").fetchall()


def test_what_is_stored_of_a_game_that_is_not_there_now_stays(loaded, home, folder) -> None:
    loaded(folder)
    paths = default_paths({"PLAYOUT_HOME": str(home)})
    storage = Storage(paths)
    session = session_of("pebbles", (2, 2, 2, 0), seats=AGAINST_AI)
    storage.save_game(session)
    assert storage.count_game(session)
    storage.save_settings(DEFAULTS.changed(pebbles_number=12))
    assert storage.flush()
    before = kept(paths)
    assert len(before) == 1

    loaded()
    storage = Storage(paths)
    assert storage.load_settings() == DEFAULTS
    assert storage.recent_games() == []
    assert storage.load_game("pebbles") is None
    assert storage.records.total("pebbles").lost == 1
    storage.save_settings(DEFAULTS.changed(hex_side=4))
    assert storage.flush()
    assert storage.files.take_notice() is None
    assert kept(paths) == before

    loaded(folder)
    storage = Storage(paths)
    assert storage.load_settings() == DEFAULTS.changed(pebbles_number=12, hex_side=4)
    assert storage.load_game("pebbles").record.node.moves == session.record.node.moves


def test_the_match_of_a_game_that_is_not_there_now_is_not_shown_and_stays(
    loaded, tmp_path, folder
) -> None:
    loaded(folder)
    path = tmp_path / "match.jsonl"
    path.write_text("".join(f"{to_json(event)}\n" for event in told(plan("pebbles", 2))), "utf-8")
    before = path.read_text("utf-8")
    assert read_progress(path).ledger.is_over
    loaded()
    assert read_progress(path) is None
    assert path.read_text("utf-8") == before


# Stamps.


def test_every_file_of_a_plugin_is_in_its_stamp(loaded, folder) -> None:
    loaded(folder)
    kernel = folder / "kernel.py"
    assert module_name(kernel) == "playout_games.pebbles.kernel"
    before = source_stamp(kernel)
    forget(stamps)
    assert source_stamp(kernel) == before
    edit(folder, "rules.py", "MOST = 3", "MOST = 4")
    forget(stamps)
    assert source_stamp(kernel) != before


# Games that fail later, in the commands.


def late(mark: Path, indent: str) -> str:
    """Return lines that do what a file says, once it is there."""
    doing = f"if os.path.exists({str(mark)!r}): exec(open({str(mark)!r}).read())"
    return f"import os\n{indent}{doing}\n{indent}"


@pytest.fixture
def armed(home, folder, tmp_path, monkeypatch):
    """A game that counts as checked, and raises from then on in its kernel or its rules."""
    marks = {part: tmp_path / f"{part} armed" for part in ("kernel", "rules")}
    edit(folder, "kernel.py", "return Tables(", f"{late(marks['kernel'], 4 * ' ')}return Tables(")
    edit(folder, "rules.py", "check_range(", f"{late(marks['rules'], 8 * ' ')}check_range(")
    (folder / "game.py").write_text(WITHOUT_WINDOW, "utf-8")
    monkeypatch.setenv(plugins.VARIABLE, json.dumps([str(folder)]))

    def arm(statement: str, part: str = "kernel") -> None:
        marks[part].write_text(statement, "utf-8")

    return arm


STATEMENTS = {
    "exit": ("raise SystemExit(7)", "SystemExit: 7"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
}


@pytest.mark.parametrize("way", [pytest.param("exit", marks=pytest.mark.thorough), "interrupt"])
def test_a_match_tells_what_a_game_raises(armed, home, way) -> None:
    statement, told = STATEMENTS[way]
    armed(statement)
    options = ("--games", "2", "--jobs", "1", "--fresh")
    done = run("match", "pebbles", "random", "random", *options, home=home, code=1)
    assert f"pebbles failed ({told}" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("way", ["exit", pytest.param("interrupt", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    ("command", "part", "others"),
    [(("gtp", "pebbles"), "kernel", ""), (("list",), "rules", "tictactoe: Tic-Tac-Toe, for two")],
)
def test_a_command_tells_what_a_game_raises(armed, home, way, command, part, others) -> None:
    statement, told = STATEMENTS[way]
    armed(statement, part)
    done = run(*command, home=home, text="name\nquit\n", code=1)
    assert others in done.stdout
    assert "Pebbles" not in done.stdout
    assert f"is disabled: {told}" in done.stderr


LATE_BLOCKS = """
import os
from dataclasses import replace
from ai.contract.game import Game
from game.games.samegame.game import GAME as SAMEGAME
def left(state):
    if os.path.exists({mark!r}): exec(open({mark!r}).read())
    return SAMEGAME.text.boards.left(state)
RULES = replace(SAMEGAME.rules, name="blocks", title="Blocks")
BOARDS = replace(SAMEGAME.text.boards, left=left)
GAME = Game(RULES, SAMEGAME.search, replace(SAMEGAME.text, boards=BOARDS))
"""


@pytest.mark.parametrize("way", [pytest.param("exit", marks=pytest.mark.thorough), "interrupt"])
def test_solve_tells_what_a_game_raises(home, tmp_path, monkeypatch, way) -> None:
    statement, told = STATEMENTS[way]
    mark = tmp_path / "armed"
    mark.write_text(statement, "utf-8")
    monkeypatch.setenv(plugins.VARIABLE, json.dumps([str(tmp_path / "blocks")]))
    blocks = LATE_BLOCKS.format(mark=str(mark))
    done = solve(tmp_path, blocks, "--game", "blocks", home=home, code=1)
    assert f"is disabled: {told}" in done.stderr
