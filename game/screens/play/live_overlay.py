"""What the board shows of a search that goes on: calm enough to be read."""

from typing import Final

from ai.contract.rules import State
from game.play.thinker import Analysis
from game.store.settings import Settings
from game.ui.overlay import Overlay, RankHold, Values, build_overlay

OVERLAY_SECONDS: Final = {"calm": 0.5, "normal": 0.2}
"""How long an overlay stays as it is, by the player's choice."""
_MOMENT: Final = 0.05


class LiveOverlay:
    """The overlay of the shown position. It is told the time and has no clock.

    Attributes:
        overlay: The marks, if anything is known.
        trail: What was known of the position, one after the other.
        values: Which are shown where the player has the choice.
    """

    def __init__(self, position: State) -> None:
        """Show nothing of a position yet."""
        self.position = position
        self.overlay: Overlay | None = None
        self.shown: Analysis | None = None
        self.trail: list[Analysis] = []
        self.values = Values.BOTH
        self._hold = RankHold()
        self._due = 0.0

    def look_again(self) -> None:
        """Build the overlay anew at once, as after a change of the settings."""
        self._due = 0.0

    def is_due(self, now: float) -> bool:
        return now >= self._due

    def put_off(self, now: float) -> None:
        """Change nothing for a moment."""
        self._due = max(self._due, now + _MOMENT)

    def wait(self, known: Analysis | None, now: float) -> float | None:
        """Return the seconds until something new may be shown; None if nothing is known anew."""
        return None if known is self.shown else max(0.0, self._due - now)

    def move_to(self, position: State) -> None:
        self.position, self._hold = position, RankHold()
        self.trail.clear()

    def show(
        self,
        known: Analysis | None,
        settings: Settings,
        now: float,
        *,
        live: bool,
        one_player: bool,
        best_score: float = 0.0,
        has_choice: bool = False,
    ) -> bool:
        """Show what is known now; return whether that changes the picture.

        Args:
            settings: How much of it the player wants to see, and how often.
            now: The time in seconds.
            one_player: Whether values are final scores rather than shares of a win.
            has_choice: Whether the player chooses here between true values and estimates.
        """
        self._due = now + OVERLAY_SECONDS[settings.overlay_rate]
        earlier, self.shown, before, self.overlay = self.shown, known, self.overlay, None
        if known is None or (earlier is not None and earlier.searcher != known.searcher):
            self.move_to(self.position)  # what another searcher thought leads to nothing here
        if known is not None:
            self._hold = self._hold.update(known.info, now) if live else RankHold()
            if not self.trail or self.trail[-1].effort < known.effort:
                self.trail.append(known)
            chosen = self.values if has_choice else Values.BOTH
            self.overlay = build_overlay(
                known.info,
                one_player=one_player,
                best_score=best_score,
                top_n=settings.top_n,
                leader=self._hold.leader,
                values=chosen if settings.details else Values.EITHER,
            )
        return self.overlay != before
