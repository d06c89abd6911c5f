"""Tic-Tac-Toe and the general m,n,k game: k or more in a row, column or diagonal win."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, ParameterError, Parameters, SetUp
from ai.phrases import N_, filled
from game.games.lattice.lines import Lattice, RowState, square_lattice
from game.games.state import check_range

SMALLEST, LARGEST = 3, 15


@dataclass(frozen=True, slots=True)
class TicTacToeParameters(Parameters):
    """Size of the board and the length of a winning row.

    Attributes:
        columns: 3 to 15.
        rows: 3 to 15.
        in_a_row: 3 to 6, and no more than the longer side.
    """

    columns: int = 3
    rows: int = 3
    in_a_row: int = 3

    def __post_init__(self) -> None:
        check_range("columns", self.columns, SMALLEST, LARGEST)
        check_range("rows", self.rows, SMALLEST, LARGEST)
        check_range("in_a_row", self.in_a_row, 3, 6)
        if self.in_a_row > max(self.columns, self.rows):
            size = {"columns": self.columns, "rows": self.rows}
            unfit = N_("{count} in a row do not fit a board of {columns} x {rows}")
            raise ParameterError(filled(unfit, count=self.in_a_row, **size))


@dataclass(frozen=True, slots=True)
class TicTacToeState(RowState):
    """One position, of X (player 0) and O."""

    parameters: TicTacToeParameters

    names = ("X", "O")
    row_below = True

    @staticmethod
    def lattice_of(parameters: TicTacToeParameters) -> Lattice:
        return square_lattice(parameters.columns, parameters.rows)

    def encode(self) -> NDArray[np.int64]:
        """Return int64[5 + cells]: columns, rows, in_a_row, last_move or -1, shift, cells."""
        size = self.parameters
        last = -1 if self.last_move is None else self.last_move
        head = size.columns, size.rows, size.in_a_row, last, self.shift
        return np.array([*head, *self.cells], np.int64)


new_game = TicTacToeState.empty
state_from_text = TicTacToeState.from_text

SPEC = GameSpec(
    name="tictactoe",
    title=N_("Tic-Tac-Toe"),
    players=2,
    parameters=TicTacToeParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel="game.games.tictactoe.kernel",
    sides=("X", "O"),
    marks=("cross", "nought"),
    set_up=SetUp(TicTacToeState.arranged, TicTacToeState.problem),
)
