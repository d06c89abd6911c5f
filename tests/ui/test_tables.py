"""The tables of candidates at every width, lists of moves, and the graphs over a game."""

import itertools
from dataclasses import replace
from itertools import pairwise

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
from game.ui.panel.graphs import Plot, ScoreGraph, WinGraph, stretches
from game.ui.panel.history import MoveList, PlayedMove, Removal, RemovalList
from game.ui.theme import DARK
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


# Graphs.


BOX = Box(0, 0, 500, 220)
NAMES = tuple(f"position {ply}" for ply in range(31))


@pytest.fixture
def draw():
    pygame.display.init()
    pygame.display.set_mode((64, 48))

    def draw(graph):
        surface = pygame.Surface((BOX.width, BOX.height))
        surface.fill(DARK.panel)
        graph.draw(surface, skin(), BOX)
        return surface, graph.plot(skin(), BOX)

    return draw


def score_graph(played, expected, *, ended=False):
    """Return the graph of a game of 30 moves, at its start."""
    return ScoreGraph(
        names=NAMES, scores=played, expectation=expected, cursor=0, last_ply=30, ended=ended
    )


def has_ink(surface, plot, between, ink):
    """Tell whether any pixel of a colour stands in the columns between two plies."""
    columns = range(round(plot.x(between[0])) + 6, round(plot.x(between[1])) - 6)
    rows = range(plot.box.y, plot.box.bottom)
    return any(surface.get_at((x, y))[:3] == ink for x in columns for y in rows)


def test_a_curve_falls_into_what_is_known_without_a_gap():
    assert stretches(()) == ()
    curve = ((0, 0.5), (1, 0.6), (4, 0.7), (6, 0.1), (7, 0.2))
    assert [[ply for ply, _ in part] for part in stretches(curve)] == [[0, 1], [4], [6, 7]]


@pytest.mark.parametrize(
    ("step", "last", "numbers"),
    [
        (5, 12, "0 5 10"),
        (5, 3, "0 1 2 3"),
        (20, 50, "0 20 40"),
        (20, 10, "0 5 10"),
        (20, 2, "0 1 2"),
    ],
)
def test_a_short_game_has_more_than_its_start_named(monkeypatch, step, last, numbers):
    written = []
    monkeypatch.setattr(Plot, "write_below", lambda _, *args: written.extend(args[-1]))
    Plot(BOX, last).write_moves(None, skin(), step)
    assert " ".join(text for _, text in written) == numbers


@pytest.mark.parametrize("known", [(0, 1, 2, 24, 25), (3, 4, 20, 30)])
def test_no_line_in_the_ais_colour_stands_where_it_has_not_looked(draw, known):
    shares = tuple((ply, 0.3 + 0.01 * ply) for ply in known)
    scores = tuple((ply, 1_000.0 - 10 * ply) for ply in known)
    played = tuple((ply, 2.0 * ply) for ply in range(31))
    for graph in (
        WinGraph(title="", names=NAMES, curve=shares, cursor=0),
        score_graph(played, scores),
    ):
        surface, plot = draw(graph)
        for first, second in pairwise(known):
            if second - first > 8:
                assert not has_ink(surface, plot, (first, second), DARK.ai)
        assert has_ink(surface, plot, (-2, 31), DARK.ai)


def test_a_graph_ends_with_what_is_expected_until_the_result_tells_it(draw):
    """A finished game's score stands in its result, and nowhere beside the curve."""
    played = tuple((ply, 10.0 * ply) for ply in range(31))
    expected = tuple((ply, 400.0) for ply in range(30))
    for ended, shown in ((True, set()), (False, {DARK.ai})):
        surface, plot = draw(score_graph(played, expected, ended=ended))
        beyond = range(plot.box.right + 6, BOX.right)
        inks = {surface.get_at((x, y))[:3] for x in beyond for y in range(24, BOX.bottom)}
        assert inks & {DARK.text, DARK.ai} == shown


def test_the_graph_shows_a_score_below_nothing():
    played = ((0, 0.0), (1, 40.0), (2, -545.0))
    levels = score_graph(played, ())._levels
    assert levels[0] <= -545
    assert 0.0 in levels
    assert levels[-1] >= 40
    assert len(levels) <= 5
