"""The rules of hex Gomoku in three pictures."""

from dataclasses import replace
from typing import Any, Final

from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.lattice.lines import placed
from game.ui.boards.view import BoardContent
from game.ui.panel.legend import RulePicture

_BOARD: Final = HexParameters(side=4)
_ELSEWHERE: Final = ("d1", "b6", "f2", "b3")
"""Stones of the other side that take no part."""
_NUMBERS: Final = {4: "Exactly four", 5: "Five"}


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
            "Take turns. Rows run **three ways**",
        ),
        RulePicture(BoardContent(wins), f"**{_NUMBERS[length]} in a row** wins"),
        RulePicture(
            replace(BoardContent(danger), must_block=(end,)),
            "Block in time. A full board is a draw",
        ),
    )


def _after(length: int, *sides: list[str]) -> Any:
    """Return a board with the named stones of black and of white."""
    start = new_game(replace(_BOARD, in_a_row=length), 0)
    black, white = ([start.move_from_string(name) for name in names] for names in sides)
    return placed(start, black, white)
