"""Sudoku as a game for one: fill the cell with the fewest values left, while it has any.

Cazenave's test of nested search (IJCAI 2009): the next cell is always the first of those with
the smallest domain, a move is one of its values, and the score is the number of filled cells.
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, Parameters, PositionError
from game.games.checks import check_choice, check_range
from game.games.lattice.grid_text import check_shape, gather, split_rows
from game.games.lattice.square_board import cell_names
from game.games.papers.sudoku.grid import EMPTY, SYMBOLS, VALUES, Cells, peers, puzzle, read_cells
from game.games.state import BaseState

LARGEST_SIZE = 16


@dataclass(frozen=True, slots=True)
class SudokuParameters(Parameters):
    """The grid and how much of it is given.

    Attributes:
        box: Rows and columns of a box, 3 or 4; the grid has box x box rows and columns.
        empty: Per cent of the cells that are empty at the start.
    """

    box: int = 4
    empty: int = 66

    def __post_init__(self) -> None:
        check_choice("box", self.box, (3, 4))
        check_range("empty", self.empty, 1, 100)

    @property
    def size(self) -> int:
        """Rows, columns, values."""
        return self.box * self.box


@dataclass(frozen=True, slots=True)
class SudokuState(BaseState):
    """One position. A cell is ``row * size + column``, row 0 at the bottom.

    A move is ``16 * cell + value - 1``.

    Attributes:
        parameters: What the game was started with.
        cells: 0 empty, else the value.
        move_count: How many cells were filled since the start.
        last_move: The last of these moves, where known.
    """

    parameters: SudokuParameters
    cells: Cells
    move_count: int = 0
    last_move: int | None = None

    what = "move"

    @property
    def current_player(self) -> int:
        """The only player."""
        return 0

    def domain(self, cell: int) -> tuple[int, ...]:
        """Return the values that no cell in its row, column and box has."""
        taken = {self.cells[other] for other in peers(self.parameters.box)[cell]}
        return tuple(v for v in range(1, self.parameters.size + 1) if v not in taken)

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The values of the first empty cell with the smallest domain."""
        domains = [(cell, self.domain(cell)) for cell, held in enumerate(self.cells) if not held]
        if not domains:
            return ()
        cell, domain = min(domains, key=lambda entry: len(entry[1]))
        return tuple(LARGEST_SIZE * cell + value - 1 for value in domain)

    @property
    def returns(self) -> tuple[float, ...]:
        """How many cells are filled, the given ones among them."""
        return (float(sum(map(bool, self.cells))),)

    def _after(self, move: int) -> Self:
        cell, value = divmod(move, LARGEST_SIZE)
        cells = (*self.cells[:cell], value + 1, *self.cells[cell + 1 :])
        return replace(self, cells=cells, move_count=self.move_count + 1, last_move=move)

    def _is_on_board(self, move: int) -> bool:
        cell, value = divmod(move, LARGEST_SIZE)
        return 0 <= cell < len(self.cells) and value < self.parameters.size

    def encode(self) -> NDArray[np.int64]:
        """Return [box, cells...] for the kernels."""
        return np.array([self.parameters.box, *self.cells], np.int64)

    def _name(self, move: int) -> str:
        cell, value = divmod(move, LARGEST_SIZE)
        row, column = divmod(cell, self.parameters.size)
        return f"{chr(97 + column)}{row + 1}={VALUES[value]}"

    def _named(self, name: str) -> int | None:
        cell, equals, value = name.partition("=")
        number = cell_names(self.parameters.size, self.parameters.size).get(cell)
        held = SYMBOLS.get(value, EMPTY)
        if number is None or not equals or not 1 <= held <= self.parameters.size:
            return None
        return LARGEST_SIZE * number + held - 1

    def to_text(self) -> str:
        """Return the grid, top row first, how many moves were made, and the last one."""
        size = self.parameters.size
        rows = [self.cells[i : i + size] for i in range(0, len(self.cells), size)]
        lines = [" ".join(VALUES[v - 1] if v else "." for v in row) for row in reversed(rows)]
        lines.append(f"moves {self.move_count}")
        if self.last_move is not None:
            lines.append(f"last {self.move_to_string(self.last_move)}")
        return "\n".join(lines) + "\n"


def new_game(parameters: SudokuParameters, seed: int) -> SudokuState:
    """Return a random grid that can be filled."""
    return SudokuState(parameters, puzzle(parameters.box, parameters.empty, seed))


def state_from_text(text: str, parameters: SudokuParameters) -> SudokuState:
    """Read what `SudokuState.to_text` writes; raise `PositionError`."""
    size = parameters.size
    grid = gather(split_rows(text), ("moves", "last"))
    check_shape(grid.rows, (size,) * size)
    tokens = [token for row in reversed(grid.rows) for token in row]
    cells = read_cells(tokens, parameters.box)
    moves = grid.number("moves")
    if moves > size * size:
        raise PositionError(f"no game lasts {moves} moves")
    state = SudokuState(parameters, cells, moves)
    word = grid.word("last")
    if word is None:
        return state
    move = state._named(word.text.lower())
    if move is None or not moves or cells[move // LARGEST_SIZE] != move % LARGEST_SIZE + 1:
        raise word.error(f"{word.text!r} cannot have been the last move")
    return replace(state, last_move=move)


SPEC = GameSpec(
    name="sudoku",
    title="Sudoku",
    players=1,
    parameters=SudokuParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel="game.games.papers.sudoku.kernel",
)
