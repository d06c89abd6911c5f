"""The screen of Peg Solitaire."""

from typing import Final

from ai.search.messages import Limit
from game.screens.entry import GameEntry
from game.screens.play.moving import MovingPieces
from game.screens.play.one_player import OnePlayerScene
from game.screens.profile import Profile
from game.ui.boards.moving.view import MovingBoard

PROFILE: Final = Profile("pegs", "nmcs", target_seconds=5.0)


class PegBoard(MovingBoard):
    """The board of peg solitaire."""

    way_words = "A peg jumps over a peg beside it into an empty hole."


class PegScene(MovingPieces, OnePlayerScene):
    """Peg solitaire: play, analyse, watch."""

    def rule_words(self) -> str:
        return "jump over pegs to take them; leave one"


def _scene(context, command):
    return PegScene(context, PROFILE, PegBoard(), fresh=command.fresh)


ENTRY: Final = GameEntry(
    PROFILE,
    _scene,
    PegBoard,
    "Jump over pegs to take them. Leave one.",
    Limit(seconds=0.3),
    opening="d2-d4 f3-d3",
)
