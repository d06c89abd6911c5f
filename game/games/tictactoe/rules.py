"""Tic-Tac-Toe and the general m,n,k game: k or more in a row, column or diagonal win."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from game.games.checks import check_range
from game.games.lattice.grid_text import check_shape, gather, split_rows, symbol
from game.games.lattice.lines import Cells, Line, Rays, Referee, runs_through
from game.games.protocol import (
    FIRST_PLAYER,
    GameSpec,
    IllegalMoveError,
    ParameterError,
    Parameters,
)

SMALLEST, LARGEST = 3, 15
EMPTY, X, O = 0, 1, 2  # noqa: E741 - the symbol's own name
SYMBOLS = ".XO"

_VALUES = {".": EMPTY, "-": EMPTY, "X": X, "x": X, "O": O, "o": O}
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


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
            raise ParameterError(
                f"{self.in_a_row} in a row do not fit a board of {self.columns} x {self.rows}"
            )


@dataclass(frozen=True, slots=True)
class TicTacToeState:
    """One position. A cell, and a move, is ``row * columns + column``, row 0 at the bottom.

    Attributes:
        parameters: What the game was started with.
        cells: 0 empty, 1 X (player 0), 2 O.
        last_move: The cell marked last, where known.
        winning_line: The cells that won, in order along the row; empty without a winner.
        move_count: How many cells are marked.
    """

    parameters: TicTacToeParameters
    cells: Cells
    last_move: int | None = None
    winning_line: Line = ()
    move_count: int = 0

    @property
    def current_player(self) -> int:
        """0 for X, 1 for O."""
        return self.move_count & 1

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Every empty cell, in ascending order, until the game is over."""
        if self.winning_line:
            return ()
        return tuple(cell for cell, mark in enumerate(self.cells) if not mark)

    @property
    def is_terminal(self) -> bool:
        """Whether someone has won or the board is full."""
        return bool(self.winning_line) or self.move_count == len(self.cells)

    @property
    def winner(self) -> int | None:
        """The player who has won, if any."""
        return self.cells[self.winning_line[0]] - 1 if self.winning_line else None

    @property
    def returns(self) -> tuple[float, ...]:
        """+1 for the winner and -1 for the loser, else 0 for both."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == FIRST_PLAYER else (-1.0, 1.0)

    def play(self, move: int) -> "TicTacToeState":
        """Return the state after marking the cell `move`."""
        self._check(move)
        mark = self.current_player + 1
        cells = (*self.cells[:move], mark, *self.cells[move + 1 :])
        return TicTacToeState(
            parameters=self.parameters,
            cells=cells,
            last_move=move,
            winning_line=_line_through(self.parameters, cells, move),
            move_count=self.move_count + 1,
        )

    def _check(self, move: int) -> None:
        if not 0 <= move < len(self.cells):
            raise IllegalMoveError(f"cell {move} is outside the board")
        if self.is_terminal:
            raise IllegalMoveError("the game is over")
        if self.cells[move]:
            raise IllegalMoveError(f"{self.move_to_string(move)} is taken")

    def encode(self) -> NDArray[np.int64]:
        """Return [columns, rows, in_a_row, last_move or -1, cells...] for the kernels."""
        size = self.parameters
        last = -1 if self.last_move is None else self.last_move
        return np.array([size.columns, size.rows, size.in_a_row, last, *self.cells], np.int64)

    def move_to_string(self, move: int) -> str:
        """Return a cell's name: column letter, row from 1 at the bottom."""
        if not 0 <= move < len(self.cells):
            raise IllegalMoveError(f"cell {move} is outside the board")
        row, column = divmod(move, self.parameters.columns)
        return f"{chr(97 + column)}{row + 1}"

    def move_label(self, move: int) -> str:
        """See `game.games.protocol.State`."""
        return self.move_to_string(move)

    def move_from_string(self, text: str) -> int:
        """Return the legal move called `text`."""
        cell = _cell_names(self.parameters.columns, self.parameters.rows).get(text.strip().lower())
        if cell is None:
            raise IllegalMoveError(f"{text.strip()!r} is not a cell of this board")
        self._check(cell)
        return cell

    def to_text(self) -> str:
        """Return the board, top row first, and the last move."""
        width = self.parameters.columns
        rows = [self.cells[i : i + width] for i in range(0, len(self.cells), width)]
        lines = [" ".join(SYMBOLS[mark] for mark in row) for row in reversed(rows)]
        if self.last_move is not None:
            lines.append(f"last {self.move_to_string(self.last_move)}")
        return "\n".join(lines) + "\n"


@lru_cache(maxsize=64)
def _cell_names(columns: int, rows: int) -> dict[str, int]:
    return {f"{chr(97 + i % columns)}{i // columns + 1}": i for i in range(columns * rows)}


@lru_cache(maxsize=64)
def _rays(columns: int, rows: int) -> tuple[Rays, ...]:
    """For each cell and direction, the cells behind it and ahead of it, nearest first."""

    def ray(cell: int, dx: int, dy: int) -> Iterator[int]:
        y, x = divmod(cell, columns)
        while 0 <= (x := x + dx) < columns and 0 <= (y := y + dy) < rows:
            yield y * columns + x

    return tuple(
        tuple((tuple(ray(cell, -dx, -dy)), tuple(ray(cell, dx, dy))) for dx, dy in _DIRECTIONS)
        for cell in range(columns * rows)
    )


def _line_through(parameters: TicTacToeParameters, cells: Cells, cell: int) -> Line:
    rays = _rays(parameters.columns, parameters.rows)[cell]
    runs = runs_through(cells, rays, cell)
    return next((run for run in runs if len(run) >= parameters.in_a_row), ())


def new_game(parameters: TicTacToeParameters, seed: int) -> TicTacToeState:  # noqa: ARG001
    """Return the empty board; the seed changes nothing."""
    return TicTacToeState(parameters, (EMPTY,) * (parameters.columns * parameters.rows))


def state_from_text(text: str, parameters: TicTacToeParameters) -> TicTacToeState:
    """Read what `TicTacToeState.to_text` writes; raise `PositionError`."""
    grid = gather(split_rows(text), ("last",))
    check_shape(grid.rows, (parameters.columns,) * parameters.rows)
    cells = tuple(
        symbol(token, _VALUES, "X, O or .") for row in reversed(grid.rows) for token in row
    )
    referee = Referee(
        names=("X", "O"),
        cell_named=_cell_names(parameters.columns, parameters.rows).get,
        line_through=partial(_line_through, parameters),
    )
    referee.check_counts(grid, cells)
    last = referee.last_stone(grid, cells)
    return TicTacToeState(
        parameters=parameters,
        cells=cells,
        last_move=last,
        winning_line=referee.winning_line(grid, cells, last),
        move_count=sum(map(bool, cells)),
    )


SPEC = GameSpec(
    name="tictactoe",
    title="Tic-Tac-Toe",
    players=2,
    parameters=TicTacToeParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel="game.games.tictactoe.kernel",
    sides=("X", "O"),
)
