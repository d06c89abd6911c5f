"""Looks through a game for two that has just ended, while nobody needs the AI for anything else."""

from typing import Final

from ai.contract.rules import State
from ai.search.messages import Limit
from game.play.session import Mode, Session
from game.screens.context import Context
from game.screens.review.reviewer import Reviewer

LOOK_LIMIT: Final = Limit(seconds=0.3, simulations=20_000)
"""How long each position is searched: enough to grade its move, less than in a review."""


class Postmortem:
    """Finds out what the result of a game was due to; what it learns is kept with the game."""

    def __init__(self, context: Context) -> None:
        """Make one; it works only while it is told to."""
        self._context = context
        self._end: State | None = None
        self._reviewer: Reviewer | None = None

    @property
    def is_searching(self) -> bool:
        """Whether the AI is at work for it now."""
        return self._reviewer is not None and self._reviewer.is_searching

    def is_complete(self, session: Session) -> bool:
        """Whether it has looked at every position of the game whose end is shown."""
        return self._is_of(session) and self._reviewer is not None and self._reviewer.is_done

    def is_due(self, session: Session) -> bool:
        """Tell whether the result of a game for two is being shown."""
        is_shown = session.mode is Mode.PLAY and session.is_over
        return is_shown and session.spec.players == 2 and session.retry_ply is None

    def update(self, session: Session) -> bool:
        """Search on, where the result is shown; return whether anything is new."""
        if not self.is_due(session):
            return False
        was_complete = self.is_complete(session)
        if not self._is_of(session):
            self.rest()
            self._end = session.state
            self._reviewer = Reviewer(session, self._context, limit=LOOK_LIMIT)
        assert self._reviewer is not None
        return self._reviewer.update() or self.is_complete(session) != was_complete

    def rest(self) -> None:
        """End the search that runs, if one does; the next `update` asks again."""
        if self._reviewer is not None:
            self._reviewer.stop()

    def _is_of(self, session: Session) -> bool:
        return self._end is session.state
