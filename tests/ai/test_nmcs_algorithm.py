"""The nested search on the left-move problem, which has nothing to do with SameGame."""

import numpy as np
import pytest

from ai.contract.games import game_spec
from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from ai.search.nmcs_algorithm import BUDGET, LENGTH, PLAYOUTS, Workspace
from ai.search.nmcs_explorer import EncodedPosition
from tests.games import position
from tests.plugins import papers  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("papers")

DEPTH = 9
LEFT, RIGHT = 0, 1


class Problem:
    """Searches of the problem, whose scores begin at an offset."""

    def __init__(self, offset: int = 0) -> None:
        parameters = game_spec("left-move").parameters(DEPTH, offset)
        self.board = EncodedPosition.of("left-move", position("left-move", (), parameters))
        self.tables, self.nmcs = self.board.tables, self.board.search

    def workspace(self, levels: int, seed: int = 0) -> Workspace:
        work = self.board.workspace(levels, new_rng(seed), CancelFlag())
        work.counts[BUDGET] = 1 << 60
        return work

    def search(self, work: Workspace, level: int, memory: bool) -> tuple[float, int]:
        self.nmcs.start(self.tables, work, level, 0)
        score, length = self.nmcs.nested(self.tables, work, level, 0, memory, 0, -np.inf, 0)
        return float(score), int(length)

    def share_of_optima(self, level: int, memory: bool, runs: int) -> float:
        work = self.workspace(level, seed=11)
        return sum(self.search(work, level, memory)[0] == DEPTH for _ in range(runs)) / runs


@pytest.fixture
def problem() -> Problem:
    return Problem()


@pytest.mark.parametrize(("memory", "published"), [(False, 0.41), (True, 0.80)])
def test_level_3_finds_the_optimum_as_often_as_published_and_deeper_nesting_more_often(
    problem, memory, published
):
    # One standard error of 1000 runs is about 0.015.
    assert abs(problem.share_of_optima(3, memory, 1000) - published) < 0.06
    shares = [problem.share_of_optima(level, memory, 300) for level in range(5)]
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(2**-DEPTH, abs=0.02)
    assert shares[4] > shares[3] > shares[2]


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("memory", [False, True])
def test_the_line_has_the_score_and_is_the_best_of_the_run(level, memory):
    problem = Problem(-100)  # all scores are negative
    for seed in range(20):
        work = problem.workspace(level, seed)
        score, length = problem.search(work, level, memory)
        assert length == work.counts[LENGTH] == DEPTH
        assert score == (work.lines[level, :length] == LEFT).sum() - 100
        best = (work.best_line == LEFT).sum() - 100
        assert work.best_score[0] == best >= score
        assert best == score or not memory


def test_a_set_flag_ends_a_search_that_has_not_begun(problem):
    work = problem.workspace(3)
    work.flag[0] = 1
    assert problem.search(work, 3, True) == (-np.inf, 0)
    assert problem.nmcs.search(problem.tables, work, 3, 0, 5, True, 0) == -np.inf
    assert problem.nmcs.refine(problem.tables, work, 3, 5, True, 0) == -np.inf
    assert work.counts[PLAYOUTS] == 0


def test_following_a_known_line_never_ends_below_it(problem):
    for seed in range(10):
        work = problem.workspace(2, seed)
        work.best_line[:] = [0, 0, 0, 0, 0, 0, 0, 0, 1]
        work.best_score[0] = DEPTH - 1
        work.counts[LENGTH] = DEPTH
        assert problem.nmcs.follow(problem.tables, work, 2, 1, True, 0) >= DEPTH - 1
        assert work.best_score[0] >= DEPTH - 1


def test_adopting_puts_the_move_before_the_line(problem):
    work = problem.workspace(1)
    work.counts[LENGTH] = DEPTH
    work.best_score[0] = DEPTH
    work.path[0] = RIGHT
    assert problem.nmcs.adopt(problem.tables, work, 0) == DEPTH - 1
    assert work.best_line.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_exhausting_finds_the_optimum_or_says_it_stopped(problem):
    work = problem.workspace(DEPTH)
    problem.nmcs.start(problem.tables, work, 0, 0)
    problem.nmcs.exhaust(problem.tables, work, 0, 0)
    assert work.counts[PLAYOUTS] == 2 ** (DEPTH + 1) - 1
    assert work.best_score[0] == DEPTH
    assert not work.best_line.any()
    work = problem.workspace(DEPTH)
    work.counts[BUDGET] = 100
    problem.nmcs.start(problem.tables, work, 0, 0)
    problem.nmcs.exhaust(problem.tables, work, 0, 0)
    assert problem.nmcs.stopped(work)
    assert work.counts[PLAYOUTS] == 100


def test_replaying_tells_whole_games_from_broken_ones(problem):
    work, lefts = problem.workspace(0), np.zeros(DEPTH, np.int64)
    assert problem.nmcs.replay(problem.tables, work, lefts, DEPTH) == (True, DEPTH, True)
    assert problem.nmcs.replay(problem.tables, work, lefts, DEPTH - 1)[0] is False
    lefts[3] = 5
    assert problem.nmcs.replay(problem.tables, work, lefts, DEPTH)[0] is False


def test_recursion_stays_within_one_signature(problem):
    # Across signatures numba's cache would crash the next process (numba #6061).
    problem.search(problem.workspace(2), 2, True)
    work = problem.workspace(DEPTH)
    problem.nmcs.start(problem.tables, work, 0, 0)
    problem.nmcs.exhaust(problem.tables, work, 0, 0)
    assert len(problem.nmcs.nested.signatures) == len(problem.nmcs.exhaust.signatures) == 1
