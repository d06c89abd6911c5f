"""How well shares of a win and results agree, by tenths of the shares."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ai.search.calibration import log_odds, share

TENTHS = 10
ENOUGH = 100
"""Tenths with fewer positions say little."""
ROUNDS = 50  # of a fit
CLOSE = 1e-9
STEEPEST = 100.0  # a slope beyond this has no end: all scored what was likelier


@dataclass(frozen=True, slots=True)
class Told:
    """A position's share of a win as it was told, and what the player to move of it scored."""

    game: str
    share: float
    scored: float


@dataclass(frozen=True, slots=True)
class Compared:
    """What many positions were told to be worth and what they scored, both on average.

    Attributes:
        error: One standard error of the difference, over games.
    """

    positions: int
    share: float
    scored: float
    error: float

    @property
    def apart(self) -> float:
        """How much more was told than scored."""
        return self.share - self.scored


def compared(told: Sequence[Told]) -> Compared:
    """Return how shares and results of positions compare; there must be some."""
    return Compared(
        len(told),
        math.fsum(each.share for each in told) / len(told),
        math.fsum(each.scored for each in told) / len(told),
        error_by_games([(each.game, each.share - each.scored) for each in told]),
    )


def tenths(told: Sequence[Told]) -> dict[int, Compared]:
    """Return each tenth of the shares that has positions, by its number from 0."""
    groups: dict[int, list[Told]] = defaultdict(list)
    for each in told:
        groups[min(TENTHS - 1, int(TENTHS * each.share))].append(each)
    return {tenth: compared(group) for tenth, group in sorted(groups.items())}


def name_of(tenth: int) -> str:
    """Return a tenth as per cents."""
    low = 100 * tenth // TENTHS
    return f"{low} to {low + 100 // TENTHS}"


def widest(told: Sequence[Told]) -> tuple[int, Compared] | None:
    """Return the tenth with enough positions whose shares and results are farthest apart."""
    known = [(n, each) for n, each in tenths(told).items() if each.positions >= ENOUGH]
    return max(known, key=lambda pair: abs(pair[1].apart), default=None)


def slope(told: Sequence[Told]) -> tuple[float, float] | None:
    """Return by what the log-odds told must be multiplied to fit the results best.

    The slope of a logistic regression without an intercept (Cox 1958), by Newton's method: below
    1, what was told was too sure, above, not sure enough.

    Returns:
        The slope and one standard error over games; None if no results tell one.
    """
    odds = [log_odds(each.share) for each in told]
    scores = [each.scored for each in told]
    best = 0.0
    for _ in range(ROUNDS):
        shares = [share(best * x) for x in odds]
        bend = math.fsum(x * x * p * (1 - p) for x, p in zip(odds, shares, strict=True))
        rest = [x * (y - p) for x, y, p in zip(odds, scores, shares, strict=True)]
        step = math.fsum(rest) / bend if bend else math.inf
        if abs(step) < CLOSE:
            break
        best += step
        if abs(best) > STEEPEST:
            return None
    by_game: dict[str, float] = defaultdict(float)
    for each, value in zip(told, rest, strict=True):
        by_game[each.game] += value
    return best, math.hypot(*by_game.values()) / bend


def error_by_games(values: Sequence[tuple[str, float]]) -> float:
    """Return the standard error of the mean of values that come in games."""
    mean = math.fsum(value for _, value in values) / len(values)
    by_game: dict[str, float] = defaultdict(float)
    for game, value in values:
        by_game[game] += value - mean
    return math.hypot(*by_game.values()) / len(values)
