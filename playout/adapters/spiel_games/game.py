"""The descriptor of OpenSpiel's games: one game here, of which a parameter says which it is."""

from ai.contract.game import Game

from .rules import SPEC

GAME = Game(SPEC)
