"""What a click on the board means, by pointer or cursor, or why it means nothing."""

from typing import TYPE_CHECKING

from game.screens.play.engine import ai_turn_words
from game.screens.play.react import CLICK, UNDER_TREE, OnScreen
from game.screens.play.sentences import only_move

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene


def sees_board(scene: "GameScene") -> bool:
    """Tell whether the board is to be seen, and say so where the tree lies over it."""
    if scene.controller.state.tree:
        scene.toasts.show(UNDER_TREE)
    return not scene.controller.state.tree


def click(scene: "GameScene", cell: int) -> None:
    """Do what a click on a cell means, or say why it means nothing."""
    (effect,) = scene.controller.give(CLICK)
    if effect is not OnScreen.POINT:
        turn = ai_turn_words(scene.context.thinker, scene.session.record.spec.name)
        scene.refuse(effect if isinstance(effect, str) else turn)
    elif (move := only_move(scene)) is not None:
        scene.play(move)
    else:
        scene.pointing.click(cell)
