"""Pebbles, as the program knows it."""

from game.games.game import Game
from game.games.lazy import Lazy
from game.games.setting import Setting

from .rules import SPEC

GAME = Game(
    SPEC,
    settings=(Setting("pebbles_number", 10, low=5, high=30),),
    entry=Lazy(f"{__package__}.screen:ENTRY"),
)
