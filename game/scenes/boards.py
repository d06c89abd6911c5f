"""Which picture of a board belongs to which game."""

from game.ui.boards.base import BoardView
from game.ui.boards.hex_gomoku import HexBoard
from game.ui.boards.samegame import SameGameBoard
from game.ui.boards.tictactoe import TicTacToeBoard
from game.ui.text import Fonts


def board_view(game: str, fonts: Fonts) -> BoardView:
    """Return what draws the boards of a game; raises KeyError for an unknown name."""
    views: dict[str, type[SameGameBoard] | type[TicTacToeBoard] | type[HexBoard]] = {
        "samegame": SameGameBoard,
        "tictactoe": TicTacToeBoard,
        "hex": HexBoard,
    }
    return views[game](fonts)
