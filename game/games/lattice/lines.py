"""Games of stones in a row on a lattice, square or hexagonal: its lines, and the common rules."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Self

from ai.phrases import N_, filled
from game.games.lattice.grid_text import (
    STONES,
    GridText,
    check_shape,
    gather,
    split_rows,
    square_name,
    stone,
)
from game.games.state import TwoPlayerState, both

EMPTY = 0
# For translators: {one} and {other} are the two sides, {first} and {second} their stones
_UNEQUAL = N_(
    "{one} has {first} and {other} {second}, but {one} must have as many as {other} or one more, "
    "unless a line 'turn' says who is to move"
)

Line = tuple[int, ...]
Cells = tuple[int, ...]
Place = tuple[int, int]
Rays = tuple[tuple[Line, Line], ...]
"""For each direction through a cell: the cells behind it and ahead of it, nearest first."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """What never changes on a board.

    Attributes:
        cells: (row, number) of each cell, row by row.
        names: The name of each cell, such as ``f6``.
        rays: For each cell and each direction, the cells on either hand.
    """

    cells: tuple[Place, ...]
    index: dict[Place, int]
    names: tuple[str, ...]
    row_lengths: tuple[int, ...]
    rays: tuple[Rays, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the board, by direction; cells and lines in ascending order."""
        return tuple(
            line
            for direction in range(len(self.rays[0]))
            for cell, rays in enumerate(self.rays)
            for line in [tuple(sorted((*rays[direction][0], cell, *rays[direction][1])))]
            if line[0] == cell
        )

    def cell_named(self, name: str) -> int | None:
        """The cell called `name` in lower case, or None."""
        return self.names.index(name) if name in self.names else None


def lattice(
    rows: Sequence[Iterable[int]], directions: Sequence[Place], name: Callable[[int, int], str]
) -> Lattice:
    """Return the lattice of a board.

    Args:
        directions: Steps (down, right) along the lines through a cell.
        name: Names the cell at a row and number.
    """
    cells = tuple((row, number) for row, span in enumerate(rows) for number in span)
    index = {cell: i for i, cell in enumerate(cells)}

    def ray(cell: Place, down: int, right: int) -> Iterator[int]:
        row, number = cell
        while (neighbour := index.get((row := row + down, number := number + right))) is not None:
            yield neighbour

    return Lattice(
        cells=cells,
        index=index,
        names=tuple(name(row, number) for row, number in cells),
        row_lengths=tuple(sum(1 for _ in span) for span in rows),
        rays=tuple(
            tuple((tuple(ray(c, -d, -r)), tuple(ray(c, d, r))) for d, r in directions)
            for c in cells
        ),
    )


@lru_cache(maxsize=64)
def square_lattice(columns: int, rows: int) -> Lattice:
    """Return a square board; a cell is ``row * columns + column``, row 0 at the bottom."""
    steps = ((0, 1), (1, 0), (1, 1), (-1, 1))
    return lattice([range(columns)] * rows, steps, square_name)


def runs_through(cells: Cells, rays: Rays, cell: int) -> Iterator[Line]:
    """Yield the whole run of equal stones through `cell` in each direction, in order."""
    stone = cells[cell]
    for behind, ahead in rays:
        yield (*reversed(_run(cells, behind, stone)), cell, *_run(cells, ahead, stone))


def _run(cells: Cells, ray: Line, stone: int) -> list[int]:
    run = []
    for cell in ray:
        if cells[cell] != stone:
            break
        run.append(cell)
    return run


@dataclass(frozen=True, slots=True)
class RowState(TwoPlayerState):
    """One position. A move is the cell that the next stone comes to.

    Attributes:
        parameters: What the game was started with; its `in_a_row` stones win.
        cells: 0 empty, 1 and 2 the stones of the first and the second colour.
        winning_line: The cells that won, in order along the line; empty without a winner.
        shift: Added to the number of stones, it tells whose turn it is. It is 0 for stones that can
            have been placed in turns; else 2 or 3, so that no rule for a first move applies.
    """

    parameters: Any
    cells: Cells
    last_move: int | None = None
    winning_line: Line = ()
    stones: int = 0
    shift: int = 0

    names: ClassVar[tuple[str, str]]  # what the stones are called
    keywords: ClassVar[tuple[str, ...]] = ("turn", "last")  # of lines beside the board
    exact: ClassVar[bool] = False  # whether a longer row does not win
    row_below: ClassVar[bool] = False  # whether the first row is the lowest one

    @staticmethod
    @abstractmethod
    def lattice_of(parameters: Any) -> Lattice:
        """Return the board."""

    @classmethod
    def empty(cls, parameters: Any, seed: int = 0) -> Self:  # noqa: ARG003
        """Return the empty board; the seed changes nothing."""
        return cls(parameters, (EMPTY,) * len(cls.lattice_of(parameters).cells))

    @classmethod
    def _line_through(cls, parameters: Any, cells: Cells, cell: int) -> Line:
        for run in runs_through(cells, cls.lattice_of(parameters).rays[cell], cell):
            over = len(run) - parameters.in_a_row
            if over == 0 or (over > 0 and not cls.exact):
                return run
        return ()

    def winning_cells(
        self, colour: int, among: Iterable[int] | None = None, placed: int | None = None
    ) -> tuple[int, ...]:
        """Return the empty cells where a stone of a colour, 1 or 2, would win at once.

        Args:
            among: The cells that are asked about; None for all.
            placed: A cell that has such a stone already, for the sake of the question.
        """
        cells, size = self.cells, self.parameters
        rays = self.lattice_of(size).rays
        if placed is not None:
            cells = (*cells[:placed], colour, *cells[placed + 1 :])
        return tuple(
            cell
            for cell in (range(len(cells)) if among is None else among)
            if not cells[cell]
            and any(ray and cells[ray[0]] == colour for pair in rays[cell] for ray in pair)
            and self._line_through(size, (*cells[:cell], colour, *cells[cell + 1 :]), cell)
        )

    @property
    def colour_to_place(self) -> int:
        """1 when a stone of the first colour comes next, 2 for the second."""
        return (self.stones + self.shift & 1) + 1

    @property
    def current_player(self) -> int:
        return self.colour_to_place - 1

    @property
    def can_swap(self) -> bool:
        """Whether the player to move may take the other's first stone over."""
        return False

    @property
    def move_count(self) -> int:
        return self.stones

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Every empty cell, in ascending order, until the game is over."""
        if self.winning_line:
            return ()
        return tuple([cell for cell, stone in enumerate(self.cells) if not stone])

    @property
    def is_terminal(self) -> bool:
        """Whether someone has won or the board is full."""
        return bool(self.winning_line) or self.stones == len(self.cells)

    @property
    def winning_colour(self) -> int | None:
        """1 or 2 for the colour that has won, else None."""
        return self.cells[self.winning_line[0]] if self.winning_line else None

    @property
    def winner(self) -> int | None:
        return None if self.winning_colour is None else self.winning_colour - 1

    def _after(self, move: int) -> Self:
        cells = (*self.cells[:move], self.colour_to_place, *self.cells[move + 1 :])
        return replace(
            self,
            cells=cells,
            last_move=move,
            winning_line=self._line_through(self.parameters, cells, move),
            stones=self.stones + 1,
        )

    def _problem(self, move: int) -> str:
        return N_("{name} is taken") if self.cells[move] else ""

    def _name(self, move: int) -> str:
        return self.lattice_of(self.parameters).names[move]

    def _named(self, name: str) -> int | None:
        return self.lattice_of(self.parameters).cell_named(name)

    def to_text(self) -> str:
        """Return the board, top row first, and the last move."""
        lines, start = [], 0
        for row, length in enumerate(self.lattice_of(self.parameters).row_lengths):
            stones = self.cells[start : start + length]
            lines.append(self._indent(row) + " ".join(STONES[stone] for stone in stones))
            start += length
        return self._written([*(reversed(lines) if self.row_below else lines), *self._notes()])

    def _indent(self, row: int) -> str:  # noqa: ARG002
        return ""

    def _notes(self) -> tuple[str, ...]:
        """Return what else there is to write, each a line."""
        return (f"turn {STONES[self.colour_to_place]}",) if self.shift else ()

    @classmethod
    def from_text(cls, text: str, parameters: Any) -> Self:
        """Read what `to_text` writes; raise `PositionError`.

        A line ``turn X`` or ``turn O`` says who is to move, whatever stones each side has.
        """
        grid = gather(split_rows(text), cls.keywords)
        check_shape(grid.rows, cls.lattice_of(parameters).row_lengths)
        rows = reversed(grid.rows) if cls.row_below else grid.rows
        cells = tuple(stone(token) for row in rows for token in row)
        word = grid.word("turn")
        if word is not None and not stone(word):
            raise word.error(N_("the player to move is X or O"))
        first, second = cells.count(1), cells.count(2)
        if word is None and first - second not in (0, 1):
            one, other = cls.names
            counts = {"one": one, "other": other, "first": first, "second": second}
            raise grid.rows[0][0].error(_UNEQUAL, **counts)
        colour = first - second + 1 if word is None else stone(word)
        return cls._read(grid, cls._of(parameters, cells, colour))

    @classmethod
    def _of(cls, parameters: Any, cells: Cells, colour: int) -> Self:
        """Return a board on which a colour, 1 or 2, is to place, whoever may have won."""
        first, second = cells.count(1), cells.count(2)
        shift = 0 if first - second == colour - 1 else 2 + ((first + second + colour - 1) & 1)
        return cls(parameters, cells, stones=first + second, shift=shift)

    @classmethod
    def _read(cls, grid: GridText, position: Self) -> Self:
        """Return a position with what else the text says of it."""
        last = position._last_stone(grid)
        return replace(position, last_move=last, winning_line=position._won_line(grid, last))

    def _last_stone(self, grid: GridText) -> int | None:
        """Return the cell in the ``last`` line, if there is one; raise `PositionError`."""
        word = grid.word("last")
        if word is None:
            return None
        cell = self.lattice_of(self.parameters).cell_named(word.text.lower())
        if cell is None:
            raise word.error(N_("{text} is not a cell of this board"), text=repr(word.text))
        mover = 3 - self.colour_to_place
        if self.cells[cell] != mover:
            moved = {"side": self.names[mover - 1], "cell": word.text}
            raise word.error(N_("{side} moved last, but not at {cell}"), **moved)
        return cell

    def _won_line(self, grid: GridText, last: int | None) -> Line:
        """Return the line that has won, if any; raise `PositionError` where none can have."""
        place = grid.rows[0][0]
        lines = self._lines(() if last is None else (last,))
        winners = {self.cells[line[0]] for line in lines}
        if len(winners) == 2:
            one, other = self.names
            raise place.error(N_("both {one} and {other} have won"), one=one, other=other)
        if winners == {self.colour_to_place}:
            winner, other = self.names if winners == {1} else reversed(self.names)
            raise place.error(
                N_("{winner} has won, but {other} moved last"), winner=winner, other=other
            )
        if lines and last is not None and last not in lines[0]:
            raise place.error(N_("the game was over before the last move"))
        return lines[0] if lines else ()

    def _lines(self, first: Iterable[int] = ()) -> list[Line]:
        """Return the rows that have won, those through the first cells first."""
        cells = (cell for cell in (*first, *range(len(self.cells))) if self.cells[cell])
        lines = (self._line_through(self.parameters, self.cells, cell) for cell in cells)
        return [line for line in lines if line]

    # Positions set up by hand; see `ai.contract.rules.SetUp`.

    def arranged(self, cells: Sequence[int], player: int) -> Self:
        """Return these stones on the same board, player 0 having the first colour."""
        return self._of(self.parameters, tuple(cells), player + 1)

    def problem(self) -> str:
        """Say why nobody can play on; nothing if that is possible."""
        rows = {self.cells[line[0]]: line for line in self._lines()}
        said = [
            filled(
                N_("{side} has {count} in a row already, from {first} to {last}"),
                side=self.names[colour - 1],
                count=len(row),
                first=self.move_label(row[0]),
                last=self.move_label(row[-1]),
            )
            for colour, row in sorted(rows.items())
        ]
        is_full = EMPTY not in self.cells
        return both(said) or (N_("no cell is empty") if is_full else "")


def placed(start: Any, first: Sequence[int], second: Sequence[int]) -> Any:
    """Return a position after each side has placed its stones in turns, or one has won."""
    state = start
    for turn, cell in enumerate(first):
        state = state.play(cell)
        if turn < len(second) and not state.is_terminal:
            state = state.play(second[turn])
    return state
