"""Gomoku on a hexagon of points: exactly five in a row win, an overline does not.

Cells are numbered row by row from the top row a, left to right. Row r (0 to
``2 * side - 2``) holds the numbers ``max(1, side - r)`` to
``min(2 * side - 1, 3 * side - 2 - r)``; the three lines through a cell are its row, its
number, and the other diagonal, where row + number is constant.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from game.games.checks import check_choice, check_range
from game.games.lattice.grid_text import GridText, check_shape, gather, split_rows, symbol
from game.games.lattice.lines import Cells, Line, Rays, Referee, runs_through
from game.games.protocol import FIRST_PLAYER, GameSpec, IllegalMoveError, Parameters

EMPTY, BLACK, WHITE = 0, 1, 2
SYMBOLS = ".XO"
COLOUR_NAMES = ("black", "white")
SWAP = "swap"
DRAW = "draw"
OPENINGS = ("free", SWAP)

_VALUES = {".": EMPTY, "-": EMPTY, "X": BLACK, "x": BLACK, "O": WHITE, "o": WHITE}
_DIRECTIONS = ((0, 1), (1, 0), (1, -1))


@dataclass(frozen=True, slots=True)
class HexParameters(Parameters):
    """Size of the board, opening rule and length of a winning row.

    Attributes:
        side: Points on a side: 4 to 8 for players, 3 for exhaustive tests.
        opening: ``free``, or ``swap``: after the first stone the other player may take it over.
        in_a_row: 4 or 5.
    """

    side: int = 6
    opening: str = "free"
    in_a_row: int = 5

    def __post_init__(self) -> None:
        check_range("side", self.side, 3, 8)
        check_choice("opening", self.opening, OPENINGS)
        check_range("in_a_row", self.in_a_row, 4, 5)


@dataclass(frozen=True, slots=True)
class Geometry:
    """What never changes on a board of one side.

    Attributes:
        side: Points on a side.
        cells: (row, number) of each cell; rows count from 0, numbers from 1.
        index: The cell at a (row, number).
        names: The name of each cell, such as ``f6``.
        row_lengths: Cells in each row from the top.
        rays: For each cell and each of its three lines, the cells on either hand.
    """

    side: int
    cells: tuple[tuple[int, int], ...]
    index: dict[tuple[int, int], int]
    names: tuple[str, ...]
    row_lengths: tuple[int, ...]
    rays: tuple[Rays, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the board, cells in order: rows, numbers and other diagonals."""
        starts = (
            (cell, *ahead)
            for direction in range(len(_DIRECTIONS))
            for cell in range(len(self.cells))
            for behind, ahead in (self.rays[cell][direction],)
            if not behind
        )
        return tuple(starts)

    def cell_named(self, name: str) -> int | None:
        """The cell called `name` in lower case, or None."""
        return self.names.index(name) if name in self.names else None


@cache
def geometry(side: int) -> Geometry:
    """Return the geometry of a board; made once for each side."""
    numbers = [
        range(max(1, side - row), min(2 * side - 1, 3 * side - 2 - row) + 1)
        for row in range(2 * side - 1)
    ]
    cells = tuple((row, number) for row, span in enumerate(numbers) for number in span)
    index = {cell: i for i, cell in enumerate(cells)}

    def ray(cell: tuple[int, int], down: int, right: int) -> Iterator[int]:
        row, number = cell
        while (found := index.get((row := row + down, number := number + right))) is not None:
            yield found

    return Geometry(
        side=side,
        cells=cells,
        index=index,
        names=tuple(f"{chr(97 + row)}{number}" for row, number in cells),
        row_lengths=tuple(len(span) for span in numbers),
        rays=tuple(
            tuple((tuple(ray(c, -d, -r)), tuple(ray(c, d, r))) for d, r in _DIRECTIONS)
            for c in cells
        ),
    )


@dataclass(frozen=True, slots=True)
class HexState:
    """One position. A move is a cell, or the number of cells for "swap".

    One more is "draw": the players agree to end the game. It takes both of them, so it is not
    among the `legal_moves` of either.

    Attributes:
        parameters: What the game was started with.
        cells: 0 empty, 1 black, 2 white.
        swapped: Whether player 1 has taken black over.
        last_move: The move that led here, where known.
        winning_line: The cells that won, in order along the line; empty without a winner.
        stones: How many stones stand.
    """

    parameters: HexParameters
    cells: Cells
    swapped: bool = False
    last_move: int | None = None
    winning_line: Line = ()
    stones: int = 0

    @property
    def colour_to_place(self) -> int:
        """1 when a black stone comes next, 2 for a white one."""
        return (self.stones & 1) + 1

    @property
    def current_player(self) -> int:
        """Who places the next stone: player 0 has black unless the players swapped."""
        return (self.stones & 1) ^ self.swapped

    @property
    def move_count(self) -> int:
        """Stones placed, and one for a swap."""
        return self.stones + self.swapped

    @property
    def swap_move(self) -> int:
        """The move that means "swap"."""
        return len(self.cells)

    @property
    def draw_move(self) -> int:
        """The move that means "draw", which may be played until the game is over."""
        return len(self.cells) + 1

    @property
    def is_agreed_draw(self) -> bool:
        """Whether the players have agreed to a draw."""
        return self.last_move == self.draw_move

    @property
    def can_swap(self) -> bool:
        """Whether the player to move may take the first stone over."""
        fresh = self.stones == 1 and not self.swapped and not self.is_agreed_draw
        return fresh and self.parameters.opening == SWAP

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Every empty cell, in ascending order, until the game is over; a swap comes last."""
        if self.winning_line or self.is_agreed_draw:
            return ()
        moves = tuple([cell for cell, stone in enumerate(self.cells) if not stone])
        return (*moves, self.swap_move) if self.can_swap else moves

    @property
    def is_terminal(self) -> bool:
        """Whether someone has won, the board is full or a draw is agreed."""
        full = self.stones == len(self.cells)
        return bool(self.winning_line) or full or self.is_agreed_draw

    @property
    def winning_colour(self) -> int | None:
        """1 or 2 for the colour that has won, else None."""
        return self.cells[self.winning_line[0]] if self.winning_line else None

    @property
    def winner(self) -> int | None:
        """The player who has won, if any."""
        colour = self.winning_colour
        return None if colour is None else (colour - 1) ^ self.swapped

    @property
    def returns(self) -> tuple[float, ...]:
        """+1 for the winner and -1 for the loser, else 0 for both."""
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == FIRST_PLAYER else (-1.0, 1.0)

    def play(self, move: int) -> "HexState":
        """Return the state after a stone on the cell `move`, after the swap or the draw."""
        self._check(move)
        if move == self.draw_move:
            return HexState(self.parameters, self.cells, self.swapped, move, (), self.stones)
        if move == self.swap_move:
            return HexState(self.parameters, self.cells, True, move, (), self.stones)
        cells = (*self.cells[:move], self.colour_to_place, *self.cells[move + 1 :])
        line = _line_through(self.parameters, cells, move)
        return HexState(self.parameters, cells, self.swapped, move, line, self.stones + 1)

    def _check(self, move: int) -> None:
        if move == self.swap_move and self.parameters.opening == SWAP:
            if not self.can_swap:
                raise IllegalMoveError("a swap is possible only right after the first stone")
            return
        if not 0 <= move < len(self.cells) and move != self.draw_move:
            raise IllegalMoveError(f"cell {move} is outside the board")
        if self.is_terminal:
            raise IllegalMoveError("the game is over")
        if move != self.draw_move and self.cells[move]:
            raise IllegalMoveError(f"{self.move_to_string(move)} is taken")

    def encode(self) -> NDArray[np.int64]:
        """Return the position for the kernels.

        Returns:
            [side, in_a_row, swap opening 0 or 1, swapped 0 or 1, last_move or -1, cells...];
            last_move is the number of cells after a swap, one more after a draw.
        """
        rules = self.parameters
        last = -1 if self.last_move is None else self.last_move
        head = (rules.side, rules.in_a_row, rules.opening == SWAP, self.swapped, last)
        return np.array([*map(int, head), *self.cells], np.int64)

    def move_to_string(self, move: int) -> str:
        """Return a cell's name, row letter and number, or ``swap`` or ``draw``."""
        if move == self.swap_move:
            return SWAP
        if move == self.draw_move:
            return DRAW
        if not 0 <= move < len(self.cells):
            raise IllegalMoveError(f"cell {move} is outside the board")
        return geometry(self.parameters.side).names[move]

    def move_label(self, move: int) -> str:
        """See `game.games.protocol.State`."""
        return self.move_to_string(move).upper()

    def move_from_string(self, text: str) -> int:
        """Return the legal move called `text`."""
        name = text.strip().lower()
        if name == SWAP:
            if self.parameters.opening != SWAP:
                raise IllegalMoveError("this game has no swap")
            move: int | None = self.swap_move
        elif name == DRAW:
            move = self.draw_move
        else:
            move = geometry(self.parameters.side).cell_named(name)
        if move is None:
            raise IllegalMoveError(f"{text.strip()!r} is not a cell of this board")
        self._check(move)
        return move

    def to_text(self) -> str:
        """Return the board as a hexagon, top row first, with the swap and the last move."""
        lines = []
        start = 0
        for row, length in enumerate(geometry(self.parameters.side).row_lengths):
            stones = self.cells[start : start + length]
            indent = abs(row - self.parameters.side + 1)
            lines.append(" " * indent + " ".join(SYMBOLS[stone] for stone in stones))
            start += length
        if self.swapped:
            lines.append("swapped")
        if self.last_move is not None:
            lines.append(f"last {self.move_to_string(self.last_move)}")
        return "\n".join(lines) + "\n"


def _line_through(parameters: HexParameters, cells: Cells, cell: int) -> Line:
    runs = runs_through(cells, geometry(parameters.side).rays[cell], cell)
    return next((run for run in runs if len(run) == parameters.in_a_row), ())


def new_game(parameters: HexParameters, seed: int) -> HexState:  # noqa: ARG001
    """Return the empty board; the seed changes nothing."""
    return HexState(parameters, (EMPTY,) * len(geometry(parameters.side).cells))


def state_from_text(text: str, parameters: HexParameters) -> HexState:
    """Read what `HexState.to_text` writes; raise `PositionError`."""
    grid = gather(split_rows(text), ("swapped", "last"))
    board = geometry(parameters.side)
    check_shape(grid.rows, board.row_lengths)
    cells = tuple(symbol(token, _VALUES, "X, O or .") for row in grid.rows for token in row)
    referee = Referee(COLOUR_NAMES, board.cell_named, partial(_line_through, parameters))
    referee.check_counts(grid, cells)
    stones = sum(map(bool, cells))
    swapped = _swapped(grid, parameters, stones)
    no_stone = _last_without_a_stone(grid, cells, swapped and stones == 1)
    last = referee.last_stone(grid, cells) if no_stone is None else no_stone
    line = referee.winning_line(grid, cells, last if no_stone is None else None)
    if line and no_stone is not None:
        raise grid.rows[0][0].error("the game was won, so no draw can have been agreed")
    return HexState(parameters, cells, swapped, last, line, stones)


def _swapped(grid: GridText, parameters: HexParameters, stones: int) -> bool:
    word = grid.flag("swapped")
    if word is None:
        return False
    if parameters.opening != SWAP:
        raise word.error("this game has no swap")
    if stones == 0:
        raise word.error("nobody can swap before the first stone")
    return True


def _last_without_a_stone(grid: GridText, cells: Cells, after_swap: bool) -> int | None:
    """Return the last move if it was a draw, or a swap where one may just have been made."""
    word = grid.word("last")
    name = "" if word is None else word.text.lower()
    if name == DRAW:
        return len(cells) + 1
    return len(cells) if name == SWAP and after_swap else None


SPEC = GameSpec(
    name="hex",
    title="Hex Gomoku",
    players=2,
    parameters=HexParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel="game.games.hex_gomoku.kernel",
    side_of=lambda state, player: player ^ int(state.swapped),
    exchanges=lambda state, move: move == state.swap_move,
)
