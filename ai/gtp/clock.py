"""How long to think about a move under the protocol's time settings."""

from dataclasses import dataclass

_MOVES_AHEAD = 20
"""Games seldom last longer than this for a player, so a larger share would be wasted."""

_SHARE_USED = 0.9
_RESERVE_S = 0.05
_LEAST_S = 0.01


@dataclass(slots=True)
class GameClock:
    """One player's time: main time, then a period for every few stones.

    Attributes:
        left: Seconds left of the main time or of the period.
        stones_left: Stones to place in this period; 0 in the main time.
        period: Seconds of a period; 0 for none.
    """

    left: float
    stones_left: int = 0
    period: float = 0.0
    stones: int = 0

    def set_left(self, seconds: float, stones: int) -> None:
        """Take over what the controller's clock says."""
        self.left, self.stones_left = seconds, stones

    def budget(self, own_moves: int) -> float:
        """Seconds to think now, with at most `own_moves` still to make, this one included."""
        moves = self.stones_left or min(max(1, own_moves), _MOVES_AHEAD)
        share = self.left / moves
        if self.stones and not self.stones_left:
            share = max(share, self.period / self.stones)
        return max(_LEAST_S, share * _SHARE_USED - _RESERVE_S)

    def spend(self, seconds: float) -> None:
        """Count a move; the end of the main time or of a period begins the next period."""
        self.left -= seconds
        if self.stones_left:
            self.stones_left -= 1
            if self.stones_left == 0:
                self._begin_period()
        elif self.left <= 0 and self.stones:
            self._begin_period()
        self.left = max(0.0, self.left)

    def _begin_period(self) -> None:
        self.left, self.stones_left = self.period, self.stones


def new_clock(main: float, period: float, stones: int) -> GameClock | None:
    """Return the clock that ``time_settings`` asks for; None when time is unlimited."""
    if stones == 0:
        return GameClock(main) if main > 0 and period == 0 else None
    clock = GameClock(main, 0, period, stones)
    if main == 0:
        clock.set_left(period, stones)
    return clock
