"""Forced wins on Tic-Tac-Toe's larger boards, and the search's use of them at its root."""

from types import ModuleType
from typing import ClassVar

from ai.contract.rules import State
from ai.search.limits import Flag
from ai.search.messages import Candidate, Limit
from ai.search.searcher import Advice
from game.games.lattice.mask_solver import MaskAdviser, MaskSolver
from game.games.lattice.threats import Effort
from game.games.tictactoe import kernel
from game.games.tictactoe.rules import TicTacToeParameters, TicTacToeState, new_game


class SquareAdviser(MaskAdviser):
    """Proofs by `MaskSolver`; none on a board that the tree sees to the end of."""

    kernel: ClassVar[ModuleType] = kernel
    effort = Effort(
        least=100, most=10_000, a_simulation=0.5, a_second=5_000.0, shorten=5_000, check=1_000
    )

    def look(self, position: State, limit: Limit, flag: Flag) -> Advice:
        """Search proofs; see `MaskAdviser`."""
        return MaskAdviser.look(self, position, limit, flag) if _is_large(position) else Advice()

    def refute(
        self, position: State, move: int, limit: Limit, *, briefly: bool
    ) -> Candidate | None:
        if not _is_large(position):
            return None
        return MaskAdviser.refute(self, position, move, limit, briefly=briefly)


def warm() -> None:
    """Compile, or load from the cache, what the search of threats uses."""
    board = TicTacToeParameters(4, 4, 4)
    MaskSolver(kernel, board).warm(new_game(board, 0))


def _is_large(position: State) -> bool:
    assert isinstance(position, TicTacToeState)
    return len(position.cells) > kernel.CLASSIC_CELLS
