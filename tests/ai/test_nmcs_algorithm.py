"""The nested search on the left-move problem, which has nothing to do with SameGame."""

import numpy as np
import pytest

from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from ai.search.nmcs_algorithm import BUDGET, LENGTH, PLAYOUTS, Workspace
from ai.search.nmcs_explorer import EncodedPosition
from game.games.papers.left_move.kernel import LEFT, RIGHT
from game.games.papers.left_move.rules import LeftMoveParameters
from tests.games import position

DEPTH = 9
BOARD = EncodedPosition.of("left-move", position("left-move", (), LeftMoveParameters(DEPTH)))
TABLES, nmcs = BOARD.tables, BOARD.search


def workspace(levels: int, seed: int = 0, board: EncodedPosition = BOARD) -> Workspace:
    work = board.workspace(levels, new_rng(seed), CancelFlag())
    work.counts[BUDGET] = 1 << 60
    return work


def search(work, level, memory, tables=TABLES) -> tuple[float, int]:
    nmcs.start(tables, work, level, 0)
    score, length = nmcs.nested(tables, work, level, 0, memory, 0, -np.inf, 0)
    return float(score), int(length)


def share_of_optima(level: int, memory: bool, runs: int) -> float:
    work = workspace(level, seed=11)
    return sum(search(work, level, memory)[0] == DEPTH for _ in range(runs)) / runs


@pytest.mark.parametrize(("memory", "published"), [(False, 0.41), (True, 0.80)])
def test_level_3_finds_the_optimum_as_often_as_published_and_deeper_nesting_more_often(
    memory, published
):
    # One standard error of 1000 runs is about 0.015.
    assert abs(share_of_optima(3, memory, 1000) - published) < 0.06
    shares = [share_of_optima(level, memory, 300) for level in range(5)]
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(2**-DEPTH, abs=0.02)
    assert shares[4] > shares[3] > shares[2]


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("memory", [False, True])
def test_the_line_has_the_score_and_is_the_best_of_the_run(level, memory):
    negative = position("left-move", (), LeftMoveParameters(DEPTH, -100))  # all scores are
    board = EncodedPosition.of("left-move", negative)
    for seed in range(20):
        work = workspace(level, seed, board)
        score, length = search(work, level, memory, board.tables)
        assert length == work.counts[LENGTH] == DEPTH
        assert score == (work.lines[level, :length] == LEFT).sum() - 100
        best = (work.best_line == LEFT).sum() - 100
        assert work.best_score[0] == best >= score
        assert best == score or not memory


def test_a_set_flag_ends_a_search_that_has_not_begun():
    work = workspace(3)
    work.flag[0] = 1
    assert search(work, 3, True) == (-np.inf, 0)
    assert nmcs.search(TABLES, work, 3, 0, 5, True, 0) == -np.inf
    assert nmcs.refine(TABLES, work, 3, 5, True, 0) == -np.inf
    assert work.counts[PLAYOUTS] == 0


def test_following_a_known_line_never_ends_below_it():
    for seed in range(10):
        work = workspace(2, seed)
        work.best_line[:] = [0, 0, 0, 0, 0, 0, 0, 0, 1]
        work.best_score[0] = DEPTH - 1
        work.counts[LENGTH] = DEPTH
        assert nmcs.follow(TABLES, work, 2, 1, True, 0) >= DEPTH - 1
        assert work.best_score[0] >= DEPTH - 1


def test_adopting_puts_the_move_before_the_line():
    work = workspace(1)
    work.counts[LENGTH] = DEPTH
    work.best_score[0] = DEPTH
    work.path[0] = RIGHT
    assert nmcs.adopt(TABLES, work, 0) == DEPTH - 1
    assert work.best_line.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_exhausting_finds_the_optimum_or_says_it_stopped():
    work = workspace(DEPTH)
    nmcs.start(TABLES, work, 0, 0)
    nmcs.exhaust(TABLES, work, 0, 0)
    assert work.counts[PLAYOUTS] == 2 ** (DEPTH + 1) - 1
    assert work.best_score[0] == DEPTH
    assert not work.best_line.any()
    work = workspace(DEPTH)
    work.counts[BUDGET] = 100
    nmcs.start(TABLES, work, 0, 0)
    nmcs.exhaust(TABLES, work, 0, 0)
    assert nmcs.stopped(work)
    assert work.counts[PLAYOUTS] == 100


def test_replaying_tells_whole_games_from_broken_ones():
    work, lefts = workspace(0), np.zeros(DEPTH, np.int64)
    assert nmcs.replay(TABLES, work, lefts, DEPTH) == (True, DEPTH, True)
    assert nmcs.replay(TABLES, work, lefts, DEPTH - 1)[0] is False
    lefts[3] = 5
    assert nmcs.replay(TABLES, work, lefts, DEPTH)[0] is False


def test_recursion_stays_within_one_signature():
    # Across signatures numba's cache would crash the next process (numba #6061).
    search(workspace(2), 2, True)
    work = workspace(DEPTH)
    nmcs.start(TABLES, work, 0, 0)
    nmcs.exhaust(TABLES, work, 0, 0)
    assert len(nmcs.nested.signatures) == len(nmcs.exhaust.signatures) == 1
