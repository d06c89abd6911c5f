"""Forced wins on Tic-Tac-Toe's larger boards, and the search's use of them at its root."""

from functools import reduce
from operator import xor

import numpy as np

from ai.search.advice import Advice
from ai.search.limits import CancelFlag
from ai.search.messages import Candidate, Limit
from game.games.lattice.kernels import threats
from game.games.lattice.kernels.board import KEYS, wins_of
from game.games.lattice.threats import Effort, Flag, RowAdviser, RowSolver
from game.games.protocol import State
from game.games.tictactoe import kernel
from game.games.tictactoe.kernel import CLASSIC_CELLS, load, make_tables
from game.games.tictactoe.rules import TicTacToeParameters, TicTacToeState, new_game

LEAF_FOURS = 60  # for a win by fours below a search of threats


class SquareSolver(RowSolver):
    """The threat search with its memory, for one thread and one kind of board."""

    def __init__(self, parameters: TicTacToeParameters) -> None:
        self.parameters = parameters
        self.tables = make_tables(parameters)
        self.state = np.zeros(kernel.state_length(self.tables), np.int64)
        self.work = np.zeros(threats.WORK_LENGTH, np.int64)
        self.memo = np.zeros(2 << threats.MEMO_BITS, np.int64)
        self.work[threats.LEAF_FOURS] = LEAF_FOURS

    @property
    def nodes(self) -> int:
        """Positions searched since the solver was made."""
        return int(self.work[threats.NODES])

    @property
    def gave_up(self) -> bool:
        """Whether the last search ended because nodes or time ran out."""
        return bool(self.work[threats.ABORTED])

    def forget(self) -> None:
        """Empty the memory, so that what follows does not depend on what was before."""
        self.memo[:] = 0

    def load(self, state: TicTacToeState) -> None:
        """Set the kernel's state to one that is not over."""
        load(self.tables, state.encode(), self.state)
        marked = (2 * cell + held - 1 for cell, held in enumerate(state.cells) if held)
        keys = (int(self.tables.data[KEYS + place]) for place in marked)
        self.work[threats.HASH] = reduce(xor, keys, 0)

    def winning_cells(self, state: TicTacToeState, colour: int) -> tuple[int, ...]:
        """Return up to two cells where a mark of `colour` (0 or 1) wins at once."""
        self.load(state)
        out = np.zeros(threats.ROW, np.int64)
        n = wins_of(self.tables, self.state, colour, out)
        return tuple(out[: min(n, 2)].tolist())

    def _found(
        self, flag: Flag, nodes: int, depth: int, shorten: int, within: int, *, passing: bool
    ) -> tuple[int, list[int]]:
        """Search from the loaded position; see `RowSolver`."""
        distance = threats.threats_at_root(
            self.tables,
            self.state,
            self.work,
            self.memo,
            flag,
            int(passing),
            nodes,
            depth,
            shorten,
            within,
        )
        return distance, self.work[threats.BEST + 1 :][: self.work[threats.BEST]].tolist()


class SquareAdviser(RowAdviser[SquareSolver]):
    """Proofs by `SquareSolver`; none on a board that the tree sees to the end of."""

    effort = Effort(
        least=100, most=10_000, a_simulation=0.5, a_second=5_000.0, shorten=5_000, check=1_000
    )

    def _new_solver(self, parameters: TicTacToeParameters) -> SquareSolver:
        return SquareSolver(parameters)

    def look(self, position: State, limit: Limit, flag: Flag) -> Advice:
        """Search proofs; see `RowAdviser`."""
        return RowAdviser.look(self, position, limit, flag) if _is_large(position) else Advice()

    def refute(
        self, position: State, move: int, limit: Limit, *, briefly: bool
    ) -> Candidate | None:
        """Search the opponent's win after a move; see `RowAdviser`."""
        if not _is_large(position):
            return None
        return RowAdviser.refute(self, position, move, limit, briefly=briefly)


def warm() -> None:
    """Compile, or load from the cache, what the search of threats uses."""
    solver = SquareSolver(TicTacToeParameters(4, 4, 4))
    start = new_game(solver.parameters, 0)
    solver.winning_cells(start, 0)
    solver.forced_win(start, CancelFlag().array, nodes=10, depth=1)


def _is_large(position: State) -> bool:
    assert isinstance(position, TicTacToeState)
    return len(position.cells) > CLASSIC_CELLS
