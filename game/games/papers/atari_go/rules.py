"""AtariGo: Go in which the first to take a stone wins; who has no legal move, loses.

A stone must have a liberty unless it takes; what it takes stays on the board, to be seen.
"""

from game.games.lattice.square_board import misere
from game.games.papers.kernel_board import KernelBoard, board_game


class AtariGoState(KernelBoard):
    """One position."""

    __slots__ = ()


SPEC = board_game("atari-go", "AtariGo", AtariGoState)
MISERE = misere(SPEC)
