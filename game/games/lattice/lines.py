"""What the games of stones in a row share: runs through a stone, and checks of read positions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.games.lattice.grid_text import GridText

Line = tuple[int, ...]
Cells = tuple[int, ...]
Rays = tuple[tuple[Line, Line], ...]
"""For each direction through a cell: the cells behind it and ahead of it, nearest first."""


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
class Referee:
    """Tells whether stones that were read from a text can be a position of the game.

    Attributes:
        names: How the first and the second player's stones are called.
        cell_named: The number of a cell from its lower-case name, or None.
        line_through: The winning line through a stone, or an empty one.
    """

    names: tuple[str, str]
    cell_named: Callable[[str], int | None]
    line_through: Callable[[Cells, int], Line]

    def check_counts(self, grid: GridText, cells: Cells) -> None:
        """Raise `PositionError` unless the players have moved in turns."""
        first, second = cells.count(1), cells.count(2)
        if first - second not in (0, 1):
            one, other = self.names
            raise grid.rows[0][0].error(
                f"{one} has {first} and {other} {second}, "
                f"but {one} must have as many as {other} or one more"
            )

    def last_stone(self, grid: GridText, cells: Cells) -> int | None:
        """Return the cell in the ``last`` line, if there is one; raise `PositionError`."""
        word = grid.word("last")
        if word is None:
            return None
        cell = self.cell_named(word.text.lower())
        if cell is None:
            raise word.error(f"{word.text!r} is not a cell of this board")
        mover = _last_mover(cells)
        if cells[cell] != mover:
            raise word.error(f"{self.names[mover - 1]} moved last, but not at {word.text}")
        return cell

    def winning_line(self, grid: GridText, cells: Cells, last: int | None) -> Line:
        """Return the line that has won, if any; raise `PositionError` where none can have."""
        place = grid.rows[0][0]
        stones = range(len(cells)) if last is None else (last, *range(len(cells)))
        lines = [line for c in stones if cells[c] and (line := self.line_through(cells, c))]
        winners = {cells[line[0]] for line in lines}
        if len(winners) == 2:
            raise place.error(f"both {self.names[0]} and {self.names[1]} have won")
        if lines and cells[lines[0][0]] != _last_mover(cells):
            winner, other = self.names if winners == {1} else reversed(self.names)
            raise place.error(f"{winner} has won, but {other} moved last")
        if lines and last is not None and last not in lines[0]:
            raise place.error("the game was over before the last move")
        return lines[0] if lines else ()


def _last_mover(cells: Cells) -> int:
    return 1 if sum(map(bool, cells)) % 2 else 2
