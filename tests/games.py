"""The games that the program comes with, by their rules."""

from game.games.registry import BUILT_IN

GAMES = tuple(game.rules for game in BUILT_IN if game.entry is not None)
"""Those with a window."""
HEADLESS = tuple(game.rules for game in BUILT_IN if game.entry is None)
ALL_GAMES = GAMES + HEADLESS
