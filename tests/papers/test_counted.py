"""Matches in equal numbers of states: what a search costs, and what its playouts are."""

import numpy as np
import pytest

from ai.contract.games import read_game
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.search import nmcs_two_player_algorithm
from ai.search.nmcs_two_player import new_workspace
from ai.search.nmcs_two_player_algorithm import STATES as STATES_OF_NESTED
from ai.search.nmcs_two_player_algorithm import Rule
from benchmarks.papers import counted_tree_algorithm
from benchmarks.papers.counted import CountedOptions, CountedPlayer, Side
from benchmarks.papers.counted_tree_algorithm import STATES, CountedGuide
from benchmarks.papers.figures import GAMES
from tests.plugins import papers  # noqa: F401 - a fixture

LONGEST_NESTED_GAME = 25 * 26 * 25


@pytest.fixture
def start(papers):  # noqa: F811
    spec, parameters = read_game(GAMES["atari-go"])
    return spec.new_game(parameters, 0)


@pytest.mark.thorough
@pytest.mark.parametrize("side", [Side(), Side(True), Side(True, 0.5, every_game=True)])
def test_a_search_ends_when_its_states_are_spent_and_repeats(start, side):
    def options() -> CountedOptions:
        return CountedOptions(expand_at=1, solver=False, seed=3, states=2000, side=side)

    first, again = options(), options()
    move = CountedPlayer("nogo", start.parameters, first).move(start)
    assert move in start.legal_moves
    assert 2000 <= first.counts[STATES] < 2000 + LONGEST_NESTED_GAME
    assert CountedPlayer("nogo", start.parameters, again).move(start) == move
    assert first.counts[STATES] == again.counts[STATES]


@pytest.mark.thorough
def test_nested_playouts_are_those_of_the_nested_search(start):
    kernel = kernel_of("nogo")
    tables = kernel.make_tables(start.parameters, kernel.CANDIDATES[0])
    root = np.zeros(kernel.state_length(tables), np.int64)
    kernel.load(tables, start.encode(), root)
    room = int(kernel.max_moves(tables))
    guide = CountedGuide(
        after=root.copy(),
        moves=np.zeros(room, np.int64),
        counts=np.zeros(3, np.int64),
        flag=np.zeros(1, np.uint8),
        states=np.int64(0),
        nested=True,
        first_play=np.float32(0.5),
        every_game=False,
    )
    counted = specialise(counted_tree_algorithm, kernel)
    nested = specialise(nmcs_two_player_algorithm, kernel)
    work = new_workspace(1, root.size, room)
    rule = Rule(discounting=False, cow=1, pod=0)
    games, wins, seeds = 4000, np.zeros(2), new_rng(5)
    for number in range(games):
        wins[0] += counted.nested_game(tables, root.copy(), seeds, guide) > 0
        seed = new_rng(number)[0]
        wins[1] += nested.nested_playout(tables, work, root, np.int64(1), rule, seed) > 0
    ours, theirs = guide.counts[STATES] / games, work.counts[STATES_OF_NESTED] / games
    assert abs(ours / theirs - 1) < 0.05
    assert abs(wins[0] - wins[1]) / games < 0.05
