"""The adapters pass the tests of the libraries they adapt to."""

import os
import random
import warnings

import numpy as np
import pytest

import playout
from ai.plugged.kinds import plugged
from tests.plugins import emptied

BOARDS = {
    "tictactoe": {},
    "hex": {"side": 4, "opening": "swap"},
    "breakthrough": {},
    "misere-nogo": {},
}


@pytest.fixture(autouse=True)
def _same_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take back the sound driver that PettingZoo sets for the whole process."""
    monkeypatch.setenv("SDL_AUDIODRIVER", os.environ.get("SDL_AUDIODRIVER", "dummy"))


@pytest.fixture(params=BOARDS)
def game(request: pytest.FixtureRequest) -> playout.Game:
    return playout.game(request.param, **BOARDS[request.param])


def test_gymnasium_accepts_the_games_for_one() -> None:
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


def test_rewards_of_an_episode_are_the_score() -> None:
    pytest.importorskip("gymnasium")
    from playout.adapters.gymnasium import PlayoutEnv

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


def test_pettingzoo_accepts_the_games_for_two(game: playout.Game) -> None:
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


def test_openspiel_accepts_the_games_for_two(game: playout.Game) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pyspiel.random_sim_test(spiel(game), num_sims=3, serialize=True, verbose=False)


def test_openspiel_knows_positions_by_the_same_names(game: playout.Game) -> None:
    state, position = spiel(game).new_initial_state(), game.start()
    choose = random.Random(1)
    while not position.is_over:
        assert [state.action_to_string(each) for each in state.legal_actions()] == [*position.moves]
        move = choose.choice(position.moves)
        state.apply_action(state.string_to_action(move))
        position = position.play(move)
        assert (str(state), state.returns()) == (position.text, [*position.returns])
    assert state.is_terminal()


def test_openspiels_bots_are_players_of_matches() -> None:
    spiel(playout.game("tictactoe"))
    from open_spiel.python.algorithms import mcts

    from playout.adapters.open_spiel import bot_searcher

    def bot(loaded, seed):
        chance = np.random.RandomState(seed % 2**32)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        return mcts.MCTSBot(loaded, 2.0, 20, evaluator, random_state=chance)

    with emptied(plugged):
        playout.add_searcher(bot_searcher("theirs", bot))
        result = playout.match(playout.game("tictactoe"), "theirs@1", "mcts@1000", games=2)
    assert [each.error for each in result.games] == ["", ""]
    assert result.wins == 0


def test_openspiels_bots_play_against_searchers() -> None:
    loaded = spiel(playout.game("tictactoe"))
    from open_spiel.python.algorithms import evaluate_bots, mcts

    from playout.adapters.open_spiel import SearchBot

    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    theirs = mcts.MCTSBot(loaded, 2.0, 30, evaluator, random_state=np.random.RandomState(1))
    ours = SearchBot("mcts", simulations=2000)
    for place in (0, 1):
        bots = [ours, theirs] if place == 0 else [theirs, ours]
        result = evaluate_bots.evaluate_bots(
            loaded.new_initial_state(), bots, np.random.RandomState(2)
        )
        assert result[place] >= 0
