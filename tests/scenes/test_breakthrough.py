"""Breakthrough on its screen: a piece, then where it goes, by mouse, keyboard and hint."""

import random
from dataclasses import replace

import pygame
import pytest

from game.games.breakthrough.reading import threats
from game.games.breakthrough.rules import SPEC
from game.games.lattice.square_board import MOST_CELLS
from game.play.session import Mode, Seat
from game.screens.play.react import SetMode
from game.screens.play.spare_time import serve
from game.ui.boards.moving.view import targets_of
from tests.evaluations import judged
from tests.fakes import info_for
from tests.rig import down, up
from tests.sessions import AGAINST_AI, PEOPLE

B2, C2, B3, C3 = 6, 7, 11, 12
PARAMETERS = SPEC.parameters()


@pytest.fixture
def rig(make_rig):
    return make_rig(breakthrough_columns=5, breakthrough_rows=5)


@pytest.fixture
def scene(rig):
    return rig.open("breakthrough", people=True)


def position(*rows):
    return SPEC.state_from_text("\n".join(rows), PARAMETERS)


def test_another_piece_takes_the_place_of_the_chosen_one(rig, scene):
    rig.click(rig.cell(B2))
    assert scene.board.content().chosen == B2
    rig.click(rig.cell(C2))
    assert scene.pointing.chosen == C2
    rig.click(rig.cell(C2))
    assert scene.pointing.chosen is None
    rig.click(rig.cell(C2))
    rig.click(rig.cell(24))  # a piece of the other side
    assert scene.pointing.chosen is None
    assert scene.session.record.length == 0


def test_a_dragged_piece_follows_the_pointer_and_does_not_slide_afterwards(rig, scene):
    at, target = rig.cell(B2), rig.cell(B3)
    rig.move(at)
    for _ in range(2):  # a piece that is chosen already may be dragged, too
        rig.handle(down(at))
        rig.move((at[0] + 2, at[1]))
        assert scene.board.content().dragged_to is None, "a trembling hand is no drag"
        rig.handle(up(rig.cell(20)))
        assert scene.pointing.chosen == B2, "let go where it may not go, it stays chosen"
        assert scene.session.record.length == 0
    rig.handle(down(at))
    spot = (target[0], target[1] - 2)
    empty = rig.surface.get_at(spot)
    rig.move(target)
    content = scene.board.content()
    assert (content.chosen, content.dragged_to) == (B2, target)
    assert rig.surface.get_at(spot) != empty, "the piece is under the pointer"
    rig.handle(up(target))
    assert scene.session.record.node.moves == (MOST_CELLS * B2 + B3,)
    assert scene.board.content().dragged_to is None
    assert not scene.animator.is_animating, "it is where it was let go"


def test_a_piece_that_is_dragged_nowhere_goes_back(rig, scene):
    rig.handle(down(rig.cell(B2)))
    rig.move(rig.cell(20))
    assert scene.board.content().dragged_to is not None
    rig.key(pygame.K_ESCAPE)
    assert scene.board.content().dragged_to is None, "Escape puts it back while it is held"
    rig.handle(up(rig.cell(B3)))
    assert scene.session.record.length == 0
    rig.click_move(MOST_CELLS * B2 + B3)
    assert scene.animator.is_animating, "a piece that is clicked slides"


def test_the_keyboard_chooses_and_plays(rig, scene):
    rig.key(pygame.K_RIGHT)
    piece = scene.animator.cursor
    assert targets_of(scene.session.state, piece)
    rig.key(pygame.K_RETURN)
    assert scene.pointing.chosen == piece
    rig.key(pygame.K_ESCAPE)
    assert scene.pointing.chosen is None
    assert not rig.commands, "Escape puts the piece back before it leaves"
    rig.key(pygame.K_RETURN)
    rig.key(pygame.K_UP)
    rig.key(pygame.K_RETURN)
    assert scene.session.record.length == 1
    assert scene.session.record.node.moves[-1] // MOST_CELLS == piece


def test_a_chosen_piece_is_forgotten_with_its_position(rig, scene):
    rig.click_move(scene.session.state.legal_moves[0])
    rig.settle()
    rig.click(rig.cell(17))
    assert scene.pointing.chosen == 17
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert scene.pointing.chosen is None


def test_nobody_chooses_while_the_ai_is_to_move(rig):
    scene = rig.open("breakthrough")
    rig.click_move(MOST_CELLS * B2 + B3)
    rig.settle()
    assert scene.session.is_ai_to_move
    rig.click(rig.cell(C2))
    rig.click(rig.cell(16))
    assert scene.pointing.chosen is None


def test_a_candidate_is_pointed_at_where_it_goes(rig, scene):
    """Arrows of a line lie beside those of candidates only while one is pointed at."""
    scene.controller.give(SetMode(Mode.ANALYSE))
    moves = (MOST_CELLS * B2 + B3, MOST_CELLS * C2 + B3)
    rig.frame()
    rig.worker.say(info_for(moves, 5000, 0.6))
    rig.frame(0.3)
    assert scene.controller.ai.best.line
    assert scene.board.content().line == ()
    rig.move(rig.cell(B3))
    assert scene.preview.mark.move == moves[0], "the better one of two that meet"
    assert scene.board.content().line == scene.preview.line != ()
    rig.click(rig.cell(C2))
    rig.move(rig.cell(B3))
    assert scene.preview.mark.move == moves[1], "the chosen piece's"


def test_a_new_game_has_the_size_and_the_rule_that_are_set(make_rig):
    rig = make_rig(breakthrough_columns=4, breakthrough_rows=8, breakthrough_misere=True)
    scene = rig.open("breakthrough")
    board = scene.session.state.parameters
    assert (board.columns, board.rows, board.misere) == (4, 8, True)
    assert "loses" in scene.face.rule_words()


def test_a_piece_about_to_get_across_must_be_taken():
    near = position("O . . . O", ". . . . .", ". . X . .", ". O . . .", "X . X . .")
    assert threats(near) == (B2,)
    own_win = position("O . . . O", ". . X . .", ". . . . .", ". O . . .", "X . X . .")
    assert threats(own_win) == ()
    misere = replace(near, parameters=replace(near.parameters, misere=True))
    assert threats(misere) == ()


@pytest.mark.parametrize("seed", range(8))
def test_a_ring_stands_on_the_piece_that_made_the_move_and_while_it_is_there(make_rig, seed):
    scene = make_rig(teaching="warn").open("breakthrough")
    session, choice = scene.session, random.Random(seed)
    while not session.state.is_terminal:
        player = session.state.current_player
        move, better = choice.sample(session.state.legal_moves, 2)
        before = session.record.node.position
        session.play(move)
        before.learn(judged(0.9, 0.001, 60_000, (better,)))
        session.record.node.position.learn(judged(0.1, 0.001, 60_000))
        if not session.state.is_terminal:
            session.play(choice.choice(session.state.legal_moves))
        assert serve(scene.controller.teacher, session)
        letter = scene.controller.teacher.grade(session).loss_class
        stands = session.state.cells[move % MOST_CELLS] == player + 1
        assert scene.board.content().grades == (((move, letter),) if stands else ())


def test_a_players_own_pieces_stand_below(rig, scene):
    state, controller, view = scene.session.state, scene.controller, scene.animator.view
    own, other = B2, len(state.cells) - 1 - B2

    def is_above(cell, further):
        return view.cell_box(state, cell).y < view.cell_box(state, further).y

    for seats, is_turned in (((Seat.AI, Seat.HUMAN), True), (AGAINST_AI, False), (PEOPLE, False)):
        controller.session.set_seats(seats)
        rig.frame()
        assert is_above(own, other) is is_turned
        before = view.cell_box(state, other)
        ahead = view.step(state, other, 0, -1)
        assert view.cell_box(state, ahead).y < before.y, "up is up on the screen"
        assert scene.animator.cell_at(before.centre) == other
