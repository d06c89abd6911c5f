"""The screen of Peg Solitaire."""

from typing import Final

from ai.search.messages import Limit
from game.screens.entry import GameEntry
from game.screens.play.pointing import ByPiece
from game.screens.play.solo import SoloFace
from game.screens.profile import Profile
from game.ui.boards.moving.view import MovingBoard

PROFILE: Final = Profile("pegs", "nmcs", target_seconds=5.0)


class PegBoard(MovingBoard):
    """The board of peg solitaire."""

    way_words = "A peg jumps over a peg beside it into an empty hole."


class PegFace(SoloFace):
    """What the screen says of peg solitaire."""

    def rule_words(self) -> str:
        return "jump over pegs to take them; leave one"


ENTRY: Final = GameEntry(
    PROFILE,
    PegFace,
    PegBoard,
    "Jump over pegs to take them. Leave one.",
    Limit(seconds=0.3),
    opening="d2-d4 f3-d3",
    pointing=ByPiece,
)
