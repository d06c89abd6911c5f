"""The two-player games as the protocol sees them: sizes, start positions, diagrams."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ai.gtp.diagram import hex_diagram, tictactoe_diagram
from game.rules import hex_gomoku, tictactoe
from game.rules.protocol import State


@dataclass(frozen=True, slots=True)
class GtpGame:
    """A game that `boardsize` can set up.

    Attributes:
        name: Its name in the registry.
        sizes: What `boardsize` accepts.
        default_size: The size before any `boardsize`.
        new_board: The empty board of a size.
        diagram: A position as text with coordinates.
    """

    name: str
    sizes: range
    default_size: int
    new_board: Callable[[int], State]
    diagram: Callable[[Any], str]


def _hex_board(side: int) -> State:
    return hex_gomoku.new_game(hex_gomoku.HexParameters(side), 0)


def _tictactoe_board(size: int) -> State:
    parameters = tictactoe.TicTacToeParameters(size, size, in_a_row=min(size, 5))
    return tictactoe.new_game(parameters, 0)


GTP_GAMES = {
    "hex": GtpGame("hex", range(4, 9), 6, _hex_board, hex_diagram),
    "tictactoe": GtpGame("tictactoe", range(3, 16), 3, _tictactoe_board, tictactoe_diagram),
}
