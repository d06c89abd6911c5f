"""The descriptor of the left-move problem."""

from ai.contract.game import Game

from .rules import SPEC

GAME = Game(SPEC)
