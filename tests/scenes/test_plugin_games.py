"""Games of plug-ins on their screen: a move that no cell shows, and a game for one."""

from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Candidate, SearchInfo
from game.games.lattice.square_board import MOST_CELLS
from game.play.grading import Grade
from game.screens.inside.tables import mark_choices
from game.screens.play.medal_bar import MedalBar
from game.screens.play.result_card import ResultInPanel
from game.screens.play.sentences import sentence
from game.ui.boards.view import BoardContent
from game.ui.overlay import build_overlay
from game.ui.panel.analysis import CandidateTable
from game.ui.panel.basics import Figures, Sentence
from game.ui.tree import TreeNode
from tests.plugins import PEGS, home, loaded
from tests.rig import section

__all__ = ["home", "loaded"]

GROWS, PASSES = 1, MOST_CELLS * 6


@pytest.fixture
def ivy(loaded, make_rig):
    """Ivy, in which the second player can only pass."""
    loaded(PEGS.with_name("ivy"))
    rig = make_rig()
    rig.open("ivy", people=True)
    return rig


@pytest.fixture
def pegs(loaded, make_rig):
    """Peg solitaire, a game for one that declares little."""
    loaded(PEGS)
    rig = make_rig()
    rig.open("pegs")
    return rig


def painted(rig, content):
    surface = pygame.Surface(rig.surface.get_size())
    rig.scene.animator.view.draw(surface, content)
    return surface


def test_any_click_plays_the_only_move_where_no_cell_means_it(ivy) -> None:
    session = ivy.scene.session
    ivy.click(ivy.cell(0))
    ivy.click(ivy.cell(1))
    ivy.settle()
    assert session.record.node.moves == (GROWS,)
    assert sentence(ivy.scene).startswith("The only move is **pass**.")
    ivy.click(ivy.cell(3))
    ivy.settle()
    assert session.record.node.moves == (GROWS, PASSES)
    assert "pass" not in sentence(ivy.scene)
    ivy.key(pygame.K_z, pygame.KMOD_CTRL)
    for _ in range(2):  # the first shows the cursor
        ivy.key(pygame.K_RETURN)
    assert session.record.node.moves == (GROWS, PASSES)


def test_a_board_shows_what_the_ai_thinks_without_the_moves_that_have_no_cells(ivy) -> None:
    start = ivy.scene.session.state
    for state in (start.play(GROWS), start.play(GROWS).play(PASSES)):
        (move,) = state.legal_moves
        line = (move, state.play(move).legal_moves[0])
        info = SearchInfo(99, 0.5, candidates=(Candidate(move, 99, 0.5, line=line),))
        overlay = build_overlay(info, one_player=False)
        calm = BoardContent(state)
        full = replace(calm, overlay=overlay, line=line, grades=((move, "A"),), best=move)
        pictures = [painted(ivy, content).get_view("2").raw for content in (calm, full)]
        assert (pictures[0] == pictures[1]) == (move == PASSES)


def test_a_pass_takes_no_piece(ivy) -> None:
    session = ivy.scene.session
    for move in (GROWS, PASSES):
        session.play(move)
    grade = Grade(ply=1, move=MOST_CELLS, player=0, before=0.5, after=0.4, loss=10, loss_class="D")
    assert ivy.scene.pointing.is_standing(grade), "though it led to the first cell"
    assert not ivy.scene.pointing.is_standing(replace(grade, ply=0, move=GROWS))


def test_no_mark_stands_for_what_no_cell_shows(ivy) -> None:
    view, state = ivy.scene.animator.view, ivy.scene.session.state.play(GROWS)
    surface = pygame.Surface(ivy.surface.get_size())
    empty = surface.copy()
    mark_choices(surface, ivy.scene.skin, view, state, (PASSES, PASSES))
    assert surface.get_buffer().raw == empty.get_buffer().raw


def test_a_piece_that_stays_where_it_came_from_is_seen_all_the_while(ivy) -> None:
    start = ivy.scene.session.state
    after = start.play(GROWS)
    view = ivy.scene.animator.view
    box = pygame.Rect(view.cell_box(start, 0))
    still, moving = (
        painted(ivy, BoardContent(after, **more)).subsurface(box.inflate(-box.w // 2, -box.h // 2))
        for more in ({}, {"before": start, "progress": 0.9})
    )
    assert pygame.transform.average_color(moving)[:3] == pytest.approx(
        pygame.transform.average_color(still)[:3], abs=25
    )


# A game for one.


def found(state):
    """What a search says that always takes the first move."""
    line, end = [], state
    while not end.is_terminal:
        line.append(end.legal_moves[0])
        end = end.play(line[-1])
    score, other = end.returns[0], state.legal_moves[1]
    candidates = (
        Candidate(line[0], 900, score, line=tuple(line)),
        Candidate(other, 90, score - 4, line=(other,)),
    )
    return SearchInfo(5000, score, 0.0, candidates, tuple(line), elapsed=2.0)


def test_a_score_to_beat_brings_medals(pegs):
    scene = pegs.scene
    assert section(pegs.scene, MedalBar).standing is None
    start = scene.session.state
    scene.play(start.legal_moves[0])
    pegs.settle()
    pegs.say(found(start))
    standing = section(pegs.scene, MedalBar).standing
    assert (standing.score, standing.target) == (1, found(start).value)
    assert "earned **+1**" in section(pegs.scene, Sentence).text
    while not scene.session.state.is_terminal:
        scene.play(scene.session.state.legal_moves[0])
    pegs.settle()
    assert section(pegs.scene, ResultInPanel).result.words == "gold, as good as the AI"


def test_what_the_ai_thinks_is_told_in_points(pegs):
    pegs.key(pygame.K_a)
    state = pegs.scene.session.state
    pegs.say(found(state))
    value = round(found(state).value)
    first, second = section(pegs.scene, CandidateTable).rows
    assert (first.value, first.loss, second.value) == (str(value), "best", str(value - 4))
    figures = {each.caption: each.value for each in section(pegs.scene, Figures).figures}
    assert figures["Expected"] == str(value)
    node = TreeNode((state.legal_moves[0],), -1, 10, float(value))
    assert pegs.scene.face.node_text(state, node, value).value == str(value)
