"""The line of one candidate, shown move by move and frozen while it is looked at."""

from typing import Final

from ai.contract.rules import State
from game.ui.overlay import Mark
from game.ui.theme import MOTION

MOST_STEPS: Final = 8
"""How far a line is shown that nobody has proven; a proof's is shown to its end."""


class LinePreview:
    """Grows by a move every half second; the wheel takes over from there.

    Attributes:
        mark: The candidate as it was when the player began to look at it; None for nobody.
        steps: How many moves of its line are shown.
        is_pinned: Whether it stays although nothing points at it.
    """

    def __init__(self) -> None:
        self.mark: Mark | None = None
        self.steps = 0
        self.is_pinned = False
        self._state: State | None = None
        self._started = 0.0
        self._runs = False

    def start(self, mark: Mark | None, state: State, now: float) -> bool:
        """Show another candidate of a position, or none; return whether it is another."""
        before = self.mark
        if mark is None and self.is_pinned:
            return False
        if mark is before or (mark and before and mark.move == before.move):
            return False
        self.mark, self.steps, self._state = mark, 1, state
        self._started, self._runs, self.is_pinned = now, mark is not None, False
        return True

    def play_out(self, mark: Mark, state: State, now: float) -> None:
        """Show a candidate's line from its first move to its end, wherever the pointer goes."""
        self.stop()
        self.start(mark, state, now)
        self.is_pinned = True

    def stop(self) -> None:
        self.mark, self._runs, self.is_pinned = None, False, False

    def scrub(self, steps: int) -> None:
        self.steps = max(1, min(self._most, self.steps + steps))
        self._runs = False

    def advance(self, state: State, now: float) -> None:
        """Show as many moves as are due by now, and none once the position is another."""
        if state is not self._state:
            self.stop()
        if self._runs:
            due = 1 + int((now - self._started) / MOTION.ghost_stone)
            self.steps = max(1, min(self._most, due))

    def wake_after(self, now: float) -> float | None:
        """Return the seconds until another move is due; None if none is."""
        if not self._runs or self.steps >= self._most:
            return None
        return max(0.0, self._started + self.steps * MOTION.ghost_stone - now)

    @property
    def line(self) -> tuple[int, ...]:
        return self.mark.line[: self.steps] if self.mark else ()

    def is_outdated(self, mark: Mark) -> bool:
        """Tell whether the search meanwhile expects other moves than are shown."""
        if self.mark is None or self.mark.move != mark.move:
            return False
        return mark.line[: self.steps] != self.line

    @property
    def _most(self) -> int:
        if self.mark is None:
            return 0
        length = len(self.mark.line)
        return length if self.mark.theorem else min(MOST_STEPS, length)
