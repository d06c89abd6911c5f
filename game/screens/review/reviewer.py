"""Searches positions of a game one after the other, so that its moves can be graded.

It asks the AI through a copy of the game that it walks along, in the order of play, so that one
position's tree helps the next; what is learnt is kept with the game itself. Moves that seem bad
are looked at a second time, for longer, before they are called so.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ai.contract.rules import State
from ai.search.messages import Limit
from game.play.grading import (
    LEAST_LOOK,
    SECOND_LOOK,
    evaluation_at,
    evaluation_of,
    grades,
    is_searched,
    judge_of,
)
from game.play.session import Session
from game.play.thinker import ThinkerState
from game.screens.context import Context

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
        plies: Iterable[int] | None = None,
        limit: Limit = REVIEW_LIMIT,
    ) -> None:
        """Find out what there is to be searched; nothing starts before `update`.

        Args:
            session: The game; what is found is recorded in it.
            plies: Positions by number of moves played; None for all of the game.
            limit: The budget for each; what has been searched as long is left as it is.
        """
        self._session = session
        self._context = context
        self._searcher = judge_of(session.record)
        self._limit = limit
        self._chosen = sorted(range(session.record.length + 1) if plies is None else plies)
        self._waiting = deque(ply for ply in self._chosen if self._is_open(ply))
        self._looked_again: set[int] = set()
        self._walker: Session | None = None
        self.total = len(self._waiting)
        self.running = True
        self._look_again()

    @property
    def done(self) -> int:
        return self.total - len(self._waiting)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search."""
        return not self._waiting

    @property
    def is_searching(self) -> bool:
        thinker = self._context.thinker
        walker = self._walker
        return walker is not None and thinker.serves(walker) and thinker.is_searching

    @property
    def ai_state(self) -> ThinkerState:
        return self._context.thinker.state_in(self._session.record.spec.name)

    def update(self) -> bool:
        """Take in what the AI found and ask for the next; return whether anything is new."""
        thinker = self._context.thinker
        if self.is_done or self.ai_state in (ThinkerState.WARMING, ThinkerState.FAILED):
            return False
        if not self.running or not self._context.may_think:
            self.stop()
            return False
        walker = self._walker = self._walker or Session.of(self._session.record.view())
        if not thinker.serves(walker):
            self._ask(walker)
            return False
        if thinker.is_searching:
            return False
        analysis = thinker.analysis(walker, self._searcher)
        if analysis is not None:
            self._session.record.nodes[walker.record.cursor].position.learn(
                evaluation_of(analysis, walker.state)
            )
        self._waiting.popleft()
        self._look_again()
        if self._waiting:
            self._ask(walker)
        return True

    def stop(self) -> None:
        """End the running search and drop it; `update` asks again if it may."""
        if self._walker is not None and self._context.thinker.serves(self._walker):
            self._context.thinker.cancel()

    def _is_open(self, ply: int) -> bool:
        evaluation = evaluation_at(self._session.record, ply)
        return evaluation is None or not is_searched(evaluation, self._limit)

    def _look_again(self) -> None:
        """Have positions searched longer: for any grade at all, then those of bad moves."""
        if self._waiting:
            return
        if self._limit not in (LEAST_LOOK, SECOND_LOOK):
            self._limit = LEAST_LOOK  # a lesson's look is shorter, and may be too short
            self._wait_for(self._chosen)
            if self._waiting:
                return
        self._limit = SECOND_LOOK
        plies = {
            ply
            for grade in grades(self._session.record)
            if grade.needs_look and {grade.ply - 1, grade.ply} <= set(self._chosen)
            for ply in (grade.ply - 1, grade.ply)
        }
        # What a second look finds may make the move before or after it seem bad, too.
        self._wait_for(sorted(plies - self._looked_again))
        self._looked_again |= plies

    def _wait_for(self, plies: Iterable[int]) -> None:
        self._waiting.extend(filter(self._is_open, plies))
        self.total += len(self._waiting)

    def _ask(self, walker: Session) -> None:
        walker.go_to(self._waiting[0])
        settings = self._context.settings
        limit = replace(self._limit, memory_mb=settings.memory_mb)
        self._context.thinker.think(walker, self._searcher, limit, threads=settings.thread_count)


class GradingQueue:
    """Has positions of a game searched for its grades; those asked for last take the place."""

    def __init__(self, context: Context, limit: Limit = REVIEW_LIMIT) -> None:
        """Make an empty queue."""
        self._context = context
        self._limit = limit
        self._last: State | None = None
        self._reviewer: Reviewer | None = None

    @property
    def is_searching(self) -> bool:
        return self._reviewer is not None and self._reviewer.is_searching

    def has_done(self, session: Session, plies: range) -> bool:
        """Tell whether these positions are those asked for last, and all of them are searched."""
        is_same = self._last is session.record.nodes[plies[-1]].state
        return is_same and self._reviewer is not None and self._reviewer.is_done

    def update(self, session: Session, plies: range) -> bool:
        """Search on for these positions; return whether anything is new."""
        was_done = self.has_done(session, plies)
        if self._reviewer is None or self._last is not session.record.nodes[plies[-1]].state:
            self.pause()
            self._last = session.record.nodes[plies[-1]].state
            self._reviewer = Reviewer(session, self._context, plies, self._limit)
        return self._reviewer.update() or self.has_done(session, plies) != was_done

    def pause(self) -> None:
        """End the search that runs, if one does; the next `update` goes on."""
        if self._reviewer is not None:
            self._reviewer.stop()
