"""The hint ladder: the region, then the move, then its line, after some time to think.

A hint is one promise: its move is fixed once the search has had its time, and every step tells
more of that same move, whatever a later search may prefer.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from game.ui.overlay import Mark, Overlay


class HintStep(IntEnum):
    NONE = 0
    REGION = 1
    MOVE = 2
    LINE = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """How far the player has climbed in one position. It is told the time and has no clock.

    Attributes:
        step: How much is given away, once the move is known.
        promised: The move that every step is about, once it is fixed.
        ahead: How many steps were asked for before that.
        due: When the first step comes by itself; None if it does not.
    """

    step: HintStep = HintStep.NONE
    promised: Mark | None = None
    ahead: int = 0
    due: float | None = None

    @property
    def is_coming(self) -> bool:
        return self.due is not None

    @property
    def needs_move(self) -> bool:
        """Whether a hint was asked for whose move is not fixed yet."""
        return self.promised is None and (self.is_coming or self.step is not HintStep.NONE)

    def wait(self, now: float) -> float:
        """Return the seconds until the hint on its way comes; 0 if none is."""
        return 0.0 if self.due is None else max(0.0, self.due - now)

    def mark(self, overlay: Overlay | None) -> Mark | None:
        """Return the hint's move as it is seen now, or was when no search tells of it now."""
        if self.promised is None or overlay is None:
            return self.promised
        now = overlay.mark_of(self.promised.move)
        return now if now is not None and now.move == self.promised.move else self.promised

    def asked(self, now: float, ready: float) -> "Hint":
        """Return it with one step more, or on its way if the player has had no time to think.

        Args:
            now: The time in seconds.
            ready: From when on the first step may be given.
        """
        if self.step is HintStep.NONE and now < ready:
            return replace(self, due=ready)
        return self.climbed()

    def climbed(self) -> "Hint":
        """Return it one step further, or closed after the last; without a move that is noted."""
        if self.step is HintStep.NONE or self.promised is not None:
            return replace(self, step=HintStep((self.step + 1) % len(HintStep)), due=None)
        return replace(self, ahead=self.ahead + 1, due=None)

    def fixed(self, mark: Mark) -> "Hint":
        """Return it with the move that every step is about, and the steps that waited for it."""
        step = self.step
        if step is not HintStep.NONE:
            step = HintStep(min(HintStep.LINE, step + self.ahead))
        return replace(self, step=step, promised=mark, ahead=0)

    def closed(self) -> "Hint":
        """Return it giving nothing away any more, nor on its way; its move stays promised."""
        return Hint(promised=self.promised)


NO_HINT: Final = Hint()


def hinted_mark(overlay: Overlay | None) -> Mark | None:
    """Return the move that a hint would be, by what is known."""
    marks = overlay.marks if overlay else ()
    return next((mark for mark in marks if mark.loss_class == "A"), None)
