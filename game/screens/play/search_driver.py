"""Keeps the AI at the search that should be running, and takes its moves."""

from ai.contract.rules import State
from game.play.session import Mode, Session
from game.screens.context import Context
from game.screens.play.search_requests import Purpose, SearchRequest


class SearchDriver:
    """Asks the AI for one game's searches. It is told the time and has no clock.

    Attributes:
        asked: The search that was asked for last, if it still counts.
    """

    def __init__(self, context: Context) -> None:
        """Ask for nothing yet."""
        self.asked: SearchRequest | None = None
        self._context = context
        self._asked_at = 0.0
        self._asked_for: State | None = None

    def is_thinking(self, session: Session) -> bool:
        """Whether the shown position is searched, or what was found there is held back for a time.

        That is a move with its delay, or a paced analysis between two steps.
        """
        thinker, asked = self._context.thinker, self.asked
        is_delayed = asked is not None and asked.purpose is Purpose.MOVE and thinker.has_move
        pacing = asked is not None and asked.repeats
        return (thinker.is_searching or is_delayed or pacing) and thinker.is_asked(session)

    def searcher(self, session: Session) -> str | None:
        """Return the searcher that was asked for the shown position last, if one was."""
        is_asked = self.asked is not None and self._context.thinker.is_asked(session)
        return self.asked.searcher if self.asked is not None and is_asked else None

    def drive(
        self,
        request: SearchRequest | None,
        session: Session,
        now: float,
        *,
        is_grading: bool,
        looks_back: bool,
    ) -> None:
        """Start the search that is wished for, or stop the one that is not.

        Args:
            now: The time in seconds.
            is_grading: Whether what runs is a search for a grade, which goes on.
            looks_back: Whether the player walks along the game, and may come back to its end.
        """
        if request is None:
            if not (looks_back and self._is_kept(session)):
                self._end(session, is_grading=is_grading)
            return
        thinker = self._context.thinker
        from_start = request.purpose is Purpose.SCORE_TO_BEAT
        asks = thinker.is_asked_for_start if from_start else thinker.is_asked
        is_asked = self.is_at(request) and asks(session)
        if thinker.error is not None or (is_asked and not self._is_step_over(request, now)):
            return
        self.asked, self._asked_at, self._asked_for = request, now, session.state
        thinker.think(
            session,
            request.searcher,
            request.limit,
            threads=request.threads,
            min_seconds=request.min_seconds,
            seed=session.record.start.seed if session.record.spec.players == 2 else 0,
            from_start=from_start,
            follows_proofs=request.follows_proofs,
        )

    def is_at(self, request: SearchRequest | None) -> bool:
        """Tell whether what was asked for is what is wished for now."""
        return self.asked is not None and request is not None and self.asked.serves(request)

    def _is_kept(self, session: Session) -> bool:
        """Tell whether the AI is searching for its move at the end of a game being played."""
        is_move = self.asked is not None and self.asked.purpose is Purpose.MOVE
        is_played = session.mode is Mode.PLAY and not session.record.is_at_end
        return (
            is_move
            and is_played
            and self._asked_for is session.record.nodes[session.record.length].state
        )

    def take_move(self, session: Session) -> int | None:
        """Return the move that the AI was asked for, once, when it may be played."""
        if self.asked is None or self.asked.purpose is not Purpose.MOVE:
            return None
        return self._context.thinker.take_move(session)

    def take_resignation(self, session: Session) -> bool:
        """Tell whether the AI gave the game up instead, once, when that may be told."""
        is_move = self.asked is not None and self.asked.purpose is Purpose.MOVE
        return is_move and self._context.thinker.take_resignation(session)

    def seconds_since_asked(self, now: float) -> float:
        return now - self._asked_at

    def wait(self, session: Session, now: float) -> float | None:
        """Return the seconds until a move may be taken or a step follows; None for neither."""
        if self.asked is None:
            return None
        if self.asked.purpose is Purpose.MOVE:
            thinker = self._context.thinker
            return thinker.wake_after() if thinker.is_asked(session) else None
        if self.asked.repeats:
            return max(0.0, self._asked_at + self.asked.min_seconds - now)
        return None

    def forget(self) -> None:
        """Ask anew at the next opportunity."""
        self.asked = None

    def cancel(self, session: Session) -> None:
        """End what runs for this game and drop what it would still say."""
        thinker = self._context.thinker
        is_ours = thinker.is_asked(session) or thinker.is_asked_for_start(session)
        if is_ours or self._is_kept(session):
            thinker.cancel()
        self.asked = None

    def _end(self, session: Session, *, is_grading: bool) -> None:
        thinker = self._context.thinker
        keeps = self.asked is not None and self.asked.purpose.is_for_the_player
        if keeps and self.is_thinking(session):
            thinker.stop()
        elif thinker.is_searching and not is_grading:
            thinker.cancel()
        self.asked = None

    def _is_step_over(self, request: SearchRequest, now: float) -> bool:
        """Tell whether the next step of a paced analysis is due."""
        over = request.repeats and not self._context.thinker.is_searching
        return over and now >= self._asked_at + request.min_seconds
