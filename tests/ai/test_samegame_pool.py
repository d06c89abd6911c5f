import random
from math import sqrt
from statistics import stdev

import pytest

from game.games.samegame.search.pool import PRIOR, SolutionPool
from game.games.samegame.search.solution import Solution


def solution(score: int, move: int, tiles: int = 3) -> Solution:
    return Solution(score=score, tiles=tiles, moves=(move, 9), cells=(move, score))


def pool_of(scores: dict[int, int]) -> SolutionPool:
    pool = SolutionPool(tuple(scores))
    for move, score in scores.items():
        pool.offer(solution(score, move))
    return pool


def test_an_uncleared_board_never_stands_before_a_cleared_one_of_equal_score() -> None:
    for order in ((0, 3), (3, 0)):
        pool = SolutionPool((1, 2))
        for tiles in order:
            pool.offer(solution(50, 1 + (tiles > 0), tiles))
            pool.offer(solution(50, 1, tiles))
        assert pool.best is not None
        assert pool.best.clears
        assert [(each.move, each.clears) for each in pool.candidates()] == [(1, True), (2, False)]


def test_errors_are_what_searches_of_that_length_gained() -> None:
    pool = pool_of({1: 100, 2: 80, 3: 60})
    assert {each.error for each in pool.candidates()} == {stdev((100, 80, 60))}
    pool.offer(solution(130, 1))
    pool.note(1, 100, 50)
    pool.note(2, 80, 50)
    short = sqrt((30**2 + PRIOR * stdev((130, 80, 60)) ** 2 / 2) / (2 + PRIOR))
    errors = {each.move: each.error for each in pool.candidates()}
    assert errors[1] == errors[2] == pytest.approx(short)
    assert errors[3] == stdev((130, 80, 60))


def test_gains_by_way_of_the_best_line_count_too() -> None:
    pool = pool_of({1: 100, 2: 90})
    pool.note(1, 100, 50)
    pool.offer(solution(190, 1))
    pool.note(1, 190, 100)
    spread = stdev((190, 90))
    short = PRIOR * spread**2 / 2 / (1 + PRIOR)
    longer = (90**2 + PRIOR * short / 2) / (1 + PRIOR)
    told = [(each.move, each.error, each.visits) for each in pool.candidates()]
    assert told == [(1, pytest.approx(sqrt(longer)), 150), (2, spread, 0)]


def test_what_was_reheated_is_left_alone_until_that_can_last_longer() -> None:
    rng, pool = random.Random(1), pool_of({1: 100, 2: 100, 3: 60})
    first = [pool.choose(50, rng) for _ in range(3)]
    assert sorted(each.score for each in first if each) == [60, 100]
    assert first[-1] is None
    assert pool.choose(100, rng) is None
    assert pool.choose(101, rng) is not None
    pool.offer(solution(130, 2))
    assert pool.choose(50, rng) == solution(130, 2)
