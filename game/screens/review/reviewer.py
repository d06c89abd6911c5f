"""Searches positions of a game one after the other, so that its moves can be graded.

It asks the AI through a copy of the game that it walks along, in the order of play, so that
one position's tree helps the next; what is learnt is kept with the game itself.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ai.search.messages import Limit
from game.grading import evaluation_of
from game.screens.context import Context
from game.session import Mode, Session
from game.thinker import ThinkerState

REVIEW_LIMIT: Final = Limit(seconds=1.0, simulations=60_000)


class Reviewer:
    """Works through positions of one game.

    Attributes:
        running: Whether it may search; a stopped one can go on.
    """

    def __init__(
        self,
        session: Session,
        context: Context,
        searcher: str,
        plies: Iterable[int] | None = None,
        limit: Limit = REVIEW_LIMIT,
        enough: int | None = None,
    ) -> None:
        """Find out what there is to be searched; nothing starts before `update`.

        Args:
            session: The game; what is found is recorded in it.
            context: What the app lends.
            searcher: The searcher's specification.
            plies: Positions by number of moves played; None for all of the game.
            limit: The budget for each.
            enough: Visits with which a position is left as it is; None reviews every one to the
                end of its budget, once and for all.
        """
        self._session = session
        self._context = context
        self._searcher = searcher
        self._limit = replace(limit, memory_mb=context.settings.memory_mb)
        self._enough = enough
        chosen = range(session.length + 1) if plies is None else plies
        self._waiting = deque(ply for ply in sorted(chosen) if self._is_open(ply))
        self._walker: Session | None = None
        self.total = len(self._waiting)
        self.running = True

    @property
    def done(self) -> int:
        """How many of the positions have been searched."""
        return self.total - len(self._waiting)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search."""
        return not self._waiting

    @property
    def is_searching(self) -> bool:
        """Whether the AI is at work for it now."""
        thinker = self._context.thinker
        walker = self._walker
        return walker is not None and thinker.is_asked(walker) and thinker.is_searching

    @property
    def ai_state(self) -> ThinkerState:
        """What the AI does, as far as this game goes."""
        return self._context.thinker.state_in(self._session.spec.name)

    def update(self) -> bool:
        """Take in what the AI found and ask for the next; return whether anything is new."""
        thinker = self._context.thinker
        if self.is_done or self.ai_state in (ThinkerState.WARMING, ThinkerState.FAILED):
            return False
        if not self.running or not self._context.may_think:
            self.stop()
            return False
        walker = self._walker = self._walker or self._session.copied(Mode.ANALYSE)
        if not thinker.is_asked(walker):
            self._ask(walker)
            return False
        if thinker.is_searching:
            return False
        self._learn(walker)
        self._waiting.popleft()
        if self._waiting:
            self._ask(walker)
        return True

    def stop(self) -> None:
        """End the running search and drop it; `update` asks again if it may."""
        if self._walker is not None and self._context.thinker.is_asked(self._walker):
            self._context.thinker.cancel()

    def _is_open(self, ply: int) -> bool:
        if self._session.state_at(ply).is_terminal:
            return False
        known = self._session.evaluations.get(ply)
        if known is None or known.reviewed or not known.line:
            return known is None or not known.reviewed
        if self._enough is not None:
            return known.proof is None and known.visits < self._enough
        # Scores are found by luck: only a review of its own tells what a position is worth.
        if self._session.spec.players == 1:
            return True
        return known.proof is None and known.visits < (self._limit.simulations or 0)

    def _ask(self, walker: Session) -> None:
        walker.go_to(self._waiting[0])
        threads = self._context.settings.thread_count
        self._context.thinker.think(walker, self._searcher, self._limit, threads=threads)

    def _learn(self, walker: Session) -> None:
        known = self._context.thinker.analysis(walker)
        if known is not None:
            found = evaluation_of(known, walker.state)
            found = replace(found, reviewed=self._enough is None)
            self._session.record_evaluation(walker.cursor, found)
