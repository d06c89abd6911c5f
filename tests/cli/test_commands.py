"""The commands as a whole: their names, their help, and one sentence for whatever is wrong."""

import io
import json
import shlex
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import chain, repeat
from types import SimpleNamespace

import pytest

import main
from ai import bench, listing
from ai import solve as solve
from ai.contract.games import all_games, game_names, game_spec
from ai.levels import level
from ai.match.specs import read_side
from ai.search.limits import TimeSupplier
from ai.search.messages import Limit
from ai.searchers import kinds_of, parse_spec
from ai.version import VERSION
from game.commands import COMMANDS
from game.store.files import default_paths
from tests.plugins import PEGS, edit, folder, home, loaded
from tests.processes import actions_of, python

__all__ = ["folder", "home", "loaded"]

Ended = tuple[int, str, str]

MISTAKES = {
    "mach hex mcts mcts": "unknown command 'mach' (did you mean 'match'?); 'playout help' lists",
    "help mach": "unknown command 'mach' (did you mean 'match'?)",
    "--sceen home": "unknown option '--sceen' (did you mean '--scene'?); 'playout --help' lists",
    "--scene hom": "--scene: unknown screen 'hom' (did you mean 'home'?); known screens: home,",
    "--verbose match hex a b": "'match' has to come first: playout match ...",
    "match": "arguments are required: GAME, SPEC_A, SPEC_B; 'playout match --help' explains",
    "match hexx mcts mcts": "unknown game 'hexx' (did you mean 'hex'?); known games: ",
    "match hex mtcs mcts": "unknown searcher 'mtcs' for hex (did you mean 'mcts'?); known searc",
    "match hex expret mcts": "unknown searcher 'expret' for hex (did you mean 'expert'?); know",
    "match hex mcts:explore=1 mcts": "unknown key 'explore' (did you mean 'exploration'?)",
    "match hex mcts mcts --games x": "--games: 'x' is not a whole number from 1 to 1000000",
    "match hex mcts mcts --sedd=3": "unknown option '--sedd' (did you mean '--seed'?)",
    "gtp hexx": "playout gtp: unknown game 'hexx' (did you mean 'hex'?)",
    "gtp hex --level clubb": "unknown level 'clubb' for hex (did you mean 'club'?)",
    "match hex mcts mcts --per bord": "(did you mean 'board'?)",
    "solve a.txt b.txt": "'b.txt' is one argument too many; 'playout solve --help' explains",
    "solve --game hex a.txt": "the game 'hex' is for two; games that can be solved: samegame",
    "check nowhere": "playout check: 'nowhere' is not a folder",
    "a.playout b.playout": "'b.playout' is one argument too many; 'playout --help' explains",
    "list hexx": "unknown game 'hexx' (did you mean 'hex'?)",
    "--size 639x480": "from 640x480 to 7680x4320",
    "--size 99999x99999": "from 640x480 to 7680x4320",
    "--size 1x": "is not a size such as",
    "--searcher x": "--searcher: 'x' is not a file that ends in .py",
    "match tictactoe mcts mcts --searcher x": "--searcher: 'x' is not a file that ends in .py",
    "--game=no/where": "--game: 'no/where' is not a folder",
    "gtp x --game nowhere": "--game: 'nowhere' is not a folder",
    "gtp": "arguments are required: GAME",
    "gtp samegame": "samegame is for one player; the games for two are tictactoe, hex, ",
    "gtp hex:side=9": "side must be 3 to 8",
    "gtp hex --searcher magic": "unknown searcher 'magic' for hex",
    "gtp hex --level perfect": "unknown level 'perfect' for hex; known levels: newcomer",
    "gtp hex --seconds 0": "'0' is not a number of seconds above 0",
    "gtp hex --simulations 1.5": "'1.5' is not a whole number from 1 to",
    "gtp hex --threads 0": "'0' is not a whole number from 1 to 256",
    "gtp hex --seconds 1 --simulations 1": "not allowed with argument",
    "gtp tictactoe:columns=4 --level perfect": "up to 10 cells, not of 12",
    "match expert 'gtp:x y' hex:side=5": "first: playout match hex:side=5 expert 'gtp:x y'",
    "match hex:side=99 mcts mcts": "side must be 3 to 8",
    "match hex level:nobody mcts": "unknown level 'nobody'",
    "match hex mcts@x mcts": "after @ is not a limit",
    "match hex mcts mcts --sprt 5 0": "the lower one first",
    "match hex mcts mcts --per board": "for samegame only",
    "match hex mcts mcts --boards x": "for samegame only",
    "match hex mcts mcts --csv /no/such/file": "cannot write",
    "match hex mcts mcts --resume /no/such/file": "cannot write",
    "match samegame best best --boards /no/such/file": "cannot read",
    "match hex mcts mcts --live --cluster x": "--live follows each move, which --cluster does not",
    "tournament mcts@1 rave@1": "name at least one game and two players",
    "tournament hex mcts@1": "name at least one game and two players",
    "tournament hex mcts@1 rvae@1": "unknown searcher 'rvae' for hex (did you mean 'rave'?)",
    "bench hex mtcs": "unknown searcher 'mtcs' for hex (did you mean 'mcts'?)",
    "bench hex:sid=3": "unknown key 'sid' (did you mean 'side'?)",
    "bench samegame mcts": "unknown searcher 'mcts' for samegame",
}


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    """Return what runs the program with some words, and tells how it ended and what it said."""
    monkeypatch.setenv("PLAYOUT_HOME", str(tmp_path))

    def run(*words: str) -> Ended:
        code = main.main(list(words))
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_answered_in_one_sentence(words, run):
    code, out, said = run(*shlex.split(words))
    assert (code, out) == (2, "")
    assert MISTAKES[words] in said
    assert said.startswith("playout")
    assert said.count("\n") == 1


def test_a_game_without_files_of_boards_is_not_solved(loaded, capsys):
    loaded(PEGS)
    with pytest.raises(SystemExit):
        solve.main(["--game", "pegs", "a.txt"])
    told = "the game 'pegs' has no files of boards (Text.boards); games"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_tells_its_version_and_its_usage(name, run):
    words = [name] if name else []
    assert run(*words, "--version")[1].startswith(f"Playout {VERSION} (")
    helped = run(*words, "--help")
    assert helped[:2] == (0, run("help", *words)[1])
    assert f"usage: playout {name}".strip() in helped[1]
    if name:
        assert f"{name} " in run("help")[1]
        assert COMMANDS[name].summary in run("help")[1]
        assert f"did you mean '{name}'?" in run(name[:-1])[2], "a letter too few"


@pytest.mark.parametrize(
    "words", ["a.playout", "--size 800x600 ../A.PLAYOUT", "a.playout --verbose"]
)
def test_a_games_file_opens_the_window(words, run, monkeypatch):
    told = {}
    monkeypatch.setattr("game.window.launch.run", lambda **options: told.update(options) or 0)
    assert run(*words.split()) == (0, "", "")
    assert str(told["file"]) in words


def test_a_home_of_ones_own_is_an_option_of_the_window(run, monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr("game.window.launch.run", lambda **_: opened.append(default_paths()) or 0)
    monkeypatch.chdir(tmp_path)
    assert run("--home=other", "--scene", "help") == (0, "", "")
    assert opened[0].data == tmp_path / "other" / "data"
    assert opened[0].lock_file.exists()
    assert run("--home=")[::2] == (2, "playout: --home: '' is not a folder\n")
    assert "--home has to be written in full" in run("--hom", "other")[2]


def test_the_full_parser_knows_every_option_of_every_command():
    parser = main.options_parser(in_full=True)
    (commands,) = [action for action in actions_of(parser) if isinstance(action.choices, dict)]
    for command in COMMANDS.values():
        own = {word for action in actions_of(command.parser()) for word in action.option_strings}
        found = commands.choices[command.name]
        assert own == {word for action in actions_of(found) for word in action.option_strings}


def test_the_list_holds_what_the_commands_take(run):
    games = [json.loads(line) for line in run("list", "--json")[1].splitlines()]
    assert [game["game"] for game in games] == [game.name for game in all_games()]
    for game in games:
        name = game["game"]
        assert game["allowed"].keys() == game["parameters"].keys()
        for searcher in game["searchers"]:
            given = ",".join(
                f"{key['name']}={key['default']}".lower()
                for key in searcher["keys"]
                if key["default"] is not None
            )
            parse_spec(f"{searcher['name']}:{given}" if given else searcher["name"], name)
        for each in game["levels"]:
            side = read_side(each["name"], name, Limit(simulations=1))
            assert side.searcher == each["searcher"]
            limit = {"seconds": side.limit.seconds, "simulations": side.limit.simulations}
            assert limit == {key: each["limit"][key] for key in limit}
        assert (game["players"] == 2) == (name in game_names(players=2))


def test_the_list_is_told_to_people_too(run):
    everything = run("list")[1]
    assert (
        "\n\nhex: Hex Gomoku, for two\n  parameters  side=6,opening=free,in_a_row=5\n" in everything
    )
    one = run("list", "hex")[1]
    assert "\nparameters\n  side          3 to 8 (default: 6)\n" in one
    assert "\n  opening       free or swap (default: free)\n" in one
    assert "\n  exploration   a number from 0 to 10 (default: 0.5)\n" in one
    assert f"\n  expert        {level('expert', 'hex').budget}" in one
    assert max(map(len, everything.splitlines())) <= 100


def test_a_start_imports_only_what_it_needs():
    script = (
        "import sys, main; code = main.main(['--version']);"
        "print([name for name in ('numba', 'pygame', 'distributed', 'difflib', 'ai.match.command')"
        " if name in sys.modules])"
    )
    assert python("-c", script).stdout.splitlines()[-1] == "[]"


def test_the_list_has_a_plug_in_too(tmp_path):
    words = ("main.py", "list", "--game", "examples/connect_four", "connect_four")
    done = python(*words, PLAYOUT_HOME=str(tmp_path))
    assert done.stdout.startswith("connect_four: Connect Four, for two\n\nsearcher mcts\n")


def test_rules_that_expect_no_nonsense_are_listed_without_what_they_allow():
    @dataclass
    class Picky:
        komi: float = 0.5
        size: int = 9

        def __post_init__(self):
            if self.komi < 0:
                raise ValueError("komi must be at least 0, not below")
            if self.size < 2:
                raise KeyError("size")

    assert listing._allowed_parameters(SimpleNamespace(parameters=Picky)) == {}


@pytest.mark.thorough
def test_check_tells_what_was_checked_and_where_it_failed(folder, tmp_path):
    def check(*words: str, code: int) -> str:
        words = ("main.py", "check", str(folder), *words)
        return python(*words, code=code, PLAYOUT_HOME=str(tmp_path / "home")).stdout

    edit(folder, "game.py", "GAME = ", "print('Hello')\nGAME = ")
    told = json.loads(check("--json", code=0))
    assert told["folder"] == str(folder)
    assert told["parts"][2]["title"] == "functions of the search"
    assert told["parts"][2]["seen"].startswith("4 boards, ")
    assert not any(part["problem"] for part in told["parts"])
    candidates = "    return legal_moves(tables, state, out), True"
    edit(folder, "kernel.py", candidates, "    return 0, True")
    out = check("--report", code=1)
    assert out.startswith(f"{folder}:\n  ok      names, ")
    failed = "FAILED  functions of the search\n          candidate_moves() lists no move after "
    assert failed in out
    assert "(kernel.py, line 77)\n" in out
    assert "ok      window" in out
    assert "The game has failed.\n\nTraceback" in out
    edit(folder, "game.py", "GAME = ", "raise SystemExit(0)\nGAME = ")
    at = (folder / "game.py").read_text().splitlines().index("raise SystemExit(0)") + 1
    assert check(code=1) == (
        f"{folder}:\n  FAILED  import\n          SystemExit: 0 (game.py, line {at})\n"
        "  The game has failed.\n"
    )


# What `bench` tells is what its searches did.


BOARD = "tictactoe:columns=4,rows=4,in_a_row=4"


def told(*words: str) -> list[dict[str, object]]:
    with redirect_stdout(io.StringIO()) as out:
        assert bench.main([*words, "--seconds", "0.05"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def after(looks: int) -> TimeSupplier:
    """Say that time is up after so many looks, which a busy machine makes later."""
    return chain(repeat(False, looks), repeat(True)).__next__


def test_a_row_for_each_searcher_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "deadline", lambda _: after(200))
    rows = told(BOARD, "breakthrough", "mcts:solver=false", "random")
    assert [(row["game"], row["searcher"]) for row in rows] == [
        (game, searcher)
        for game in ("tictactoe", "breakthrough")
        for searcher in ("mcts:solver=false", "random")
    ]
    for tree, random in (rows[:2], rows[2:]):
        assert (tree["searches"], random["simulations"]) == (1, 0)
        assert tree["simulations"] > 0
        assert tree["per_s"] == pytest.approx(tree["simulations"] / tree["wall_s"], rel=0.01)
        assert tree["stop_ms"] >= 0
        assert random["searches"] > 1


@pytest.mark.thorough
def test_all_searchers_that_can_play_on_the_board_are_measured() -> None:
    names = [kind.name for kind in kinds_of("tictactoe") if kind.name != "exact"]
    assert [row["searcher"] for row in told(BOARD)] == names


def test_what_is_proven_is_searched_again() -> None:
    start = game_spec("tictactoe").new_game(game_spec("tictactoe").parameters(), 0)
    assert len(list(bench.searches(start, "tictactoe", "exact", 1, after(40)))) > 1
