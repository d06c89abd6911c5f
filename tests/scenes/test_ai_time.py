"""The opponent's time for a move: by its level or the player's choice, for one game only."""

import pygame
import pytest

from ai.levels import levels_of
from game.play.session import Mode
from game.screens.play.opening import begin_game
from game.screens.play.react import SetMode
from game.store.settings import think_seconds
from tests.fakes import info_for
from tests.sessions import AGAINST_AI, PEOPLE

LESS, MORE = pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET


def steps(rig, key, count):
    """Press a key again and again; return the times that it gives."""
    times = []
    for _ in range(count):
        rig.key(key)
        rig.frame()
        times.append(rig.scene.face.opponent.time_stepper.text)
    return times


def test_less_and_less_time_leads_back_to_the_levels(rig):
    scene = rig.open("hex")
    assert scene.face.opponent.time_stepper.text == "by level"
    assert not scene.face.opponent.time_stepper.can_go_down
    steps(rig, MORE, 2)
    assert think_seconds(rig.context.settings, "hex") == 0.5
    assert scene.face.opponent.time_stepper.can_go_down
    assert steps(rig, LESS, 2)[-1] == "by level"
    assert think_seconds(rig.context.settings, "hex") == 0.0
    assert not scene.face.opponent.time_stepper.can_go_down
    rig.key(LESS)
    assert "shorter" in scene.toasts.text


def test_a_levels_own_time_is_one_of_the_steps(make_rig):
    for level in levels_of("hex"):
        if level.limit.seconds:
            rig = make_rig(hex_level=level.name)
            scene = rig.open("hex")
            own = scene.face.opponent.time_stepper.text
            steps(rig, LESS, 1)
            assert 0 < think_seconds(rig.context.settings, "hex") < level.limit.seconds
            assert steps(rig, MORE, 1) == [own]
            assert think_seconds(rig.context.settings, "hex") == 0.0
            steps(rig, MORE, 20)
            assert not scene.face.opponent.time_stepper.can_go_up


def test_every_press_of_an_enabled_button_changes_the_time(rig):
    scene = rig.open("hex")
    box = scene.face.opponent.time_stepper.box
    for side, enabled in ((box.right - 5, "can_go_up"), (box.x + 5, "can_go_down")):
        seen = {scene.face.opponent.time_stepper.text}
        while getattr(scene.face.opponent.time_stepper, enabled):
            rig.click((side, box.centre[1]))
            assert scene.face.opponent.time_stepper.text not in seen
            seen.add(scene.face.opponent.time_stepper.text)
        assert len(seen) > 5


def test_the_time_of_one_game_is_not_that_of_another_and_counts_from_the_next_move_on(rig):
    scene = rig.open("hex")
    rig.click_move(scene.session.state.legal_moves[0])
    asked = len(rig.worker.searches)
    rig.key(MORE)
    assert len(rig.worker.searches) == asked, "the opponent thinks on"
    rig.worker.finish()
    rig.frame(6.0)
    assert scene.session.record.length == 2
    rig.click_move(scene.session.state.legal_moves[0])
    now = rig.worker.searches[-1]
    assert now.limit.seconds == think_seconds(rig.context.settings, "hex") > 0
    scene.on_exit()
    scene = rig.open("breakthrough")
    assert scene.face.opponent.time_stepper.text == "by level"
    rig.click_move(scene.session.state.legal_moves[0])
    assert rig.worker.searches[-1].limit.seconds == scene.controller.session.opponent.limit.seconds


def test_without_an_opponent_the_keys_are_about_the_analysis(rig):
    scene = rig.open("hex")
    before = rig.context.settings
    scene.session.set_seats(PEOPLE)
    rig.key(MORE)
    assert rig.context.settings.analyse_seconds > before.analyse_seconds
    assert "analysis" in scene.toasts.text
    scene.session.set_seats(AGAINST_AI)
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.key(LESS)
    assert rig.context.settings == before


def test_perfect_which_looks_its_moves_up_needs_no_time(make_rig):
    rig = make_rig(tictactoe_level="perfect")
    scene = rig.open("tictactoe")
    before = rig.context.settings
    assert scene.face.opponent.time_stepper.text == "at once"
    assert not scene.face.opponent.time_stepper.enabled
    rig.key(MORE)
    assert rig.context.settings == before
    assert "answers at once" in scene.toasts.text


def test_a_move_is_searched_on_while_the_player_looks_back_and_comes_at_the_end(rig):
    scene = rig.open("tictactoe")
    rig.click_move(0)
    rig.settle()
    count = len(rig.worker.searches)
    rig.key(pygame.K_HOME)
    rig.frame(0.3)
    assert rig.context.thinker.is_searching
    assert not scene.controller.ai.is_thinking, "of the shown position"
    rig.answer(info_for((4,)))
    assert (scene.session.record.length, scene.session.record.cursor) == (1, 0)
    assert scene.wake_after() != 0.0
    rig.key(pygame.K_END)
    rig.settle()
    assert scene.session.record.moves == (0, 4)
    assert len(rig.worker.searches) == count


@pytest.mark.parametrize("ends", ["undo", "new game", "analyse", "leave", "help"])
def test_a_move_is_searched_on_only_for_who_looks_back(rig, ends):
    scene = rig.open("tictactoe")
    rig.click_move(0)
    rig.settle()
    if ends != "undo":
        rig.key(pygame.K_HOME)
    {
        "undo": lambda: scene.controller.give("undo"),
        "new game": lambda: begin_game(scene.controller),
        "analyse": lambda: (scene.controller.give(SetMode(Mode.ANALYSE)), rig.key(pygame.K_a)),
        "leave": scene.on_exit,
        "help": lambda: rig.key(pygame.K_a),
    }[ends]()
    if ends != "leave":
        rig.frame(0.3)
    thinker = rig.context.thinker
    assert not thinker.is_searching or (ends == "help" and thinker.serves(scene.session))
