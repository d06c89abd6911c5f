import numpy as np
import pytest

from ai.kernels.random import new_rng
from game.games.samegame.kernels import nrpa as kernel
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search.inside import WatchedNrpa
from game.games.samegame.search.nrpa import NrpaSearcher
from game.games.samegame.search.options import NrpaOptions
from tests.games import played_out
from tests.thinking import think

START = new_game(SameGameParameters(), 11)


def check_line(position: SameGameState, info) -> None:
    assert played_out(position, info.line).score == info.value


def test_adapting_beats_playing_out_at_random() -> None:
    learnt = [
        think(NrpaSearcher(options=NrpaOptions(seed=seed)), START, 1_500).info.value
        for seed in range(4)
    ]
    random = [
        think(NrpaSearcher(options=NrpaOptions(alpha=0.0, seed=seed)), START, 1_500).info.value
        for seed in range(4)
    ]
    assert sum(learnt) > sum(random) + 4 * 300


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_search_makes_rounds_to_the_power_of_level_playouts(level) -> None:
    layout, work = kernel.make_nrpa(
        new_game(SameGameParameters(4, 4, 3), 1).encode(), level, new_rng(1)
    )
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


@pytest.mark.parametrize(("level", "rounds"), [(1, 10), (2, 10), (3, 4)])
def test_a_watched_search_is_the_searchers_own(level, rounds) -> None:
    """It goes on after its levels are through, too."""
    position, options = (
        new_game(SameGameParameters(7, 7, 4), 5),
        NrpaOptions(level=level, rounds=rounds, seed=3),
    )
    watched = WatchedNrpa("samegame", position, options)
    for number in range(1, 121):
        told = watched.simulate()
        assert told.number == number
        whole = (*told.path, *told.played_out.moves)
        assert (
            played_out(position, whole).score
            == told.played_out.result
            == watched.worker.work.score[0]
        )
        draws_as_it_is_drawn(watched, told)
    best = think(NrpaSearcher(options=options), position, 120).info
    numbers = watched.worker.work.numbers
    assert best.value == numbers[kernel.BEST_SCORE] == watched.tree.node(()).mean
    cells = watched.worker.work.best[: numbers[kernel.LENGTH]]
    assert watched.worker.solution(cells).moves == best.line
    watched.go_to(40)
    again = watched.simulate()
    assert again.number == watched.count == watched.tree.node(()).visits == 41
    watched.go_to(119)
    assert watched.simulate().path == told.path


def draws_as_it_is_drawn(watched, told) -> None:
    """The moves of each position have the codes and chances that the compiled search used."""
    work = watched.worker.work
    for ply in range(len(told.path)):
        nodes = told.before.children(told.path[:ply])
        codes = told.before.coder.codes(told.path[:ply], told.before.tabu)
        used = work.code[0, ply, : work.groups[0, ply]]
        assert sorted(codes.values()) == sorted(used)
        assert codes[told.path[ply]] == used[work.choice[0, ply]]
        weights = np.exp(told.before.policy[used].astype(float))
        chances = sorted(weights / weights.sum())
        assert sorted(each.more[-1] for each in nodes) == pytest.approx(chances)
    for each in told.memories:
        if each.line:
            assert played_out(watched._position, each.line).score == each.score
