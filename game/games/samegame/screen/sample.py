"""A small board of SameGame, for the settings to show what they do."""

from typing import Final

from game.games.samegame.rules import SameGameParameters, new_game
from game.ui.boards.view import BoardContent

_SEED: Final = 5
_SMALL: Final = SameGameParameters(columns=7, rows=6)


def sample() -> BoardContent:
    return BoardContent(new_game(_SMALL, _SEED))
