import itertools
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.hex_gomoku.board.cells import Cells
from game.games.hex_gomoku.rules import row_numbers
from game.ui.boards.paths import hexagon
from game.ui.layout import Box, GridGeometry, TileGeometry, Unit, game_layout, panel_content
from game.ui.theme import SIZE

LANDSCAPE = [
    (640, 480),
    (800, 600),
    (900, 600),
    (900, 700),
    (1024, 768),
    (1120, 760),
    (1280, 720),
    (1366, 768),
    (1600, 1000),
    (1920, 1080),
    (2560, 1440),
    (3840, 2160),
]
SIZES = [*LANDSCAPE, (640, 900), (768, 1024), (700, 700)]
SCALES = [0.75, 1.0, 1.25, 1.5, 2.0]
NARROWEST = 220
"""Width of the narrowest panel, in dp."""
BARS = (56 + 9) + (19 + 28 + 13)
"""What stands above the board and below it in the design, in dp."""

areas = st.builds(
    Box, st.integers(0, 300), st.integers(0, 300), st.integers(150, 1500), st.integers(150, 1500)
)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_of_a_game_screen_overlaps_or_leaves_the_window(size, scale):
    rest, raised = (game_layout(size, scale, is_raised=each) for each in (False, True))
    assert_divided(rest, size)
    assert raised.compact == rest.compact
    if rest.compact:
        assert_divided(raised, size, least=0.12)
        assert raised.panel.height >= 0.5 * size[1]
    else:
        assert raised == rest
    assert Unit.of(size, scale).text(11) >= 11


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [(640, 900), (700, 900), (768, 1024), (900, 1280)])
def test_a_sheet_that_is_not_raised_has_room_for_its_summary(size, scale):
    layout, unit = game_layout(size, scale), Unit.of(size, scale)
    assert layout.compact
    room = panel_content(layout.panel, unit).height - unit.px(SIZE.sheet_grip)
    assert room >= unit.px(SIZE.summary), "else it scrolls"


def assert_divided(layout, size, least=0.35):
    """Check that nothing overlaps, and that the board is no smaller than that share of a window."""
    window = Box(0, 0, *size)
    boxes = [layout.top_bar, layout.board, layout.panel, layout.legend]
    for box in boxes:
        assert box.width > 0
        assert box.height > 0
        assert window.x <= box.x <= box.right <= window.right
        assert window.y <= box.y <= box.bottom <= window.bottom
    for first, second in itertools.combinations(boxes, 2):
        assert not first.overlaps(second), (first, second)
    assert min(layout.board.size) >= least * min(size)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", LANDSCAPE)
def test_the_board_is_as_large_as_a_landscape_window_allows(size, scale):
    layout = game_layout(size, scale)
    high = size[1] - Unit.of(size).exact(BARS)
    wide = size[0] - Unit.of(size, scale).exact(NARROWEST)
    assert min(layout.board.size) >= 0.9 * min(high, wide)
    assert layout.panel.height > 0.8 * size[1], "the panel stands beside it"
    assert layout.panel.width >= Unit.of(size, scale).px(NARROWEST)


@pytest.mark.parametrize("size", [each for each in LANDSCAPE if each[0] / each[1] > 1.3])
def test_the_ui_scale_does_not_shrink_the_board(size):
    boards = [min(game_layout(size, scale).board.size) for scale in SCALES if scale >= 1.0]
    assert min(boards) >= 0.9 * boards[0]


def test_the_default_window_is_the_one_of_the_design():
    unit = Unit.of((1120, 760))
    layout = game_layout((1120, 760))
    assert unit.u == 70.0
    assert unit.px(38) == 38
    assert layout.panel == Box(744, 56, 376, 704)
    assert layout.legend.y == 760 - 13 - 28
    assert TileGeometry(15, 15, layout.board).tile == 41
    assert GridGeometry(3, 3, layout.board).size == 180


def test_a_tall_window_gets_a_sheet_instead_of_a_panel():
    assert game_layout((640, 900)).compact
    assert game_layout((768, 1024)).compact
    assert not game_layout((640, 480)).compact
    assert not game_layout((1120, 760), 2.0).compact


@settings(max_examples=50)
@given(st.integers(3, 15), st.integers(3, 15), areas)
def test_grid_cells_are_found_in_every_corner_and_gaps_are_none(columns, rows, area):
    geometry = GridGeometry(columns, rows, area)
    plate = geometry.plate
    assert plate.width <= area.width
    assert plate.height <= area.height
    for cell in range(columns * rows):
        box = geometry.cell_box(cell)
        for corner in ((box.x, box.y), (box.right - 1, box.bottom - 1), box.centre):
            assert geometry.cell_at(corner) == cell
        assert geometry.cell_at((box.right, box.y)) is None
        assert geometry.cell_at((box.x, box.y - 1)) is None
    assert geometry.cell_box(0).y > geometry.cell_box(columns).y, "row 0 is at the bottom"
    with pytest.raises(ValueError, match="is not on a"):
        geometry.cell_box(columns * rows)


@settings(max_examples=50)
@given(st.integers(4, 30), st.integers(4, 30), areas, st.data())
def test_tiles_are_found_in_every_corner(columns, rows, area, data):
    geometry = TileGeometry(columns, rows, area)
    assert geometry.well.width <= area.width + 1
    assert geometry.well.height <= area.height + 1
    cell = data.draw(st.integers(0, columns * rows - 1))
    box = geometry.cell_box(cell)
    for corner in ((box.x, box.y), (box.right - 1, box.bottom - 1), box.centre):
        assert geometry.cell_at(corner) == cell
    tiles = geometry.tiles
    assert geometry.cell_at((tiles.x - 1, tiles.y)) is None
    assert geometry.cell_at((tiles.x, tiles.bottom)) is None
    assert geometry.cell_box(0).bottom == tiles.bottom, "row 0 is at the bottom"
    assert geometry.cell_box(rows).x == tiles.x + geometry.tile, "columns follow one another"


def test_hexagonal_cells_are_named_as_on_the_board():
    cells = Cells(6, Box(0, 0, 744, 635))
    assert len(cells.places) == 91
    assert list(row_numbers(6, 0)) == [6, 7, 8, 9, 10, 11]
    assert list(row_numbers(6, 10)) == [1, 2, 3, 4, 5, 6]
    assert cells.places[45] == (5, 6)
    assert cells.point(5, 6) == pytest.approx(cells.centre)
    assert cells.cell(0, 5) is None
    assert cells.cell(11, 1) is None


@settings(max_examples=50)
@given(st.integers(3, 8), areas, st.floats(0, 1), st.floats(0, 1))
def test_every_pixel_belongs_to_the_hexagonal_cell_whose_centre_is_nearest(side, area, x, y):
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
