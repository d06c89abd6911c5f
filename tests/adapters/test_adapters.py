"""The adapters pass the tests of the libraries they adapt to."""

import os
import pickle
import random
import re
import sys
import warnings
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from types import ModuleType

import numpy as np
import pytest

import playout
from ai.contract.game import Game
from ai.contract.games import game_spec, plugged, read_game, write_game
from game.check import command
from game.check.contract import COMMON
from tests.plugins import ROOT, emptied, home, loaded  # noqa: F401 - fixtures

BOARDS = {"tictactoe": {}, "hex": {"side": 4, "opening": "swap"}, "breakthrough": {"misere": True}}


@pytest.fixture(autouse=True)
def _same_sound(monkeypatch):
    """Take back the sound driver that PettingZoo sets for the whole process."""
    monkeypatch.setenv("SDL_AUDIODRIVER", os.environ.get("SDL_AUDIODRIVER", "dummy"))


@pytest.fixture(autouse=True)
def _their_games(loaded):  # noqa: F811
    """Let OpenSpiel's games, and some more of ours, be there for each test alone."""
    left_move = ROOT / "benchmarks" / "papers" / "games" / "left_move"
    sudoku = left_move.with_name("sudoku")
    folders = [ROOT / "examples" / "connect_four", left_move, sudoku]
    if find_spec("pyspiel"):
        from playout.adapters.open_spiel import FOLDER

        folders.append(FOLDER)
    loaded(*folders)


@pytest.fixture(params=BOARDS)
def game(request):
    return playout.game(request.param, **BOARDS[request.param])


@pytest.mark.parametrize(
    ("adapter", "missing", "package"),
    [
        ("open_spiel", "pyspiel", "open-spiel"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
    ],
)
def test_a_missing_extra_is_named_with_what_installs_it(adapter, missing, package, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"playout.adapters.{adapter}", raising=False)
    said = f"the library '{missing}' is missing here: pip install {package}"
    with pytest.raises(ImportError, match=re.escape(said)) as raised:
        import_module(f"playout.adapters.{adapter}")
    assert raised.value.name == missing


def test_gymnasium_accepts_the_games_for_one_and_rewards_are_the_score():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from playout.adapters.gymnasium import PlayoutEnv

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(infinity|render|action_space|spec).*")
        for name in ("samegame", "left-move"):
            check_env(PlayoutEnv(playout.game(name)))
    with pytest.raises(ValueError, match="hex is for two"):
        PlayoutEnv(playout.game("hex"))
    env = PlayoutEnv(playout.game("samegame", columns=6, rows=6), render_mode="ansi")
    _, info = env.reset(seed=3)
    total, is_over, text = 0.0, False, ""
    while not is_over:
        before = env.render()
        illegal = int(np.argmin(info["action_mask"]))
        assert env.step(illegal)[1:4] == (0.0, False, False)
        assert env.render() == before
        action = int(np.argmax(info["action_mask"]))
        _, reward, is_over, _, info = env.step(action)
        total, text = total + reward, env.render()
    assert not info["action_mask"].any()
    assert playout.game("samegame", columns=6, rows=6).position(text).returns == (total,)


def test_a_game_that_begins_with_a_score_has_it_in_its_first_reward():
    pytest.importorskip("gymnasium")
    from playout.adapters.gymnasium import PlayoutEnv

    game = playout.game("sudoku", box=3)
    env, total, is_over = PlayoutEnv(game, "ansi"), 0.0, False
    _, info = env.reset(seed=1)
    while not is_over:
        _, reward, is_over, _, info = env.step(int(np.argmax(info["action_mask"])))
        total, text = total + reward, env.render()
    assert total == game.position(text).returns[0] > 0


def test_games_are_made_by_their_ids_in_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make("playout.adapters.gymnasium:playout/samegame-v0", columns=6, rows=5)
    env.reset(seed=1)
    wanted = playout.game("samegame", columns=6, rows=5).start().array().shape
    assert env.observation_space.shape == wanted


def test_pettingzoo_accepts_the_games_for_two(game):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from playout.adapters.pettingzoo import PlayoutEnv

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(Observation|deprecated|observation).*")
        api_test(PlayoutEnv(game), num_cycles=100)
    seed_test(lambda: PlayoutEnv(game), num_cycles=20)
    with pytest.raises(ValueError, match="samegame is for one"):
        PlayoutEnv(playout.game("samegame"))


def spiel(game: playout.Game):
    pyspiel = pytest.importorskip("pyspiel")
    import playout.adapters.open_spiel  # noqa: F401 - registers them

    return pyspiel.load_game(f"playout_{game.name.replace('-', '_')}", dict(game.parameters))


def test_openspiel_accepts_the_games_for_two_and_their_names(game):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = spiel(game)
    pyspiel.random_sim_test(theirs, num_sims=3, serialize=True, verbose=False)
    state, position = theirs.new_initial_state(), game.start()
    choose = random.Random(1)
    while not position.is_over:
        assert [state.action_to_string(each) for each in state.legal_actions()] == [*position.moves]
        move = choose.choice(position.moves)
        state.apply_action(state.string_to_action(move))
        position = position.play(move)
        assert (str(state), state.returns()) == (position.text, [*position.returns])
    assert state.is_terminal()


def test_a_game_in_openspiel_goes_to_another_process(game):
    there = spiel(game)
    state = there.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    with get_context("spawn").Pool(1) as pool:
        assert pool.map(str, [there, state]) == [str(there), str(state)]
    again = pickle.loads(pickle.dumps(there))
    assert (type(again), again.game) == (type(there), there.game)


def their_bot(game, seed):
    from open_spiel.python.algorithms import mcts

    chance = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    return mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=chance)


def test_openspiels_bots_are_players_of_matches_and_meet_our_searchers():
    ours = playout.game("tictactoe")
    their_game = spiel(ours)
    boxes = theirs("dots_and_boxes(num_rows=1,num_cols=2)")
    from open_spiel.python.algorithms import evaluate_bots

    from playout.adapters.open_spiel import SearchBot, bot_searcher, spiel_state

    with emptied(plugged):
        playout.add_searcher(bot_searcher("theirs", their_bot))
        for game, strong, count in ((ours, "mcts@1000", 2), (boxes, "mcts@300", 4)):
            result = playout.match(game, strong, "theirs@1", games=count)
            assert [each.error for each in result.games] == [""] * count
            assert result.losses == 0
    for start, simulations in (
        (their_game.new_initial_state(), 2000),
        (spiel_state(boxes.start()), 300),
    ):
        bots = [SearchBot("mcts", simulations=simulations), their_bot(start.get_game(), 1)]
        for place in (0, 1) if simulations == 2000 else (0,):
            result = evaluate_bots.evaluate_bots(
                start.clone(), bots if place == 0 else bots[::-1], np.random.RandomState(2)
            )
            assert result[place] >= 0


# Their games here.


def theirs(name: str) -> playout.Game:
    pytest.importorskip("pyspiel")
    return playout.game("open_spiel", game=name)


def row_and_column(_position: playout.Position, name: str) -> str:
    """Return a cell of x(ROW,COLUMN) as it is called here."""
    return f"{'abc'[int(name[4])]}{int(name[2]) + 1}"


def dropped(position: playout.Position, name: str) -> str:
    """Return the cell that a disc falls to in a column, xCOLUMN."""
    return next(each for each in position.moves if each[0] == "abcdefg"[int(name[1])])


def upside_down(_position: playout.Position, name: str) -> str:
    """Return a step of six rows, whose first player begins above; a star tells what it takes."""
    return f"{name[0]}{7 - int(name[1])}-{name[2]}{7 - int(name[3])}"


@pytest.mark.parametrize(
    ("their_name", "name", "parameters", "translated"),
    [
        ("tic_tac_toe", "tictactoe", {}, row_and_column),
        ("connect_four", "connect_four", {}, dropped),
        ("breakthrough(rows=6,columns=5)", "breakthrough", {"rows": 6, "columns": 5}, upside_down),
    ],
)
def test_openspiels_games_have_the_rules_of_ours(their_name, name, parameters, translated):
    start = theirs(their_name).start()
    from playout.adapters.open_spiel import spiel_state

    for seed in range(20):
        choose = random.Random(seed)
        position, own = start, playout.game(name, **parameters).start()
        while not position.is_over:
            called = spiel_state(position).action_to_string
            same = {translated(own, called(int(each))): each for each in position.moves}
            assert same.keys() == {*own.moves}
            assert position.player == own.player
            move = choose.choice(own.moves)
            position, own = position.play(same[move]), own.play(move)
        assert own.is_over
        assert own.returns == position.returns
        assert start.game.position(position.text).state == position.state


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "dots_and_boxes", "nim(pile_sizes=2;3)", "hex(board_size=3)", "clobber"]
)
def test_openspiels_games_keep_the_contract_of_games(name):
    spec = game_spec(theirs(name).name)
    parameters = partial(spec.parameters, game=name)
    command.check(Game(replace(spec, parameters=parameters)), 0.5)


def test_who_waits_where_openspiel_moves_twice_and_who_begins():
    from playout.adapters.open_spiel import position_of, spiel_state

    boxes = theirs("dots_and_boxes(num_rows=1,num_cols=1)").start().play("0", "1", "2", "3")
    assert (boxes.is_over, boxes.returns) == (True, (-1.0, 1.0))
    state = spiel_state(theirs("dots_and_boxes").start().play("0", "2", "6"))
    state.apply_action(7)  # which closes a box
    position = position_of(state)
    assert (position.history[-1], position.player) == ("pass", 1)
    assert spiel_state(position).history() == state.history()
    for name in ("breakthrough(rows=5,columns=4)", "tic_tac_toe", "dots_and_boxes(num_rows=1)"):
        position = theirs(name).start()
        position = position.play(position.moves[0])
        assert position_of(spiel_state(position)) == position
    chess = theirs("chess").start()
    assert len(chess.moves) == 20
    assert spiel_state(chess).current_player() == 1, "White, who is player 0 here"


def test_games_of_openspiel_that_are_none_for_our_searches_are_refused():
    for name, why in {
        "connect_for": r"a game of OpenSpiel, not 'connect_for' \(did you mean 'connect_four'",
        "kuhn_poker": "must be for two, of perfect information",
        "catch": "must be for two, of perfect information",
        "hex(sides=3)": "OpenSpiel has no game 'hex\\(sides=3\\)': Unknown parameter 'sides'",
    }.items():
        with pytest.raises(ValueError, match=why):
            theirs(name)


def test_a_game_of_openspiel_is_named_on_the_command_line_and_known_to_all_processes():
    game = theirs("breakthrough(rows=5,columns=4)")
    spec, parameters = read_game("open_spiel:game=breakthrough(rows=5,columns=4)")
    text = "open_spiel:game=breakthrough(columns=4,rows=5)"
    assert write_game(spec, parameters) == text
    assert playout.write_game(game.start()).count("breakthrough(columns=4,rows=5)") == 1
    played = game.start().play(game.start().moves[0])
    assert playout.read_game(playout.write_game(played)) == (played,)
    result = playout.match(theirs("tic_tac_toe"), "random@1", "random@1", games=2, jobs=2)
    assert [each.error for each in result.games] == ["", ""]


@pytest.mark.parametrize(
    "searcher", ["mcts", "mcts:expand_at=3", "rave", "flat", "nmcs2", "uct-nmcs", "mcts-mr"]
)
def test_a_kernel_of_plain_functions_is_searched_as_a_compiled_one(searcher, monkeypatch):
    from ai.engine.specialise import kernel_of
    from ai.kernels.plain import plain_kernel

    position = playout.game("tictactoe", columns=4, rows=4, in_a_row=4).start().play("b2")
    compiled = playout.search(position, searcher, simulations=60, seed=3)
    plain, kernel = ModuleType("plain"), kernel_of("tictactoe")
    functions = vars(plain_kernel(kernel))
    vars(plain).update(vars(kernel) | {name: functions[name] for name in COMMON})
    for module in ("tree_search", "monte_carlo", "nmcs_two_player"):
        monkeypatch.setattr(f"ai.search.{module}.kernel_of", lambda _: plain)
    found = playout.search(position, searcher, simulations=60, seed=3)
    assert found.candidates == compiled.candidates
