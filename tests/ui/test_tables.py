"""The candidates' table at every width that a panel may have, and lists of moves."""

import itertools
from dataclasses import replace

import pygame
import pytest

from game.ui.layout import Box
from game.ui.panel.analysis import (
    SCORE_COLUMNS,
    TRUTH_COLUMNS,
    TWO_PLAYER_COLUMNS,
    CandidateRow,
    CandidateTable,
)
from game.ui.panel.basics import ColourCounts
from game.ui.panel.history import MoveList, PlayedMove, Removal, RemovalList
from tests.rig import skin
from tests.ui.sketch import SketchedFonts, sketching
from tests.ui.test_every_screen import LETTERS

ROWS = {
    SCORE_COLUMNS: CandidateRow(
        "D", "M12", "14\N{THIN SPACE}329", "−134 ±257", "1.6k", "J4 K2 L3", tile=2, tiles=34
    ),
    TWO_PLAYER_COLUMNS: CandidateRow("E", "c2-d3", "100.0 %", "−53.6", "998k", "e4-d3 d2-d3"),
    TRUTH_COLUMNS: CandidateRow("A", "c12", "98 %", "−75", "1.2k", "b1 c2", tile=None),
}


@pytest.mark.parametrize(("scale", "width"), [(1.0, 198), (1.5, 297), (2.0, 396)])
@pytest.mark.parametrize("counts", [(225, 221, 224, 230), (100, 121, 224, 130, 112)])
def test_no_count_of_tiles_is_cut(counts, scale, width, monkeypatch):
    pygame.font.init()
    with sketching(monkeypatch) as sketch:
        shown = replace(skin(scale=scale), fonts=SketchedFonts(sketch))
        section = ColourCounts(counts)
        surface = pygame.Surface((width, section.height(shown, width)))
        section.draw(surface, shown, Box(0, 0, *surface.get_size()))
    assert sketch.texts
    assert not sketch.cuts


@pytest.mark.parametrize("columns", ROWS, ids=("samegame", "two players", "tictactoe"))
def test_no_two_numbers_touch(columns, monkeypatch):
    pygame.font.init()
    with sketching(monkeypatch) as sketch:
        shown = replace(skin(), fonts=SketchedFonts(sketch))
        for width in range(196, 421, 4):
            table = CandidateTable((ROWS[columns],), columns, room=1)
            sketch.texts.clear()
            surface = pygame.Surface((width, table.height(shown, width)))
            table.draw(surface, shown, Box(0, 0, *surface.get_size()))
            assert len(sketch.texts) > 4
            for text in sketch.texts:
                assert text.ink.x >= 0, (width, text.words)
                assert text.ink.right <= width, (width, text.words)
            for first, second in itertools.combinations(sketch.texts, 2):
                near = first.ink.inset(LETTERS // 2, LETTERS)
                assert not near.overlaps(second.ink), (width, first.words, second.words)


@pytest.mark.parametrize("rows", [1, 2, 3, 7])
@pytest.mark.parametrize("width", [170, 340])
def test_the_move_shown_is_in_sight_however_few_rows_there_are(rows, width):
    shown = skin()
    pairs = (PlayedMove("F6"),) * 9
    groups = (Removal(1, "M12", 5, 9),) * 9
    for cursor in range(1, 10):
        at = {"cursor": cursor, "rows": rows}
        for listing in (MoveList(pairs, **at), RemovalList(groups, **at)):
            box = Box(0, 0, width, listing.height(shown, width))
            assert cursor in [hit.value for hit in listing.hits(shown, box)]
