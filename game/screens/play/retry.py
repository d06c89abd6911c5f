"""A retry: the player looks for a better move than the one that was played, and is told.

The game that was played is set aside meanwhile; what is tried is graded as any move is.
"""

from dataclasses import dataclass, replace
from typing import Final

from ai.phrases import N_
from game.play.grading import Grade, grade_of, grades_of_interest, note_best
from game.play.session import Session
from game.screens.context import Context
from game.screens.graded import GradedMove
from game.screens.play.spare_time import Grading
from game.screens.review.reviewer import GradingQueue
from game.screens.review.words import mover_name
from game.ui import commands
from game.ui.overlay import GOOD
from game.ui.panel.board_bar import BarChoice, BarContent, choice_of
from game.ui.widgets import Action
from game.words import grades as words
from game.words.say import say

TRY_AGAIN: Final = BarChoice(Action(commands.UNDO.name), N_("Try again"), others=(N_("Play on"),))
SHOW: Final = BarChoice(Action("show better"), N_("Show"))
PLAY_ON: Final = BarChoice(Action("play on"), N_("Play on"), others=(N_("Try again"),))
NEXT_MISTAKE: Final = choice_of(commands.NEXT_MISTAKE)
RETRY: Final = BarChoice(Action("retry"), N_("Retry"), others=(N_("Play from here"),))
PLAY_FROM_HERE: Final = BarChoice(
    Action("play from here"), N_("Play from here"), others=(N_("Retry"),)
)
AUTOPLAY: Final = choice_of(commands.AUTOPLAY, others=(N_("Stop"),))
STOP: Final = replace(AUTOPLAY, label=N_("Stop"), others=(commands.AUTOPLAY.title,))
LATEST: Final = choice_of(commands.LAST, N_("Latest"), is_essential=True)
REVIEW: Final = choice_of(commands.BACK, N_("Review"), is_essential=True)


@dataclass(frozen=True, slots=True)
class Task:
    """The move to be bettered.

    Attributes:
        ply: How many moves lie before it.
        mistakes: The plies of all mistakes of the game, that led to the positions after them.
    """

    ply: int
    move: int
    words: str
    mistakes: tuple[int, ...] = ()
    played: GradedMove | None = None

    @property
    def line(self) -> tuple[int, ...]:
        """What the AI would have played; may be empty."""
        return () if self.played is None else self.played.line

    def next_ply(self, step: int = 1) -> int | None:
        """Return how many moves lie before the next mistake, or the previous one; None if none."""
        others = [ply - 1 for ply in self.mistakes if ply - 1 != self.ply]
        ahead = [ply for ply in others if (ply - self.ply) * step > 0]
        return (ahead or others)[0 if step > 0 else -1] if others else None


@dataclass(frozen=True, slots=True)
class FoundMistake:
    """A mistake that the player has walked to, as the bar tells it.

    Attributes:
        words: What it lost; not what would have been better, which the player may want to find.
    """

    moves: tuple[int, ...]
    words: str
    has_more: bool

    @classmethod
    def of(cls, session: Session, grade: Grade, *, has_more: bool) -> "FoundMistake":
        move = GradedMove(session, grade)
        text = say(
            words.MISTAKE,
            number=session.record.spec.move_number(grade.ply),
            name=move.name,
            fall=move.fallen,
        )
        return cls(session.record.moves[: grade.ply], text, has_more)

    def is_shown(self, session: Session) -> bool:
        return session.record.node.moves == self.moves and session.record.retry is None

    def is_ahead(self, session: Session) -> bool:
        """Whether the game that is shown, at whatever position, has this mistake and others."""
        return self.has_more and session.record.moves[: len(self.moves)] == self.moves

    def content(self, session: Session) -> BarContent:
        onward = (NEXT_MISTAKE,) if self.has_more else ()
        latest = replace(LATEST, is_there=not session.record.is_at_end)
        return BarContent(self.words, (RETRY, *onward, latest))


class RetryGuide:
    """Grades what is tried, and says how good it is.

    Attributes:
        has_shown: Whether the player was shown the better move.
        queue: Has the move that is tried graded.
    """

    def __init__(self, context: Context) -> None:
        """Make a guide, who works only while it is wanted."""
        self.has_shown = False
        self.queue = GradingQueue(context)
        self._task: tuple[object, Task] | None = None

    def task(self, session: Session) -> Task | None:
        """Return what is to be bettered; None outside of a retry."""
        record, retry = session.record, session.record.retry
        if retry is None:
            return None
        key = record.line[retry.ply + 1]
        if self._task is None or self._task[0] is not key:
            self.has_shown = False
            self._task = key, task_of(Session.of(record.view(record.line)), retry.ply)
        return self._task[1]

    def grade(self, session: Session) -> Grade | None:
        """Return the grade of the move that is tried, once there is one."""
        if not _is_tried(session) or self.due(session) is not None:
            return None
        return grade_of(session.record, session.record.cursor)

    def due(self, session: Session) -> Grading | None:
        """Return the move that is tried, as long as it has no grade."""
        plies = range(session.record.cursor - 1, session.record.cursor + 1)
        if not _is_tried(session) or self.queue.has_done(session, plies):
            return None
        return Grading(session, plies)

    def uncover(self, session: Session) -> None:
        """Let what is better no longer be to be found after a retry in which anything was tried."""
        task = self.task(session)
        better = None if task is None or task.played is None else task.played.better
        if task is not None and better is not None and session.record.length > task.ply:
            note_best(session.record, task.ply, better)

    def content(self, session: Session) -> BarContent | None:
        """Return what the bar says and offers; None outside of a retry."""
        task = self.task(session)
        if task is None:
            return None
        before = session.record.nodes[task.ply].state
        if session.record.cursor == task.ply:
            text = _shown_words(task) if self.has_shown else task.words
            first, show = (
                replace(TRY_AGAIN, is_there=False),
                replace(SHOW, is_there=not self.has_shown),
            )
            return _bar(text, task, first, show)
        move = session.record.node.moves[-1]
        name, grade = before.move_label(move), self.grade(session)
        if grade is None and self.due(session) is not None:
            return _bar(say(words.CHECKING, name=name), task, TRY_AGAIN)
        graded = None if grade is None else GradedMove(session, grade)
        if is_good_enough(task, move, grade):
            best = "" if graded is None else graded.better_name
            letter = None if grade is None else grade.shown_class
            return _bar(words.good_enough(name, best, letter), task, PLAY_ON)
        if move == task.move:
            return _bar(say(words.SAME_AGAIN, name=name), task, TRY_AGAIN)
        return _bar(words.not_good_enough(name, graded.lost if graded else ""), task, TRY_AGAIN)


def _is_tried(session: Session) -> bool:
    retry = session.record.retry
    return retry is not None and retry.ply != session.record.cursor


def _bar(text: str, task: Task, first: BarChoice, show: BarChoice = SHOW) -> BarContent:
    onward = (NEXT_MISTAKE,) if task.next_ply() is not None else ()
    return BarContent(text, (first, *((show,) if task.line else ()), *onward, REVIEW))


def task_of(game: Session, ply: int) -> Task:
    """Return what is to be bettered in a game: the move after so many others."""
    move, before = game.record.moves[ply], game.record.nodes[ply].state
    grade = grade_of(game.record, ply + 1)
    mistakes = tuple(each.ply for each in grades_of_interest(game.record) if each.is_mistake)
    played = None if grade is None else GradedMove(game, grade)
    fall = "" if played is None else played.fallen
    mover, name = mover_name(game, ply + 1), before.move_label(move)
    text = words.find_better(game.record.spec.move_number(ply + 1), mover, name, fall)
    return Task(ply, move, text, mistakes, played)


def is_good_enough(task: Task, move: int, grade: Grade | None) -> bool:
    """Tell whether a move that was tried is as good as the best, or nearly so."""
    if move == task.move:
        return False
    if move in task.line[:1]:
        return True
    return grade is not None and (grade.shown_class is None or grade.loss_class in GOOD)


def _shown_words(task: Task) -> str:
    if task.played is None or not task.line:
        return task.words
    played = task.played
    return say(words.SHOWN, name=played.state.move_label(task.line[0]), worth=played.worth)
