"""The rules of Breakthrough in three pictures."""

from typing import Final

from ai.contract.rules import State
from game.games.breakthrough.rules import SPEC
from game.games.lattice.square_board import BoardParameters
from game.ui.boards.view import BoardContent
from game.ui.panel.legend import RulePicture

_STEP: Final = "O . O O\n. O . .\n. X . .\nX . X X"
_CAPTURE: Final = "O . O .\nO . O .\n. X . .\nX . X X"
_LAST_STEP: Final = "O . O .\n. X . .\n. O . .\nX . . X"
_PIECE: Final = 5
"""The piece that goes, on the second cell of the second row of all of them."""


def rule_pictures(parameters: BoardParameters) -> tuple[RulePicture, ...]:
    """Return how a piece goes, what it captures, and how a game ends."""
    last = _position(_LAST_STEP)
    far = last.play(last.move_from_string("b3-b4"))
    result = "loses" if parameters.misere else "wins"
    return (
        RulePicture(_choosing(_STEP), "One step ahead, straight or diagonally"),
        RulePicture(_choosing(_CAPTURE), "Capture **diagonally only**"),
        RulePicture(BoardContent(far), f"First to reach the far side **{result}**"),
    )


def _choosing(text: str) -> BoardContent:
    return BoardContent(_position(text), chosen=_PIECE)


def _position(text: str) -> State:
    return SPEC.state_from_text(text, BoardParameters(4, 4))
