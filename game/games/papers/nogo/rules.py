"""NoGo: a stone may neither take others nor stand without a liberty; who cannot move, loses."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.games.lattice.square_board import EMPTY, BoardState, Cells, empty_board, misere, spec_of
from game.games.papers.liberties import has_liberty, taken_by


@dataclass(frozen=True, slots=True)
class NoGoState(BoardState):
    """One position."""

    def _moves(self) -> Iterator[int]:
        board = self.parameters
        for cell, held in enumerate(self.cells):
            if held == EMPTY:
                after = self._cells_after(cell)
                if has_liberty(board, after, cell) and not taken_by(board, after, cell):
                    yield cell

    def _cells_after(self, move: int) -> Cells:
        return (*self.cells[:move], self.current_player + 1, *self.cells[move + 1 :])


SPEC = spec_of("nogo", "NoGo", NoGoState, empty_board)
MISERE = misere(SPEC)
