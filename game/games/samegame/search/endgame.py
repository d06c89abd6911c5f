"""Exact endings of SameGame: of the searched position itself, or of a line's last part."""

import numpy as np
from numpy.typing import NDArray

from game.games.samegame.kernels import endgame as kernel
from game.games.samegame.rules import SameGameState
from game.games.samegame.search.solution import Cells

Rank = tuple[int, bool]
"""A score, and whether the board is cleared."""

TABLE_BITS = 17
FIRST_TILES = 14
MORE_TILES = 4


class EndgameSolver:
    """Solves a position, and positions further down its lines, within a budget of nodes."""

    def __init__(
        self, position: SameGameState, flag: NDArray[np.uint8], table_bits: int = TABLE_BITS
    ) -> None:
        """Make room; `flag` (uint8[1]) ends every call soon once it is set."""
        self._layout, self._work = kernel.make_endgame(position.encode(), table_bits)
        self._flag = flag
        self._points = position.points
        self._cells = np.zeros(len(self._work.hash), np.int32)

    def solve(self, nodes: int) -> tuple[Rank, Cells] | None:
        """Return the best final rank and a line to it, as root cells; None if unknown."""
        return self._solved(0, 0, nodes)

    def polish(self, cells: Cells, rank: Rank, nodes: int) -> Cells | None:
        """Return a line that ends better than this one, from ever earlier on, or None.

        Args:
            cells: The line's moves as root cells, to its end.
        """
        better: Cells | None = None
        line = np.array(cells, np.int32)
        few = FIRST_TILES
        self._work.numbers[kernel.NODES] = 0
        while nodes > self._nodes:
            plies, points = kernel.play_cells(self._layout, self._work, line, few)
            found = self._solved(int(plies), int(points), nodes - self._nodes)
            if found is None:
                break
            if found[0] > rank:
                rank = found[0]
                better = (*cells[:plies], *found[1])
            if plies == 0:
                break
            few += MORE_TILES
        return better

    @property
    def _nodes(self) -> int:
        return int(self._work.numbers[kernel.NODES])

    def _solved(self, plies: int, points: int, nodes: int) -> tuple[Rank, Cells] | None:
        self._work.numbers[kernel.BUDGET] = self._nodes + nodes
        length, value = kernel.best_line(self._layout, self._work, self._flag, plies, self._cells)
        if length < 0:
            return None
        score, clears = divmod(int(value), 2)
        return (self._points + points + score, bool(clears)), tuple(self._cells[:length].tolist())
