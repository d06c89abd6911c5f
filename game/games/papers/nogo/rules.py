"""NoGo: a stone may neither take others nor stand without a liberty; who cannot move, loses."""

from game.games.lattice.square_board import misere
from game.games.papers.kernel_board import KernelBoard, board_game


class NoGoState(KernelBoard):
    """One position."""

    __slots__ = ()


SPEC = board_game("nogo", "NoGo", NoGoState)
MISERE = misere(SPEC)
