import itertools
import random
from dataclasses import replace
from math import dist

import pytest

from ai.search.messages import Candidate, SearchInfo
from game.ui.boards.base import LINE_MOVES, BoardContent
from game.ui.boards.moving.places import lay_out
from game.ui.boards.sprites import sprites_of
from game.ui.layout import Box, GridGeometry, Unit
from game.ui.overlay import build_overlay
from game.ui.text import Fonts
from game.ui.theme import DARK
from tests.boards.contents import breakthrough, picture, view

TOUCH = -1.0
"""Rims may meet."""


def positions(side, length, count):
    """Yield looks with a random line of the first candidate and a few other candidates."""
    for seed in range(count):
        state, _ = breakthrough(moves=seed % 9, seed=seed, columns=side, rows=side)
        if state.is_terminal:
            continue
        chance, line, after = random.Random(seed), [], state
        while len(line) < length and not after.is_terminal:
            line.append(chance.choice(after.legal_moves))
            after = after.play(line[-1])
        others = [move for move in state.legal_moves if move != line[0]]
        moves = [line[0], *chance.sample(others, min(5, len(others)))]
        found = tuple(Candidate(move, 9_000 // 3**i, 0.5) for i, move in enumerate(moves))
        overlay = build_overlay(SearchInfo(candidates=found), one_player=False)
        yield BoardContent(state, overlay=overlay, line=tuple(line))


@pytest.mark.parametrize(("side", "length"), [(4, 4), (5, 4), (5, 8), (8, 8)])
def test_every_step_has_its_number_free_at_its_own_arrows_tail(side, length):
    geometry = GridGeometry(side, side, Box(0, 0, 600, 600))
    sprites = sprites_of(Unit.of((1120, 760)), DARK, Fonts())
    for content in positions(side, length, 60):
        places = lay_out(sprites, content, geometry)
        arrows, steps = places.arrows, places.steps
        discs = [place.disc for place in places.marks]
        assert [step.number for step in steps] == [*range(1, len(content.line) + 1)]
        heads = {**{move: arrow.head for move, arrow in arrows.items()}}
        heads |= {step.move: step.arrow.head for step in steps}
        for step in steps:
            far = {other.number: dist(step.disc.centre, other.arrow.tail) for other in steps}
            assert far[step.number] < 0.4 * geometry.size
            assert far[step.number] <= min(far.values()) + 1, "it stands at no other arrow's tail"
            others = [head for move, head in heads.items() if move != step.move]
            assert all(step.disc.gap(other) > TOUCH for other in (*others, *discs)), step
        for first, second in itertools.combinations(steps, 2):
            assert first.disc.gap(second.disc) > TOUCH


def test_each_step_of_a_line_is_seen_on_the_board():
    content = next(positions(5, LINE_MOVES, 1))
    board = view("breakthrough")
    lines = {picture(board, replace(content, line=content.line[:n])) for n in range(LINE_MOVES + 1)}
    assert len(lines) == LINE_MOVES + 1
