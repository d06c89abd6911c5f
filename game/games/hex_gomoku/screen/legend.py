"""The marks on a hex board, as they are drawn there, and what they mean."""

from typing import Final

from game.games.hex_gomoku.board import pictures as hex_pictures
from game.ui.boards import stones
from game.ui.panel.legend import (
    BELIEVED,
    COLOURS,
    DISC,
    GRADES,
    LAST_MOVE,
    PROOFS,
    SIZES,
    WIN_LETTERS,
    Explained,
    pictures,
)
from game.ui.theme import STONES

_CORNER: Final = 0.56
"""Corner radius of a cell on a sign, in heights of the sign."""

LEGEND: Final = (
    DISC,
    SIZES,
    WIN_LETTERS,
    COLOURS,
    PROOFS,
    BELIEVED,
    Explained(
        pictures(
            *(
                lambda skin, side, n=n: stones.ghost(skin, STONES[n], _CORNER * side, n + 1)
                for n in (0, 1)
            )
        ),
        "**Dashed stones**: what the AI expects next",
    ),
    Explained(
        pictures(lambda skin, side: hex_pictures.must_block(skin, _CORNER * side)),
        "**Full hexagon**: block here, or the other side wins",
    ),
    LAST_MOVE,
    GRADES,
    Explained(
        pictures(lambda skin, side: hex_pictures.cursor(skin, _CORNER * side)),
        "**Corners**: where the keyboard, or the pointer, is",
    ),
    Explained(
        pictures(*(lambda skin, side: hex_pictures.twin(skin, _CORNER * side, 1) for _ in (0, 1))),
        "**Numbered pairs** (P): if one cell is taken, take the other, and never lose",
    ),
    Explained(
        pictures(lambda skin, side: hex_pictures.first_stone(skin, _CORNER * side)),
        "**Star** (P): where that side has to place a stone first",
    ),
)
