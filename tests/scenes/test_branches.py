"""Branches of a game on its screen: walked by mouse and keys, deleted, restored."""

import pygame
import pytest

from game.play.session import Mode
from game.screens.play.react import SetMode
from game.ui.panel.history import BRANCH, PLY
from tests.games import GAMES
from tests.sessions import play

CTRL = pygame.KMOD_CTRL
GAME_NAMES = [spec.name for spec in GAMES]


def open_branched(rig, game):
    """Open a game with two lines of four moves that part after two; the second is shown."""
    scene = rig.open(game)
    session = scene.session
    session.set_mode(Mode.ANALYSE if session.record.spec.players == 2 else Mode.PLAY)
    for place in (0, 1):
        session.go_to(2)
        for _ in range(4 - session.record.cursor):
            session.play(session.state.legal_moves[place])
    rig.settle()
    return scene


def hits(scene, name):
    return {
        hit.value: hit.box
        for section, box, _ in scene.panel.places
        for hit in section.hits(scene.skin, box)
        if hit.name == name
    }


def line(scene):
    return scene.session.record.moves


@pytest.mark.parametrize("game", GAME_NAMES)
def test_keys_wheel_and_clicks_walk_the_branches_and_show_where_they_part(rig, game, monkeypatch):
    scene = rig.open(game)
    for key in (pygame.K_DOWN, pygame.K_b):
        rig.key(key, CTRL)
        assert "No branches" in scene.toasts.text
        scene.toasts.dismiss()
    scene = open_branched(rig, game)
    second = line(scene)
    rig.key(pygame.K_DOWN, CTRL)
    first = line(scene)
    assert first != second
    assert first[:2] == second[:2]
    assert scene.session.record.cursor == 3
    rig.key(pygame.K_UP, CTRL)
    assert line(scene) == second
    rig.settle()
    ((_, box),) = hits(scene, BRANCH).items()
    rig.click(box.centre)
    assert scene.session.record.cursor == 3
    assert line(scene) == first
    rig.move(scene.layout.board.centre)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
    rig.send(pygame.MOUSEWHEEL, x=0, y=-1)
    assert line(scene) == second


@pytest.mark.parametrize("game", ["hex", "samegame"])
@pytest.mark.parametrize("by_mouse", [True, False])
def test_folded_branches_are_hidden_in_list_and_graph_and_keys_still_walk_them(rig, game, by_mouse):
    scene = open_branched(rig, game)
    session, second = scene.session, line(scene)
    ((_, where),) = hits(scene, "fold branches").items()

    def fold():
        rig.click(where.centre) if by_mouse else rig.key(pygame.K_b, CTRL)
        rig.settle()

    fold()
    assert hits(scene, BRANCH) == {}
    assert list(session.branches(9)) == [], "so that the graph is without it"
    assert hits(scene, "fold branches").popitem()[1] == where, "nothing moves under the hand"
    rig.key(pygame.K_HOME)
    assert hits(scene, BRANCH) == {}
    rig.key(pygame.K_DOWN, CTRL)
    first = line(scene)
    assert first != second
    assert hits(scene, BRANCH) == {}
    fold()
    assert len(hits(scene, BRANCH)) == 1
    assert len(list(session.branches(9))) == 1
    assert scene.toasts.notice is None, "it is seen"


@pytest.mark.parametrize("game", ["hex", "samegame"])
def test_branches_that_are_folded_unseen_are_told(rig, game):
    scene = open_branched(rig, game)
    rig.resize((640, 480))
    scene.controller.give(SetMode(Mode.PLAY))
    rig.frame()
    assert not hits(scene, "fold branches")
    for told in ("Branches folded.", "Branches unfolded."):
        rig.key(pygame.K_b, CTRL)
        assert scene.toasts.notice.text == told


@pytest.mark.parametrize("seconds", [0, 30])
def test_a_deleted_branch_is_restored_by_undo(rig, seconds):
    scene = open_branched(rig, "hex")
    second, storage = line(scene), scene.context.storage
    storage.save_game(scene.session)
    rig.key(pygame.K_DELETE, CTRL)
    assert scene.session.record.fork() is None
    assert scene.toasts.text.endswith("is deleted.")
    rig.frame(seconds)
    assert (scene.toasts.passing is None) == bool(seconds)
    rig.key(pygame.K_z, CTRL)
    assert line(scene) == second
    assert scene.session.record.fork() is not None
    assert storage.flush()
    again = storage.load_game("hex")
    assert again.record.moves == second
    assert again.record.fork() is not None
    for place in (5, 6):
        scene.session.go_to(3)
        scene.session.play(scene.session.state.legal_moves[place])
    scene.session.go_to(3)
    rig.settle()
    rig.key(pygame.K_DELETE, CTRL)
    assert scene.toasts.text.endswith("is deleted with 2 other lines.")


def test_nothing_else_makes_room_where_a_branch_begins(rig):
    scene = rig.open("hex")
    scene.session.set_mode(Mode.ANALYSE)
    play(scene.session, 4)
    rig.settle()
    moves = hits(scene, PLY)
    places = [box for _, box, _ in scene.panel.places]
    scene.session.go_to(2)
    scene.session.play(scene.session.state.legal_moves[1])
    rig.settle()
    assert [box for _, box, _ in scene.panel.places] == places
    assert {ply: hits(scene, PLY)[ply] for ply in (1, 2)} == {ply: moves[ply] for ply in (1, 2)}
