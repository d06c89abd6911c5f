"""A game that is looked back at, shown move by move as it was played."""

from collections.abc import Callable

from game.play.session import Session
from game.screens.context import Context
from game.screens.entry import entry_of
from game.screens.play.show import READING_SECONDS, Autoplay, Unrolling, unrolling_of
from game.screens.profile import DEMO_SECONDS
from game.screens.review.graph import ReviewGraph
from game.screens.review.words import effect_words, move_words, safe_words
from game.ui import commands


class GameShow:
    """Points a graph at one move after the other, and says what each did.

    Attributes:
        button: Begins it, or stops it.
    """

    def __init__(
        self, context: Context, session: Session, graph: ReviewGraph, show: Callable[[int], None]
    ) -> None:
        """Show nothing before it is asked for.

        Args:
            show: Points at the position after so many moves.
        """
        self.button = commands.AUTOPLAY.icon_button()
        self._context, self._session = context, session
        self._graph, self._show = graph, show
        self._autoplay = Autoplay()
        self._unrolling: Unrolling | None = None
        self._effect = ""
        self._clock = 0.0

    def toggle(self) -> None:
        """Show the game from the chosen position on, or from its start; or stop that."""
        if self.stop() or not self._session.record.length:
            return
        if self._graph.cursor == self._session.record.length:
            self._show(0)
        self._await_next()

    def stop(self) -> bool:
        """Show no more; return whether anything was to come."""
        self._unrolling, self._graph.pairs = None, ()
        self.button.icon = commands.AUTOPLAY.icon
        return self._autoplay.stop()

    def wake_after(self) -> float | None:
        """Return the seconds until something is to be shown; None if nothing is."""
        proof = self._unrolling
        return self._autoplay.wait(self._clock) if proof is None else proof.wait(self._clock)

    def words(self) -> str:
        """Return what the shown move did, or why it ended the game; nothing while none is shown."""
        if self._unrolling is not None:
            return safe_words(self._session, self._unrolling.shown(self._clock)[0])
        if self._autoplay.is_running and self._graph.cursor:
            return move_words(self._session, self._graph.cursor, self._effect)
        return ""

    def update(self, dt: float) -> None:
        """Show the next move, or why it ended the game, where that is due."""
        self._clock += dt
        now, ply, session = self._clock, self._graph.cursor, self._session
        if self._unrolling is not None:
            self._graph.pairs = self._unrolling.pairs(now)
            if self._unrolling.wait(now) > 0.0:
                return
            self._unrolling, self._graph.pairs = None, ()
        elif not self._autoplay.is_due(now):
            return
        else:
            state, speed = session.record.nodes[ply].state, self._context.settings.demo_speed
            analysis = self._context.thinker.analysis_of(session.record.spec.name, state)
            move, profile = session.record.moves[ply], entry_of(session.record.spec.name).profile
            self._unrolling = unrolling_of(analysis, profile, state, move, now, speed)
            if self._unrolling is not None:
                return
        self._show(ply + 1)
        if ply + 1 < session.record.length:
            self._await_next()
        else:
            self.stop()

    def _await_next(self) -> None:
        """Let the shown move stand for as long as its words take to be read."""
        self._effect = effect_words(self._session, self._graph.cursor)
        reading = READING_SECONDS if self._effect else 0.0
        seconds = (DEMO_SECONDS + reading) / self._context.settings.demo_speed
        self._autoplay.go_on(self._clock, seconds)
        self.button.icon = "pause"
