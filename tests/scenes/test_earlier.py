"""The list of what was set aside: everything is there, comes back, and only Delete ends it."""

import pygame
import pytest

from game.play.session import Mode, Seat, Session
from game.screens.base import Back, OpenEarlier
from game.screens.catalogue import make_scene
from tests.games import GAMES
from tests.rig import click, press

GAME_NAMES = [spec.name for spec in GAMES]
CTRL = pygame.KMOD_CTRL


def played(game, count=3, plies=4):
    """Return a session with some games, each begun where the one before was not over."""
    seats = None if game == "samegame" else (Seat.HUMAN, Seat.AI)
    session = Session(game, seed=7, seats=seats, level="club")
    for number in range(count):
        for _ in range(plies + number):
            if not session.state.is_terminal:
                session.play(session.state.legal_moves[0])
        session.new_game(seed=number)
    session.play(session.state.legal_moves[0])
    return session


def listed(rig, session, size=(1120, 760)):
    scene = make_scene(OpenEarlier(session), rig.context)
    rig.scene = scene
    scene.resize(size)
    scene.on_enter()
    while scene.wake_after() == 0.0:
        scene.update(0.02)
    scene.draw(pygame.Surface(size))
    return scene


@pytest.mark.parametrize("size", [(640, 480), (1120, 760)])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_earlier_game_is_listed_and_comes_back(rig, game, size):
    session = played(game)
    lines = {kept.number: kept.moves for kept in session.earlier}
    scene = listed(rig, session, size)
    assert [card.earlier.number for card in scene._cards] == list(lines)
    last = scene._cards[1]
    assert click(scene, last.box.centre) == Back()
    assert tuple(session.to_dict()["moves"]) == lines[last.earlier.number]
    assert len(session.earlier) == 3
    scene.on_exit()
    saved = rig.context.storage.load_game(game)
    assert saved.moves == session.moves


def test_a_game_brought_back_out_of_a_demo_is_played_on(rig):
    session = played("hex")
    session.set_mode(Mode.DEMO)
    scene = listed(rig, session)
    scene.handle_event(press(pygame.K_TAB))
    scene.handle_event(press(pygame.K_TAB))
    assert scene.handle_event(press(pygame.K_RETURN)) == Back()
    assert session.mode is Mode.PLAY


@pytest.mark.parametrize("sure", [True, False])
def test_delete_asks_first_and_ends_only_that_game(rig, sure):
    session = played("tictactoe")
    before = [kept.number for kept in session.earlier]
    scene = listed(rig, session)
    card = scene._cards[0]
    assert click(scene, card.delete.box.centre) is None
    assert scene.dialog is not None
    scene.handle_event(press(pygame.K_RETURN if sure else pygame.K_ESCAPE))
    assert scene.dialog is None
    assert [kept.number for kept in session.earlier] == before[1 if sure else 0 :]
    assert len(scene._cards) == len(session.earlier)


def test_a_damaged_game_is_told_and_stays(rig):
    session = played("hex")
    data = session.to_dict()
    data["earlier"][-1]["moves"][1] = "Z99"
    session = Session.from_dict(data)
    scene = listed(rig, session)
    assert scene._cards[0]._words[0] == "Damaged"
    assert click(scene, scene._cards[0].box.centre) is None
    assert "cannot be restored" in scene.toasts.text
    assert len(session.earlier) == 3


def test_a_line_of_this_game_says_where_it_parts(rig):
    session = Session("tictactoe", seats=(Seat.HUMAN, Seat.HUMAN))
    for move in (0, 1, 3, 4, 8):
        session.play(move)
    session.go_to(2)
    session.play(7)
    scene = listed(rig, session)
    assert "after move 1" in scene._cards[0]._words[2]


def test_the_list_opens_by_key_and_button_once_there_is_something(rig):
    scene = rig.open("hex")
    assert rig.key(pygame.K_o, CTRL) is None
    assert "No earlier game" in scene.toasts.text
    assert not scene.top_bar.earlier.enabled
    scene.controller.set_seats((Seat.HUMAN, Seat.HUMAN))
    scene.play(0)
    rig.key(pygame.K_n, CTRL)
    scene.play(1)
    rig.frame()
    assert rig.key(pygame.K_o, CTRL) == OpenEarlier(scene.session)
    assert rig.press("earlier") == OpenEarlier(scene.session)
