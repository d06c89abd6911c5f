"""What the player does to learn: hints, guesses, mistakes to walk to and to retry, lessons."""

from math import ceil
from typing import TYPE_CHECKING

from game.play.grading import grades_of_interest, note_best
from game.play.session import Mode
from game.screens.graded import line_mark
from game.screens.play.lesson_card import better_line
from game.screens.play.on_board import sees_board, why_nobody_may
from game.screens.play.play_state import Case
from game.screens.play.preview import NO_PREVIEW, LinePreview
from game.screens.play.retry import FoundMistake
from game.screens.play.sentences import waiting_words
from game.ui import commands
from game.ui.overlay import Mark
from game.ui.sound import Cue
from game.words import play as words
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene


def hint(scene: "GameScene") -> None:
    """Give a hint, or one step more of it, or say why there is none."""
    if not sees_board(scene):
        return
    controller, session, tell = scene.controller, scene.session, scene.toasts.show
    is_given = controller.next_hint()
    if is_given:
        controller.put(preview=NO_PREVIEW)  # or it would be taken for the hint's
        scene.context.cue(Cue.HINT)
    elif session.is_over:
        tell("The game is over: no hint to give.")
        return
    if wait := controller.hint_wait:
        tell(say(words.HINT_COMES, count=ceil(wait)))
    elif controller.shows_game:
        tell(why_nobody_may(scene))
    elif is_given:
        return
    elif controller.is_ai_turn or session.mode is Mode.DEMO:
        tell("The AI is to move. Hints are for your own moves.")
    elif controller.case is Case.TRIED:
        tell(say(words.TRY_AGAIN_FIRST, key=commands.UNDO.cap))
    elif controller.layer:
        overlay = controller.full_overlay
        what = "estimates" if overlay is not None and overlay.by_estimate else "best moves"
        shown = f"The board shows the {what} already."
        tell(shown if controller.shown_best else waiting_words(scene))


def guess_first(scene: "GameScene") -> None:
    """Let the player guess before the AI's view is shown, or no longer."""
    session, controller = scene.session, scene.controller
    if session.record.retry is not None:
        scene.toasts.show("No guessing here: you look for a better move already.")
        return
    is_begun, was_over = not controller.guesser.is_on(session), session.is_over
    controller.guess_first(is_begun)
    if is_begun and (session.mode is Mode.DEMO or was_over):
        controller.set_mode(Mode.ANALYSE)
    if is_begun and was_over:
        controller.go_to(0)  # its moves are to be guessed


def ask_to_guess(scene: "GameScene") -> None:
    told = words.GUESS_FIRST if scene.controller.awaits_guess else words.HIDDEN
    scene.toasts.show(say(told, key=commands.GUESS.cap))


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
            controller.retry(following)
        else:
            scene.toasts.show("No other mistake to retry.")
        return
    mistakes = [grade for grade in grades_of_interest(session.record) if grade.is_mistake]
    ahead = [grade for grade in mistakes if (grade.ply - session.record.cursor) * step > 0]
    if not mistakes:
        scene.toasts.show(say(words.NO_MISTAKES, key=commands.REVIEW.cap))
        return
    found = (ahead or mistakes)[0 if step > 0 else -1]
    controller.go_to(found.ply)
    scene.mistake = FoundMistake.of(session, found, has_more=len(mistakes) > 1)


def retry_mistake(scene: "GameScene") -> None:
    """Look for a better move than the mistake that was walked to."""
    if scene.mistake is not None and scene.mistake.is_shown(scene.session):
        scene.controller.retry(scene.session.record.cursor - 1)


def show_better(scene: "GameScene") -> None:
    """Let ghosts play what would have been better than the move that is retried."""
    guide = scene.controller.guide
    task = guide.task(scene.session)
    if task is None or not task.line:
        return
    scene.controller.undo()
    guide.has_shown = True
    note_best(scene.session.record, task.ply, task.line[0])
    _show_line(scene, line_mark(task.line))


def show_lesson(scene: "GameScene") -> None:
    """Go back before a bad move, where ghosts play what would have been better."""
    lesson = scene.controller.lesson
    better = None if lesson is None else better_line(scene.session, lesson)
    if lesson is None or better is None:
        return
    scene.controller.go_to(lesson.grade.ply - 1)
    note_best(scene.session.record, lesson.grade.ply - 1, better.move)
    _show_line(scene, better)


def _show_line(scene: "GameScene", mark: Mark) -> None:
    """Let ghosts play a line to its end, wherever the pointer goes."""
    scene.controller.put(preview=LinePreview(mark, 1, scene.now, is_pinned=True))
