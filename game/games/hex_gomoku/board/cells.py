"""A hexagon of pointy-topped cells: cell to pixel and back, lines, the keyboard cursor. Pure."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from game.games.hex_gomoku.rules import geometry, row_numbers
from game.games.lattice.lines import Place
from game.ui.boards.paths import SQRT3, Point
from game.ui.layout import Box, square


@dataclass(frozen=True)
class Cells:
    """A board's cells in one area.

    Attributes:
        side: Cells along an edge of the board.
    """

    side: int
    area: Box

    @cached_property
    def s(self) -> float:
        """A cell's corner radius in pixels; the plate and the coordinates fit the area too."""
        radius = (self.side - 1) * SQRT3 + 1.72
        return min(self.area.width / (2 * radius + 1.54), self.area.height / (radius * SQRT3 + 1))

    @property
    def places(self) -> tuple[Place, ...]:
        """Row (0 at the top) and number of each cell."""
        return geometry(self.side).cells

    @cached_property
    def centres(self) -> tuple[tuple[int, int], ...]:
        """The middle of each cell, rounded, so that equal stones look equal."""
        points = (self.point(row, number) for row, number in self.places)
        return tuple((round(x), round(y)) for x, y in points)

    @property
    def centre(self) -> Point:
        """The pixel in the middle of the board."""
        return self.area.x + self.area.width / 2, self.area.y + self.area.height / 2

    @property
    def height(self) -> float:
        """Height of a cell, corner to corner."""
        return 2 * self.s

    @property
    def inradius(self) -> float:
        """Radius of the circle inside a cell."""
        return SQRT3 / 2 * self.s

    @property
    def plate_radius(self) -> float:
        """Corner radius of the flat-topped plate under the cells."""
        return ((self.side - 1) * SQRT3 + 1.72) * self.s

    def cell(self, row: int, number: int) -> int | None:
        """Return the cell in this row with this number, or None outside the board."""
        return geometry(self.side).index.get((row, number))

    def cell_box(self, cell: int) -> Box:
        return square(self.centres[cell], 2 * round(0.8 * self.s))

    def middle(self, cell: int) -> Point:
        return self.centres[cell]

    def point(self, row: float, number: float) -> Point:
        """Return the pixel of a place in the lattice, also between or beside the cells."""
        x, y = self.centre
        middle = self.side + (self.side - 1) / 2
        return (
            x + SQRT3 * self.s * (number + row / 2 - middle),
            y + 1.5 * self.s * (row - self.side + 1),
        )

    def cell_at(self, position: Point) -> int | None:
        """Return the cell whose hexagon a pixel lies in."""
        x, y = self.centre
        row = (position[1] - y) / (1.5 * self.s)
        number = (position[0] - x) / (SQRT3 * self.s) - row / 2
        third = -row - number
        near_row, near_number, near_third = round(row), round(number), round(third)
        # Cube rounding: the coordinate that was rounded furthest follows from the other two.
        off_row, off_number = abs(near_row - row), abs(near_number - number)
        off_third = abs(near_third - third)
        if off_row > off_number and off_row > off_third:
            near_row = -near_number - near_third
        elif off_number > off_third:
            near_number = -near_row - near_third
        return self.cell(near_row + self.side - 1, near_number + self.side)

    def vector(self, line: Place) -> Point:
        """Return the pixels from one cell of a line to the next."""
        down, right = line
        return SQRT3 * self.s * (right + down / 2), 1.5 * self.s * down

    def step(self, cell: int | None, dx: int, dy: int) -> int:
        """Return the cell that the cursor comes to, from the centre if `cell` is None.

        Going down leans to the right from even rows and to the left from odd ones, and
        going up takes the same way back, so the cursor keeps to its column.
        """
        if cell is None:
            return len(self.places) // 2
        row, number = self.places[cell]
        if dy and 0 <= row + dy <= 2 * self.side - 2:
            if row % 2 == (1 if dy > 0 else 0):
                number -= dy
            row += dy
        numbers = row_numbers(self.side, row)
        number = min(max(number + dx, numbers[0]), numbers[-1])
        neighbour = self.cell(row, number)
        return cell if neighbour is None else neighbour


hex_cells = lru_cache(maxsize=32)(Cells)
"""The same one for the same board, which has worked out already where its cells are."""
