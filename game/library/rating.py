"""The player's strength from results against opponents of known strength: Glicko-2.

After Mark E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf), whose
names it has: mu and phi are rating and deviation on its own scale, sigma is the volatility.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

NEW_DEVIATION: Final = 350.0
NEW_VOLATILITY: Final = 0.06
TAU: Final = 0.5
"""How much the volatility may change."""
_SCALE: Final = 173.7178
_TOLERANCE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and how sure that is.

    Attributes:
        volatility: How much it is expected to change.
    """

    value: float
    deviation: float = NEW_DEVIATION
    volatility: float = NEW_VOLATILITY

    @property
    def margin(self) -> float:
        """How far it may be off, 19 times in 20."""
        return 1.96 * self.deviation

    def after(self, results: Sequence[tuple["Rating", float]]) -> "Rating":
        """Return the rating after a rating period.

        Args:
            results: The opponents, each with the share of the point that was won: 1, 0.5 or 0.
        """
        phi = self.deviation / _SCALE
        information = surprise = 0.0
        for opponent, score in results:
            weight = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE / pi) ** 2)
            expected = 1 / (1 + exp(-weight * (self.value - opponent.value) / _SCALE))
            information += weight**2 * expected * (1 - expected)
            surprise += weight * (score - expected)
        volatility = self._volatility_after(phi, 1 / information, surprise / information)
        phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
        return Rating(self.value + _SCALE * phi**2 * surprise, _SCALE * phi, volatility)

    def _volatility_after(self, phi: float, v: float, delta: float) -> float:
        """Return the new volatility by the Illinois algorithm; step 5 of the paper."""
        a = log(self.volatility**2)

        def f(x: float) -> float:
            spread = phi**2 + v + exp(x)
            return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

        low, high = a, a - TAU
        if delta**2 > phi**2 + v:
            high = log(delta**2 - phi**2 - v)
        else:
            while f(high) < 0:
                high -= TAU
        f_low, f_high = f(low), f(high)
        while abs(high - low) > _TOLERANCE:
            middle = low + (low - high) * f_low / (f_high - f_low)
            f_middle = f(middle)
            if f_middle * f_high <= 0:
                low, f_low = high, f_high
            else:
                f_low /= 2
            high, f_high = middle, f_middle
        return exp(low / 2)
