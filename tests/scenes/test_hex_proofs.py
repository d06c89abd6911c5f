"""What hex Gomoku shows of proofs: badges, pairs, the offer of a draw, lines played out."""

from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Certificate, Proof
from game.games.hex_gomoku.screen.safety import SAFETY
from game.play.session import Mode
from game.screens.base import OpenReview
from game.screens.play.react import SetMode
from game.screens.review.screen import ReviewScene
from game.ui.panel.analysis import PROOF
from tests.fakes import info_for
from tests.rig import down, press
from tests.scenes.test_game_scenes import hits_of, with_line
from tests.sessions import AGAINST_AI, play

BLACK = Certificate(1, ((20, 21), (30, 40)))
WHITE = Certificate(2, ((50, 60),), first=70)


def certified(state, *certificates):
    return replace(info_for(state.legal_moves, 5000), certificates=certificates)


def analysed(rig, *certificates):
    scene = rig.open("hex", people=True, mode=Mode.ANALYSE)
    play(scene, 2)
    rig.settle()
    rig.worker.say(certified(scene.session.state, *certificates))
    rig.frame(0.3)
    return scene


def answered(rig, *certificates):
    """Play a move, and have the AI answer it while it knows who cannot lose."""
    scene = rig.open("hex")
    scene.session.set_seats(AGAINST_AI)
    scene.play(45)
    rig.settle()
    assert not scene.face.is_draw_offered
    rig.worker.finish(certified(scene.session.state, *certificates))
    rig.settle()
    assert scene.session.record.length == 2
    return scene


def demo_of_a_draw(rig):
    """Have a demo find out that neither side can lose."""
    scene = rig.open("hex", people=True)
    play(scene, 2)
    scene.controller.give(SetMode(Mode.DEMO))
    rig.settle()
    rig.worker.finish(certified(scene.session.state, BLACK, WHITE))
    return scene


def badges(scene):
    return [hit for hit in hits_of(scene) if hit.name == SAFETY]


def test_a_side_that_cannot_lose_has_a_badge_and_a_hover_shows_the_pairs(rig):
    scene = analysed(rig)
    assert badges(scene) == []
    rig.key(pygame.K_p)
    assert scene.board.content().pairs == ()
    assert scene.toasts.is_showing, "nothing is proven"
    scene = analysed(rig, BLACK)
    (badge,) = badges(scene)
    assert badge.value == 0
    assert scene.board.content().pairs == ()
    rig.move(badge.box.centre)
    content = scene.board.content()
    assert content.pairs == BLACK.pairs
    assert content.overlay is None
    rig.move((3, 400))
    assert scene.board.content().pairs == ()
    assert scene.board.content().overlay is not None


def test_a_click_and_the_key_keep_the_pairs_on_the_board(rig):
    scene = analysed(rig, BLACK, WHITE)
    second = badges(scene)[1]
    rig.click(second.box.centre)
    rig.move((3, 400))
    assert scene.board.content().pairs == ((70,), *WHITE.pairs)
    rig.key(pygame.K_p)
    assert scene.board.content().pairs == ()
    rig.key(pygame.K_p)
    assert scene.board.content().pairs == BLACK.pairs
    rig.resize((640, 480))
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert scene.board.content().pairs == ()


def test_the_ai_agrees_to_a_draw_that_it_has_seen_and_undo_takes_it_back(rig):
    assert not answered(rig, BLACK).face.is_draw_offered, "one side may still win"
    scene = answered(rig, BLACK, WHITE)
    assert scene.face.is_draw_offered
    rig.press("agree draw")
    rig.settle()
    assert scene.session.state.is_agreed_draw
    assert scene.session.state.returns == (0, 0)
    assert "agreement" in scene.face.ending.sentence
    rig.context.storage.flush()
    assert rig.context.storage.load_game("hex").state.is_agreed_draw
    scene.controller.give("undo")
    rig.settle()
    assert not scene.session.state.is_terminal


def test_a_demo_ends_where_neither_side_can_lose(rig):
    scene = demo_of_a_draw(rig)
    length = scene.session.record.length
    seen = []
    for _ in range(200):
        rig.frame(0.1)
        shown = scene.board.content().pairs
        if shown and shown not in seen:
            seen.append(shown)
            assert "cannot lose" in scene.foot.bar.content.words
        if scene.session.state.is_agreed_draw:
            break
    assert scene.session.record.length == length + 1
    assert seen[:2] == [BLACK.pairs[:1], BLACK.pairs], "pair by pair"
    assert seen[-1] == ((WHITE.first,), *WHITE.pairs)
    assert scene.controller.unrolled is None


def test_a_demo_that_is_paused_over_its_proof_begins_it_anew(rig):
    scene = demo_of_a_draw(rig)
    rig.frame(1.0)
    rig.frame(1.0)
    assert scene.controller.unrolled
    rig.key(pygame.K_SPACE)
    assert scene.controller.unrolled is None
    for _ in range(60):
        rig.frame(0.2)
    assert not scene.session.state.is_terminal


@pytest.mark.parametrize("button", ["badge", "right click"])
def test_a_proof_is_played_out_to_its_end_wherever_the_pointer_goes(rig, button):
    scene = rig.open("hex", mode=Mode.ANALYSE)
    line = tuple(range(11))
    info = with_line(info_for(scene.session.state.legal_moves, 5000), line)
    winner = replace(info.candidates[0], proof=Proof.WIN, distance=11)
    rig.worker.say(replace(info, candidates=(winner, *info.candidates[1:])))
    rig.frame(0.3)
    if button == "badge":
        rig.click(next(hit.box.centre for hit in hits_of(scene) if hit.name == PROOF))
    else:
        rig.move(rig.cell(0))
        rig.handle(down(rig.cell(0), button=3))
    assert scene.session.record.length == 0
    rig.move((3, 400))
    rig.frame(10.0)
    assert scene.board.line() == line
    rig.move(rig.cell(1))
    assert scene.board.line()[:1] == (1,)
    rig.move((3, 400))
    assert scene.preview.mark is None


@pytest.mark.parametrize("in_review", [False, True])
def test_an_agreed_draw_is_proven_again_when_the_game_is_shown(rig, in_review):
    scene = demo_of_a_draw(rig)
    session, thinker = scene.session, rig.context.thinker
    for _ in range(120):
        rig.frame(0.1)
    assert session.state.is_agreed_draw
    assert thinker.analysis_of("hex", session.record.nodes[session.record.length - 1].state)
    if in_review:
        scene = rig.show(ReviewScene(rig.context, OpenReview(session)), (1120, 760))
        scene.handle_event(press(pygame.K_END))
    rig.key(pygame.K_y)
    seen = set()
    for _ in range(150):
        rig.frame(0.1)
        content = scene.graph.board_content() if in_review else scene.board.content()
        seen.add(content.pairs)
    assert {(), BLACK.pairs, ((WHITE.first,), *WHITE.pairs)} <= seen
    assert content.state.is_agreed_draw
    assert content.pairs == ()
