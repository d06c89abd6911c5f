"""An even match on the screen: who is played next, and what is said of it."""

from dataclasses import replace

import pygame
import pytest

from ai.contract.games import game_spec, write_game
from ai.levels import EVEN, even_strength, first_level, level_on, level_title, rungs
from game.library.rating import EvenMatch
from game.play.session import Seat
from game.screens.base import OpenScene
from game.screens.opponents import face_of
from game.screens.play.choices import change_level, show_opponents, take_level
from game.screens.play.result_card import ResultCard
from game.screens.records.tables import result_table
from game.store.settings import DEFAULTS, settings_from_dict
from game.ui.widgets import Action
from game.words.numbers import thousands
from tests.rig import section, written

GAME = "hex"


@pytest.fixture
def rig(make_rig):
    return make_rig(motion="off", who_starts="me")


@pytest.fixture
def scene(rig):
    return rig.open(GAME)


def end(rig, *, is_won=False):
    """Play a game to an end, given up by one side, and show it."""
    session = rig.scene.session
    assert session.record.seats[0] is Seat.HUMAN
    for _ in range(1 if is_won else 2):
        session.play(session.state.legal_moves[0])
    session.resign()
    rig.scene.controller.saver.count()
    rig.frame()


def board(scene):
    return scene.session.record.start.parameters


def first(scene):
    return level_on(first_level(GAME), GAME, board(scene)).name


def know(rig, strength, parameters):
    """Let a strength be what the player's results have led to."""
    rig.context.storage.note_result(
        EvenMatch(GAME, write_game(game_spec(GAME), parameters), strength, 300.0)
    )


def look_again(rig):
    rig.scene.resize(rig.surface.get_size())
    rig.scene.on_enter()
    rig.frame()


def test_the_first_game_is_against_the_first_level_and_the_next_one_is_even(rig, scene):
    assert rig.context.settings["hex_level"] == DEFAULTS["hex_level"] == EVEN
    assert scene.session.record.level == first(scene)
    end(rig, is_won=True)
    look_again(rig)
    assert scene.session.record.level == first(scene), "the game that is over stays his"
    offer = scene.face.ending.offer
    assert "which follows how well you play" in offer
    rig.key(pygame.K_F5)
    assert even_strength(scene.session.record.level) is not None
    assert scene.session.opponent.title in offer
    number = thousands(even_strength(scene.session.record.level))
    assert scene.session.opponent.title == f"Even match, {number}"
    rig.fit((1000, 760))  # nothing is kept of the last frame
    shown = written(scene)
    assert "Even match" in shown
    assert f"Even, {number}" in shown
    assert any(f"strength {number}" in text for text in shown)
    end(rig)
    assert "which follows" not in scene.face.ending.offer, "it is said once"
    offer = scene.face.ending.offer
    rig.key(pygame.K_F5)
    assert scene.session.opponent.title in offer


def test_it_goes_up_with_wins_and_down_with_losses_as_far_as_there_are_levels(rig, scene):
    (low, _), *_, (high, _) = rungs(GAME, board(scene))
    know(rig, low, board(scene))
    take_level(scene, f"even-{low}")
    strengths = []
    for is_won in (True, True, False, False, True):
        strengths.append(even_strength(scene.session.record.level))
        end(rig, is_won=is_won)
        rig.key(pygame.K_F5)
    steps = [low + step for step in (0, 300, 600, 450, 300)]
    assert strengths == [min(high, each) for each in steps]
    for is_won, last in ((True, high), (False, low)):
        know(rig, last + 40, board(scene))
        for _ in range(2):
            end(rig, is_won=is_won)
            rig.key(pygame.K_F5)
        assert even_strength(scene.session.record.level) == last


def test_a_game_in_progress_never_changes(rig, scene):
    (low, _), *_, (high, _) = rungs(GAME, board(scene))
    know(rig, low, board(scene))
    take_level(scene, f"even-{low}")
    scene.session.play(scene.session.state.legal_moves[0])
    know(rig, high + 40, board(scene))
    look_again(rig)
    assert scene.session.record.level == f"even-{low}"
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    look_again(rig)
    assert scene.session.record.level == f"even-{low}"
    scene.controller.saver.save(always=True)
    again = rig.open(GAME)
    assert again.session.record.level == f"even-{low}"
    rig.key(pygame.K_n, pygame.KMOD_CTRL)
    assert rig.scene.session.record.level == f"even-{high}"


def test_who_has_chosen_an_opponent_stays_with_him(make_rig):
    rig = make_rig(motion="off", who_starts="me")
    scene = rig.open(GAME)
    show_opponents(scene)
    rig.frame()
    rig.click(scene.dialog.group.widget(f"opponent {first(scene)}").box.centre)
    assert rig.context.settings["hex_level"] == first(scene)
    for _ in range(2):
        end(rig)
        assert "which follows" not in scene.face.ending.offer
        rig.key(pygame.K_F5)
        assert scene.session.record.level == first(scene)


def test_it_is_at_the_head_of_the_list_and_of_the_stepper(rig, scene):
    know(rig, 812.0, board(scene))
    scene.dialog = None
    show_opponents(scene)
    rig.frame()
    row, *_ = scene.dialog.group.widgets
    assert row.name == "opponent even-810"
    assert "810" in written(scene)
    rig.click(row.box.centre)
    assert scene.session.record.level == "even-810"
    assert rig.context.settings["hex_level"] == EVEN
    stepper = scene.face.opponent.level_stepper
    assert not stepper.can_go_down
    change_level(scene, 1)
    assert scene.session.record.level == rungs(GAME, board(scene))[0][1].name
    rig.frame()
    assert stepper.can_go_down


def test_the_settings_screen_lists_it_with_its_strength(rig):
    know(rig, 812.0, rig.open(GAME).session.record.start.parameters)
    settings = rig.show(OpenScene("settings"))
    settings.on_action(Action("category", "ai"))
    rig.frame()
    assert "Even match" in written(settings)
    settings.on_action(Action("hex_level"))
    row, *_ = settings.dialog.group.widgets
    assert (row.name, row.is_chosen) == ("opponent even-810", True)
    rig.frame()
    row = settings.dialog.group.widgets[1]
    rig.click(row.box.centre)
    assert rig.context.settings["hex_level"] == row.name.removeprefix("opponent ")
    settings.on_action(Action("hex_level"))
    rig.frame()
    rig.click(settings.dialog.group.widgets[0].box.centre)
    assert rig.context.settings["hex_level"] == EVEN


def test_the_card_and_the_table_say_at_which_strength_it_was_beaten(rig, scene):
    know(rig, 812.0, board(scene))
    take_level(scene, "even-810")
    end(rig, is_won=True)
    assert section(scene, ResultCard).ending.record == "Your first win against Even match, 810"
    rig.key(pygame.K_F5)
    end(rig, is_won=True)
    strongest = scene.session.opponents[0].title
    assert section(scene, ResultCard).ending.record == f"Your strongest win: {strongest}"
    rig.key(pygame.K_F5)
    end(rig)
    assert scene.face.ending.record == "Against Even match: 2 won, 1 lost"
    table = result_table(GAME, rig.context.storage.records)
    ((level, won, *_),) = table.rows
    assert won.text == "2"
    assert level.text == f"{strongest.replace(', ', ', beaten at ')}"
    assert level.short == level_title(EVEN, GAME)


def test_its_face_is_one_whatever_its_strength(scene):
    faces = {face_of(level_on(f"even-{n}", GAME, board(scene)), GAME) for n in (1, 900, 9999)}
    assert len(faces) == 1
    assert faces.isdisjoint(face_of(each, GAME) for _, each in rungs(GAME, board(scene)))


def test_settings_files_know_it():
    for name in ("hex_level", "tictactoe_level"):
        settings, complaints = settings_from_dict({name: EVEN})
        assert (settings[name], complaints) == (EVEN, ())
    _, complaints = settings_from_dict({"hex_level": "even-1200"})
    assert len(complaints) == 1, "a strength is of a game, not of a setting"


def test_on_another_board_it_begins_where_the_last_one_was(rig, scene):
    know(rig, 812.0, replace(board(scene), side=board(scene).side - 1))
    take_level(scene, EVEN)
    look_again(rig)
    assert scene.session.record.level == "even-810"
