"""The line of one candidate, shown move by move and frozen while it is looked at."""

from dataclasses import dataclass, replace
from typing import Final

from game.ui.overlay import Mark
from game.ui.theme import MOTION

MOST_STEPS: Final = 8
"""How far a line is shown that nobody has proven; a proof's is shown to its end."""


@dataclass(frozen=True, slots=True)
class LinePreview:
    """Grows by a move every half second; the wheel takes over from there.

    Attributes:
        mark: The candidate as it was when the player began to look at it; None for nobody.
        steps: How many moves of its line are shown.
        begun: When it began to grow by itself; None if it does not.
        is_pinned: Whether it stays although nothing points at it.
        is_of_view: Whether it belongs to the AI's view, and goes with it.
    """

    mark: Mark | None = None
    steps: int = 0
    begun: float | None = None
    is_pinned: bool = False
    is_of_view: bool = False

    def pointed_at(self, mark: Mark | None, now: float, *, is_of_view: bool) -> "LinePreview":
        """Return it with another candidate, or with none; one that is pinned stays."""
        before = self.mark
        if mark is None:
            return self if self.is_pinned else NO_PREVIEW
        if before is not None and mark.move == before.move:
            return self
        return LinePreview(mark, 1, now, is_of_view=is_of_view)

    def scrubbed(self, steps: int) -> "LinePreview":
        shown = max(1, min(self._most, self.steps + steps))
        return replace(self, steps=shown, begun=None)

    def advanced(self, now: float) -> "LinePreview":
        """Return it with as many moves as are due by now."""
        if self.begun is None:
            return self
        due = 1 + int((now - self.begun) / MOTION.ghost_stone)
        steps = max(1, min(self._most, due))
        return self if steps == self.steps else replace(self, steps=steps)

    def wake_after(self, now: float) -> float | None:
        """Return the seconds until another move is due; None if none is."""
        if self.begun is None or self.steps >= self._most:
            return None
        return max(0.0, self.begun + self.steps * MOTION.ghost_stone - now)

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


NO_PREVIEW: Final = LinePreview()
