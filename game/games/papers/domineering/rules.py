"""Domineering: the first player lays dominoes upright, the second across; who cannot, loses.

A move is the domino's cell at the bottom or at the left; the cells tell whose domino covers them.
"""

from game.games.lattice.square_board import misere
from game.games.papers.kernel_board import KernelBoard, board_game


class DomineeringState(KernelBoard):
    """One position."""

    __slots__ = ()


SPEC = board_game("domineering", "Domineering", DomineeringState)
MISERE = misere(SPEC)
