"""Every level that is offered on a board can play on it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from ai.contract.games import game_spec
from ai.contract.rules import Parameters
from ai.ladder import TREE_LEVELS, Dial, rung
from ai.levels import level_on, levels_of
from ai.search.messages import Limit
from ai.searchers import make_player
from game.games.tictactoe.rules import TicTacToeParameters
from game.screens.entry import entry_of
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


def test_where_a_level_cannot_play_the_nearest_weaker_one_does():
    small, large = TicTacToeParameters(), TicTacToeParameters(4, 3, 3)
    offered = [
        level_on(name, "tictactoe", board).name
        for name, board in (
            ("perfect", small),
            ("perfect", large),
            ("club", small),
            ("careful", large),
            ("newcomer", small),
        )
    ]
    assert offered == ["perfect", "expert", "careful", "beginner", "careless"]
    for board in (small, large):
        names = {each.name for each in levels_of("tictactoe", board)}
        assert ("perfect" in names) == (board == small)
    level = level_on("nobody", "tictactoe", small)
    usual = level_on("novice", "tictactoe", small)
    assert level == replace(usual, name="nobody", title="nobody", rating=None)


def test_the_common_ladder_promises_nothing_that_only_a_measured_game_is_known_for():
    words = " ".join(each.description for each in TREE_LEVELS)
    assert not re.search("overlook|miss|wins", words)


@pytest.mark.parametrize("game", FOR_TWO)
def test_levels_stand_in_the_order_of_their_strength_and_have_words_of_their_own(game):
    levels = levels_of(game)
    for parameters in boards(game):
        offered = levels_of(game, parameters)
        ratings = [each.rating for each in offered if each.ranked and each.rating is not None]
        assert [each.elo for each in ratings] == sorted(each.elo for each in ratings)
        assert all(each.low <= each.elo <= each.high for each in ratings)
    assert all(each.rating is None for each in levels if not each.ranked)
    assert len({each.description for each in levels}) == len(levels)
    for each in levels:
        assert each.description
        assert "simulations" not in each.description, "its budget says that"
        assert each.described(details=True).startswith(each.budget)


def test_a_budget_is_told_in_three_figures():
    budgets = [rung("a", "b", Dial(count)).budget for count in (8, 1_852, 11_236, 90_000)]
    assert budgets == ["8 simulations", "1.85k simulations", "11.2k simulations", "90k simulations"]
