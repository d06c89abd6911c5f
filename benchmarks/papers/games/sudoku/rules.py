"""Sudoku as a game for one: fill the cell with the fewest values left, while it has any.

Cazenave's test of nested search (IJCAI 2009): the next cell is always the first of those with
the smallest domain, a move is one of its values, and the score is the number of filled cells.
"""

from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, Parameters, PositionError
from game.games.kernel_state import PlainRules, plain_rules
from game.games.lattice.grid_text import Token, check_shape, gather, split_rows, square_name, symbol
from game.games.lattice.square_board import cell_names
from game.games.state import BaseState, check_choice, check_range

from .puzzles import EMPTY, VALUES, Cells, puzzle

LARGEST_SIZE = 16
_KERNEL = f"{__package__}.kernel"
_SYMBOLS = {".": EMPTY, "-": EMPTY, **{v: i + 1 for i, v in enumerate(VALUES)}}
_SYMBOLS |= {v.lower(): i + 1 for i, v in enumerate(VALUES)}


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
        legal_moves: The values of the first empty cell with the smallest domain.
    """

    parameters: SudokuParameters
    cells: Cells
    move_count: int = 0
    last_move: int | None = None

    legal_moves: tuple[int, ...] = field(init=False, compare=False, repr=False)

    what = "move"

    def __post_init__(self) -> None:
        rules = _rules(self.parameters)
        moves = rules.legal_moves(rules.loaded(self.encode()))
        object.__setattr__(self, "legal_moves", moves)

    @property
    def current_player(self) -> int:
        """The only player."""
        return 0

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
        return f"{square_name(*divmod(cell, self.parameters.size))}={VALUES[value]}"

    def _named(self, name: str) -> int | None:
        cell, equals, value = name.partition("=")
        number = cell_names(self.parameters.size, self.parameters.size).get(cell)
        held = _SYMBOLS.get(value, EMPTY)
        if number is None or not equals or not 1 <= held <= self.parameters.size:
            return None
        return LARGEST_SIZE * number + held - 1

    def to_text(self) -> str:
        """Return the grid, top row first, how many moves were made, and the last one."""
        size = self.parameters.size
        rows = [self.cells[i : i + size] for i in range(0, len(self.cells), size)]
        lines = [" ".join(VALUES[v - 1] if v else "." for v in row) for row in reversed(rows)]
        return self._written([*lines, f"moves {self.move_count}"])


def new_game(parameters: SudokuParameters, seed: int) -> SudokuState:
    """Return a random grid that can be filled."""
    return SudokuState(parameters, puzzle(parameters.box, parameters.empty, seed))


def state_from_text(text: str, parameters: SudokuParameters) -> SudokuState:
    """Read what `SudokuState.to_text` writes; raise `PositionError`."""
    size = parameters.size
    grid = gather(split_rows(text), ("moves", "last"))
    check_shape(grid.rows, (size,) * size)
    tokens = [token for row in reversed(grid.rows) for token in row]
    cells = _read_cells(tokens, parameters)
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


def _read_cells(tokens: list[Token], parameters: SudokuParameters) -> Cells:
    """Return the cells that tokens name, in this order; raise `PositionError` for bad ones."""
    rules, size = _rules(parameters), parameters.size
    state = rules.empty()
    cells = tuple(_value(token, size) for token in tokens)
    for cell, value in enumerate(cells):
        if not value:
            continue
        row, column = divmod(cell, size)
        band = row // parameters.box * parameters.box
        if not int(rules.run("domain_of", state, row, column, band)) >> value - 1 & 1:
            name = VALUES[value - 1]
            raise tokens[cell].error(f"{name} stands in its row, column or box already")
        rules.run("play", state, LARGEST_SIZE * cell + value - 1)
    return cells


def _value(token: Token, size: int) -> int:
    hint = f"1 to {VALUES[size - 1]} or ."
    value = symbol(token, _SYMBOLS, hint)
    if value > size:
        raise token.error(f"{token.text!r} is not a cell; use {hint}")
    return value


def _rules(parameters: SudokuParameters) -> PlainRules:
    return plain_rules(_KERNEL, parameters)


SPEC = GameSpec(
    name="sudoku",
    title="Sudoku",
    players=1,
    parameters=SudokuParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel=_KERNEL,
)
