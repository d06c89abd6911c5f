"""The boards of the games with a window, by name."""

from game.screens.games import entry_of
from game.ui.boards.view import Board
from game.ui.text import Fonts


def make_board_view(game: str, fonts: Fonts | None = None, *, labels: bool = False) -> Board:
    """Return the board of the game with this name in the registry.

    Args:
        game: Its name; a game without a board is a KeyError.
        fonts: The window's, to share what they keep; made anew if there are none.
        labels: Whether there has to be room for the names of rows and columns.
    """
    view = entry_of(game).board(fonts or Fonts())
    view.has_coordinates = view.has_coordinates and labels
    return view
