"""The boards of the games with a scene."""

from collections.abc import Callable

from game.games.breakthrough.board.view import BreakthroughBoard
from game.games.hex_gomoku.board.view import HexBoard
from game.games.samegame.board.view import SameGameBoard
from game.games.tictactoe.board.view import TicTacToeBoard
from game.ui.boards.base import BoardView
from game.ui.text import Fonts

_BOARDS: dict[str, Callable[[Fonts], BoardView]] = {
    "samegame": SameGameBoard,
    "tictactoe": TicTacToeBoard,
    "hex": HexBoard,
    "breakthrough": BreakthroughBoard,
}


def make_board_view(game: str, fonts: Fonts | None = None) -> BoardView:
    """Return the board of the game with this name in the registry.

    Args:
        game: Its name; a game without a board is a KeyError.
        fonts: The window's, to share what they keep; made anew if there are none.
    """
    return _BOARDS[game](fonts or Fonts())


def has_board_view(game: str) -> bool:
    """Tell whether a game of the registry has a board to be looked at."""
    return game in _BOARDS
