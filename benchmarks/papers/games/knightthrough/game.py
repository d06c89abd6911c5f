"""The descriptor of Knightthrough."""

from ai.contract.game import Game, Text
from game.games.lattice.text import SQUARE_PROTOCOL

from .rules import SPEC

GAME = Game(SPEC, text=Text(SQUARE_PROTOCOL))
