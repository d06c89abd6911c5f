"""The G key: pressed, it turns the graph on or off; held, it shows every mistake on it."""

from game.play.session import Mode
from game.ui.widgets.base import HOLD_SECONDS


class GraphSwitch:
    """Whether each mode shows the graph. It is told the time and has no clock."""

    def __init__(self) -> None:
        """In Play the graph is off until it is asked for."""
        self._on = {Mode.PLAY: False, Mode.ANALYSE: True, Mode.DEMO: True}
        self._held: Mode | None = None
        self._was_on = False
        self._since = 0.0

    @property
    def all_mistakes(self) -> bool:
        """Whether the graph shows every mistake rather than the worst."""
        return self._held is not None

    def is_on(self, mode: Mode) -> bool:
        return self._on[mode]

    def wake_after(self, now: float) -> float | None:
        """Return the seconds until a key that is down is held; None once it is, and for none."""
        left = self._since + HOLD_SECONDS - now
        return left if self._held is not None and left > 0 else None

    def press(self, mode: Mode, now: float) -> None:
        """Show the graph with every mistake for as long as the key is down."""
        self._held, self._since = mode, now
        self._was_on, self._on[mode] = self._on[mode], True

    def release(self, now: float) -> None:
        """Show the worst mistakes again; a short press has turned the graph on or off."""
        if self._held is not None:
            self._on[self._held] = self._was_on ^ (now - self._since < HOLD_SECONDS)
        self._held = None
