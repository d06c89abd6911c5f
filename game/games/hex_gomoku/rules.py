"""Gomoku on a hexagon of points: exactly five in a row win, an overline does not.

Cells are numbered row by row from the top row a, left to right. The three lines through a cell
are its row, its number, and the other diagonal, where row + number is constant.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, IllegalMoveError, Parameters, SetUp
from ai.phrases import N_
from game.games.lattice.grid_text import GridText
from game.games.lattice.lines import Cells, Lattice, Place, RowState, lattice
from game.games.state import check_choice, check_range

EMPTY, BLACK, WHITE = 0, 1, 2
SWAP = "swap"
DRAW = "draw"
OPENINGS = ("free", SWAP)
_NO_SWAP = N_("this game has no swap")

DIRECTIONS = ((0, 1), (1, 0), (1, -1))
"""Steps in row and number along the three lines through a cell."""


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


@cache
def geometry(side: int) -> Lattice:
    """Return the board of a side, made once."""
    numbers = [row_numbers(side, row) for row in range(2 * side - 1)]
    return lattice(numbers, DIRECTIONS, lambda row, number: f"{chr(97 + row)}{number}")


def row_numbers(side: int, row: int) -> range:
    """Return the numbers of the cells in a row, left to right."""
    return range(max(1, side - row), min(2 * side - 1, 3 * side - 2 - row) + 1)


def distance(first: Place, second: Place) -> int:
    """Return the number of steps between two places of the hexagonal lattice."""
    down, right = first[0] - second[0], first[1] - second[1]
    return max(abs(down), abs(right), abs(down + right))


@dataclass(frozen=True, slots=True)
class HexState(RowState):
    """One position. A move is a cell, or the number of cells for "swap".

    One more is "draw": the players agree to end the game. It takes both of them, so it is not
    among the `legal_moves` of either.

    Attributes:
        swapped: Whether player 1 has taken black over.
    """

    parameters: HexParameters
    swapped: bool = False

    names = (N_("black", "the side"), N_("white", "the side"))
    keywords = ("swapped", "turn", "last")
    exact = True

    @staticmethod
    def lattice_of(parameters: HexParameters) -> Lattice:
        return geometry(parameters.side)

    @property
    def current_player(self) -> int:
        """Who places the next stone: player 0 has black unless the players swapped."""
        return (self.colour_to_place - 1) ^ self.swapped

    @property
    def move_count(self) -> int:
        """Stones placed, and one for a swap."""
        return self.stones + self.swapped

    @property
    def swap_move(self) -> int:
        return len(self.cells)

    @property
    def draw_move(self) -> int:
        """The move that means "draw", which may be played until the game is over."""
        return len(self.cells) + 1

    @property
    def is_agreed_draw(self) -> bool:
        return self.last_move == self.draw_move

    @property
    def offers_swap(self) -> bool:
        """Whether the opponent may take the next stone over, which then had better be fair."""
        return self.stones + self.shift == 0 and self.parameters.opening == SWAP

    @property
    def can_swap(self) -> bool:
        """Whether the player to move may take the first stone over."""
        fresh = self.stones + self.shift == 1 and not (self.swapped or self.is_agreed_draw)
        return fresh and self.parameters.opening == SWAP

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Every empty cell, in ascending order, until the game is over; a swap comes last."""
        if self.is_agreed_draw:
            return ()
        # Named, as in a slotted dataclass `super()` finds the class before its slots.
        moves = RowState.legal_moves.__get__(self)
        return (*moves, self.swap_move) if self.can_swap else moves

    @property
    def is_terminal(self) -> bool:
        """Whether someone has won, the board is full or a draw is agreed."""
        full = self.stones == len(self.cells)
        return bool(self.winning_line) or full or self.is_agreed_draw

    @property
    def winner(self) -> int | None:
        colour = self.winning_colour
        return None if colour is None else (colour - 1) ^ self.swapped

    def _after(self, move: int) -> Self:
        if move in (self.swap_move, self.draw_move):
            swapped = self.swapped or move == self.swap_move
            return replace(self, swapped=swapped, last_move=move, winning_line=())
        return RowState._after(self, move)

    def _check(self, move: int) -> None:
        if move == self.swap_move and self.parameters.opening == SWAP:
            if not self.can_swap:
                raise IllegalMoveError(N_("a swap is possible only right after the first stone"))
        elif move != self.draw_move:
            RowState._check(self, move)
        elif self.is_terminal:
            raise IllegalMoveError(N_("the game is over"))

    def encode(self) -> NDArray[np.int64]:
        """Return the position for the kernels.

        Returns:
            int64[6 + cells]:
            [side, in_a_row, swap opening 0 or 1, swapped 0 or 1, last_move or -1, shift, cells...];
            last_move is the number of cells after a swap, one more after a draw.
        """
        rules = self.parameters
        last = -1 if self.last_move is None else self.last_move
        head = (rules.side, rules.in_a_row, rules.opening == SWAP, self.swapped, last, self.shift)
        return np.array([*map(int, head), *self.cells], np.int64)

    def _is_on_board(self, move: int) -> bool:
        swap = self.parameters.opening == SWAP and move == self.swap_move
        return swap or move == self.draw_move or RowState._is_on_board(self, move)

    def _name(self, move: int) -> str:
        words = {self.swap_move: SWAP, self.draw_move: DRAW}
        return words.get(move) or RowState._name(self, move)

    def move_label(self, move: int) -> str:
        """See `ai.contract.rules.State`."""
        return self.move_to_string(move).upper()

    def _named(self, name: str) -> int | None:
        if name == SWAP and self.parameters.opening != SWAP:
            raise IllegalMoveError(_NO_SWAP)
        words = {SWAP: self.swap_move, DRAW: self.draw_move}
        return words.get(name, RowState._named(self, name))

    def _indent(self, row: int) -> str:
        return " " * abs(row - self.parameters.side + 1)

    def _notes(self) -> tuple[str, ...]:
        swapped = ("swapped",) if self.swapped else ()
        return (*swapped, *RowState._notes(self))

    @classmethod
    def _read(cls, grid: GridText, position: Self) -> Self:
        stones, cells = position.stones, position.cells
        swapped = _swapped(grid, position.parameters, stones)
        no_stone = _last_without_a_stone(grid, cells, swapped and stones == 1)
        stone = position._last_stone(grid) if no_stone is None else None
        line = position._won_line(grid, stone)
        if line and no_stone is not None:
            raise grid.rows[0][0].error(N_("the game was won, so no draw can have been agreed"))
        last = stone if no_stone is None else no_stone
        return replace(position, last_move=last, winning_line=line, swapped=swapped)


new_game = HexState.empty
state_from_text = HexState.from_text


def _swapped(grid: GridText, parameters: HexParameters, stones: int) -> bool:
    word = grid.flag("swapped")
    if word is None:
        return False
    if parameters.opening != SWAP:
        raise word.error(_NO_SWAP)
    if stones == 0:
        raise word.error(N_("nobody can swap before the first stone"))
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
    title=N_("Hex Gomoku"),
    players=2,
    parameters=HexParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel="game.games.hex_gomoku.kernel",
    side_of=lambda state, player: player ^ int(state.swapped),
    exchanges=lambda state, move: move == state.swap_move,
    set_up=SetUp(HexState.arranged, HexState.problem),
)
