"""What the panel of a game says of the position: the hint, the analysis, the last move."""

from typing import TYPE_CHECKING

from game.play.session import Mode
from game.play.thinker import ThinkerState
from game.screens.play.commentary import explain_hint
from game.screens.play.engine import ready_words
from game.screens.play.hints import Reveal
from game.screens.play.play_state import Case
from game.ui import commands
from game.words import play as words
from game.words.grades import YOUR_GUESS
from game.words.say import quoted, say, sentences

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene


def sentence(view: "GameScene") -> str:
    """Return what the panel says of the position: the hint, the analysis or the last move."""
    controller, session = view.controller, view.session
    if only := only_move_words(view):
        return only
    if controller.state.hint.step.says:
        return hint_words(view)
    if comment := session.record.node.position.comment.strip():
        return quoted(comment)
    if session.mode is Mode.DEMO and session.record.cursor:
        return view.face.play_words()
    if controller.state.is_view_open:
        return view.face.explanation() or waiting_words(view)
    if chosen := view.pointing.words:
        return chosen
    if controller.state.awaits_guess:
        return YOUR_GUESS
    if session.mode is Mode.PLAY:
        if session.record.retry is None:
            return view.face.play_words()
        is_tried = controller.state.case is Case.TRIED
        return words.KEPT if is_tried else sentences(words.FIND_BETTER, words.KEPT)
    return waiting_words(view)


def only_move(view: "GameScene") -> int | None:
    """Return the player's only move, if no cell means it, as with passing: any click plays it."""
    state = view.session.state
    if not view.controller.state.may_play or len(state.legal_moves) != 1:
        return None
    (move,) = state.legal_moves
    return None if view.animator.view.cells_of(state, move) else move


def only_move_words(view: "GameScene") -> str:
    """Return that there is one move only, where no cell means it; nothing where there are more."""
    move = only_move(view)
    return (
        "" if move is None else say(words.ONLY_MOVE, name=view.session.state.move_to_string(move))
    )


def hint_words(view: "GameScene") -> str:
    """Return the sentence of the step that a hint has come to."""
    controller, best = view.controller, view.controller.ai.best
    if best is None:
        return hint_waiting_words(view)
    says = say(controller.state.hint.step.says, key=commands.HINT.cap)
    if Reveal.REASON not in controller.state.hint.reveals:
        return says
    reason = explain_hint(
        view.session.state, controller.ai.full_overlay, best, view.entry.sentences.hint
    )
    return sentences(reason, says)


def hint_waiting_words(view: "GameScene") -> str:
    """Return what to say to a hint that the AI has no move for yet."""
    state = view.controller.ai.state
    if state is ThinkerState.FAILED:
        return words.RESTART_FOR_HINT
    if state is ThinkerState.WARMING:
        return words.HINT_IS_NEXT
    return words.LOOKING_FOR_HINT


def waiting_words(view: "GameScene") -> str:
    """Return what to say while there is nothing to show."""
    state = view.controller.ai.state
    if state is ThinkerState.FAILED:
        return words.RESTART_TO_GO_ON
    if view.controller.state.case is Case.PLAY_OUT:
        return words.PLAYS_LINE
    if not view.controller.state.is_view_open:
        return say(words.PRESS_TO_SEE, key=view.key_of(commands.ANALYSIS))
    if state is ThinkerState.WARMING:
        return ready_words(view.context.thinker, view.session.record.spec.name)
    return words.THINKING if view.controller.ai.is_thinking else idle_words(view)


def idle_words(view: "GameScene") -> str:
    """Return what to say of a position that nothing is known of and that nothing searches."""
    waits = view.controller.ai.waits_for_space
    return say(words.STOPPED, key=commands.SPACE.cap) if waits else words.NOT_ANALYSED


def tree_waiting_words(view: "GameScene") -> str:
    if view.controller.ai.state is ThinkerState.WARMING:
        return ready_words(view.context.thinker, view.session.record.spec.name)
    return words.TREE_GROWS if view.controller.ai.is_thinking else idle_words(view)
