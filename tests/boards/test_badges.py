"""True values on a board of moving pieces: one badge for each piece or target, hiding neither."""

from dataclasses import replace

import pygame
import pytest

from ai.contract.games import game_spec
from ai.search.messages import Proof
from game.games.lattice.square_board import MOST_CELLS
from game.screens.boards import make_board_view
from game.ui.boards.base import still_content
from game.ui.boards.moving.places import lay_out
from game.ui.layout import Unit
from game.ui.overlay import Overlay
from game.ui.text import Fonts
from game.ui.theme import DARK


@pytest.fixture
def badges():
    """Return what paints a position with true values, and returns each badge with its cell."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    fonts = Fonts()

    def paint(content, side=600):
        view = make_board_view("breakthrough", fonts)
        view.resize(pygame.Rect(0, 0, side, side), Unit.of((1120, 760)), DARK)
        geometry = view.geometry(content.state)
        truth = {move: (proof, distance) for move, proof, distance in content.overlay.exact}
        return [
            (geometry.cell_at(badge.centre), *truth[badge.move])
            for badge in lay_out(view.sprites, content, geometry).badges
        ]

    return paint


@pytest.fixture
def content():
    spec = game_spec("breakthrough")
    state = spec.new_game(replace(spec.parameters(), columns=5, rows=5), 1)
    proofs = (Proof.WIN, Proof.LOSS, Proof.DRAW)
    exact = tuple((move, proofs[i % 3], 3 + 2 * i) for i, move in enumerate(state.legal_moves))
    return replace(still_content(state), overlay=Overlay(exact=exact), playable=True)


def test_each_piece_has_one_badge_with_the_best_it_can_reach(badges, content):
    shown = badges(content)
    pieces = {move // MOST_CELLS for move in content.state.legal_moves}
    assert sorted(cell for cell, _, _ in shown) == sorted(pieces)
    for cell, proof, _ in shown:
        reached = [p for move, p, _ in content.overlay.exact if move // MOST_CELLS == cell]
        assert proof.share == max(each.share for each in reached)


def test_a_piece_that_is_pointed_at_has_a_badge_on_each_target(badges, content):
    piece = content.state.legal_moves[-1] // MOST_CELLS
    for meant in (replace(content, hover=piece), replace(content, chosen=piece)):
        shown = badges(meant)
        cells = [cell for cell, _, _ in shown]
        assert len(cells) == len(set(cells)), "one badge a piece or target"
        targets = {m % MOST_CELLS for m in content.state.legal_moves if m // MOST_CELLS == piece}
        assert targets <= set(cells)
        assert piece not in cells


def test_small_boards_have_no_badges(badges, content):
    assert badges(content, side=120) == []
