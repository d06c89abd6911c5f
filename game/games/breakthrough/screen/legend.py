"""What Breakthrough shows to explain itself: the marks on its board, and its rules."""

from typing import Final

import pygame

from ai.contract.rules import State
from game.games.breakthrough.rules import SPEC
from game.games.lattice.square_board import BoardParameters
from game.ui.boards import square_cells, stones
from game.ui.boards.marks import draw_disc, step_disc
from game.ui.boards.moving.line import LINE_WIDTH, draw_arrow
from game.ui.boards.moving.view import target_sign
from game.ui.boards.plates import chevron
from game.ui.boards.sprites import blit_centred
from game.ui.boards.view import BoardContent
from game.ui.panel.legend import (
    COLOURS,
    DISC_DP,
    DISC_RADIUS_DP,
    GRADES,
    LAST_MOVE,
    PROOFS,
    SIZES,
    STONE_DP,
    WIN_LETTERS,
    Explained,
    RulePicture,
    example,
    pictures,
    unmarked,
)
from game.ui.skin import Skin
from game.ui.theme import LOSS, STONES


def _candidate(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    x, y = centre
    radius, reach = skin.unit.exact(DISC_RADIUS_DP), skin.unit.exact(24)
    width = skin.unit.exact(5)
    draw_arrow(skin, surface, (x - 1.8 * reach, y), (x - 0.6 * reach, y), width, LOSS["A"].fill)
    at = (x + 0.7 * reach, y)
    draw_disc(skin, surface, example("A", 0.61, 541_000), at, radius, 2.4 * radius)


def _step(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    x, y = centre
    reach, width = skin.unit.exact(34), skin.unit.exact(36) * LINE_WIDTH * 2
    draw_arrow(skin, surface, (x - reach, y), (x + 0.4 * reach, y), width, STONES[1].plain)
    blit_centred(surface, step_disc(skin, skin.unit.exact(8), 2), (x - reach, y))
    ghost = stones.ghost(skin, STONES[1], skin.unit.px(STONE_DP) / 0.7)
    blit_centred(surface, ghost, (x + reach, y))


LEGEND: Final = (
    unmarked(
        "**Pieces** move one row ahead, straight or diagonally, and capture diagonally only. "
        "Click a piece, then where it goes, or drag it there; Esc puts it back."
    ),
    Explained(_candidate, "**Disc and arrow**: where a move goes, and its win %", dp=DISC_DP),
    SIZES,
    WIN_LETTERS,
    COLOURS,
    PROOFS,
    Explained(_step, "**Numbered arrows, dashed pieces**: what the AI expects next"),
    Explained(
        pictures(
            lambda skin, side: target_sign(skin, round(0.42 * side), takes=False),
            lambda skin, side: target_sign(skin, round(0.42 * side), takes=True),
        ),
        "**Dot, ring**: where the chosen piece may go, what it may capture",
    ),
    Explained(
        pictures(lambda skin, side: square_cells.must_block(skin, round(side))),
        "**Full frame**: capture this piece now, or it gets across",
    ),
    LAST_MOVE,
    GRADES,
    Explained(
        pictures(lambda skin, side: chevron(skin, round(0.5 * side))),
        "**Chevrons** in the edge: who is to move, and which way",
    ),
    Explained(
        pictures(lambda skin, side: square_cells.cursor(skin, round(side))),
        "**Corners**: the keyboard's cursor",
    ),
)


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
