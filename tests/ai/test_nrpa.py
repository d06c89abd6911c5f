import numpy as np
import pytest

from ai.kernels.random import new_rng
from game.games.samegame.kernels import nrpa as kernel
from game.games.samegame.rules import SameGameParameters, new_game
from game.games.samegame.search.nrpa import NrpaSearcher
from game.games.samegame.search.options import NrpaOptions
from tests.thinking import think

START = new_game(SameGameParameters(), 11)


def scored(**options):
    searchers = (NrpaSearcher(options=NrpaOptions(seed=seed, **options)) for seed in range(2))
    return sum(think(each, START, 1_500).info.value for each in searchers)


def test_adapting_beats_playing_out_at_random() -> None:
    assert scored() > scored(alpha=0.0) + 2 * 300


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_search_makes_rounds_to_the_power_of_level_playouts(level) -> None:
    start = new_game(SameGameParameters(4, 4, 3), 1)
    layout, work = kernel.make_nrpa(start.encode(), level, new_rng(1))
    kernel.restart(work)
    flag = np.zeros(1, np.uint8)
    while not work.numbers[kernel.DONE]:
        kernel.search(layout, work, flag, 7, 5, 1.0, 1)
    assert work.numbers[kernel.PLAYOUTS] == 5**level
    assert work.score[level] == work.numbers[kernel.BEST_SCORE]


def test_an_adaptation_keeps_the_sum_of_weights_and_lifts_the_chosen_moves() -> None:
    layout, work = kernel.make_nrpa(START.encode(), 1, new_rng(3))
    kernel.restart(work)
    kernel.search(layout, work, np.zeros(1, np.uint8), 1, 100, 1.0, 1)
    policy = work.policy[1]
    assert policy.sum() == pytest.approx(0, abs=1e-3)
    chosen = [
        work.code[1, ply, work.choice[1, ply]]
        for ply in range(work.length[1])
        if work.groups[1, ply] > 1
    ]
    assert np.mean(policy[chosen]) > 0.5
