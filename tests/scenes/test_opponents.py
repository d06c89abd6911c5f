"""The list of opponents: by key, by mouse, and what comes of a choice."""

import pygame
import pytest

from ai.levels import levels_of
from game.play.session import Mode, Session
from game.play.text import read, write
from game.screens.base import OpenGame, OpenScene
from game.screens.opponents import face_of, opponents_dialog
from game.screens.play.react import Play, do
from game.screens.review.words import caption_of
from game.store.settings import DEFAULTS
from game.ui.faces import picture
from tests.games import GAMES
from tests.sessions import AGAINST_AI, session_of

FOR_TWO = [spec.name for spec in GAMES if spec.players == 2]


@pytest.mark.parametrize("size", [(640, 480), (1120, 760)])
def test_one_press_chooses_an_opponent(make_rig, size):
    rig = make_rig()
    scene = rig.show(OpenGame("hex"), size)
    rig.click(scene.face.opponent.level_stepper.box.centre)
    names = [each.name for each in scene.dialog.group.widgets]
    assert names.pop(0).startswith("opponent even-")
    assert names[:-3] == [f"opponent {each.name}" for each in levels_of("hex")]
    rig.click(scene.dialog.group.widget("opponent club").box.centre)
    assert scene.dialog is None
    assert scene.session.record.level == rig.context.settings["hex_level"] == "club"


def test_the_keyboard_goes_through_the_list_and_esc_leaves_it(make_rig):
    *_, weaker, strongest = (each.name for each in levels_of("hex") if each.ranked)
    rig = make_rig(hex_level=strongest)
    scene = rig.show(OpenGame("hex"), (640, 480))
    rig.key(pygame.K_o)
    rig.frame()
    row = scene.dialog.group.focused
    assert row.name == f"opponent {strongest}"
    assert row.clip.contains(row.box.centre), "the chosen one is in sight"
    rig.key(pygame.K_UP)
    rig.key(pygame.K_RETURN)
    assert scene.session.record.level == weaker
    rig.key(pygame.K_o)
    rig.key(pygame.K_UP)
    rig.key(pygame.K_ESCAPE)
    assert scene.dialog is None
    assert scene.session.record.level == weaker


def test_enter_without_a_chosen_opponent_is_no_answer(rig):
    scene = rig.show(OpenScene("settings"))
    scene.dialog = opponents_dialog("hex_level", "hex", levels_of("hex"), "gone", details=False)
    rig.key(pygame.K_RETURN)
    assert scene.dialog is not None
    assert rig.context.settings["hex_level"] == DEFAULTS["hex_level"]


@pytest.mark.parametrize("game", ["samegame", "hex"])
def test_where_nobody_is_played_against_there_is_no_list(rig, game):
    scene = rig.open(game, mode=Mode.ANALYSE)
    rig.key(pygame.K_o)
    assert scene.dialog is None
    assert "No opponent" in scene.toasts.notice.text


@pytest.mark.parametrize("game", FOR_TWO)
def test_every_opponent_has_a_face_of_its_own(game):
    looks = [picture(face_of(each, game), 32) for each in levels_of(game)]
    assert len({pygame.image.tobytes(look, "RGBA") for look in looks}) == len(looks)


def name_of_second(scene):
    return scene.face.opponent.name_of(1)


@pytest.mark.parametrize("is_over", [False, True])
def test_who_played_a_game_from_a_text_is_one_level_in_play_and_in_its_review(make_rig, is_over):
    rig = make_rig(hex_level="novice")
    scene = rig.open("hex")
    scene.session.play(scene.session.state.legal_moves[0])
    played = session_of("hex", 4, None, 0, AGAINST_AI, "expert")
    if is_over:
        played.resign()
    scene.history.bring_in(read(write(played.record)))
    scene.on_enter()
    assert name_of_second(scene) == "AI · Expert"
    assert caption_of(scene.session) == "Hex Gomoku against Expert"
    scene.controller.give(do(Session.undo_new_game))
    assert name_of_second(scene) == "AI · Novice"
    assert caption_of(scene.session) == "Hex Gomoku against Novice"


@pytest.mark.parametrize(("foe", "shown"), [("gtp:/bin/gnugo --now", "gnugo"), ("gone", "gone")])
def test_a_finished_game_is_of_who_played_it_though_he_is_not_here(rig, foe, shown):
    scene = rig.open("hex")
    played = session_of("hex", (4, 9), None, 0, AGAINST_AI, foe)
    played.resign()
    scene.history.bring_in(read(write(played.record)))
    scene.on_enter()
    assert name_of_second(scene) == f"AI · {shown}"
    assert caption_of(scene.session) == f"Hex Gomoku against {shown}"
    scene.controller.give("undo")
    scene.controller.give(Play(scene.session.state.legal_moves[-1]))
    assert name_of_second(scene) == f"AI · {scene.controller.session.opponent.title}", (
        "who plays on"
    )
