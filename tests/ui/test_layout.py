import itertools
from dataclasses import dataclass
from math import dist

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.hex_gomoku.board.cells import Cells
from game.games.hex_gomoku.rules import row_numbers
from game.ui.boards.paths import hexagon
from game.ui.layout import Box, GridGeometry, TileGeometry, Unit, game_layout, panel_content
from game.ui.panel.base import Section
from game.ui.panel.basics import Hairline, Notes
from game.ui.panel.compose import NOTHING
from game.ui.panel.items import FoldStage, Item, sentence_item
from game.ui.panel.panel import Panel
from game.ui.panel.stack import OTHERS_DP, Folding
from game.ui.theme import SIZE
from tests.rig import skin

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


GAP = 13


@dataclass(frozen=True, slots=True)
class Block(Section):
    name: str
    dp: int

    def height(self, skin, width):
        return skin.px(self.dp)

    def draw(self, surface, skin, box):
        pass


def blocks(folding):
    return [(item.section.name, item.section.dp) for item in folding.items]


TABLE = Item(Block("table", 100)).folding(FoldStage.ROWS, Block("table", 80), Block("table", 60))
GRAPH = Item(Block("graph", 100)).folding(FoldStage.GRAPH, Block("graph", 20))
MORE = Item(Block("more", 50)).folding(FoldStage.EXTRAS, None)
WORDS = Item(Block("words", 40)).folding(FoldStage.LAST, Block("words", 20))
ITEMS = (WORDS, MORE, GRAPH, TABLE)


@pytest.mark.parametrize(
    ("room", "heights", "gap"),
    [
        (40 + 50 + 100 + 100 + 3 * 13, (40, 50, 100, 100), 13),
        (40 + 50 + 100 + 80 + 3 * 13, (40, 50, 100, 80), 13),
        (40 + 50 + 100 + 60 + 3 * 13, (40, 50, 100, 60), 13),
        (40 + 50 + 20 + 60 + 3 * 13, (40, 50, 20, 60), 13),
        (40 + 50 + 20 + 60 + 3 * 9, (40, 50, 20, 60), 9),
        (40 + 50 + 20 + 60 + 3 * 4, (40, 50, 20, 60), 4),
        (40 + 20 + 60 + 2 * 4, (40, 20, 60), 4),
        (20 + 20 + 60 + 2 * 4, (20, 20, 60), 4),
    ],
)
def test_rows_go_first_then_the_graph_then_gaps_then_what_is_left(room, heights, gap):
    folding = Folding(ITEMS, GAP, skin(), 300, room)
    assert tuple(dp for _, dp in blocks(folding)) == heights
    assert folding.gap == gap
    assert folding.height == room


def test_what_was_more_than_needed_comes_back():
    # The graph as a line leaves so much that the rows need not go.
    folding = Folding(ITEMS, GAP, skin(), 300, 40 + 50 + 20 + 100 + 3 * 13)
    assert blocks(folding) == [("words", 40), ("more", 50), ("graph", 20), ("table", 100)]


@pytest.mark.parametrize("width", [300, 200])
@pytest.mark.parametrize("room", [20, 500])
def test_a_sentence_or_no_remarks_take_as_much_room_as_any(room, width):
    said = ("Your turn.", "**Five in a row** wins. " * 3, "Looking for a hint…")
    tall = {Folding((sentence_item(text), MORE), GAP, skin(), width, room).height for text in said}
    assert len(tall) == 1, "what stands below it moves"
    assert Notes(()).height(skin(), width) == skin().px(16)


def test_what_cannot_give_way_stays():
    folding = Folding(ITEMS, GAP, skin(), 300, 10)
    assert blocks(folding) == [("words", 20), ("graph", 20), ("table", 60)]
    assert folding.height == 20 + 20 + 60 + 2 * 4


def test_no_line_stands_where_it_parts_nothing():
    line = Item(Hairline())
    foot = Item(Block("foot", 30), sticky=True)
    items = (WORDS, line, MORE, line, foot)
    assert len(Folding(items, GAP, skin(), 300, 500).items) == 4, "none before the foot"
    between = (WORDS, line, Item(NOTHING, stretch=True), line, MORE)
    sections = [item.section for item in Folding(between, GAP, skin(), 300, 500).items]
    assert [type(section) for section in sections].count(Hairline) == 1, "nothing between them"
    low = Folding(items, GAP, skin(), 300, 20 + 30)
    assert [type(item.section) for item in low.items] == [Block, Block]


def test_the_foot_stays_at_the_lower_edge_and_the_rest_scrolls_above_it():
    pygame.font.init()
    panel = Panel()
    panel.place(Box(0, 0, 376, 240), skin())
    body = tuple(Item(Block(str(number), 60)) for number in range(6))
    foot = Item(Block("foot", 40), sticky=True)
    panel.show((*body, foot))
    assert panel.scroll.most > 0
    *above, last = panel.places
    assert last.box.bottom == 240 - skin().px(16)
    assert last.clip is None
    assert all(place.clip is not None and not place.clip.overlaps(last.box) for place in above)
    panel.handle_event(pygame.event.Event(pygame.MOUSEMOTION, pos=(100, 60), buttons=(0, 0, 0)))
    panel.handle_event(pygame.event.Event(pygame.MOUSEWHEEL, y=-9))
    assert panel.places[-1].box == last.box
    assert panel.places[5].box.bottom <= last.box.y


SETTLED = tuple(
    Item(Block(name, 40))
    .folding(FoldStage.EXTRAS, Block(name, 20))
    .folding(FoldStage.LAST, None)
    .settling(6)
    for name in ("side", "level")
)


@pytest.mark.parametrize("room", range(OTHERS_DP + 20, 500, 20))
def test_settled_items_stay_whatever_else_is_shown(room):
    others = ((), (WORDS,), (GRAPH,), (WORDS, MORE), (TABLE,), ITEMS)
    left = {
        tuple(each for each in blocks(folding) if each[0] in ("side", "level"))
        for shown in others
        for folding in (Folding((*shown, *SETTLED), GAP, skin(), 300, room),)
    }
    assert len(left) == 1, "what is shown beside them decides"


def test_settled_items_give_way_before_others_are_cut():
    folding = Folding((Item(Block("words", 150)), *SETTLED), GAP, skin(), 300, 150)
    assert blocks(folding) == [("words", 150)]
