"""How much stronger one side is: Elo with its 95 % interval, and the sequential test.

A result is the share of the point that side A got: 1, 0.5 or 0. The two games of an opening,
one with each colour, are no independent observations, so they count as one: a *unit*, whose
share is their mean. Over complete pairs this is the pentanomial model, over single games the
trinomial one.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

Units = Mapping[tuple[float, ...], int]
"""How many units had the same results: there are few kinds, whatever the number of games."""

Z95 = 1.959964
_ZERO_COUNT = 1e-3
"""What an outcome counts that did not occur, as in fishtest: a likelihood must not be zero."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its 95 % interval; None stands for a bound at infinity."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class SprtBounds:
    """A sequential test of Elo `elo1` (H1) against `elo0` (H0).

    Attributes:
        elo0: Logistic Elo of A under H0.
        elo1: Logistic Elo of A under H1; above `elo0`.
        alpha: Probability to accept H1 where H0 is true.
        beta: Probability to accept H0 where H1 is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5 and -2000 <= self.elo0 < self.elo1):
            raise ValueError("these are no bounds of a test")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted (Wald, 1945)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> str:
        """Return ``H0`` or ``H1`` once one is accepted, else nothing."""
        if ratio >= self.upper:
            return "H1"
        return "H0" if ratio <= self.lower else ""


def score_of(elo: float) -> float:
    """Return the share of the points that a lead of `elo` brings: 1 / (1 + 10^(-elo/400))."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float | None:
    """Return the lead that a share of the points means; None for infinity, at 0 and 1."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


def elo_interval(units: Units) -> Interval:
    """Return A's lead in Elo with its 95 % interval.

    The interval is the normal one of the mean share m, with the variance between units,
    ``sum (n_i (x_i - m))^2 / (sum n_i)^2`` for units of n_i games and mean x_i, and both ends
    carried over to Elo. Where all units are alike, that variance is 0 and would claim
    certainty; Wilson's interval for as many units takes its place.

    Args:
        units: Units that are known in part count by their games.
    """
    games = sum(len(unit) * count for unit, count in units.items())
    if not games:
        return Interval(None, None, None)
    mean = sum(sum(unit) * count for unit, count in units.items()) / games
    squares = (count * (sum(unit) - len(unit) * mean) ** 2 for unit, count in units.items())
    variance = sum(squares) / games**2
    if variance > 0:
        reach = Z95 * math.sqrt(variance)
        low, high = mean - reach, mean + reach
    else:
        low, high = _wilson(mean, sum(count for unit, count in units.items() if unit))
    return Interval(elo_of(mean), elo_of(low), elo_of(high))


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Return the score interval of Wilson (1927) for a share of `count` trials."""
    weight = Z95**2 / count
    middle = (share + weight / 2) / (1 + weight)
    reach = Z95 / (1 + weight) * math.sqrt(share * (1 - share) / count + weight / (4 * count))
    # At a share of 0 or 1 one end is that very share, but for rounding.
    low, high = middle - reach, middle + reach
    return (0.0 if share == 0 else low), (1.0 if share == 1 else high)


def log_likelihood_ratio(units: Units, bounds: SprtBounds) -> float:
    """Return the generalised log-likelihood ratio of H1 to H0 over the complete units.

    The most likely distribution over the outcomes whose mean is that of a hypothesis takes
    the place of the unknown true one (Van den Bergh, "Comments on normalized Elo" and "The
    MLE for a multinomial distribution with given expectation", as in fishtest).

    Args:
        units: They are all of one size: 2 for pairs, 1 for single games.
    """
    if not units:
        return 0.0
    outcomes = 2 * len(next(iter(units))) + 1
    seen: Counter[int] = Counter()
    for unit, count in units.items():
        seen[round(2 * sum(unit))] += count
    counts = [float(seen[i]) or _ZERO_COUNT for i in range(outcomes)]
    total = sum(counts)
    observed = [(i / (outcomes - 1), count / total) for i, count in enumerate(counts)]
    s0, s1 = score_of(bounds.elo0), score_of(bounds.elo1)
    x0, x1 = _tilt(observed, s0), _tilt(observed, s1)
    # The likelihood of outcome a under a hypothesis is p / (1 + x (a - s)).
    terms = (p * math.log((1 + x0 * (a - s0)) / (1 + x1 * (a - s1))) for a, p in observed)
    return total * sum(terms)


def _tilt(observed: list[tuple[float, float]], mean: float) -> float:
    """Return the x at which ``sum p (a - mean) / (1 + x (a - mean))`` is 0, by bisection.

    The sum falls with x between the poles of its outermost terms.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(200):
        x = (low + high) / 2
        if sum(p * (a - mean) / (1 + x * (a - mean)) for a, p in observed) > 0:
            low = x
        else:
            high = x
    return (low + high) / 2
