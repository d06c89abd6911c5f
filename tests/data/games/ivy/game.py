"""The descriptor of Ivy."""

from ai.contract.game import Lazy
from game.games.window_game import WindowGame

from .rules import SPEC

GAME = WindowGame(SPEC, entry=Lazy(f"{__package__}.screen:ENTRY"))
