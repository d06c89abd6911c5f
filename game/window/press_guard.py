"""A press counts for what the pointer came to, or for what has stood under it for a while.

Screens, dialogs and controls come and go by themselves and by clicks. What has only just taken
another thing's place under a resting pointer takes no press yet, so the second half of a double
click, or a click that was meant for what stood there before, does nothing.
"""

import math
from collections.abc import Callable, Hashable
from typing import Final

STEADY_SECONDS: Final = 0.3
"""How long something has to stand under a resting pointer before a press counts for it."""

Position = tuple[int, int]
MeaningAt = Callable[[Position], Hashable]


class PressGuard:
    """Watches what lies under the pointer."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Watch nothing yet.

        Args:
            clock: Tells the time in seconds.
        """
        self._clock = clock
        self._at: Position | None = None
        self._meaning: Hashable = None
        self._waits_until = 0.0
        self._is_unseen = True

    def wake_after(self) -> float | None:
        """Return the seconds until a press counts again, None if it does."""
        left = self._waits_until - self._clock()
        return left if left > 0 else None

    def begin(self) -> None:
        """Take note that another screen has come; nobody presses what was never to be seen."""
        self._is_unseen = True

    def look(self, meaning_at: MeaningAt) -> None:
        """Find out whether something else lies under the resting pointer now.

        Args:
            meaning_at: Returns what a press at a pixel means; equal as long as it means the same.
        """
        if self._at is None:
            return
        meaning = meaning_at(self._at)
        if meaning != self._meaning:
            self._meaning, self._waits_until = meaning, math.inf

    def shown(self) -> None:
        """Take note that a frame is on the screen; the wait for what is new in it begins now.

        Before, while a slow frame is drawn, a press is meant for what stood there.
        """
        self._is_unseen = False
        if self._waits_until == math.inf:
            self._waits_until = self._clock() + STEADY_SECONDS

    def move(self, at: Position | None, meaning_at: MeaningAt) -> None:
        """Follow the pointer; what it comes to was to be seen before, and takes a press at once."""
        self.look(meaning_at)
        came_in, self._at = self._at is None, at
        meaning = None if at is None else meaning_at(at)
        if came_in or meaning != self._meaning:
            self._meaning, self._waits_until = meaning, math.inf if self._is_unseen else 0.0

    def takes_press(self, at: Position, meaning_at: MeaningAt) -> bool:
        """Tell whether a press at a pixel counts; after one that does not, the wait begins anew.

        It may be the first half of a double click that was meant for what stood there before.
        """
        self.move(at, meaning_at)
        if self.wake_after() is None:
            return True
        self._waits_until = max(self._waits_until, self._clock() + STEADY_SECONDS)
        return False
