"""What small games for two share: two players, a square grid, no draws.

Each of them ends at once for a reason of its own, or when the player to move has no legal
move and so has lost. The misere form of a game is the same game with the result reversed.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, ParameterError, Parameters, PositionError, SetUp
from ai.phrases import N_, filled
from game.games.lattice.grid_text import (
    STONES,
    Token,
    check_shape,
    gather,
    split_rows,
    square_name,
    stone,
)
from game.games.state import TwoPlayerState, check_range

SMALLEST, LARGEST = 4, 8
LONGEST_GAME = 10_000
_TOO_LONG = N_("no game lasts {count} moves; the most are {most}")
EMPTY, FIRST, SECOND = 0, 1, 2
MOST_CELLS = 64
"""A move of a piece is this times the cell where it starts, plus the cell where it goes to."""

Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardParameters(Parameters):
    """The board and how the game is won.

    Attributes:
        columns: 4 to 8.
        rows: 4 to 8.
    """

    columns: int = 5
    rows: int = 5
    misere: bool = False

    def __post_init__(self) -> None:
        check_range("columns", self.columns, SMALLEST, LARGEST)
        check_range("rows", self.rows, SMALLEST, LARGEST)
        if not isinstance(self.misere, bool):
            raise ParameterError(f"misere must be true or false, not {self.misere!r}")


@dataclass(frozen=True, slots=True)
class BoardState(TwoPlayerState):
    """One position. A cell is ``row * columns + column``, row 0 at the bottom.

    Attributes:
        cells: 0 empty, 1 the first player's, 2 the second's.
        move_count: How many moves were played; the first player has the even ones.
    """

    parameters: BoardParameters
    cells: Cells
    move_count: int = 0
    last_move: int | None = field(default=None)

    @abstractmethod
    def _cells_after(self, move: int) -> Cells:
        """Return the cells after a legal move."""

    @property
    def current_player(self) -> int:
        """0 or 1."""
        return self.move_count & 1

    def _after(self, move: int) -> Self:
        return replace(
            self, cells=self._cells_after(move), move_count=self.move_count + 1, last_move=move
        )

    def encode(self) -> NDArray[np.int64]:
        """Return int64[4 + cells]: columns, rows, misere, moves played, cells."""
        board = self.parameters
        return np.array(
            [board.columns, board.rows, board.misere, self.move_count, *self.cells], np.int64
        )

    def _name(self, move: int) -> str:
        return self.cell_name(move)

    def cell_name(self, cell: int) -> str:
        return square_name(*divmod(cell, self.parameters.columns))

    def _named(self, name: str) -> int | None:
        return cell_names(self.parameters.columns, self.parameters.rows).get(name)

    def to_text(self) -> str:
        """Return the board, top row first, how many moves were played, and the last one."""
        width = self.parameters.columns
        rows = [self.cells[i : i + width] for i in range(0, len(self.cells), width)]
        lines = [" ".join(STONES[stone] for stone in row) for row in reversed(rows)]
        return self._written([*lines, f"moves {self.move_count}"])

    @classmethod
    def from_text(cls, text: str, parameters: BoardParameters) -> Self:
        """Read what `to_text` writes, or any other position; raise `PositionError`.

        Without a line ``moves N`` the first player is to move.
        """
        grid = gather(split_rows(text), ("moves", "last"))
        check_shape(grid.rows, (parameters.columns,) * parameters.rows)
        cells = tuple(stone(token) for row in reversed(grid.rows) for token in row)
        moves = grid.number("moves")
        if moves > LONGEST_GAME:
            raise PositionError(filled(_TOO_LONG, count=moves, most=LONGEST_GAME))
        state = cls(parameters, cells, moves)
        return replace(state, last_move=state._last(grid.word("last")))

    def _last(self, word: Token | None) -> int | None:
        if word is None:
            return None
        move = self._named(word.text.lower())
        if move is None or not self.move_count:
            raise word.error(N_("{text} cannot have been the last move"), text=repr(word.text))
        return move


@lru_cache(maxsize=64)
def cell_names(columns: int, rows: int) -> dict[str, int]:
    return {square_name(*divmod(cell, columns)): cell for cell in range(columns * rows)}


def spec_of(
    name: str,
    title: str,
    state: type[BoardState],
    start: Callable[[BoardParameters], Cells],
    set_up: SetUp | None = None,
) -> GameSpec:
    """Return a game by its states and first cells; its kernel is in the folder of the states."""

    def new_game(parameters: BoardParameters, seed: int) -> BoardState:  # noqa: ARG001
        return state(parameters, start(parameters))

    return GameSpec(
        name=name,
        title=title,
        players=2,
        parameters=BoardParameters,
        new_game=new_game,
        state_from_text=state.from_text,
        kernel=f"{state.__module__.rpartition('.')[0]}.kernel",
        set_up=set_up,
    )
