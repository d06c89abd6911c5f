"""What the AI does while nobody needs it for anything else: it grades moves, as they are asked for.

A retry, a guess, a lesson and a finished game are one loop: there is a position with a move in it,
the move is searched, and who asked is told what it was worth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ai.search.messages import Limit
from game.play.session import Mode, Session
from game.screens.context import Context
from game.screens.review.reviewer import GradingQueue

LOOK_LIMIT: Final = Limit(seconds=0.3, simulations=20_000)
"""How long each position is searched: enough to grade its move, less than in a review."""


@dataclass(frozen=True, slots=True)
class Grading:
    """Positions of a game, by their numbers of moves, that are to be searched.

    Attributes:
        note: Takes what that has come to, once, if somebody waits for it.
    """

    game: Session
    plies: range
    note: Callable[[], None] | None = None


class Asker(Protocol):
    """Who has moves graded.

    Attributes:
        queue: What is to be searched for that.
    """

    queue: GradingQueue

    def due(self, session: Session) -> Grading | None:
        """Return what is to be searched next; None for nothing."""


def serve(asker: Asker, session: Session) -> bool:
    """Search on for somebody; return whether anything new is known."""
    due = asker.due(session)
    if due is None:
        return False
    is_new = asker.queue.update(due.game, due.plies)
    if due.note is None or not asker.queue.has_done(due.game, due.plies):
        return is_new
    due.note()
    return True


class Postmortem:
    """Finds out what the result of a game was due to; what it learns is kept with the game."""

    def __init__(self, context: Context) -> None:
        self.queue = GradingQueue(context, LOOK_LIMIT)

    def due(self, session: Session) -> Grading | None:
        """Return the whole game while the result of one for two is shown."""
        record, is_shown = session.record, session.mode is Mode.PLAY and session.is_over
        is_duel = record.spec.players == 2 and record.retry is None
        return Grading(session, range(record.cursor + 1)) if is_shown and is_duel else None


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
        return any(each.due(session) is not None for each in self._askers)

    def end(self) -> None:
        """Search for none of them."""
        for each in (*self._askers, self._last):
            each.queue.pause()

    def use(self, session: Session) -> bool:
        """Search on for whoever wants it; return whether anything new is known."""
        has_work = self.has_work(session)
        if has_work or self._last.due(session) is None:
            self._last.queue.pause()
        is_new = [serve(each, session) for each in self._askers]
        return any(is_new) or (not has_work and serve(self._last, session))
