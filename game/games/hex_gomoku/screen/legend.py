"""What hex Gomoku shows to explain itself: its marks, its rules, a position under its settings."""

from dataclasses import replace
from typing import Any, Final

from ai.phrases import N_
from game.games.hex_gomoku.board import pictures as hex_pictures
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.lattice.lines import placed
from game.games.lattice.reading import FULL_IS_DRAW
from game.ui.boards import stones
from game.ui.boards.view import BoardContent
from game.ui.overlay import LossClass, Mark, Overlay
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
    RulePicture,
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
        N_("**Dashed stones**: what the AI expects next"),
    ),
    Explained(
        pictures(lambda skin, side: hex_pictures.must_block(skin, _CORNER * side)),
        N_("**Full hexagon**: block here, or the other side wins"),
    ),
    LAST_MOVE,
    GRADES,
    Explained(
        pictures(lambda skin, side: hex_pictures.cursor(skin, _CORNER * side)),
        N_("**Corners**: where the keyboard, or the pointer, is"),
    ),
    Explained(
        pictures(*(lambda skin, side: hex_pictures.twin(skin, _CORNER * side, 1) for _ in (0, 1))),
        N_("**Numbered pairs** (P): if one cell is taken, take the other, and never lose"),
    ),
    Explained(
        pictures(lambda skin, side: hex_pictures.first_stone(skin, _CORNER * side)),
        N_("**Star** (P): where that side has to place a stone first"),
    ),
)


_BOARD: Final = HexParameters(side=4)
_ELSEWHERE: Final = ("d1", "b6", "f2", "b3")
"""Stones of the other side that take no part."""
_WINS: Final = {4: N_("**Exactly four in a row** wins"), 5: N_("**Five in a row** wins")}


def rule_pictures(parameters: HexParameters) -> tuple[RulePicture, ...]:
    """Return a turn, a row that wins, and one that has to be stopped."""
    length = parameters.in_a_row
    row = [f"d{number}" for number in range(2, length + 2)]
    start, wins = _after(length, ["c4"], ["e3"]), _after(length, row, list(_ELSEWHERE))
    danger = _after(length, row[:-1], list(_ELSEWHERE))
    end = danger.move_from_string(row[-1])
    return (
        RulePicture(
            BoardContent(start, hover=start.move_from_string("d4")),
            N_("Take turns. Rows run **three ways**"),
        ),
        RulePicture(BoardContent(wins), _WINS[length]),
        RulePicture(
            replace(BoardContent(danger), must_block=(end,)),
            FULL_IS_DRAW,
        ),
    )


def _after(length: int, *sides: list[str]) -> Any:
    """Return a board with the named stones of black and of white."""
    start = new_game(replace(_BOARD, in_a_row=length), 0)
    black, white = ([start.move_from_string(name) for name in names] for names in sides)
    return placed(start, black, white)


_STONES: Final = "c3 b3 d3 c4 b4 d2"
# Three candidates as an analysis might show them: move, class, loss, win share, visits, weight.
_SAMPLES: Final[tuple[tuple[str, LossClass, float, float, int, float], ...]] = (
    ("c2", "A", 0.0, 0.57, 35_000, 1.0),
    ("e2", "C", 5.0, 0.52, 4_800, 0.83),
    ("a4", "E", 23.0, 0.34, 640, 0.68),
)


def sample() -> BoardContent:
    """Return a small position with candidates, for the settings to show what they do."""
    state, moves = new_game(HexParameters(side=3), 0), []
    for text in _STONES.split():
        moves.append(state.move_from_string(text))
        state = state.play(moves[-1])
    marks = (
        Mark(state.move_from_string(text), rank, letter, loss, value, visits, weight, True)
        for rank, (text, letter, loss, value, visits, weight) in enumerate(_SAMPLES, 1)
    )
    return BoardContent(state, moves=tuple(moves), overlay=Overlay(tuple(marks)))
