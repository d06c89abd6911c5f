"""Stairs, as the program knows it."""

from ai.contract.game import Game

from .rules import SPEC

GAME = Game(SPEC)
