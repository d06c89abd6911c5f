"""Looks through a game for two that has just ended, while nobody needs the AI for anything else."""

from typing import Final

from ai.search.messages import Limit
from game.play.session import Mode, Session
from game.screens.context import Context
from game.screens.review.reviewer import GradingQueue

LOOK_LIMIT: Final = Limit(seconds=0.3, simulations=20_000)
"""How long each position is searched: enough to grade its move, less than in a review."""


class Postmortem:
    """Finds out what the result of a game was due to; what it learns is kept with the game."""

    def __init__(self, context: Context) -> None:
        """Make one; it works only while it is told to."""
        self.queue = GradingQueue(context, LOOK_LIMIT)

    def is_due(self, session: Session) -> bool:
        """Tell whether the result of a game for two is being shown."""
        is_shown = session.mode is Mode.PLAY and session.is_over
        return is_shown and session.spec.players == 2 and session.retry_ply is None

    def update(self, session: Session) -> bool:
        """Search on, where the result is shown; return whether anything is new."""
        return self.is_due(session) and self.queue.update(session, range(session.cursor + 1))
