"""Bronze, silver and gold in a game for one: shares of what the AI found on the same board.

The shares were set by what simple ways to play SameGame reach of the solver's score in ten
seconds, as the median over eight random boards of 15 x 15 with five colours: one chance game in
which the commonest colour is saved 13 %, the best of twenty such games 30 %, a nested search of
500 playouts 46 %, the solver itself after a fifth of a second 70 % and after a second 87 %.
"""

import math
from dataclasses import dataclass
from typing import Final

from game.ui.theme import MEDALS, Medal

SHARES: Final = (0.4, 0.6, 0.8)
"""The least share of the AI's score for bronze, silver and gold."""


@dataclass(frozen=True, slots=True)
class MedalStanding:
    """A score against what the AI found on the same board."""

    score: int
    target: int

    @property
    def needs(self) -> tuple[int, ...]:
        """The scores that earn bronze, silver and gold; the target itself if it is not positive."""
        if self.target <= 0:
            return (self.target,) * len(SHARES)
        return tuple(math.ceil(share * self.target) for share in SHARES)

    @property
    def medal(self) -> Medal | None:
        """The best medal that the score has earned."""
        earned = [
            medal for medal, least in zip(MEDALS, self.needs, strict=True) if self._has(least)
        ]
        return earned[-1] if earned else None

    @property
    def next_medal(self) -> tuple[Medal, int] | None:
        """The next medal and the score that earns it; None with gold."""
        ahead = zip(MEDALS, self.needs, strict=True)
        return next(((medal, least) for medal, least in ahead if not self._has(least)), None)

    @property
    def share(self) -> float:
        """The score over the target, at least 0; 1 where the target is not positive and met."""
        if self.target <= 0:
            return 1.0 if self.score >= self.target else 0.0
        return max(0.0, self.score / self.target)

    def _has(self, least: int) -> bool:
        return self.score >= least
