"""The hint ladder: the region, then the move, then its line, after some time to think.

A hint is one promise: its move is fixed once the search has had its time, and every step tells
more of that same move, whatever a later search may prefer.
"""

from enum import IntEnum

from game.ui.overlay import Mark, Overlay


class HintStep(IntEnum):
    NONE = 0
    REGION = 1
    MOVE = 2
    LINE = 3


class HintLadder:
    """How far the player has climbed in one position. It is told the time and has no clock.

    Attributes:
        step: How much is given away, once the move is known.
    """

    def __init__(self, now: float) -> None:
        """Stand at the foot, in a position that is shown since `now`."""
        self.step = HintStep.NONE
        self._promised: Mark | None = None
        self._ahead = 0
        self._since = now
        self._due: float | None = None

    @property
    def is_coming(self) -> bool:
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
        ready = self._since + think_first
        if self.step is HintStep.NONE and think_first and now < ready:
            self._due = ready
        return not self.wait(now)

    @property
    def needs_move(self) -> bool:
        """Whether a hint was asked for whose move is not fixed yet."""
        return self._promised is None and (self.is_coming or self.step is not HintStep.NONE)

    def promise(self, mark: Mark) -> None:
        """Fix the move that every step is about; steps that were asked for before come now."""
        self._promised = mark
        if self.step is not HintStep.NONE:
            self.step = HintStep(min(HintStep.LINE, self.step + self._ahead))
        self._ahead = 0

    def mark(self, overlay: Overlay | None) -> Mark | None:
        """Return the hint's move as it is seen now, or was when no search tells of it now."""
        if self._promised is None or overlay is None:
            return self._promised
        now = overlay.mark_of(self._promised.move)
        return now if now is not None and now.move == self._promised.move else self._promised

    def climb(self) -> HintStep:
        """Give one step more away, then nothing again; before the move is fixed, remember it."""
        self._due = None
        if self.step is HintStep.NONE or self._promised is not None:
            self.step = HintStep((self.step + 1) % len(HintStep))
        else:
            self._ahead += 1
        return self.step

    def close(self) -> None:
        """Give nothing away any more, nor what is on its way."""
        self.step, self._ahead = HintStep.NONE, 0
        self.call_off()

    def call_off(self) -> None:
        """Let no hint come by itself."""
        self._due = None
