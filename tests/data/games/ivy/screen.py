"""The screen of Ivy."""

from typing import Final

from ai.search.messages import Limit
from game.screens.entry import GameEntry
from game.screens.play.moving import MovingScene
from game.screens.profile import Profile
from game.ui.boards.moving.view import MovingBoard

PROFILE: Final = Profile("ivy", "mcts")


class IvyBoard(MovingBoard):
    """The board of Ivy."""


class IvyScene(MovingScene):
    """Ivy: play, analyse, watch."""

    def rule_words(self) -> str:
        return "the ivy wins when it reaches the wall"


def _scene(context, command):
    return IvyScene(context, PROFILE, IvyBoard(), fresh=command.fresh)


ENTRY: Final = GameEntry(
    PROFILE, _scene, IvyBoard, "The ivy grows; the wall waits.", Limit(seconds=0.3)
)
