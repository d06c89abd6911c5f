"""SameGame: remove groups of equal neighbours; (n - 2)^2 points for n tiles at once.

Tiles fall down and empty columns close to the left. Clearing the board earns 1000 points.
Under the left-over rule of Schadd and js-games, each colour left at the end costs
(n - 2)^2 points, all its tiles counted as one group; so a single left-over tile costs 1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import GameSpec, Parameters, SetUp
from ai.phrases import N_
from game.games.lattice.grid_text import GridText, Row, check_shape, gather, split_rows
from game.games.samegame.grid import (
    Columns,
    Group,
    any_pair,
    columns_from_rows,
    flood,
    removable_groups,
    without,
)
from game.games.state import BaseState, SplitMix64, check_choice, check_range

SMALLEST, LARGEST = 4, 30
_SIZES = {"low": SMALLEST, "high": LARGEST}
FEWEST_COLOURS, MOST_COLOURS = 2, 9
CLEAR_BONUS = 1000
LEFTOVER_RULES = ("js-games", "none")

KEYWORDS = ("points", "moves", "last")


@dataclass(frozen=True, slots=True)
class SameGameParameters(Parameters):
    """Size of the board, number of colours, and the rule for tiles left at the end.

    Attributes:
        columns: 4 to 30.
        rows: 4 to 30.
        colours: 2 to 9.
        leftover: ``js-games`` deducts (n - 2)^2 for each colour left over, ``none`` nothing.
    """

    columns: int = 15
    rows: int = 15
    colours: int = 5
    leftover: str = "js-games"

    def __post_init__(self) -> None:
        check_range("columns", self.columns, SMALLEST, LARGEST)
        check_range("rows", self.rows, SMALLEST, LARGEST)
        check_range("colours", self.colours, FEWEST_COLOURS, MOST_COLOURS)
        check_choice("leftover", self.leftover, LEFTOVER_RULES)


def removal_points(tiles: int) -> int:
    """Points for removing `tiles` at once; also the deduction for that many left over."""
    return (tiles - 2) ** 2


def column_name(column: int) -> str:
    """A..Z, then AA, AB, ... for columns from 0."""
    return chr(65 + column) if column < 26 else "A" + chr(65 + column - 26)


@dataclass(frozen=True, slots=True)
class SameGameState(BaseState):
    """One position. A cell is ``column * rows + row``, row 0 at the bottom.

    A move is the smallest cell of a group of two or more; `play` takes any of its cells.

    Attributes:
        columns: The columns that hold tiles, left to right; colours from the bottom up, from 0.
        points: Sum of the removals so far, without the clear bonus or the deduction.
        last_move: The group that was removed last, by its smallest cell on the board before.
        move_count: How many groups were removed.
    """

    parameters: SameGameParameters
    columns: Columns
    points: int = 0
    last_move: int | None = None
    move_count: int = 0
    _groups: tuple[Group, ...] | None = field(
        default=None, init=False, repr=False, compare=False, hash=False
    )

    @property
    def current_player(self) -> int:
        """Always player 0."""
        return 0

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The smallest cell of every removable group, in ascending order."""
        return tuple(group[0] for group in self.groups())

    @property
    def is_terminal(self) -> bool:
        """Whether no two equal tiles touch."""
        return not any_pair(self.columns) if self._groups is None else not self._groups

    @property
    def score(self) -> int:
        """Points so far; at the end with the clear bonus or the deduction."""
        if not self.columns:
            return self.points + CLEAR_BONUS
        return self.points - self.leftover_cost if self.is_terminal else self.points

    @property
    def leftover_cost(self) -> int:
        """What the tiles that are left cost if the game ends with them."""
        if self.parameters.leftover == "none":
            return 0
        return sum(removal_points(n) for n in self.colour_counts if n)

    @property
    def returns(self) -> tuple[float, ...]:
        """The score of player 0."""
        return (float(self.score),)

    @property
    def tiles_left(self) -> int:
        return sum(map(len, self.columns))

    @property
    def cleared(self) -> bool:
        """Whether the board is empty."""
        return not self.columns

    @property
    def colour_counts(self) -> tuple[int, ...]:
        counts = [0] * self.parameters.colours
        for column in self.columns:
            for colour in column:
                counts[colour] += 1
        return tuple(counts)

    def colour_at(self, column: int, row: int) -> int | None:
        """The colour of a cell, or None where there is no tile."""
        if 0 <= column < len(self.columns) and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return None

    def group_at(self, column: int, row: int) -> Group:
        """The cells joined to this one, in ascending order; empty where there is no tile."""
        if self.colour_at(column, row) is None:
            return ()
        return flood(self.columns, self.parameters.rows, column, row)

    def colour_of(self, cell: int) -> int | None:
        """The colour of a cell by its number, or None where there is no tile."""
        return self.colour_at(*divmod(cell, self.parameters.rows))

    def group_of(self, cell: int) -> Group:
        """The cells joined to one, in ascending order; empty where there is no tile."""
        return self.group_at(*divmod(cell, self.parameters.rows))

    def groups(self) -> tuple[Group, ...]:
        """Every group of two or more, ordered by its smallest cell."""
        groups = self._groups
        if groups is None:
            groups = tuple(removable_groups(self.columns, self.parameters.rows))
            object.__setattr__(self, "_groups", groups)
        return groups

    def _problem(self, move: int) -> str:
        group = self.group_of(move)
        lone = N_("{name} is a single tile") if group else N_("{name} is empty")
        return "" if len(group) > 1 else lone

    def _after(self, move: int) -> Self:
        group = self.group_of(move)
        return replace(
            self,
            columns=without(self.columns, group, self.parameters.rows),
            points=self.points + removal_points(len(group)),
            last_move=group[0],
            move_count=self.move_count + 1,
        )

    def encode(self) -> NDArray[np.int64]:
        """Return the position for the kernels.

        Returns:
            int64[5 + cells]:
            [columns, rows, colours, leftover (1 js-games, 0 none), points, cells...], the
            cells column by column from the bottom, 0 empty, else colour + 1. `points` is the
            sum of the removals, without the clear bonus or the deduction.
        """
        size = self.parameters
        encoded = np.zeros(5 + size.columns * size.rows, np.int64)
        deducts = int(size.leftover == "js-games")
        encoded[:5] = (size.columns, size.rows, size.colours, deducts, self.points)
        for index, column in enumerate(self.columns):
            start = 5 + index * size.rows
            encoded[start : start + len(column)] = np.add(column, 1)
        return encoded

    def _is_on_board(self, move: int) -> bool:
        return 0 <= move < self.parameters.columns * self.parameters.rows

    def _name(self, move: int) -> str:
        column, row = divmod(move, self.parameters.rows)
        return f"{column_name(column)}{row + 1}"

    def _named(self, name: str) -> int | None:
        return _cell_named(name, self.parameters)

    def move_from_string(self, text: str) -> int:
        """Return the move that removes the group of the named cell."""
        cell = BaseState.move_from_string(self, text)
        return self.group_of(cell)[0]

    def to_text(self) -> str:
        """Return the board, top row first, with the points, moves and last move so far."""
        lines = []
        if self.points:
            lines.append(f"points {self.points}")
        if self.move_count:
            lines.append(f"moves {self.move_count}")
        if self.last_move is not None:
            lines.append(f"last {self.move_to_string(self.last_move)}")
        lines.extend(_board_lines(self))
        return "\n".join(lines) + "\n"

    # Positions set up by hand; see `ai.contract.rules.SetUp`.

    def arranged(self, cells: Sequence[int], player: int) -> Self:  # noqa: ARG002
        """Return these tiles on the same board, fallen and closed up, with no points yet."""
        rows = self.parameters.rows
        columns = (cells[start : start + rows] for start in range(0, len(cells), rows))
        fallen = (tuple(cell - 1 for cell in column if cell) for column in columns)
        return type(self)(self.parameters, tuple(filter(None, fallen)))

    def problem(self) -> str:
        """Say why nobody can play on; nothing if that is possible."""
        return N_("no two tiles of one colour touch") if self.is_terminal else ""


def _board_lines(state: SameGameState) -> Iterator[str]:
    for row in reversed(range(state.parameters.rows)):
        colours = (state.colour_at(column, row) for column in range(state.parameters.columns))
        yield " ".join("." if colour is None else str(colour) for colour in colours)


def _cell_named(text: str, parameters: SameGameParameters) -> int | None:
    name = text.strip().upper()
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not digits or len(digits) > 2 or digits[0] == "0" or int(digits) > parameters.rows:
        return None
    for column in range(parameters.columns):
        if column_name(column) == letters:
            return column * parameters.rows + int(digits) - 1
    return None


def new_game(parameters: SameGameParameters, seed: int) -> SameGameState:
    """Return a full random board with at least one move; equal seeds give equal boards."""
    stream = SplitMix64(seed)
    while True:
        columns = tuple(
            tuple(stream.below(parameters.colours) for _ in range(parameters.rows))
            for _ in range(parameters.columns)
        )
        state = SameGameState(parameters, columns)
        if not state.is_terminal:
            return state


def state_from_text(text: str, parameters: SameGameParameters) -> SameGameState:
    """Read what `SameGameState.to_text` writes; raise `PositionError`."""
    grid = gather(split_rows(text), KEYWORDS)
    check_shape(grid.rows, (parameters.columns,) * parameters.rows)
    return SameGameState(
        parameters=parameters,
        columns=columns_from_rows(grid.rows, parameters.colours),
        points=grid.number("points"),
        last_move=last_move_in(grid, parameters),
        move_count=grid.number("moves"),
    )


def size_of(rows: tuple[Row, ...]) -> tuple[int, int]:
    """Return columns and rows of a board in a text; raise `PositionError` if none has so many."""
    width, height = len(rows[0]), len(rows)
    if not SMALLEST <= width <= LARGEST:
        raise rows[0][0].error(
            N_("a board has {low} to {high} columns, not {count}"), **_SIZES, count=width
        )
    if not SMALLEST <= height <= LARGEST:
        place = rows[-1][0] if height < SMALLEST else rows[LARGEST][0]
        raise place.error(
            N_("a board has {low} to {high} rows, not {count}"), **_SIZES, count=height
        )
    return width, height


def last_move_in(grid: GridText, parameters: SameGameParameters) -> int | None:
    word = grid.word("last")
    if word is None:
        return None
    cell = _cell_named(word.text, parameters)
    if cell is None:
        raise word.error(N_("{text} is not a cell of this board"), text=repr(word.text))
    return cell


SPEC = GameSpec(
    name="samegame",
    title=N_("SameGame"),
    players=1,
    parameters=SameGameParameters,
    new_game=new_game,
    state_from_text=state_from_text,
    kernel="game.games.samegame.kernel",
    set_up=SetUp(
        SameGameState.arranged,
        SameGameState.problem,
        cells=lambda state: state.encode()[5:].tolist(),
        pieces=lambda parameters: parameters.colours,
        is_painted=True,
    ),
)
