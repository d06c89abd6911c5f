"""The hint ladder: the region, then the move, then its line, after some time to think."""

from enum import IntEnum


class HintStep(IntEnum):
    """How much a hint gives away."""

    NONE = 0
    REGION = 1
    MOVE = 2
    LINE = 3


class HintLadder:
    """How far the player has climbed in one position. It is told the time and has no clock.

    Attributes:
        step: How much is given away.
        move: The move whose line the last step shows.
    """

    def __init__(self, now: float) -> None:
        """Stand at the foot, in a position that is shown since `now`."""
        self.step = HintStep.NONE
        self.move: int | None = None
        self._since = now
        self._due: float | None = None

    @property
    def is_coming(self) -> bool:
        """Whether a hint was asked for that the player has to wait for."""
        return self._due is not None

    def wait(self, now: float) -> float:
        """Return the seconds until the hint on its way comes; 0 if none is."""
        return 0.0 if self._due is None else max(0.0, self._due - now)

    def ask(self, now: float, think_first: float) -> bool:
        """Ask for one step more; return whether it may be given now.

        Args:
            now: The time in seconds.
            think_first: How long the player has to look at a position before its first hint.
        """
        is_first = self.step is HintStep.NONE and self._due is None
        if is_first and think_first and now < self._since + think_first:
            self._due = self._since + think_first
        return not self.wait(now)

    def climb(self, leader: int | None) -> HintStep:
        """Give one step more away, then nothing again; the line is that of the move shown so far.

        Args:
            leader: The move that the search prefers now; it may prefer another later.
        """
        self._due = None
        self.step = HintStep((self.step + 1) % len(HintStep))
        if self.step is HintStep.LINE:
            self.move = leader
        return self.step

    def close(self) -> None:
        """Give nothing away any more; a hint on its way still comes."""
        self.step = HintStep.NONE

    def call_off(self) -> None:
        """Let no hint come by itself."""
        self._due = None
