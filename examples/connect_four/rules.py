"""Positions of Connect Four: what the kernel lacks, such as names and the winning row."""

from dataclasses import dataclass
from typing import ClassVar

from ai.contract.rules import Parameters
from game.games.kernel_state import KernelState, kernel_game
from game.games.lattice.lines import Cells, Line, runs_through, square_lattice

COLUMNS, ROWS, IN_A_ROW = 7, 6, 4
RED, YELLOW = "#e5484d", "#f5c518"

_BOARD = square_lattice(COLUMNS, ROWS)


@dataclass(frozen=True, slots=True)
class ConnectFourParameters(Parameters):
    """Players can choose nothing; the board needs the size."""

    columns: ClassVar[int] = COLUMNS
    rows: ClassVar[int] = ROWS


class ConnectFourState(KernelState):
    """One position. A move is the cell that the disc falls to, counted from the lower left."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters: ConnectFourParameters) -> tuple[str, ...]:  # noqa: ARG003
        """Return the names of the cells: column letter, row from 1 up."""
        return _BOARD.names

    @property
    def cells(self) -> Cells:
        """0 empty, 1 red, 2 yellow."""
        cells = [0] * (COLUMNS * ROWS)
        for ply, cell in enumerate(self.history):
            cells[cell] = ply % 2 + 1
        return tuple(cells)

    @property
    def winning_line(self) -> Line:
        """The cells that won, in order; empty if nobody has won."""
        if self.last_move is None:
            return ()
        runs = runs_through(self.cells, _BOARD.rays[self.last_move], self.last_move)
        return next((run for run in runs if len(run) >= IN_A_ROW), ())


SPEC = kernel_game(
    ConnectFourState,
    ConnectFourParameters,
    name="connect_four",
    title="Connect Four",
    sides=("Red", "Yellow"),
    marks=(RED, YELLOW),
)
