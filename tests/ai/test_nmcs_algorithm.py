"""The nested search on the left-move problem, which has nothing to do with SameGame."""

import numpy as np
import pytest

from ai.engine.specialise import specialise
from ai.kernels.random import new_rng
from ai.search import nmcs_algorithm
from ai.search.nmcs_algorithm import BUDGET, LENGTH, PLAYOUTS, Workspace
from game.games.papers.left_move import kernel as left_move
from game.games.papers.left_move.rules import LeftMoveParameters

DEPTH = 9
nmcs = specialise(nmcs_algorithm, left_move)


def workspace(tables: left_move.Tables, levels: int, seed: int = 0) -> Workspace:
    plies = left_move.max_plies(tables)
    work = Workspace(
        root=np.zeros(left_move.state_length(tables), np.int64),
        states=np.zeros((levels + 1, 2), np.int64),
        moves=np.zeros((levels + 1, 2), np.int64),
        lines=np.zeros((levels + 1, plies), np.int64),
        path=np.zeros(plies, np.int64),
        best_line=np.zeros(plies, np.int64),
        best_score=np.full(1, -np.inf),
        counts=np.zeros(3, np.int64),
        rng=new_rng(seed),
        flag=np.zeros(1, np.uint8),
    )
    work.counts[BUDGET] = 1 << 60
    return work


def search(
    work: Workspace, tables: left_move.Tables, level: int, memory: bool
) -> tuple[float, int]:
    nmcs.start(tables, work, level, 0)
    score, length = nmcs.nested(tables, work, level, 0, memory, 0, -np.inf, 0)
    return float(score), int(length)


def share_of_optima(level: int, memory: bool, runs: int) -> float:
    tables = left_move.make_tables(LeftMoveParameters(DEPTH))
    work = workspace(tables, level, seed=11)
    return sum(search(work, tables, level, memory)[0] == DEPTH for _ in range(runs)) / runs


@pytest.mark.parametrize(("memory", "published"), [(False, 0.41), (True, 0.80)])
def test_level_3_finds_the_optimum_as_often_as_published(memory: bool, published: float) -> None:
    # One standard error of 1000 runs is about 0.015.
    assert abs(share_of_optima(3, memory, 1000) - published) < 0.06


@pytest.mark.parametrize("memory", [False, True])
def test_deeper_nesting_finds_it_more_often(memory: bool) -> None:
    shares = [share_of_optima(level, memory, 300) for level in range(5)]
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(2**-DEPTH, abs=0.02)
    assert shares[4] > shares[3] > shares[2]


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("memory", [False, True])
def test_the_line_has_the_score_and_is_the_best_of_the_run(level: int, memory: bool) -> None:
    tables = left_move.make_tables(LeftMoveParameters(DEPTH, -100))  # all scores are negative
    for seed in range(20):
        work = workspace(tables, level, seed)
        score, length = search(work, tables, level, memory)
        assert length == work.counts[LENGTH] == DEPTH
        line = work.lines[level, :length]
        assert score == (line == left_move.LEFT).sum() - 100
        best = (work.best_line == left_move.LEFT).sum() - 100
        assert work.best_score[0] == best >= score
        assert best == score or not memory


def test_a_set_flag_ends_a_search_that_has_not_begun() -> None:
    tables = left_move.make_tables(LeftMoveParameters(DEPTH))
    work = workspace(tables, 3)
    work.flag[0] = 1
    assert search(work, tables, 3, True) == (-np.inf, 0)
    assert nmcs.search(tables, work, 3, 0, 5, True, 0) == -np.inf
    assert nmcs.refine(tables, work, 3, 5, True, 0) == -np.inf
    assert work.counts[PLAYOUTS] == 0


def test_following_a_known_line_never_ends_below_it() -> None:
    tables = left_move.make_tables(LeftMoveParameters(DEPTH))
    for seed in range(10):
        work = workspace(tables, 2, seed)
        work.best_line[:] = [0, 0, 0, 0, 0, 0, 0, 0, 1]
        work.best_score[0] = DEPTH - 1
        work.counts[LENGTH] = DEPTH
        assert nmcs.follow(tables, work, 2, 1, True, 0) >= DEPTH - 1
        assert work.best_score[0] >= DEPTH - 1


def test_adopting_puts_the_move_before_the_line() -> None:
    tables = left_move.make_tables(LeftMoveParameters(DEPTH))
    work = workspace(tables, 1)
    work.counts[LENGTH] = DEPTH
    work.best_score[0] = DEPTH
    work.path[0] = left_move.RIGHT
    assert nmcs.adopt(tables, work, 0) == DEPTH - 1
    assert work.best_line.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_exhausting_finds_the_optimum_or_says_it_stopped() -> None:
    tables = left_move.make_tables(LeftMoveParameters(DEPTH))
    work = workspace(tables, DEPTH)
    nmcs.start(tables, work, 0, 0)
    nmcs.exhaust(tables, work, 0, 0)
    assert work.counts[PLAYOUTS] == 2 ** (DEPTH + 1) - 1
    assert work.best_score[0] == DEPTH
    assert not work.best_line.any()

    work = workspace(tables, DEPTH)
    work.counts[BUDGET] = 100
    nmcs.start(tables, work, 0, 0)
    nmcs.exhaust(tables, work, 0, 0)
    assert nmcs.stopped(work)
    assert work.counts[PLAYOUTS] == 100


def test_replaying_tells_whole_games_from_broken_ones() -> None:
    tables = left_move.make_tables(LeftMoveParameters(DEPTH))
    work = workspace(tables, 0)
    lefts = np.zeros(DEPTH, np.int64)
    assert nmcs.replay(tables, work, lefts, DEPTH) == (True, DEPTH, True)
    assert nmcs.replay(tables, work, lefts, DEPTH - 1)[0] is False
    lefts[3] = 5
    assert nmcs.replay(tables, work, lefts, DEPTH)[0] is False


def test_recursion_stays_within_one_signature() -> None:
    # Across signatures numba's cache would crash the next process (numba #6061).
    tables = left_move.make_tables(LeftMoveParameters(DEPTH))
    search(workspace(tables, 2), tables, 2, True)
    work = workspace(tables, DEPTH)
    nmcs.start(tables, work, 0, 0)
    nmcs.exhaust(tables, work, 0, 0)
    assert len(nmcs.nested.signatures) == 1
    assert len(nmcs.exhaust.signatures) == 1
