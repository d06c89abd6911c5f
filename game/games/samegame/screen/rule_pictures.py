"""The rules of SameGame in three pictures."""

from dataclasses import replace
from typing import Final

from game.games.samegame.rules import (
    CLEAR_BONUS,
    LEFTOVER_RULES,
    SameGameParameters,
    state_from_text,
)
from game.ui.boards.view import BoardContent
from game.ui.panel.legend import RulePicture
from game.words.numbers import signed
from game.words.say import say

_SIDE: Final = 5
_GROUP: Final = "0 3 2 2 1\n3 3 0 2 1\n1 3 0 0 2\n1 2 3 0 2\n2 2 3 1 1"
_LARGE_GROUP: Final = "0 3 2 2 1\n3 3 3 2 1\n1 3 3 3 2\n1 2 3 3 2\n2 2 3 1 1"
_END: Final = ". . . . .\n. . . . .\n. . . . .\n0 . . . .\n2 1 3 . ."
_POINTED: Final = 1 * _SIDE + 3

_CLEAR_ALL: Final = {
    True: "Clear all: **{bonus}**. Leftover tiles cost points",
    False: "Clear all: **{bonus}**",
}
"""By whether leftover tiles cost points."""


def rule_pictures(parameters: SameGameParameters) -> tuple[RulePicture, ...]:
    """Return what a click removes, what that earns, and what the end brings."""
    small = SameGameParameters(_SIDE, _SIDE, colours=4)
    deducts = parameters.leftover == LEFTOVER_RULES[0]
    end = say(_CLEAR_ALL[deducts], bonus=signed(CLEAR_BONUS))
    return (
        RulePicture(_content(_GROUP, small, _POINTED), "Remove groups of two or more"),
        RulePicture(
            _content(_LARGE_GROUP, small, _POINTED),
            "**n** tiles earn **(n\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}2)²**",
        ),
        RulePicture(_content(_END, small), end),
    )


def _content(text: str, parameters: SameGameParameters, hover: int | None = None) -> BoardContent:
    state = state_from_text(text, parameters)
    group = () if hover is None else state.group_of(hover)
    return replace(BoardContent(state), region=group)
