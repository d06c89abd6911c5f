"""Grades the player's moves against the AI once they are answered, and speaks up after bad ones."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from ai.search.messages import Limit
from game.play.grading import Grade, grade_of
from game.play.session import Mode, Seat, Session
from game.screens.context import Context
from game.screens.play.spare_time import Grading
from game.screens.review.reviewer import GradingQueue

EXPLAINED: Final = "BCD"
"""Letters that are explained when they are seen for the first time."""
LESSON_LIMIT: Final = Limit(seconds=0.6, simulations=40_000)
"""How long each of the positions before and after a move is searched for its grade."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move that the player is told something of, and whether it is to be taken back.

    Attributes:
        takes_back: Whether the player asked for bad moves to be taken back.
        explains: Whether its letter is told for the first time.
    """

    grade: Grade
    takes_back: bool
    explains: bool = False


class Teacher:
    """Watches one game.

    Attributes:
        queue: Has the player's last move graded.
    """

    def __init__(self, context: Context) -> None:
        """Make a teacher, who works only while it is wanted."""
        self.queue = GradingQueue(context, LESSON_LIMIT)
        self._context = context
        self._judged: tuple[int, ...] | None = None
        self._grade: Grade | None = None
        self._lesson: Lesson | None = None
        self._news: Lesson | None = None

    def grade(self, session: Session) -> Grade | None:
        """Return the grade of the player's last move, until the next one or an undo."""
        if self._judged is None or not session.record.is_at_end:
            return None
        behind = session.record.cursor - len(self._judged)
        kept = 0 <= behind <= 1 and session.record.node.moves[: len(self._judged)] == self._judged
        return self._grade if kept else None

    def lesson(self, session: Session) -> Lesson | None:
        """Return what is to be told of the player's last move, until another one is made."""
        lesson, judged = self._lesson, self._judged
        if lesson is None or judged is None or session.mode is not Mode.PLAY:
            return None
        is_last = (
            session.record.length - len(judged) <= 1
            and session.record.moves[: len(judged)] == judged
        )
        is_seen = session.record.retry is None and session.record.cursor >= len(judged) - 1
        return lesson if is_last and is_seen else None

    def due(self, session: Session) -> Grading | None:
        """Return the player's last move, as long as it has no grade."""
        ply = self._answered(session)
        if ply is None or session.record.node.moves[:ply] == self._judged:
            return None
        return Grading(session, range(ply - 1, ply + 1), partial(self._judge, session, ply))

    def _judge(self, session: Session, ply: int) -> None:
        self._judged = session.record.node.moves[:ply]
        self._grade = grade_of(session.record, ply)
        self._lesson = self._news = self._lesson_on(self._grade)

    def take(self) -> Lesson | None:
        """Return what is newly to be told, once."""
        news, self._news = self._news, None
        return news

    def _answered(self, session: Session) -> int | None:
        """Return the player's last answered move, as a number of moves played."""
        if self._context.settings.teaching == "off" or session.mode is not Mode.PLAY:
            return None
        if session.record.retry is not None or not session.record.is_at_end:
            return None
        if set(session.record.seats) != {Seat.HUMAN, Seat.AI}:
            return None
        ply = session.record.cursor
        if (
            ply
            and session.record.seats[session.record.nodes[ply - 1].state.current_player] is Seat.AI
        ):
            ply -= 1
        elif not session.is_over:
            return None
        return ply if ply and session.record.nodes[ply].chooser.is_player else None

    def _lesson_on(self, grade: Grade | None) -> Lesson | None:
        settings = self._context.settings
        if grade is None or not grade.is_sure:
            return None
        is_bad = grade.loss >= settings.loss_threshold
        letter = grade.loss_class
        is_new = letter in EXPLAINED and letter not in settings.letters_told
        explains = is_new and settings.details
        if not is_bad and not explains:
            return None
        return Lesson(grade, is_bad and settings.teaching == "undo", explains)
