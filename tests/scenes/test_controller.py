import pygame
import pytest

from ai.search.messages import (
    Candidate,
    HoldReports,
    SearchInfo,
    StopReason,
)
from game.play.session import Mode
from tests.fakes import info_for
from tests.sessions import AGAINST_AI, PEOPLE


@pytest.fixture
def scene(rig):
    return rig.open("tictactoe")


@pytest.fixture
def controller(scene):
    return scene.controller


def test_the_overlay_changes_at_most_five_times_a_second(rig, scene, controller):
    controller.set_mode(Mode.ANALYSE)
    rig.frame()
    rig.worker.say(info_for(scene.session.state.legal_moves))
    rig.frame(0.25)
    seen = set()
    for step in range(20):
        rig.worker.say(info_for(scene.session.state.legal_moves, 2000 + 100 * step))
        rig.frame(0.05)
        seen.add(controller.board_overlay)
    assert 3 <= len(seen) <= 6


def test_the_button_of_a_demo_says_what_it_does(rig, controller):
    controller.set_mode(Mode.DEMO)
    labels = []
    for _ in range(3):
        rig.frame()
        labels.append(rig.scene.controls.demo.label)
        rig.press("pause")
    assert labels == ["Pause", "Go on", "Pause"]


@pytest.mark.parametrize(
    "reason", [StopReason.PROVEN, StopReason.ONLY_MOVE, StopReason.EXHAUSTED, StopReason.TIME]
)
def test_more_of_an_analysis_is_offered_only_where_something_is_left(rig, reason):
    scene = rig.open("hex", mode=Mode.ANALYSE)
    assert scene.controls.engine.enabled
    rig.worker.finish(reason=reason)
    rig.settle()
    is_left = reason is StopReason.TIME
    assert scene.controls.engine.enabled is is_left
    count = len(rig.worker.searches)
    rig.key(pygame.K_SPACE)
    rig.frame()
    assert len(rig.worker.searches) == count + is_left
    assert scene.toasts.is_showing is not is_left


@pytest.mark.parametrize(
    ("who", "seats", "following"),
    [
        ("me", AGAINST_AI, AGAINST_AI),
        ("ai", AGAINST_AI, AGAINST_AI[::-1]),
        ("alternate", AGAINST_AI, AGAINST_AI[::-1]),
        ("me", PEOPLE, PEOPLE),
    ],
)
def test_who_starts_the_next_game(rig, scene, controller, who, seats, following):
    rig.context.settings = rig.context.settings.changed(who_starts=who)
    controller.set_seats(seats)
    controller.new_game()
    assert scene.session.seats == following


def test_the_first_words_of_a_search_may_know_next_to_nothing(rig):
    scene = rig.open("samegame", mode=Mode.ANALYSE)
    moves = scene.session.state.legal_moves[:3]
    for visits in ((1, 0, 0), (0, 0, 0), (1, 1, 1)):
        candidates = tuple(
            Candidate(move, count, 0.0) for move, count in zip(moves, visits, strict=True)
        )
        rig.worker.say(SearchInfo(sum(visits), 0.0, candidates=candidates))
        rig.frame(0.3)


def test_the_ai_tells_nothing_while_a_move_is_animated(make_rig):
    rig = make_rig(hex_side=4, motion="full")
    scene = rig.open("hex")
    rig.settle()

    def held():
        return [each.hold for each in rig.worker.requests if isinstance(each, HoldReports)]

    assert held() == []
    rig.click_move(scene.session.state.legal_moves[0])
    rig.frame(0.01)
    assert scene.animator.is_animating
    assert held() == [True]
    rig.settle()
    assert held() == [True, False]
    rig.worker.finish()
    rig.frame(0.5)
    rig.frame(0.01)
    assert held() == [True, False, True]
    scene.on_exit()
    assert held() == [True, False, True, False], "nor longer than the board is to be seen"
