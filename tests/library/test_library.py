"""The library says what the program knows, by names, and refuses in sentences."""

import json
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import playout
from ai.contract.games import all_games, game_spec, plugged
from ai.levels import level
from ai.match.events import GameRecord
from ai.searchers import make_player
from ai.version import VERSION
from game.play.text import write
from tests.plugins import emptied
from tests.processes import ROOT, answer_of
from tests.sessions import session_of
from tests.thinking import think

ROW = playout.game("tictactoe")
SMALL = playout.game("hex", side=3)


def run(script: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    path = folder / "script.py"
    path.write_text(script)
    return answer_of(
        [sys.executable, str(path)],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "PLAYOUT_HOME": str(folder)},
    )


def test_everything_that_is_promised_is_there_and_documented():
    for name in playout.__all__:
        promised = getattr(playout, name)
        assert not callable(promised) or promised.__doc__, name
    with pytest.raises(AttributeError, match="playout has no 'serach'; it has"):
        playout.__getattr__("serach")


@pytest.mark.parametrize("name", playout.games())
def test_every_game_is_played_by_names_and_read_back_with_its_branches(name):
    game = playout.game(name)
    begun = state = game.start(seed=3)
    for _ in range(4):
        state = state.play(state.moves[len(state.moves) // 2])
    again = game.position(state.text)
    assert (again.moves, again.text, again.returns) == (state.moves, state.text, state.returns)
    assert pickle.loads(pickle.dumps(state)) == state
    assert state.array().ndim == 1
    state = begun
    while len(state.moves) < 2:
        state = state.play(*state.moves)
    ends = [state.play(state.moves[0]), state.play(state.moves[-1])]
    ends[0] = ends[0].play(ends[0].moves[0])
    assert playout.read_game(playout.write_game(*ends)) == tuple(ends)
    assert playout.read_game(playout.write_game(begun)) == (begun,)
    assert state.start.play(*ends[0].history) == ends[0]
    with pytest.raises(ValueError, match="a branch begins where its game begins"):
        playout.write_game(ends[0], game.position(ends[1].text))


def test_an_array_ends_with_the_cells():
    for game in (playout.game("tictactoe", columns=4, rows=3, in_a_row=3), SMALL):
        names = game.start().moves
        position = game.start().play(names[-1], names[1])
        cells = dict(zip(names, position.array()[-len(names) :].tolist(), strict=True))
        assert {name: cell for name, cell in cells.items() if cell} == {names[-1]: 1, names[1]: 2}
    steps = playout.game("breakthrough", columns=4, rows=5).start().play("b2-b3")
    assert steps.array()[-20:].reshape(5, 4).tolist() == [
        *([1, 1, 1, 1], [1, 0, 1, 1], [0, 1, 0, 0]),
        *([2, 2, 2, 2], [2, 2, 2, 2]),
    ]
    board = playout.game("samegame", columns=4, rows=4, colours=3).start(seed=4)
    rows = [line.split() for line in board.text.splitlines()[-4:]][::-1]
    assert board.array()[-16:].reshape(4, 4).T.tolist() == [[int(c) + 1 for c in r] for r in rows]


def test_a_game_of_the_window_is_read():
    session = session_of("hex", (12, 5, 20), game_spec("hex").parameters(side=4))
    (end,) = playout.read_game(write(session.record))
    assert end.state == session.state
    with pytest.raises(ValueError, match="line 1, column 1"):
        playout.read_game("e5 d5")


def test_a_search_is_that_of_the_program():
    state = ROW.start().play("b2")
    found = playout.search(state, "mcts", simulations=300, seed=5)
    searcher = make_player("mcts", "tictactoe", threads=1, seed=5)
    same = think(searcher, state.state, 300)
    name = state.state.move_to_string
    assert found.move is not None
    assert [(each.move, each.visits, each.win_rate) for each in found.candidates] == [
        (name(each.move), each.visits, each.effective_value) for each in same.info.candidates
    ]


LARGE = playout.game("tictactoe", columns=7, rows=7, in_a_row=5).start()


def test_a_search_that_is_watched_ends_as_one_that_is_not():
    *_, last = playout.watch(LARGE, simulations=400, seed=2)
    once = playout.search(LARGE, simulations=400, seed=2)
    assert (last.move, last.candidates, last.reason) == (once.move, once.candidates, "simulations")
    for known in playout.watch(LARGE):  # which has no end
        if known.simulations:
            break
    assert known.reason == ""
    with pytest.raises(ValueError, match="threads must be a whole number from 1 to 256"):
        list(playout.watch(ROW.start(), threads=0, simulations=5))


def test_a_series_of_searches_goes_on_from_its_tree():
    with playout.Search(seed=1) as search:
        first = search.run(LARGE, simulations=500)
        assert first.move
        assert search.run(LARGE.play(first.move), simulations=50).reused > 0
    assert playout.search(LARGE.play(first.move), simulations=50).reused == 0


@pytest.mark.parametrize(
    ("searcher", "always_wins"),
    [("random", False), ("mcts:looks=1", False), ("mcts", True), ("exact", True)],
)
def test_who_proves_nothing_or_errs_on_purpose_plays_what_it_finds(searcher, always_wins):
    won = ROW.start().play("a1", "a2", "b1", "b2")
    played = {playout.search(won, searcher, simulations=50, seed=seed).move for seed in range(150)}
    assert (played == {"c1"}) is always_wins


@pytest.mark.parametrize(
    ("moves", "proof", "value"), [("", "draw", 0.5), ("b2 a2 a1", "loss", 0.0)]
)
def test_a_proven_value_is_the_value_whatever_a_search_expects(moves, proof, value):
    told = playout.search(ROW.start().play(*moves.split()), "mcts", simulations=20)
    assert (told.proof, told.value, told.error) == (proof, value, 0)
    assert {each.proof: each.value for each in told.candidates}.get(proof) == value


@pytest.mark.parametrize("moves", ["a1 a2 b1 b2 c1", "a1 a2 b1 b2 a3 b3 c3 c1 c2"])
def test_a_finished_position_has_a_result_and_no_move(moves):
    over = ROW.start().play(*moves.split())
    with playout.Search() as search:
        search.run(over.start.play(*over.history[:-1]), simulations=50)
        for searcher in ROW.searchers:
            last = [*search.watch(over, searcher, simulations=50)][-1]
            told = [search.run(over, searcher, simulations=50), last]
            assert {(each.move, each.proof, each.distance) for each in told} == {
                (None, "loss" if over.returns[0] else "draw", 0)
            }


def test_a_series_that_searches_refuses_another_search():
    with playout.Search() as search:
        going_on = search.watch(LARGE)
        next(going_on)
        with pytest.raises(RuntimeError, match=r"^this Search is at work: threads that search"):
            search.run(LARGE, simulations=5)
        going_on.close()
        assert search.run(LARGE, simulations=5).move


def test_ctrl_c_ends_a_match_that_is_still_loading(monkeypatch):
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ai.match.jobs.make_ready_searcher", pressed)
    monkeypatch.setattr("ai.match.jobs._loaded", set())
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        playout.match(ROW, "random@1", "random@1", games=2)


def test_a_match_is_the_same_here_and_in_other_processes():
    here, there = (
        playout.match(ROW, "random@1", "random@2", games=3, seed=4, jobs=jobs) for jobs in (1, 2)
    )
    assert here == there
    assert len(here.games) == here.wins + here.draws + here.losses == 3
    for game in here.games:
        assert game.start
        assert game.start.play(*game.lines[0]).is_over
    board = playout.game("samegame", columns=5, rows=5, colours=3)
    found = playout.match(board, "best", "nmcs:level=1", games=1, simulations=50)
    assert found.means
    assert found.games[0].scores == tuple(map(round, found.means)), "solvers meet on boards"
    table = playout.tournament(ROW, ["mcts@50", "random@1", "flat@5"], games=2)
    assert sum(table.points.values()) == 6, "every point counts once"
    assert len(table.matches) == 3


def test_all_players_of_a_tournament_are_checked_before_the_first_game(monkeypatch):
    monkeypatch.setattr("playout._matches.run_match", lambda *_: pytest.fail("a game was played"))
    with pytest.raises(ValueError, match="unknown searcher 'nobody'"):
        playout.tournament(ROW, ["random@1", "rave@1", "nobody@1"], games=2)


def test_a_search_is_sampled_by_its_simulations():
    samples = [*playout.watch(LARGE, "mcts", every=150, simulations=400, seed=2)]
    assert [each.reused + each.simulations for each in samples] == [150, 300, 400]
    for each in samples:
        whole = playout.search(LARGE, "mcts", simulations=each.reused + each.simulations, seed=2)
        assert each.candidates == whole.candidates


def test_a_match_without_a_game_is_an_error_that_says_why(monkeypatch):
    def failed(_plan: object, game: int, *_: object) -> GameRecord:
        return GameRecord(game, 0, error="A (random@1) failed (it had enough)")

    monkeypatch.setattr("playout._matches.play", failed)
    with pytest.raises(RuntimeError, match=r"every game failed; .* \(it had enough\)"):
        playout.match(ROW, "random@1", "random@1", games=2)


def test_a_certificate_holds_where_it_was_found_and_nowhere_else():
    state = SMALL.start()
    found = playout.search(state, simulations=20)
    assert found.proof == "draw"
    assert [each.side for each in found.certificates] == ["Black", "White"]
    for each in found.certificates:
        assert each.holds(state)
        assert not each.holds(state.play(each.pairs[0][0])), "it needs that cell"
        assert not each.holds(playout.game("hex", side=4).start())


def test_a_level_has_a_limit_of_its_own_and_another_one_takes_its_place():
    own = level("careful", "tictactoe").limit.simulations
    assert playout.search(ROW.start(), "careful").simulations == own
    assert playout.search(ROW.start(), "level:careful", simulations=9).simulations == 9 != own


def test_true_values_are_those_of_the_solver_and_standard_boards_have_their_bounds():
    values = {each.move: each for each in ROW.start().play("b2", "b1").exact()}
    assert values["a1"].proof == "win"
    assert playout.game("hex").start().exact() == ()
    for board in playout.game("samegame").boards():
        assert board.reached
        assert board.position.upper_bound
        assert board.reached < board.position.upper_bound


STATE = SMALL.start()
WRONG: dict[str, Callable[[], object]] = {
    r"unknown game 'hexx' \(did you mean 'hex'\?\)": lambda: playout.game("hexx"),
    r"unknown parameter 'sid' of hex \(did": lambda: playout.game("hex", sid=4),
    "side is of type int, so not '4'": lambda: playout.game("hex", side="4"),
    "side must be 3 to 8, not 99": lambda: playout.game("hex", side=99),
    "'z9' is not a cell of this board": lambda: STATE.play("z9"),
    "line 1, column 1": lambda: SMALL.position("what"),
    "a search needs a limit": lambda: playout.search(STATE),
    "simulations must be a number above 0, not -5": lambda: playout.search(STATE, simulations=-5),
    "unknown searcher 'mctss' for hex": lambda: playout.search(STATE, "mctss", simulations=1),
    "unknown key 'seed'": lambda: playout.search(STATE, "mcts:seed=1", simulations=1),
    "hex is for two": lambda: playout.solve(STATE, simulations=1),
    "hex has no boards in files": lambda: SMALL.boards(),
    "side 'mcts' needs a limit": lambda: playout.match(SMALL, "mcts", "novice"),
    "players or more, of different": lambda: playout.tournament(SMALL, ["mcts@1", "mcts@1"]),
    "side 'mcts' needs a limit:": lambda: playout.tournament(SMALL, ["random@1", "rave@1", "mcts"]),
    "'rave' keeps no tree": lambda: [*playout.watch(STATE, "rave", every=5, simulations=15)],
    "two players or more": lambda: playout.tournament(SMALL, ["mcts@1"]),
    r"'hex' is no Game; playout.game\(NAME\) makes one": lambda: playout.match("hex", "max", "max"),
    "5 is no Game": lambda: playout.tournament(5, ["max", "club"]),
    r"'hex' is no Position; .*start\(\) makes": lambda: playout.search("hex", simulations=1),
    "'samegame' is no Position": lambda: playout.solve("samegame", simulations=1),
    "Game.* is no Position": lambda: playout.write_game(STATE, SMALL),
    "games must be 1 or more, not 0": lambda: playout.match(SMALL, "mcts@1", "rave@1", games=0),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_who_asks_wrongly_is_told_so(sentence):
    with pytest.raises(ValueError, match=sentence):
        WRONG[sentence]()


def test_its_version_is_told_by_a_python_that_has_nothing(tmp_path):
    words = "import ai, game, playout; print(playout.__version__)"
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    told = answer_of([sys.executable, "-S", "-c", words], env=environment, cwd=tmp_path)
    assert told.stdout == f"{VERSION}\n", told.stderr


def test_it_brings_neither_the_window_nor_numba_until_it_searches(tmp_path):
    said = run("import playout, sys; print({'numba', 'pygame'} & {*sys.modules})", tmp_path)
    assert said.stdout == "set()\n", said.stderr
    (tmp_path / "game.py").write_text("")
    said = run("import game, playout", tmp_path)
    assert "playout has a module 'game', and so has this program" in said.stderr


def test_the_games_are_those_of_the_program_and_of_folders(tmp_path):
    assert playout.games() == tuple(game.name for game in all_games())
    folder = ROOT / "examples" / "connect_four"
    script = f"""import json, os
os.environ["PLAYOUT_GAMES"] = json.dumps([{str(folder)!r}])
import playout
print(playout.game("connect_four").start().moves)"""
    assert "('" in run(script, tmp_path).stdout


# The examples of docs/library.md, and the notebook.


EXAMPLES = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "library.md").read_text("utf-8"), re.S
)


@pytest.mark.parametrize("number", range(8))
def test_an_example_runs(number, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where one of them draws its plot
    assert len(EXAMPLES) == 8
    with emptied(plugged):
        exec(compile(EXAMPLES[number], f"example {number + 1}", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_the_notebook_runs_and_holds_no_output(capsys):
    notebook = json.loads((ROOT / "examples" / "watching_a_search.ipynb").read_text("utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            exec("".join(cell["source"]), names)
            assert capsys.readouterr().out
