"""A move that no cell shows: any click plays it where it is the only one, and boards stay whole."""

from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Candidate, SearchInfo
from game.games.lattice.square_board import MOST_CELLS
from game.play.grading import Grade
from game.screens.inside.compare import mark_choices
from game.ui.boards.base import BoardContent
from game.ui.overlay import build_overlay
from tests.game.test_plugins import home, loaded  # noqa: F401 - fixtures
from tests.plugins import PEGS

GROWS, PASSES = 1, MOST_CELLS * 6


@pytest.fixture
def rig(loaded, make_rig):  # noqa: F811
    """Ivy, in which the second player can only pass."""
    loaded(PEGS.with_name("ivy"))
    rig = make_rig()
    rig.open("ivy", people=True)
    return rig


def painted(rig, content):
    surface = pygame.Surface(rig.surface.get_size())
    rig.scene.animator.view.draw(surface, content)
    return surface


def test_any_click_plays_the_only_move_where_no_cell_means_it(rig) -> None:
    session = rig.scene.session
    rig.click(rig.cell(0))
    rig.click(rig.cell(1))
    rig.settle()
    assert session.played == (GROWS,)
    assert rig.scene.sentence().startswith("The only move is **pass**.")
    rig.click(rig.cell(3))
    rig.settle()
    assert session.played == (GROWS, PASSES)
    assert "pass" not in rig.scene.sentence()
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    for _ in range(2):  # the first shows the cursor
        rig.key(pygame.K_RETURN)
    assert session.played == (GROWS, PASSES)


def test_a_board_shows_what_the_ai_thinks_without_the_moves_that_have_no_cells(rig) -> None:
    start = rig.scene.session.state
    for state in (start.play(GROWS), start.play(GROWS).play(PASSES)):
        (move,) = state.legal_moves
        line = (move, state.play(move).legal_moves[0])
        info = SearchInfo(99, 0.5, candidates=(Candidate(move, 99, 0.5, line=line),))
        overlay = build_overlay(info, one_player=False)
        calm = BoardContent(state)
        full = replace(calm, overlay=overlay, line=line, grades=((move, "A"),), best=move)
        is_same = pygame.image.tobytes(painted(rig, calm), "RGB") == pygame.image.tobytes(
            painted(rig, full), "RGB"
        )
        assert is_same == (move == PASSES)


def test_a_pass_takes_no_piece(rig) -> None:
    session = rig.scene.session
    for move in (GROWS, PASSES):
        session.play(move)
    grade = Grade(ply=1, move=MOST_CELLS, player=0, before=0.5, after=0.4, loss=10, loss_class="D")
    assert rig.scene.is_standing(grade), "though it led to the first cell"
    assert not rig.scene.is_standing(replace(grade, ply=0, move=GROWS))


def test_no_mark_stands_for_what_no_cell_shows(rig) -> None:
    view, state = rig.scene.animator.view, rig.scene.session.state.play(GROWS)
    surface = pygame.Surface(rig.surface.get_size())
    empty = surface.copy()
    mark_choices(surface, rig.scene.skin, view, state, (PASSES, PASSES))
    assert surface.get_buffer().raw == empty.get_buffer().raw


def test_a_piece_that_stays_where_it_came_from_is_seen_all_the_while(rig) -> None:
    start = rig.scene.session.state
    after = start.play(GROWS)
    view = rig.scene.animator.view
    box = pygame.Rect(view.cell_box(start, 0))
    still, moving = (
        painted(rig, BoardContent(after, **more)).subsurface(box.inflate(-box.w // 2, -box.h // 2))
        for more in ({}, {"before": start, "progress": 0.9})
    )
    assert pygame.transform.average_color(moving)[:3] == pytest.approx(
        pygame.transform.average_color(still)[:3], abs=25
    )
