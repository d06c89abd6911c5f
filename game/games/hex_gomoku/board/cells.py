"""Where the cells of a hex board are, and where lines and the keyboard cursor run. Pure."""

from dataclasses import dataclass
from functools import lru_cache

from game.ui.boards.paths import SQRT3, Point
from game.ui.layout import Box, HexGeometry

LINES = ((0, 1), (1, 0), (1, -1))
"""Steps in row and number along the three lines through a cell."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A board's cells in one area, worked out once.

    Attributes:
        geometry: What it was worked out from.
        s: Corner radius of a cell in pixels.
        places: Row and number of each cell.
        centres: The middle of each cell, rounded, so that equal stones look equal.
    """

    geometry: HexGeometry
    s: float
    places: tuple[tuple[int, int], ...]
    centres: tuple[tuple[int, int], ...]

    @property
    def height(self) -> float:
        """Height of a cell."""
        return 2 * self.s

    @property
    def inradius(self) -> float:
        """Radius of the circle inside a cell."""
        return SQRT3 / 2 * self.s

    def reach(self, cell: int, line: tuple[int, int], most: int) -> tuple[int, int]:
        """Return how many cells, up to `most`, lie behind and ahead of a cell on a line."""
        return self._run(cell, -line[0], -line[1], most), self._run(cell, *line, most)

    def vector(self, line: tuple[int, int]) -> Point:
        """Return the pixels from one cell of a line to the next."""
        down, right = line
        return SQRT3 * self.s * (right + down / 2), 1.5 * self.s * down

    def step(self, cell: int | None, dx: int, dy: int) -> int:
        """Return the cell that the cursor comes to, from the centre if `cell` is None.

        Going down leans to the right from even rows and to the left from odd ones, and
        going up takes the same way back, so the cursor keeps to its column.
        """
        side = self.geometry.side
        if cell is None:
            return len(self.places) // 2
        row, number = self.places[cell]
        if dy and 0 <= row + dy <= 2 * side - 2:
            if row % 2 == (1 if dy > 0 else 0):
                number -= dy
            row += dy
        numbers = self.geometry.row_numbers(row)
        number = min(max(number + dx, numbers[0]), numbers[-1])
        found = self.geometry.cell(row, number)
        return cell if found is None else found

    def _run(self, cell: int, down: int, right: int, most: int) -> int:
        row, number = self.places[cell]
        length = 0
        while (
            length < most
            and self.geometry.cell(row + (length + 1) * down, number + (length + 1) * right)
            is not None
        ):
            length += 1
        return length


@lru_cache(maxsize=32)
def hex_cells(side: int, area: Box) -> Cells:
    """Return the cells of a board of this side, fitted into an area."""
    geometry = HexGeometry(side, area)
    places = tuple(geometry.row_number(cell) for cell in range(geometry.cell_count))
    points = (geometry.point(row, number) for row, number in places)
    centres = tuple((round(x), round(y)) for x, y in points)
    return Cells(geometry, geometry.s, places, centres)
