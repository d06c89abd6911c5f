"""What the player does to learn: hints, guesses, mistakes to walk to and to retry, lessons."""

from typing import TYPE_CHECKING

from game.play.grading import grades_of_interest, note_best
from game.play.session import Session
from game.screens.graded import line_mark
from game.screens.play.lesson_card import better_line
from game.screens.play.preview import LinePreview
from game.screens.play.react import GoTo, do
from game.screens.play.retry import FoundMistake
from game.ui import commands
from game.ui.overlay import Mark
from game.words import play as words
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene


def play_guess(scene: "GameScene") -> None:
    if scene.controller.guess is not None:
        scene.play(scene.controller.guess.move)


def walk_mistakes(scene: "GameScene", step: int) -> None:
    """Show the position after the next or the previous mistake, or in a retry, retry that."""
    session, controller = scene.session, scene.controller
    task = controller.guide.task(session)
    if task is not None:
        following = task.next_ply(step)
        if following is not None:
            controller.give(do(Session.retry, following))
        else:
            scene.toasts.refuse(words.NO_OTHER_MISTAKE)
        return
    mistakes = [grade for grade in grades_of_interest(session.record) if grade.is_mistake]
    ahead = [grade for grade in mistakes if (grade.ply - session.record.cursor) * step > 0]
    if not mistakes:
        scene.toasts.refuse(say(words.NO_MISTAKES, key=commands.REVIEW.cap))
        return
    grade = (ahead or mistakes)[0 if step > 0 else -1]
    controller.give(GoTo(grade.ply))
    controller.give(FoundMistake.of(session, grade, has_more=len(mistakes) > 1))


def retry_mistake(scene: "GameScene") -> None:
    """Look for a better move than the mistake that was walked to."""
    mistake = scene.controller.state.mistake
    if mistake is not None and mistake.is_shown(scene.session):
        scene.controller.give(do(Session.retry, scene.session.record.cursor - 1))


def show_better(scene: "GameScene") -> None:
    """Let ghosts play what would have been better than the move that is retried."""
    guide = scene.controller.guide
    task = guide.task(scene.session)
    if task is None or not task.line:
        return
    scene.controller.give("undo")
    guide.has_shown = True
    note_best(scene.session.record, task.ply, task.line[0])
    _show_line(scene, line_mark(task.line))


def show_lesson(scene: "GameScene") -> None:
    """Go back before a bad move, where ghosts play what would have been better."""
    lesson = scene.controller.teacher.lesson(scene.session)
    better = None if lesson is None else better_line(scene.session, lesson)
    if lesson is None or better is None:
        return
    scene.controller.give(GoTo(lesson.grade.ply - 1))
    note_best(scene.session.record, lesson.grade.ply - 1, better.move)
    _show_line(scene, better)


def _show_line(scene: "GameScene", mark: Mark) -> None:
    """Let ghosts play a line to its end, wherever the pointer goes."""
    scene.controller.give(LinePreview(mark, 1, scene.context.clock(), is_pinned=True))
