"""How strong a player is: a rating by Glicko-2, and the strength at which a match is even."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
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
    """How strong a player is, from results against opponents of known strength: Glicko-2.

    After Mark E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf), whose
    names it has: mu and phi are rating and deviation on its own scale, sigma is the volatility.

    Attributes:
        deviation: How sure the value is.
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


LEVEL_DEVIATION: Final = 50.0
"""How sure the strength of a level is."""
_FIRST_STEP: Final = 300.0
_LEAST_STEP: Final = 60.0
_DEVIATION: Final = 150.0
"""How sure the strength is that the steps have led to: of players of 600 to 1800, some 100 Elo."""
_FARTHEST: Final = 800.0
"""The largest difference in strength that counts: beyond it a result is chance."""


@dataclass(frozen=True, slots=True)
class EvenMatch:
    """At which strength a player wins every other game on a board, as far as that is known.

    It begins at the strength of the first opponent and goes up and down by steps, halved at each
    turn of the results: a staircase, after Cornsweet, "The staircase-method in psychophysics"
    (American Journal of Psychology 75, 1962). This reaches anybody within five games, for which
    Glicko-2 needs 25. Once the steps are small, Glicko-2 goes on from there.

    Attributes:
        board: Which one, as `write_game` writes it: a strength is another one on another board.
        step: The last step, up or down; 0 before the first.
        deviation: Glicko-2's; 0 as long as steps are made.
    """

    game: str
    board: str
    value: float
    step: float = 0.0
    deviation: float = 0.0
    volatility: float = NEW_VOLATILITY

    def after(self, strength: float, score: float, ends: tuple[float, float]) -> "EvenMatch":
        """Return what is known after one more game.

        In the steps a draw moves nothing, nor does what was to be expected: a win against somebody
        much weaker, or the loss to somebody stronger.

        Args:
            strength: How strong the opponent was.
            score: The share of the point that was won.
            ends: The least and the greatest strength that there is on the board.
        """
        if self.deviation:
            before = Rating(self.value, self.deviation, self.volatility)
            low, high = self.value - _FARTHEST, self.value + _FARTHEST
            opponent = Rating(min(max(strength, low), high), LEVEL_DEVIATION)
            after = before.after([(opponent, score)])
            value = min(max(after.value, ends[0]), ends[1])
            return replace(self, **asdict(replace(after, value=value)))
        if score == 0.5:
            return self
        sign = 1 if score > 0.5 else -1
        is_turn = sign * self.step < 0
        size = abs(self.step) / (1 + is_turn) or _FIRST_STEP
        if size < _LEAST_STEP:
            return replace(self, deviation=_DEVIATION).after(strength, score, ends)
        to = min(max(strength + sign * size, ends[0]), ends[1])
        value = max(self.value, to) if sign > 0 else min(self.value, to)
        return self if value == self.value else replace(self, value=value, step=sign * size)
