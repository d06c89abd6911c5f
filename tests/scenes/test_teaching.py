from dataclasses import replace

import pygame
import pytest

from ai.search.messages import StopReason
from game.play.grading import SECOND_LOOK
from game.play.session import Mode
from game.screens.play import shown_board
from game.screens.play.lesson_card import LessonPicture
from game.screens.play.react import SetMode
from tests.evaluations import MANY
from tests.fakes import info_for
from tests.sessions import AGAINST_AI


def serve(rig, shares, frames=12):
    """Let the AI answer whatever it is asked; `shares` are X's by number of marks."""
    for _ in range(frames):
        thinker = rig.context.thinker
        if thinker.is_searching:
            request = rig.worker.searches[-1]
            marks = sum(map(bool, request.position.cells))
            share = shares[marks] if marks % 2 == 0 else 1 - shares[marks]
            info = replace(info_for(request.position.legal_moves, MANY, share), error=0.0005)
            rig.worker.finish(info, StopReason.TIME)
        rig.frame(0.5)


def play_and_answer(rig, scene):
    """Play a move, and have the AI answer it."""
    scene.play(0)
    rig.frame(0.1)
    rig.worker.finish(info_for(rig.worker.searches[-1].position.legal_moves, 9_000, 0.5))
    rig.frame(0.5)


def told(scene):
    """Return what the card of a lesson says; nothing where there is none."""
    pictures = (item.section for item in scene.face.panel_items())
    return "".join(each.words for each in pictures if isinstance(each, LessonPicture))


@pytest.fixture
def taught(make_rig):
    def make(**settings):
        rig = make_rig(min_reply_delay=0.0, motion="off", **settings)
        return rig, rig.open("tictactoe")

    return make


def test_nothing_is_graded_unless_asked_for(taught):
    rig, scene = taught()
    scene.play(0)
    serve(rig, (0.6, 0.2, 0.2))
    assert len(rig.worker.searches) == 1
    assert scene.board.content().grades == ()


def test_a_move_is_graded_once_it_is_answered(taught):
    rig, scene = taught(teaching="warn")
    scene.play(0)
    rig.frame(0.1)
    assert scene.board.content().grades == ()
    serve(rig, (0.6, 0.3, 0.3))
    assert scene.session.record.length == 2
    assert scene.board.content().grades == ((0, "E"),)
    assert "**a1** loses 30 %" in told(scene)
    count = len(rig.worker.searches)
    assert count <= 5, "the move, its two positions, and these again for longer"
    serve(rig, (0.6, 0.3, 0.3))
    assert len(rig.worker.searches) == count, "once is enough"
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert scene.session.record.length == 2
    assert scene.session.record.cursor == 0
    assert scene.board.content().grades == ()


def test_the_ring_that_is_pointed_at_says_what_it_stands_for(taught, monkeypatch):
    rig, scene = taught(teaching="warn", loss_threshold=50.0)
    told = []
    monkeypatch.setattr(shown_board, "draw_tooltip", lambda *a, **_: told.append(a[2:]))
    scene.play(0)
    serve(rig, (0.6, 0.3, 0.3))
    rig.move(rig.cell(8))
    rig.frame()
    assert not any("loses" in words for words, _ in told)
    rig.move(rig.cell(0))
    rig.frame()
    words, anchor = told[-1]
    assert words.startswith("E: loses 30 %")
    assert anchor == scene.animator.view.cell_box(scene.session.state, 0)


def test_a_slow_machine_searches_on_until_a_move_can_be_graded(taught):
    """A lesson's look is too short there to tell anything of a loss."""
    rig, scene = taught(teaching="warn", letters_told="B")
    play_and_answer(rig, scene)
    for ply, share in ((0, 0.6), (1, 0.3)) * 3:
        rig.frame(0.5)
        request = rig.worker.searches[-1]
        assert sum(map(bool, request.position.cells)) == ply
        seconds, share = request.limit.seconds, share if ply == 0 else 1 - share
        info = info_for(request.position.legal_moves, round(1_000 * seconds), share)
        rig.worker.finish(replace(info, error=0.0005, elapsed=seconds), StopReason.TIME)
    rig.frame(0.5)
    rig.frame(0.5)
    assert "**a1** loses 30 %" in told(scene)


def test_a_bad_move_is_called_so_after_a_second_look_alone(taught):
    """What seems a mistake at first is looked at for longer, before and after it."""
    rig, scene = taught(teaching="warn", letters_told="B")
    play_and_answer(rig, scene)
    for ply, share, first in ((0, 0.6, True), (1, 0.3, True), (0, 0.6, False), (1, 0.59, False)):
        rig.frame(0.5)
        request = rig.worker.searches[-1]
        assert sum(map(bool, request.position.cells)) == ply
        assert (request.limit.simulations < SECOND_LOOK.simulations) == first
        share, visits = (share if ply == 0 else 1 - share), request.limit.simulations
        info = replace(info_for(request.position.legal_moves, visits, share), error=0.0005)
        rig.worker.finish(info, StopReason.SIMULATIONS)
    rig.frame(0.5)
    rig.frame(0.5)
    assert told(scene) == ""
    assert scene.board.content().grades == ((0, "B"),)


def test_a_bad_move_is_taken_back_if_wished_for(taught, monkeypatch):
    rig, scene = taught(teaching="undo", loss_threshold=20.0)
    monkeypatch.setattr(scene.toasts, "update", lambda *_: None)  # no notice goes by itself
    scene.play(0)
    scene.toasts.show("The moves that followed are kept.", action="last", label="Back to them")
    serve(rig, (0.6, 0.3, 0.3))
    assert scene.session.record.cursor == 0
    assert "taken back" in told(scene)
    assert not scene.toasts.is_showing, "an offer ends with what it is about"
    scene.play(4)
    serve(rig, (0.6, 0.55, 0.55))
    assert scene.session.record.cursor == 2


def test_what_the_ai_has_played_is_no_lesson(taught):
    rig, scene = taught(teaching="undo", loss_threshold=20.0)
    scene.controller.give(SetMode(Mode.DEMO))
    for move in (0, 4):
        rig.frame()
        rig.worker.finish(info_for((move,)))
        rig.frame(2.0)
    scene.controller.give(SetMode(Mode.PLAY))
    serve(rig, (0.6, 0.1, 0.1))
    assert scene.session.record.cursor == 2
    assert told(scene) == ""
    rig.key(pygame.K_n, pygame.KMOD_CTRL)
    scene.session.set_seats(AGAINST_AI[::-1])
    serve(rig, (0.6, 0.1, 0.1))
    assert scene.session.record.cursor == 1
    scene.session.set_seats(AGAINST_AI)
    serve(rig, (0.6, 0.1, 0.1))
    assert scene.session.record.cursor == 2
    assert told(scene) == "", "nor where it is the player's side now"


def test_the_switch_turns_teaching_on_and_back_to_what_it_was(taught):
    rig, _ = taught(teaching="undo")
    rig.press("teach")
    assert rig.context.settings.teaching == "off"
    rig.press("teach")
    assert rig.context.settings.teaching == "undo"


def test_grades_wait_for_searches_that_the_player_wants(taught):
    rig, scene = taught(teaching="warn")
    play_and_answer(rig, scene)
    rig.settle()
    scene.controller.give("hint")
    rig.frame()
    assert rig.worker.searches[-1].position is scene.session.state


def test_teaching_rests_in_analyse_and_when_the_scene_is_left(taught):
    rig, scene = taught(teaching="warn")
    play_and_answer(rig, scene)
    for _ in range(3):
        rig.frame(0.5)
    assert scene.controller.teacher.queue.is_searching
    scene.on_exit()
    assert not rig.context.thinker.is_searching
    scene.on_enter()
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.frame()
    assert not scene.controller.teacher.queue.is_searching


def test_a_hint_that_waits_goes_with_a_move(taught):
    rig, scene = taught(think_first_seconds=10.0)
    scene.play(0)
    serve(rig, (0.5, 0.5, 0.5), frames=2)
    rig.key(pygame.K_h)
    assert "Think first" in scene.toasts.text
    assert 0 < scene.wake_after() <= 10.0
    scene.play(scene.session.state.legal_moves[0])
    rig.frame()
    assert scene.controller.hint_wait == 0
    assert not scene.controller.state.hint.is_open


def test_a_bad_move_is_explained_on_a_card_and_can_be_taken_back(taught):
    rig, scene = taught(teaching="warn")
    scene.play(0)
    serve(rig, (0.6, 0.3, 0.3))
    rig.press("take back")
    assert scene.session.record.cursor == 0
    scene.play(4)
    rig.frame()
    assert told(scene) == "", "another move is another matter"


def test_the_better_line_of_a_lesson_is_shown_on_the_board(taught):
    rig, scene = taught(teaching="warn")
    scene.play(8)
    serve(rig, (0.6, 0.3, 0.3))
    rig.press("show lesson")
    rig.frame()
    assert scene.session.record.cursor == 0
    assert scene.board.content().line == (0,)
    assert "the start" in scene.foot.bar.content.words
    rig.key(pygame.K_END)
    assert "**a1** was best: 60 % to win" in told(scene)


def test_a_letter_is_explained_once_in_a_players_life_and_a_good_move_gets_no_other_word(taught):
    rig, scene = taught(teaching="warn", loss_threshold=30.0)
    scene.play(0)
    serve(rig, (0.6, 0.57, 0.57))
    assert "**C**: loses 2 to 5 %, a slip." in told(scene)
    assert rig.context.settings.letters_told == "C"
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    scene.play(1)
    serve(rig, (0.6, 0.57, 0.57))
    assert scene.board.content().grades == ((1, "C"),)
    assert told(scene) == ""
    scene.play(scene.session.state.legal_moves[0])
    rig.frame()
    assert scene.board.content().grades == ()
