"""A panel that is too low: what gives way, in which order, and what stays where it is."""

from dataclasses import dataclass

import pygame
import pytest

from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.basics import Hairline, Notes
from game.ui.panel.compose import NOTHING
from game.ui.panel.items import FoldStage, Item, sentence_item
from game.ui.panel.panel import Panel
from game.ui.panel.stack import OTHERS_DP, Folding
from tests.rig import skin

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
