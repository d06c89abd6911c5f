"""The descriptor of Sudoku."""

from ai.contract.game import Game

from .rules import SPEC

GAME = Game(SPEC)
