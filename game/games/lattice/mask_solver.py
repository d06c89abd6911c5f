"""The threat search of a game whose kernel is made of `game.games.lattice.kernels.rows`."""

from functools import reduce
from operator import xor
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from ai.search.limits import CancelFlag
from game.games.lattice.kernels import proofs, threats
from game.games.lattice.kernels.board import KEYS, SHIFT, STONES, wins_of
from game.games.lattice.lines import RowState
from game.games.lattice.threats import RowAdviser, RowSolver

LEAF_FOURS = 60  # for a win by fours below a search of threats


class MaskSolver(RowSolver):
    """The threat search with its memory, for one thread and one kind of board."""

    def __init__(self, kernel: ModuleType, parameters: Any) -> None:
        super().__init__(parameters, threats, proofs.END, LEAF_FOURS)
        self.kernel = kernel
        self.tables = kernel.make_tables(parameters)
        self.position = np.zeros(kernel.state_length(self.tables), np.int64)

    def load(self, state: Any) -> None:
        self.kernel.load(self.tables, state.encode(), self.position)
        marked = (2 * cell + stone - 1 for cell, stone in enumerate(state.cells) if stone)
        keys = (int(self.tables.data[KEYS + place]) for place in marked)
        self.work[threats.HASH] = reduce(xor, keys, 0)

    def winning_cells(self, state: RowState, colour: int) -> tuple[int, ...]:
        self.load(state)
        out = np.zeros(proofs.ROW, np.int64)
        n = wins_of(self.tables, self.position, colour, out)
        return tuple(out[: min(n, 2)].tolist())

    def warm(self, start: RowState) -> None:
        """Compile, or load from the cache, what the search of threats uses."""
        self.winning_cells(start, 0)
        self.forced_win(start, CancelFlag().array, nodes=10, depth=1)

    def _mover(self, *, passing: bool) -> int:
        return int(self.position[STONES] + self.position[SHIFT] & 1) ^ int(passing)


class MaskAdviser(RowAdviser[MaskSolver]):
    """Proofs by `MaskSolver`."""

    kernel: ClassVar[ModuleType]

    def new_solver(self, parameters: Any) -> MaskSolver:
        return MaskSolver(self.kernel, parameters)
