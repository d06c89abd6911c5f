"""A small board of SameGame, for the settings to show what they do."""

from typing import Final

from game.games.samegame.rules import SameGameParameters, new_game
from game.screens.settings.preview import board_look
from game.store.settings import Settings
from game.ui.boards.base import BoardLook

_SEED: Final = 5
_SMALL: Final = SameGameParameters(columns=7, rows=6)


def sample(settings: Settings) -> BoardLook:
    """Return the board as the display settings show it."""
    return board_look("samegame", new_game(_SMALL, _SEED), settings)
