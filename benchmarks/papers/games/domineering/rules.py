"""Domineering: the first player lays dominoes upright, the second across; who cannot, loses.

A move is the domino's cell at the bottom or at the left; the cells tell whose domino covers them.
"""

from game.games.kernel_state import KernelState, kernel_game
from game.games.lattice.square_board import EMPTY, FIRST, SECOND, BoardParameters, Cells, cell_names


class DomineeringState(KernelState):
    """One position."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters: BoardParameters) -> tuple[str, ...]:
        """Return the names of the cells: column letter, row from 1 up."""
        return tuple(cell_names(parameters.columns, parameters.rows))

    @property
    def cells(self) -> Cells:
        """0 empty, 1 covered by the first player, 2 by the second."""
        first, second = self.array[-2:]  # a bit for each cell
        board = self.parameters
        return tuple(
            FIRST if first >> cell & 1 else SECOND if second >> cell & 1 else EMPTY
            for cell in range(board.columns * board.rows)
        )


SPEC = kernel_game(DomineeringState, BoardParameters, name="domineering", title="Domineering")
