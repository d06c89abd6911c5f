"""A small position of hex Gomoku with candidates, for the settings to show what they do."""

from typing import Final

from game.games.hex_gomoku.rules import HexParameters, new_game
from game.ui.boards.view import BoardContent
from game.ui.overlay import LossClass, Mark, Overlay

_STONES: Final = "c3 b3 d3 c4 b4 d2"
# Three candidates as an analysis might show them: move, class, loss, win share, visits, weight.
_SAMPLES: Final[tuple[tuple[str, LossClass, float, float, int, float], ...]] = (
    ("c2", "A", 0.0, 0.57, 35_000, 1.0),
    ("e2", "C", 5.0, 0.52, 4_800, 0.83),
    ("a4", "E", 23.0, 0.34, 640, 0.68),
)


def sample() -> BoardContent:
    state, moves = new_game(HexParameters(side=3), 0), []
    for text in _STONES.split():
        moves.append(state.move_from_string(text))
        state = state.play(moves[-1])
    marks = (
        Mark(state.move_from_string(text), rank, letter, loss, value, visits, weight, True)
        for rank, (text, letter, loss, value, visits, weight) in enumerate(_SAMPLES, 1)
    )
    return BoardContent(state, moves=tuple(moves), overlay=Overlay(tuple(marks)))
