"""Races across the board, what Breakthrough and Knightthrough share.

Pieces only ever go towards the far row. Who first has a piece there wins, or who takes
every piece of the other. A move is ``64 * start + target``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from ai.contract.rules import FIRST_PLAYER, SECOND_PLAYER
from ai.phrases import N_, filled
from game.games.lattice.square_board import (
    EMPTY,
    FIRST,
    MOST_CELLS,
    SECOND,
    BoardParameters,
    BoardState,
    Cells,
    cell_names,
)
from game.games.state import both


@dataclass(frozen=True, slots=True)
class Step:
    """A way to go, as the first player, whose pieces go up, sees it.

    Attributes:
        takes: Whether it may end on a piece of the other player.
    """

    along: int
    up: int
    takes: bool = True


@dataclass(frozen=True, slots=True)
class RaceState(BoardState):
    """One position; the first player's pieces go up."""

    steps: ClassVar[tuple[Step, ...]]
    what: ClassVar[str] = "move"

    @property
    def _decided(self) -> int | None:
        width = self.parameters.columns
        if FIRST in self.cells[-width:]:
            return FIRST_PLAYER
        return SECOND_PLAYER if SECOND in self.cells[:width] else None

    @property
    def legal_moves(self) -> tuple[int, ...]:
        return () if self._decided is not None else tuple(self._moves())

    @property
    def is_terminal(self) -> bool:
        """Whether a piece has arrived or none can go."""
        return self._decided is not None or next(self._moves(), None) is None

    @property
    def winner(self) -> int | None:
        if not self.is_terminal:
            return None
        winner = 1 - self.current_player if self._decided is None else self._decided
        return 1 - winner if self.parameters.misere else winner

    def _moves(self) -> Iterator[int]:
        mine = self.current_player + 1
        for start, piece in enumerate(self.cells):
            if piece == mine:
                yield from sorted(self._moves_of(start, mine))

    def _moves_of(self, start: int, mine: int) -> Iterator[int]:
        columns, rows = self.parameters.columns, self.parameters.rows
        ahead = 1 if mine == FIRST else -1
        for step in self.steps:
            row, column = start // columns + ahead * step.up, start % columns + step.along
            if 0 <= row < rows and 0 <= column < columns:
                target = row * columns + column
                there = self.cells[target]
                if there == EMPTY or (there != mine and step.takes):
                    yield MOST_CELLS * start + target

    def _cells_after(self, move: int) -> Cells:
        start, target = divmod(move, MOST_CELLS)
        cells = list(self.cells)
        cells[start], cells[target] = EMPTY, self.cells[start]
        return tuple(cells)

    def _is_on_board(self, move: int) -> bool:
        return 0 <= move // MOST_CELLS < len(self.cells) > move % MOST_CELLS

    def _name(self, move: int) -> str:
        start, target = divmod(move, MOST_CELLS)
        return f"{self.cell_name(start)}-{self.cell_name(target)}"

    def _named(self, name: str) -> int | None:
        start, _, target = name.partition("-")
        cells = cell_names(self.parameters.columns, self.parameters.rows)
        if start not in cells or target not in cells:
            return None
        return MOST_CELLS * cells[start] + cells[target]

    # Positions set up by hand; see `ai.contract.rules.SetUp`.

    def arranged(self, cells: Sequence[int], player: int) -> Self:
        """Return these pieces on the same board."""
        return type(self)(self.parameters, tuple(cells), player)

    def problem(self) -> str:
        """Say why nobody can play on; nothing if that is possible."""
        width, names, ends = (
            self.parameters.columns,
            ("", N_("Black"), N_("White")),
            len(self.cells),
        )
        goals = {FIRST: range(ends - width, ends), SECOND: range(width)}
        said = [
            filled(
                N_("{side} is across already, at {cell}"),
                side=names[piece],
                cell=self.cell_name(cell),
            )
            for piece, row in goals.items()
            for cell in [cell for cell in row if self.cells[cell] == piece][:1]
        ]
        stuck = filled(N_("{side} is to move and has no move"), side=names[self.current_player + 1])
        return both(said) or (stuck if self.is_terminal else "")


def two_rows_a_side(parameters: BoardParameters) -> Cells:
    row, rows = parameters.columns, parameters.rows
    return (FIRST,) * 2 * row + (EMPTY,) * (rows - 4) * row + (SECOND,) * 2 * row
