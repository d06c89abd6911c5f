"""What a click on the board means, by pointer or cursor, or why it means nothing."""

from typing import TYPE_CHECKING, Final

from game.screens.play.engine import ai_turn_words
from game.screens.play.play_state import Case
from game.screens.play.sentences import only_move
from game.ui import commands
from game.words import play as words
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

_WHY: Final = {
    Case.AUTOPLAY: say(words.AUTOPLAY_STOPS, key=commands.AUTOPLAY.cap),
    Case.OVER: "The game is over.",
    Case.DEMO_OVER: "The game is over.",
    Case.DEMO: "The AI is playing this demo. Click Play to take over.",
    Case.PAUSED: "The demo is paused. Click Play to take over.",
    Case.TRIED: "The bar below the board says how to go on.",
    Case.PASSED: "The bar below the board says how to go on.",
}
"""Why a press on the board plays nothing; for want of words the AI is to move."""


def sees_board(scene: "GameScene") -> bool:
    """Tell whether the board is to be seen, and say so where the tree lies over it."""
    if scene.controller.state.tree:
        scene.toasts.show(say(words.TREE_LIES_OVER, key=commands.TREE.cap))
    return not scene.controller.state.tree


def click(scene: "GameScene", cell: int) -> None:
    """Do what a click on a cell means, or say why it means nothing."""
    if not scene.controller.may_play:
        scene.refuse(why_nobody_may(scene))
    elif (move := only_move(scene)) is not None:
        scene.play(move)
    else:
        scene.pointing.click(cell)


def why_nobody_may(scene: "GameScene") -> str:
    """Return why a click on the board plays nothing, whatever cell it is on."""
    why = _WHY.get(scene.controller.case)
    return why or ai_turn_words(scene.context.thinker, scene.session.record.spec.name)
