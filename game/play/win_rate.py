"""Whose point of view a share of a win is told from, in its type."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WinRate:
    """A share of a win in a game for two, as one of the players sees it.

    Attributes:
        share: From 0 to 1; a draw counts half.
        player: Who sees it so, 0 or 1.
    """

    share: float
    player: int

    def of(self, player: int) -> float:
        return self.share if player == self.player else 1.0 - self.share
