"""The rules of hex Gomoku in three pictures."""

from dataclasses import replace
from typing import Final

from game.games.hex_gomoku.rules import HexParameters, HexState, new_game
from game.ui.boards.base import BoardContent, still_content
from game.ui.panel.rules import RulePicture

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
            BoardContent(start, hover=start.move_from_string("d4"), coordinates=False),
            "Take turns. Rows run **three ways**",
        ),
        RulePicture(still_content(wins), f"**{_NUMBERS[length]} in a row** wins"),
        RulePicture(
            replace(still_content(danger), must_block=(end,)),
            "Block in time. A full board is a draw",
        ),
    )


def _after(length: int, black: list[str], white: list[str]) -> HexState:
    state = new_game(replace(_BOARD, in_a_row=length), 0)
    for i, name in enumerate(black):
        state = state.play(state.move_from_string(name))
        if i < len(white) and not state.is_terminal:
            state = state.play(state.move_from_string(white[i]))
    return state
