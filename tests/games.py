"""The games that the program comes with, by their rules."""

from game.games.registry import BUILT_IN
from game.games.window_game import WindowGame

GAMES = tuple(game.rules for game in BUILT_IN if isinstance(game, WindowGame))
"""Those with a window."""
HEADLESS = tuple(game.rules for game in BUILT_IN if not isinstance(game, WindowGame))
ALL_GAMES = GAMES + HEADLESS
