"""Candidates of pieces that move: where their discs stand, and what is written on them."""

from itertools import combinations
from types import SimpleNamespace

import pytest

from ai.search.messages import Candidate, SearchInfo
from game.games.lattice.square_board import MOST_CELLS, piece_moves
from game.ui.boards.base import BoardContent
from game.ui.boards.marks import _score_text
from game.ui.boards.moving.places import lay_out
from game.ui.boards.sprites import sprites_of
from game.ui.layout import Box, GridGeometry, Unit
from game.ui.overlay import build_overlay
from game.ui.text import Fonts
from game.ui.theme import DARK

COLUMNS = ROWS = 5
TARGET = 12
FROM = {"left": 11, "right": 13, "below": 7, "above": 17}


MEETINGS = [
    sides
    for count in (2, 3, 4)
    for sides in combinations(FROM, count)
    if {"left", "right"} & set(sides)
]


@pytest.mark.parametrize("sides", MEETINGS)
@pytest.mark.parametrize("taken", [False, True])
def test_discs_that_come_from_all_sides_do_not_cover_each_other(sides, taken) -> None:
    moves = [MOST_CELLS * FROM[side] + TARGET for side in sides]
    found = tuple(
        Candidate(move, 1_000 - rank, 0.5, line=(move,)) for rank, move in enumerate(moves)
    )
    overlay = build_overlay(SearchInfo(3_000, candidates=found), one_player=False)
    cells = tuple(2 if taken and cell == TARGET else 0 for cell in range(COLUMNS * ROWS))
    state = SimpleNamespace(cells=cells, legal_moves=tuple(moves), returns=(0.0, 0.0))
    geometry = GridGeometry(COLUMNS, ROWS, Box(0, 0, 500, 500), turned=False, rim=0)
    sprites = sprites_of(Unit.of((1120, 760)), DARK, Fonts())
    marks = lay_out(sprites, BoardContent(state, overlay=overlay), geometry).marks
    assert len(marks) == min(len(sides), 3)
    for one, other in combinations(marks, 2):
        assert one.disc.gap(other.disc) >= -1.0


def test_moves_are_named_by_their_cells() -> None:
    names = piece_moves(4, 3)
    assert names[MOST_CELLS * 0 + 5] == "a1-b2"
    assert len(names) == 12 * MOST_CELLS == len(set(names))


def test_a_score_is_written_as_it_is() -> None:
    texts = [_score_text(score) for score in (7.2, -3.0, 12_345.0, 1_234_567.0)]
    assert texts == ["7", "-3", "12345", "1.2M"]
