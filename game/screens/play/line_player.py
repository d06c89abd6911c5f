"""Plays a line out, one move after the other, as long as nobody interferes."""

from typing import Final

from ai.contract.rules import State

STEP_SECONDS: Final = 0.45


class LinePlayer:
    """The moves of a line that are still to be played. It is told the time and has no clock."""

    def __init__(self) -> None:
        """Play nothing."""
        self._moves: list[int] = []
        self._from: State | None = None
        self._due = 0.0

    @property
    def is_playing(self) -> bool:
        return bool(self._moves)

    def start(self, moves: tuple[int, ...], state: State, now: float) -> None:
        """Play these moves from a position on, the first one at once."""
        self._moves, self._from, self._due = list(moves), state, now

    def stop(self) -> bool:
        """Play no more; return whether any move was left."""
        was_playing, self._moves = self.is_playing, []
        return was_playing

    def wait(self, now: float) -> float | None:
        """Return the seconds until the next move; None if none is left."""
        return max(0.0, self._due - now) if self._moves else None

    def take(self, state: State, now: float) -> int | None:
        """Return the move that is due in the shown position, if one is."""
        if not self._moves or now < self._due:
            return None
        if self._from is not state:
            self._moves = []  # another board has taken its place, by the settings
            return None
        return self._moves.pop(0)

    def go_on(self, state: State, now: float, seconds: float) -> None:
        """Take in the position after a move, and play the next one so many seconds later."""
        self._from, self._due = state, now + seconds
