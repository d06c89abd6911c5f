"""What the AI does while nobody needs it for anything else: it grades moves, as they are asked for.

A retry, a guess, a lesson and a finished game are one loop: there is a position with a move in it,
the move is searched, and who asked is told what it was worth.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from ai.search.messages import Limit
from game.play.session import Mode, Session
from game.screens.context import Context
from game.screens.review.reviewer import GradingQueue

LOOK_LIMIT: Final = Limit(seconds=0.3, simulations=20_000)
"""How long each position is searched: enough to grade its move, less than in a review."""


class Asker(Protocol):
    """Who has moves graded.

    Attributes:
        queue: What is to be searched for that.
    """

    queue: GradingQueue

    def wants_to_search(self, session: Session) -> bool: ...

    def update(self, session: Session) -> bool:
        """Search on, where there is a move to grade; return whether one has been graded now."""


class Postmortem:
    """Finds out what the result of a game was due to; what it learns is kept with the game."""

    def __init__(self, context: Context) -> None:
        self.queue = GradingQueue(context, LOOK_LIMIT)

    def wants_to_search(self, session: Session) -> bool:
        """Tell whether the result of a game for two is being shown."""
        is_shown = session.mode is Mode.PLAY and session.is_over
        return is_shown and session.record.spec.players == 2 and session.record.retry is None

    def update(self, session: Session) -> bool:
        is_shown = self.wants_to_search(session)
        return is_shown and self.queue.update(session, range(session.record.cursor + 1))


class SpareTime:
    """Shares the AI's time among those who have moves graded, and who come last."""

    def __init__(self, askers: Sequence[Asker], last: Asker) -> None:
        self._askers = askers
        self._last = last

    @property
    def is_used(self) -> bool:
        """Whether what the AI searches is searched for one of them."""
        return any(each.queue.is_searching for each in (*self._askers, self._last))

    def has_work(self, session: Session) -> bool:
        return any(each.wants_to_search(session) for each in self._askers)

    def end(self) -> None:
        """Search for none of them."""
        for each in (*self._askers, self._last):
            each.queue.pause()

    def use(self, session: Session) -> bool:
        """Search on for whoever wants it; return whether anything new is known."""
        has_work = self.has_work(session)
        if has_work or not self._last.wants_to_search(session):
            self._last.queue.pause()
        is_new = [each.update(session) for each in self._askers]
        return any(is_new) or (not has_work and self._last.update(session))
