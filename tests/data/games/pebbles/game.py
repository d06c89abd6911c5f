"""Pebbles, as the program knows it."""

from ai.contract.game import Lazy
from game.games.window_game import Setting, WindowGame

from .rules import SPEC

GAME = WindowGame(
    SPEC,
    settings=(Setting("pebbles_number", 10, low=5, high=30, title="Pebbles"),),
    entry=Lazy(f"{__package__}.screen:ENTRY"),
)
