"""AtariGo: Go in which the first to take a stone wins; who has no legal move, loses.

A stone must have a liberty unless it takes; what it takes stays on the board, to be seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from game.games.lattice.square_board import EMPTY, BoardState, Cells, empty_board, misere, spec_of
from game.games.papers.liberties import has_liberty, taken_by


@dataclass(frozen=True, slots=True)
class AtariGoState(BoardState):
    """One position."""

    @property
    def _decided(self) -> int | None:
        mover = 2 - self.current_player
        taken = {
            held
            for cell, held in enumerate(self.cells)
            if held != EMPTY and not has_liberty(self.parameters, self.cells, cell)
        }
        if not taken:
            return None
        return 1 - self.current_player if taken != {mover} else self.current_player

    def _moves(self) -> Iterator[int]:
        board = self.parameters
        for cell, held in enumerate(self.cells):
            if held == EMPTY:
                after = self._cells_after(cell)
                if has_liberty(board, after, cell) or taken_by(board, after, cell):
                    yield cell

    def _cells_after(self, move: int) -> Cells:
        return (*self.cells[:move], self.current_player + 1, *self.cells[move + 1 :])


SPEC = spec_of("atari-go", "AtariGo", AtariGoState, empty_board)
MISERE = misere(SPEC)
