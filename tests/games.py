"""The games that the program comes with, by their rules."""

from collections.abc import Iterable
from typing import Any

from ai.contract.rules import State
from game.games.registry import BUILT_IN
from game.games.window_game import WindowGame

GAMES = tuple(game.rules for game in BUILT_IN if isinstance(game, WindowGame))
"""Those with a window."""
HEADLESS = tuple(game.rules for game in BUILT_IN if not isinstance(game, WindowGame))
ALL_GAMES = GAMES + HEADLESS


def after(state: State, moves: str | Iterable[int]) -> Any:
    """Return the position after moves, by their names or their numbers, each of them legal."""
    for each in moves.split() if isinstance(moves, str) else moves:
        move = state.move_from_string(each) if isinstance(each, str) else each
        assert move in state.legal_moves
        state = state.play(move)
    return state


def played_out(state: State, line: Iterable[int]) -> Any:
    """Return the end of a game to which a line leads."""
    end = after(state, line)
    assert end.is_terminal
    return end
