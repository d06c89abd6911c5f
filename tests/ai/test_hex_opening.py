"""Openings that the seed draws, and the table of levels."""

import pytest

from ai.searchers import make_searcher
from benchmarks.hex_levels import rows, share_interval
from game.games.hex_gomoku.rules import HexParameters
from tests.games import position
from tests.thinking import think


@pytest.mark.parametrize("spec", ["mcts:variety=true", "alphabeta:variety=true"])
def test_the_seed_draws_the_first_stones(spec):
    def first_two(seed):
        state = position("hex")
        for _ in range(2):
            searcher = make_searcher(spec, "hex", seed=seed)
            state = state.play(think(searcher, state, simulations=200).move)
        return state.cells

    assert first_two(4) == first_two(4)
    assert len({first_two(seed) for seed in range(6)}) > 3


def test_later_moves_are_the_searcher_s_own_and_one_that_may_be_taken_over_is_even():
    state = position("hex", (45, 46, 35))
    plain, varied = (
        think(make_searcher(spec, "hex", seed=3), state, simulations=300).move
        for spec in ("mcts", "mcts:variety=true")
    )
    assert plain == varied
    start = position("hex", (), HexParameters(opening="swap"))
    result = think(make_searcher("mcts:variety=true", "hex", seed=2), start, simulations=2000)
    values = {each.move: each.value for each in result.info.candidates}
    assert abs(values[result.move] - result.info.candidates[0].value) <= 0.02


@pytest.mark.thorough
def test_levels_are_measured_against_the_one_below():
    (row,) = rows(["casual"], 4, seed=1)
    assert (row["level"], row["below"], row["games"]) == ("casual", "beginner", 4)
    assert row["wins"] + row["losses"] + row["draws"] == 4
    assert row["low"] <= row["share"] <= row["high"]


def test_an_interval_of_shares():
    assert share_interval(0, 0) == (0.0, 1.0)
    low, high = share_interval(75, 100)
    assert (round(low, 3), round(high, 3)) == (0.657, 0.825)  # Wilson's, from tables
