"""Domineering: the first player lays dominoes upright, the second across; who cannot, loses.

A move is the domino's cell at the bottom or at the left.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ai.contract.rules import FIRST_PLAYER
from game.games.lattice.square_board import EMPTY, BoardState, Cells, empty_board, misere, spec_of


@dataclass(frozen=True, slots=True)
class DomineeringState(BoardState):
    """One position; the cells tell whose domino covers them."""

    def _moves(self) -> Iterator[int]:
        columns = self.parameters.columns
        upright = self.current_player == FIRST_PLAYER
        for cell, held in enumerate(self.cells):
            other = cell + self._reach
            fits = other < len(self.cells) if upright else other % columns != 0
            if held == EMPTY and fits and self.cells[other] == EMPTY:
                yield cell

    @property
    def _reach(self) -> int:
        """How far the domino's other cell is."""
        return self.parameters.columns if self.current_player == FIRST_PLAYER else 1

    def _cells_after(self, move: int) -> Cells:
        cells = list(self.cells)
        cells[move] = cells[move + self._reach] = self.current_player + 1
        return tuple(cells)


SPEC = spec_of("domineering", "Domineering", DomineeringState, empty_board)
MISERE = misere(SPEC)
