"""Elo, its interval and the sequential test against values known from elsewhere."""

import math
import pickle
from dataclasses import replace

import pytest

from ai.match.events import GameRecord
from ai.match.match import Ledger
from ai.match.statistics import (
    SprtBounds,
    Units,
    elo_interval,
    elo_of,
    log_likelihood_ratio,
    score_of,
)
from tests.arena.told import plan

PAIR_SCORES = {0: (0.0, 0.0), 1: (0.0, 0.5), 2: (0.5, 0.5), 3: (0.5, 1.0), 4: (1.0, 1.0)}


def pairs(*counts: int) -> Units:
    """Return pairs of games by how many brought 0, 0.5, 1, 1.5 and 2 points."""
    return {PAIR_SCORES[i]: count for i, count in enumerate(counts) if count}


def singles(wins: int, draws: int, losses: int) -> Units:
    return {(1.0,): wins, (0.5,): draws, (0.0,): losses}


@pytest.mark.parametrize(("elo", "share"), [(0, 0.5), (200, 0.7597469), (-400, 1 / 11)])
def test_elo_is_the_logistic_curve_of_the_share(elo: float, share: float) -> None:
    assert score_of(elo) == pytest.approx(share)
    assert elo_of(share) == pytest.approx(elo, abs=1e-4)


def test_the_trinomial_interval_is_that_of_the_mean() -> None:
    # 60 wins, 20 draws, 20 losses: share 0.7, variance of a game 0.16, of the mean 0.04^2.
    interval = elo_interval(singles(60, 20, 20))
    assert interval.value == pytest.approx(147.19, abs=0.01)
    assert interval.low == pytest.approx(elo_of(0.7 - 1.959964 * 0.04), abs=0.01)
    assert interval.high == pytest.approx(elo_of(0.7 + 1.959964 * 0.04), abs=0.01)
    # A pair that is known in part counts by its games.
    part = elo_interval({(1.0, 0.0): 1, (1.0, 0.5): 1, (1.0,): 1})
    assert part.value == pytest.approx(elo_of(3.5 / 5))


def test_the_pentanomial_interval_takes_pairs_for_one_observation() -> None:
    # Every opening is won by whoever has the better colour: nobody is stronger, and surely so.
    even = {(1.0, 0.0): 50, (1.0, 0.5): 2}
    interval = elo_interval(even)
    assert interval.high - interval.low < 20
    alone = elo_interval(singles(52, 2, 50))
    assert alone.high > 60


def test_games_that_all_end_alike_leave_one_end_open() -> None:
    won, lost = elo_interval(singles(10, 0, 0)), elo_interval(singles(0, 0, 10))
    assert (won.value, won.high) == (lost.value, lost.low) == (None, None)
    # Wilson's bound is n / (n + z^2).
    assert won.low == pytest.approx(166.20, abs=0.05)
    assert lost.high == pytest.approx(-166.20, abs=0.05)
    drawn = elo_interval(singles(0, 10, 0))
    assert (drawn.value, drawn.low) == (0, pytest.approx(-drawn.high))
    assert drawn.high > 100, "which claims no certainty"
    assert elo_interval({}).value is None
    assert log_likelihood_ratio({}, SprtBounds(0, 10)) == 0


def test_the_bounds_are_walds() -> None:
    bounds = SprtBounds(0, 10, alpha=0.05, beta=0.1)
    assert bounds.lower == pytest.approx(math.log(0.1 / 0.95))
    assert bounds.upper == pytest.approx(math.log(0.9 / 0.05))
    assert bounds.verdict(bounds.upper) == "H1"
    assert bounds.verdict(bounds.lower) == "H0"
    assert bounds.verdict(0.0) == ""


# What the function LLR_logistic of fishtest returns for these counts.
FISHTEST = (
    (pairs(10, 20, 30, 25, 15), 0, 5, 0.269413),
    (pairs(390, 1200, 2500, 1350, 460), 0, 2, 2.922533),
    (pairs(0, 3, 10, 12, 5), 0, 50, 3.995414),
    (singles(60, 20, 20), 0, 100, 9.422108),
    (singles(20, 20, 60), 0, 100, -19.145532),
    (singles(5, 0, 0), 0, 50, 0.667939),
)


@pytest.mark.parametrize(("units", "elo0", "elo1", "expected"), FISHTEST)
def test_the_ratio_is_fishtests(units: Units, elo0: float, elo1: float, expected: float) -> None:
    assert log_likelihood_ratio(units, SprtBounds(elo0, elo1)) == pytest.approx(expected, abs=1e-4)


def test_a_match_keeps_of_its_games_no_more_than_sums() -> None:
    match = replace(plan(), games=4_000)

    def size_after(games: int) -> int:
        ledger = Ledger(match)
        for number in range(games):
            ledger.add(GameRecord(number, number // 2, result=1.0, ending=str(number)))
        assert ledger.standing.wins == games
        return len(pickle.dumps(ledger))

    assert size_after(4_000) - size_after(40) < 100
