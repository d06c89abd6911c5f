"""Games out of folders: found, checked, played everywhere, and left out when they are bad."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ai.engine.stamps import module_name, source_stamp
from ai.match.events import to_json
from game.arena.progress import read_progress
from game.games import contract, plugins
from game.games.registry import all_games, game_of, window_games
from game.paths import default_paths
from game.session import Seat, Session
from game.settings import DEFAULTS
from game.storage import Storage
from tests.arena.told import plan, told
from tests.plugins import PEBBLES, ROOT, edit, folder, home, loaded

__all__ = ["folder", "home", "loaded"]


def why_left_out(folder: Path) -> str:
    """Return what is told of a folder that is named on the command line; empty if all is well."""
    plugins.begin([plugins.OPTION, str(folder)])
    return plugins.left_out[-1].why if plugins.left_out else ""


def run(*arguments: str, home: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PLAYOUT_HOME": str(home)},
        check=False,
    )


# Loading.


def test_a_folder_is_a_game_like_any_other(loaded) -> None:
    game = loaded(PEBBLES)
    assert game is not None
    assert game_of("pebbles") is game
    assert all_games()[-1] is window_games()[-1] is game
    assert plugins.plugin_of("pebbles").folder == PEBBLES
    assert plugins.plugin_of("hex") is None
    assert game.rules.kernel == "playout_games.pebbles.kernel"
    contract.check(game, 1.0)


def test_a_folder_is_found_in_the_arguments_and_in_the_data_folder(home, folder) -> None:
    shutil.copytree(folder, home / "data" / "games" / "mine")
    rest, named = plugins.begin(["gtp", "pebbles", "--game", str(folder), "--seed", "1"])
    assert rest == ["gtp", "pebbles", "--seed", "1"]
    assert named == [folder]
    assert json.loads(os.environ[plugins.VARIABLE]) == [str(home / "data/games/mine"), str(folder)]
    assert not plugins.left_out


def test_what_the_parent_has_found_is_taken_as_it_is(home, monkeypatch) -> None:
    monkeypatch.setenv(plugins.VARIABLE, '["/there"]')
    monkeypatch.setattr(plugins, "_start", lambda _: pytest.fail("it is checked once only"))
    assert plugins.begin(["--warm-only"]) == (["--warm-only"], [])
    assert os.environ[plugins.VARIABLE] == '["/there"]'


def test_without_plugins_none_is_loaded(home, folder) -> None:
    shutil.copytree(folder, home / "data" / "games" / "mine")
    assert plugins.begin(["--no-plugins"]) == ([], [])
    assert os.environ[plugins.VARIABLE] == "[]"


def test_a_folder_that_others_may_write_to_is_not_run(home, folder) -> None:
    mine = home / "data" / "games" / "mine"
    shutil.copytree(folder, mine)
    mine.chmod(0o777)
    plugins.begin([])
    assert [gone.why for gone in plugins.left_out] == ["other users can write to it"]


def test_the_name_of_a_game_for_solve_is_left_to_it(home) -> None:
    arguments = ["solve", "--game", "samegame", "file"]
    assert plugins.begin(arguments) == (arguments, [])


@pytest.mark.parametrize("arguments", [["gtp", "x", "--game", "nowhere"], ["--game=no/where"]])
def test_a_folder_that_is_none_is_told(home, arguments, capsys) -> None:
    with pytest.raises(SystemExit):
        plugins.begin(arguments)
    assert "is not a folder" in capsys.readouterr().err


def test_a_check_is_remembered_until_the_folder_changes(home, folder, monkeypatch) -> None:
    assert why_left_out(folder) == ""
    started = []
    start = plugins._start
    monkeypatch.setattr(plugins, "_start", lambda each: started.append(each) or start(each))
    assert why_left_out(folder) == ""
    assert not started
    edit(folder, "kernel.py", "return 2", "return 3")
    assert why_left_out(folder) == ""
    assert started == [folder]


# Bad ones.

BAD = {
    "syntax": ("game.py", "GAME = Game(", "GAME = Game((", "SyntaxError"),
    "nothing": ("game.py", "GAME = Game(", "OTHER = Game(", "has no GAME"),
    "raises": ("game.py", "GAME = ", "1 / 0\nGAME = ", "ZeroDivisionError: division by zero"),
    "exits": ("game.py", "GAME = ", "raise SystemExit(3)\nGAME = ", "SystemExit: 3"),
    "dies": (
        "game.py",
        "GAME = ",
        "import os\nos._exit(3)\nGAME = ",
        "its check ended with exit code 3",
    ),
    "taken": ("rules.py", 'name="pebbles"', 'name="hex"', "the name 'hex' is taken"),
    "reserved": ("rules.py", 'name="pebbles"', 'name="home"', "the name 'home' is taken"),
    "odd name": ("rules.py", 'name="pebbles"', 'name="Peb bles"', "is not a valid name"),
    "title": ("rules.py", 'title="Pebbles"', 'title="SameGame"', "is also called SameGame"),
    "setting": ("game.py", '"pebbles_number"', '"number"', "must begin with 'pebbles_'"),
    "no kernel": ("kernel.py", "def rollout_move", "def _rollout", "its kernel has no"),
    "no import": ("kernel.py", "from typing", "import nowhere\nfrom typing", "ModuleNotFoundError"),
    "illegal": ("kernel.py", "out[move] = move", "out[move] = 2 - move", "ascending order"),
    "no end": ("kernel.py", "state[LEFT] == 0", "False", "disagree on whether"),
    "result": ("kernel.py", "return -1.0 if", "return 0.5 if", "the results after"),
    "nobody": ("kernel.py", "return state[PLAYER]", "return 2", "is not a player"),
    "entry": ("game.py", "screen:ENTRY", "screen:NONE", "AttributeError"),
    "opens": ("screen.py", "PROFILE, PebblesBoard", "PROFILE, None", "TypeError"),
    "draws late": (
        "screen.py",
        "left = int(look",
        "5 // look.state.array[0]; left = int(look",
        "ZeroDivisionError",
    ),
    "draws": ("screen.py", "left = int(look", "1 / 0; left = int(look", "ZeroDivisionError"),
}


@pytest.mark.parametrize("way", BAD)
def test_a_bad_game_is_left_out_with_a_sentence(home, folder, way) -> None:
    file, old, new, told = BAD[way]
    edit(folder, file, old, new)
    assert told in why_left_out(folder)
    (gone,) = plugins.left_out
    assert gone.sentence.startswith(f"The game in {folder} is disabled: ")
    assert "\n" not in gone.sentence
    assert gone.report or way in ("taken", "reserved", "title", "nothing", "dies")
    assert json.loads(os.environ[plugins.VARIABLE]) == []


@pytest.mark.thorough
def test_a_game_whose_check_never_ends_is_left_out(home, folder, monkeypatch) -> None:
    monkeypatch.setattr(plugins, "CHECK_SECONDS", 2.0)
    edit(folder, "kernel.py", "    count = min(3, state[LEFT])\n", "    while True: pass\n")
    assert why_left_out(folder) == "its check did not end within 6 seconds"


def test_a_check_that_sleeps_is_told_the_time_that_it_had(monkeypatch) -> None:
    monkeypatch.setattr(plugins, "CHECK_SECONDS", 0.1)
    script = "import time; time.sleep(600)"
    sleeping = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    result = plugins._outcome(Path("mine"), sleeping)
    assert result["why"] == "its check did not end within 0.3 seconds"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_check_that_takes_too_much_of_the_processor_ends_by_itself() -> None:
    script = (
        "from game.games import plugins\n"
        "plugins.CHECK_SECONDS = 1\n"
        "plugins.limit_time()\n"
        "while True: pass"
    )
    ended = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    result = plugins._outcome(Path("mine"), ended)
    assert result["why"] == "its check did not end within 20 seconds"
    assert ended.returncode == -signal.SIGXCPU


def test_two_games_of_one_name_are_one_too_many(loaded, folder) -> None:
    other = folder.with_name("others")
    shutil.copytree(folder, other)
    assert loaded(folder, other).name == "pebbles"
    assert [plugin.folder for plugin in plugins.loaded] == [folder]
    assert plugins.left_out[-1].why == "the name 'pebbles' is taken"


# The commands.


def test_a_match_of_several_processes_knows_the_game(home, folder) -> None:
    edit(folder, "game.py", "entry=", "# entry=")
    games = ("--games", "2", "--jobs", "2", "--seed", "1", "--opening-plies", "0", "--json")
    done = run("match", "pebbles", "random", "random", *games, "--game", str(folder), home=home)
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(record.get("event") == "game" for record in records) == 2, done.stdout


BLOCKS = """
from dataclasses import replace
from game.games.samegame.game import GAME as SAMEGAME
RULES = replace(SAMEGAME.rules, name="blocks", title="Blocks")
GAME = replace(SAMEGAME, rules=RULES, settings=(), entry=None)
"""


def test_solve_takes_a_game_by_its_folder(home, tmp_path) -> None:
    blocks = tmp_path / "blocks"
    blocks.mkdir()
    (blocks / "game.py").write_text(BLOCKS, "utf-8")
    (tmp_path / "board.txt").write_text("1122\n1122\n3344\n3344\n", "utf-8")
    options = ("--simulations", "50", "--searcher", "nmcs:level=1", "--json")
    done = run("solve", str(tmp_path / "board.txt"), *options, "--game", str(blocks), home=home)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["score"] == 4 * 4 + 1000


def test_gtp_tells_why_the_named_game_is_not_there(home, folder) -> None:
    edit(folder, "game.py", "GAME = ", "1 / 0\nGAME = ")
    done = run("gtp", "pebbles", "--game", str(folder), home=home, text="quit\n")
    assert done.returncode == 2
    assert "is disabled: ZeroDivisionError: division by zero." in done.stderr


def test_what_is_stored_of_a_game_that_is_not_there_now_stays(loaded, home, folder) -> None:
    loaded(folder)
    paths = default_paths({"PLAYOUT_HOME": str(home)})
    storage = Storage(paths)
    session = Session("pebbles", seats=(Seat.HUMAN, Seat.AI))
    for move in (2, 2, 2, 0):
        session.play(move)
    storage.save_game(session)
    assert storage.count_game(session)
    storage.save_settings(DEFAULTS.changed(pebbles_number=12))
    assert storage.flush()
    before = {path: path.read_text("utf-8") for path in home.rglob("*.json")}
    assert len(before) == 3

    loaded()
    storage = Storage(paths)
    assert storage.load_settings() == DEFAULTS
    assert storage.recent_games() == []
    assert storage.load_game("pebbles") is None
    assert storage.records.total("pebbles").lost == 1
    storage.save_settings(DEFAULTS.changed(hex_side=4))
    assert storage.flush()
    assert storage.take_notice() is None
    assert {path: path.read_text("utf-8") for path in before if "settings" not in path.name} == {
        path: text for path, text in before.items() if "settings" not in path.name
    }

    loaded(folder)
    storage = Storage(paths)
    assert storage.load_settings() == DEFAULTS.changed(pebbles_number=12, hex_side=4)
    assert storage.load_game("pebbles").played == session.played


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
    stamp_anew()
    assert source_stamp(kernel) == before
    edit(folder, "rules.py", "MOST = 3", "MOST = 4")
    stamp_anew()
    assert source_stamp(kernel) != before


def stamp_anew() -> None:
    from ai.engine import stamps

    for function in (source_stamp, stamps._plugin_stamp, stamps._content, stamps._digest):
        function.cache_clear()
