"""Every level that is offered on a board can play on it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from ai.contract.games import game_spec
from ai.contract.rules import Parameters
from ai.levels import level as level_of
from ai.levels import level_on, levels_of
from ai.players import make_player
from ai.search.messages import Limit
from game.games.tictactoe.rules import TicTacToeParameters
from game.screens.games import entry_of
from game.store.settings import DEFAULTS, setting_of
from tests.games import GAMES

pytestmark = pytest.mark.xdist_group("kernels")

FOR_TWO = [spec.name for spec in GAMES if spec.players == 2]


def boards(game: str) -> Iterator[Parameters]:
    """The smallest and the largest board that can be set, and those in between two of them."""
    sizes = [
        name
        for name in DEFAULTS.to_dict()
        if name.startswith(f"{game}_") and name.endswith(("_side", "_columns", "_rows"))
    ]
    for values in product(*((setting_of(name).low, setting_of(name).high) for name in sizes)):
        changed = dict(zip(sizes, map(int, values), strict=True))
        yield entry_of(game).profile.parameters_of(DEFAULTS.changed(**changed))


@pytest.mark.parametrize("game", FOR_TWO)
def test_every_level_that_a_board_offers_answers_there(game: str) -> None:
    spec = game_spec(game)
    for parameters in boards(game):
        position = spec.new_game(parameters, 0)
        offered = levels_of(game, parameters)
        assert {each.name for each in offered} <= {each.name for each in levels_of(game)}
        for each in offered:
            player = make_player(each.searcher, game)
            limit = Limit(simulations=1, seconds=0.01)
            result = player.search(position, limit, lambda: False, lambda _: None)
            assert result.move in position.legal_moves, (each.name, parameters)


def test_where_a_level_cannot_play_the_nearest_weaker_one_does() -> None:
    small, large = TicTacToeParameters(), TicTacToeParameters(4, 3, 3)
    assert level_on("perfect", "tictactoe", small).name == "perfect"
    assert level_on("perfect", "tictactoe", large).name == "max"
    assert level_on("novice", "tictactoe", large).name == "novice"
    assert "perfect" in {each.name for each in levels_of("tictactoe", small)}
    assert "perfect" not in {each.name for each in levels_of("tictactoe", large)}


def test_a_level_of_another_version_plays_as_the_default_one() -> None:
    level = level_on("nobody", "tictactoe", TicTacToeParameters())
    usual = level_of("casual", "tictactoe")
    assert level == replace(usual, name="nobody", title="nobody", rating=None)


@pytest.mark.parametrize("game", FOR_TWO)
def test_levels_stand_in_the_order_of_their_measured_strength(game: str) -> None:
    ranked = [each for each in levels_of(game) if each.ranked]
    ratings = [each.rating for each in ranked if each.rating is not None]
    assert ratings == sorted(ratings)
    assert ratings[0] == 500
    assert all(each.rating is None for each in levels_of(game) if not each.ranked)


@pytest.mark.parametrize("game", [spec.name for spec in GAMES if spec.players == 2])
def test_each_level_is_described_by_words_of_its_own(game: str) -> None:
    described = [each.description for each in levels_of(game)]
    assert len(set(described)) == len(described)
    for each in levels_of(game):
        assert each.description
        assert "simulations" not in each.description, "its budget says that"
        assert each.full_description.startswith(each.budget)
