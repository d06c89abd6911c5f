from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.hex_gomoku.board.cells import Cells
from game.games.hex_gomoku.rules import row_numbers
from game.ui.boards.paths import hexagon
from game.ui.layout import Box

sides = st.integers(3, 8)
areas = st.builds(
    Box, st.integers(0, 300), st.integers(0, 300), st.integers(150, 1500), st.integers(150, 1500)
)


def test_cells_are_named_as_on_the_board():
    cells = Cells(6, Box(0, 0, 744, 635))
    assert len(cells.places) == 91
    assert list(row_numbers(6, 0)) == [6, 7, 8, 9, 10, 11]
    assert list(row_numbers(6, 10)) == [1, 2, 3, 4, 5, 6]
    assert cells.places[45] == (5, 6)
    assert cells.point(5, 6) == pytest.approx(cells.centre)
    assert cells.cell(0, 5) is None
    assert cells.cell(11, 1) is None


@settings(deadline=None, max_examples=50)
@given(sides, areas, st.floats(0, 1), st.floats(0, 1))
def test_every_pixel_belongs_to_the_cell_whose_centre_is_nearest(side, area, x, y):
    cells = Cells(side, area)
    for cell, place in enumerate(cells.places):
        assert cells.cell(*place) == cell
        for spot in (cells.point(*place), *hexagon(cells.point(*place), 0.97 * cells.s)):
            assert cells.cell_at(spot) == cell
    pixel = (area.x + x * area.width, area.y + y * area.height)
    cell = cells.cell_at(pixel)
    off = [dist(pixel, cells.point(*place)) for place in cells.places]
    if min(off) < cells.inradius - 1e-6:
        assert cell is not None
    if cell is not None:
        assert off[cell] == pytest.approx(min(off), abs=1e-6)
    for x, y in hexagon(cells.centre, cells.plate_radius, flat_top=True):
        assert area.x <= x <= area.right, "the plate fits its area"
        assert area.y <= y <= area.bottom
