"""The screen of Ivy."""

from typing import Final

from ai.search.messages import Limit
from game.screens.entry import GameEntry
from game.screens.play.duel import DuelFace
from game.screens.play.pointing import ByPiece
from game.screens.profile import Profile
from game.ui.boards.moving.view import MovingBoard

PROFILE: Final = Profile("ivy", "mcts")


class IvyBoard(MovingBoard):
    """The board of Ivy."""


class IvyFace(DuelFace):
    """What the screen says of Ivy."""

    def rule_words(self) -> str:
        return "the ivy wins when it reaches the wall"


ENTRY: Final = GameEntry(
    PROFILE,
    IvyFace,
    IvyBoard,
    "The ivy grows; the wall waits.",
    Limit(seconds=0.3),
    pointing=ByPiece,
)
