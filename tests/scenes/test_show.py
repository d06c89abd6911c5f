"""What goes on by itself: the words of a demo, and a game that is shown again."""

import pygame
import pytest

from ai.search.messages import StopReason
from game.play.session import Mode
from game.screens.play.react import PlayLine, SetMode
from game.screens.play.show import READING_SECONDS
from tests.fakes import info_for
from tests.sessions import play

MOVES = "a1 b1 a2 b2 c1 a3"
"""X threatens with its second move, O blocks it."""


@pytest.fixture
def scene(rig):
    scene = rig.open("tictactoe", people=True)
    play(scene.session, MOVES)
    rig.settle()
    return scene


def words(rig):
    return "" if rig.scene.foot.bar.content is None else rig.scene.foot.bar.content.words


def labels(rig):
    return [c.label for c in rig.scene.foot.bar.content.choices if c.is_there]


def walk(rig, seconds, step=0.1):
    """Let time pass, and return every position that was shown, by moves played."""
    shown = []
    for _ in range(round(seconds / step)):
        rig.wait(step)
        if not shown or shown[-1] != rig.scene.session.record.cursor:
            shown.append(rig.scene.session.record.cursor)
    return shown


def test_autoplay_shows_the_game_and_tells_what_moves_do_and_gives_time_to_read_it(rig, scene):
    session, moves = scene.session, scene.session.record.moves
    rig.key(pygame.K_y)
    assert session.record.cursor == 0
    assert labels(rig) == ["Stop", "Latest"]
    assert not scene.controller.state.may_play
    rig.click(rig.cell(5))
    assert "stops it" in scene.animator.refusal.words
    stood, told = {}, {}
    for _ in range(300):
        stood[session.record.cursor] = stood.get(session.record.cursor, 0.0) + 0.05
        told[session.record.cursor] = words(rig)
        rig.wait(0.05)
    assert list(stood) == [0, 1, 2, 3, 4, 5, 6]
    assert "a threat at **a3**" in told[3]
    assert told[1].endswith("**a1**.")
    assert stood[3] - stood[1] == pytest.approx(READING_SECONDS, abs=0.3)
    walk(rig, 1)
    assert not scene.controller.state.shows_game
    assert session.record.moves == moves


@pytest.mark.parametrize("key", [pygame.K_y, pygame.K_ESCAPE, pygame.K_SPACE])
@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.ANALYSE, Mode.DEMO])
def test_autoplay_stops_when_it_is_told_to_and_goes_on_from_there(rig, scene, key, mode):
    scene.controller.give(SetMode(mode))
    if scene.controller.state.runs_demo:
        scene.controller.give("pause")
    rig.key(pygame.K_y)
    walk(rig, 3.5)
    cursor = scene.session.record.cursor
    assert cursor > 0
    rig.key(key)
    assert not scene.controller.state.shows_game
    assert walk(rig, 4) == [cursor]
    rig.key(pygame.K_y)
    assert walk(rig, 3.5)[0] == cursor
    assert scene.session.record.cursor > cursor


WAYS_OUT = {
    "End": lambda rig: rig.key(pygame.K_END),
    "a line of the AI": lambda rig: rig.scene.controller.give(
        PlayLine(rig.scene.session.state.legal_moves[:1])
    ),
}


@pytest.mark.parametrize("leave", WAYS_OUT.values(), ids=WAYS_OUT)
def test_whoever_walks_by_hand_or_plays_on_ends_the_autoplay(rig, scene, leave):
    rig.key(pygame.K_y)
    walk(rig, 3.5)
    leave(rig)
    assert not scene.controller.state.shows_game
    walk(rig, 3)
    assert scene.session.record.is_at_end


def test_another_screen_may_bring_another_game_meanwhile(rig, scene):
    rig.key(pygame.K_y)
    walk(rig, 3.5)
    scene.on_exit()
    scene.session.go_to(scene.session.record.length)  # as a game that was brought back is shown
    scene.on_enter()
    assert walk(rig, 4) == [scene.session.record.length]


def test_a_demo_tells_its_moves_below_the_board_and_waits_for_the_reader(rig):
    scene = rig.open("tictactoe")
    scene.controller.give(SetMode(Mode.DEMO))
    waits = []
    for name in ("a1", "b1", "a2"):
        rig.settle()
        waits.append(rig.worker.searches[-1])
        move = scene.session.state.move_from_string(name)
        rig.worker.finish(info_for((move,)), StopReason.TIME)
        for _ in range(40):
            rig.frame(0.1)
            if scene.session.record.node.moves[-1:] == (move,):
                break
    assert "a threat" in words(rig)
    assert words(rig).startswith("X played")
    request = scene.controller.search_request()
    assert request.min_seconds == pytest.approx(scene.profile.demo_seconds + READING_SECONDS)
    assert request.limit.seconds == pytest.approx(scene.profile.demo_seconds)
