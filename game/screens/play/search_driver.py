"""Keeps the AI at the search that should be running, and takes its moves."""

from ai.contract.rules import State
from game.play.session import Mode, Session
from game.screens.context import Context
from game.screens.play.search_requests import Purpose, SearchRequest


class SearchDriver:
    """Asks the AI for one game's searches. It is told the time and has no clock.

    Attributes:
        request: The search that was asked for last, if it still counts.
    """

    def __init__(self, context: Context) -> None:
        """Ask for nothing yet."""
        self.request: SearchRequest | None = None
        self._context = context
        self._requested_at = 0.0
        self._state: State | None = None

    def is_thinking(self, session: Session) -> bool:
        """Whether the shown position is searched, or what was found there is held back for a time.

        That is a move with its delay, or a paced analysis between two steps.
        """
        thinker, current = self._context.thinker, self.request
        is_delayed = current is not None and current.purpose is Purpose.MOVE and thinker.has_move
        pacing = current is not None and current.repeats
        return (thinker.is_searching or is_delayed or pacing) and thinker.serves(session)

    def searcher(self, session: Session) -> str | None:
        """Return the searcher that was asked for the shown position last, if one was."""
        is_current = self.request is not None and self._context.thinker.serves(session)
        return self.request.searcher if self.request is not None and is_current else None

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
        asks = thinker.serves_start if from_start else thinker.serves
        is_current = self.is_at(request) and asks(session)
        if thinker.error is not None or (is_current and not self._is_step_over(request, now)):
            return
        self.request, self._requested_at, self._state = request, now, session.state
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
        return self.request is not None and request is not None and self.request.serves(request)

    def _is_kept(self, session: Session) -> bool:
        """Tell whether the AI is searching for its move at the end of a game being played."""
        is_move = self.request is not None and self.request.purpose is Purpose.MOVE
        is_played = session.mode is Mode.PLAY and not session.record.is_at_end
        return (
            is_move
            and is_played
            and self._state is session.record.nodes[session.record.length].state
        )

    def take_move(self, session: Session) -> int | None:
        """Return the move that the AI was asked for, once, when it may be played."""
        if self.request is None or self.request.purpose is not Purpose.MOVE:
            return None
        return self._context.thinker.take_move(session)

    def take_resignation(self, session: Session) -> bool:
        """Tell whether the AI gave the game up instead, once, when that may be told."""
        is_move = self.request is not None and self.request.purpose is Purpose.MOVE
        return is_move and self._context.thinker.take_resignation(session)

    def seconds_searched(self, now: float) -> float:
        return now - self._requested_at

    def wait(self, session: Session, now: float) -> float | None:
        """Return the seconds until a move may be taken or a step follows; None for neither."""
        if self.request is None:
            return None
        if self.request.purpose is Purpose.MOVE:
            thinker = self._context.thinker
            return thinker.wake_after() if thinker.serves(session) else None
        if self.request.repeats:
            return max(0.0, self._requested_at + self.request.min_seconds - now)
        return None

    def forget(self) -> None:
        """Ask anew at the next opportunity."""
        self.request = None

    def cancel(self, session: Session) -> None:
        """End what runs for this game and drop what it would still say."""
        thinker = self._context.thinker
        is_ours = thinker.serves(session) or thinker.serves_start(session)
        if is_ours or self._is_kept(session):
            thinker.cancel()
        self.request = None

    def _end(self, session: Session, *, is_grading: bool) -> None:
        thinker = self._context.thinker
        keeps = self.request is not None and self.request.purpose.is_for_the_player
        if keeps and self.is_thinking(session):
            thinker.stop()
        elif thinker.is_searching and not is_grading:
            thinker.cancel()
        self.request = None

    def _is_step_over(self, request: SearchRequest, now: float) -> bool:
        """Tell whether the next step of a paced analysis is due."""
        over = request.repeats and not self._context.thinker.is_searching
        return over and now >= self._requested_at + request.min_seconds
