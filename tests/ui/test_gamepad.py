"""Everything with a game controller alone: its events are posted as SDL posts them."""

from functools import partial

import pygame
import pytest

from ai.contract.rules import State
from game.play.session import Mode
from game.screens.base import OpenGame, OpenScene
from game.screens.play.game_scene import GameScene
from game.ui.panel.dialog import Dialog
from game.ui.widgets import FocusGroup
from game.window.app import App
from game.window.gamepad import Gamepad, Place
from tests.rig import context_of, press, skin, step, typed, window, written
from tests.sessions import PEOPLE

A, B, X, Y = (getattr(pygame, f"CONTROLLER_BUTTON_{name}") for name in "ABXY")
LEFT, RIGHT, UP, DOWN = (
    getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{way}") for way in ("LEFT", "RIGHT", "UP", "DOWN")
)
LB, RB = pygame.CONTROLLER_BUTTON_LEFTSHOULDER, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
START, BACK = pygame.CONTROLLER_BUTTON_START, pygame.CONTROLLER_BUTTON_BACK


def button(number, kind=pygame.CONTROLLERBUTTONDOWN):
    return pygame.event.Event(kind, button=number, instance_id=0)


def axis(number, value):
    return pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=number, value=value, instance_id=0)


class Player:
    """Holds a controller and nothing else."""

    def __init__(self, app: App) -> None:
        self.app = app

    def press(self, *buttons: int) -> None:
        for number in buttons:
            for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
                self.send(button(number, kind))

    def send(self, event: pygame.event.Event) -> None:
        step(self.app, event)

    def go_to(self, name: str, direction: int = DOWN) -> None:
        """Walk the controls until one has the focus."""
        for _ in range(60):
            group = self.app.scene.focus_group
            if group is not None and group.focused is not None and group.focused.name == name:
                assert group.focused.show_focus
                return
            self.press(direction)
        raise AssertionError(f"{name} cannot be reached")

    @property
    def scene(self):
        return self.app.scene

    @property
    def state(self) -> State:
        return self.app.scene.session.state


@pytest.fixture
def player(tmp_path):
    with window(context_of(tmp_path, motion="off"), OpenScene("home")) as app:
        step(app)
        pygame.event.clear()
        yield Player(app)


def opened(player, game) -> GameScene:
    player.app.execute(OpenGame(game))
    scene = player.scene
    if game != "samegame":
        scene.session.set_seats(PEOPLE)
    step(player.app)
    return scene


def test_from_home_into_a_game_and_back(player):
    player.go_to("tictactoe", RIGHT)
    player.press(A)
    assert player.app.scenes.name == "tictactoe"
    player.press(START, A)
    assert player.app.scenes.name == "home", "the first control of a game leads back"


def test_the_pad_moves_the_cursor_a_plays_b_undoes_and_the_shoulders_walk_the_history(player):
    scene = opened(player, "tictactoe")
    player.press(A)
    assert scene.animator.keyboard
    player.press(LEFT, UP, A)
    assert player.state.last_move == 6
    player.press(RIGHT, A)
    assert player.state.last_move == 7
    for buttons, cursor in (((LB,), 1), ((LB, LB), 0), ((RB, RB, RB), 2), ((B,), 1)):
        player.press(*buttons)
        assert scene.session.record.cursor == cursor


def test_x_hints_y_analyses_and_the_trigger_peeks_while_it_is_held(player):
    controller = opened(player, "hex").controller
    player.press(X)
    assert controller.state.hint.is_open
    for is_shown in (True, False):
        player.press(Y)
        assert controller.state.shows_layer is is_shown
    for value, is_held in (
        (30_000, True),
        (14_000, True),
        (0, False),
    ):  # at 14,000 not quite let go
        player.send(axis(pygame.CONTROLLER_AXIS_TRIGGERRIGHT, value))
        assert controller.state.is_peeking is is_held


def test_start_is_the_menu_from_where_modes_and_settings_are_reached(player):
    scene = opened(player, "hex")
    player.press(START)
    player.go_to("mode", RIGHT)
    player.press(RIGHT)
    assert scene.session.mode is Mode.ANALYSE
    player.press(START)
    assert scene.group.focused is None
    player.press(START)
    player.go_to("settings", DOWN)
    player.press(A)
    assert player.app.scenes.name == "settings"
    player.press(B)
    assert player.app.scene is scene


def test_settings_are_changed_by_pad(player):
    player.app.execute(OpenScene("settings"))
    player.press(A)
    player.go_to("category")
    player.press(DOWN, DOWN)
    player.go_to("theme", RIGHT)
    player.press(RIGHT)
    assert player.app.context.settings.theme == "light"
    player.go_to("ui_scale")
    player.press(RIGHT)
    assert player.app.context.settings.ui_scale == pytest.approx(1.05)
    player.go_to("symbols", UP)
    player.press(A)
    assert not player.app.context.settings.symbols


def test_a_seed_is_written_with_arrows(player):
    player.app.execute(OpenScene("settings"))
    player.scene.on_action(type("Chosen", (), {"name": "category", "value": "rules"}))
    player.go_to("category")
    player.press(RIGHT)
    player.go_to("samegame_seed")
    player.press(A)
    dialog = player.scene.dialog
    assert isinstance(dialog, Dialog)
    player.press(RIGHT, UP, UP, UP, UP, RIGHT, DOWN, RIGHT, LEFT)
    assert any("last character" in words for words in written(player.scene))
    player.press(A)
    assert player.scene.dialog is None
    assert player.app.context.settings["samegame_seed"] == 49


def draw(dialog, surface):
    dialog.draw(surface, skin())


def test_a_keyboard_is_not_told_how_to_write_with_arrows():
    dialog = Dialog("seed", "Seed", "", confirm="Start", field="", accepts=str.isdecimal)
    dialog.handle_event(press(pygame.K_UP))
    dialog.handle_event(typed("12"))
    assert not any("character" in words for words in written(dialog, partial(draw, dialog)))
    assert dialog.handle_event(press(pygame.K_RETURN)).value == "12"


def test_a_page_without_controls_scrolls(player):
    player.app.execute(OpenScene("about"))
    player.app.scene.resize((640, 480))
    player.press(A, DOWN)
    assert player.scene.content.scroll.offset > 0
    player.press(UP, RB)
    assert player.scene.content.scroll.offset > 0
    player.press(LB, START)
    assert player.app.scenes.name == "home"


@pytest.fixture
def pad(clock):
    return Gamepad(clock)


def keys(pad, *events, place=None):
    place = place or Place(None, in_game=True)
    return [key.key for event in events for key in pad.translate(event, place)]


def test_a_direction_repeats_while_it_is_held(pad, clock):
    board = Place(None, in_game=True)
    assert keys(pad, button(RIGHT)) == [pygame.K_RIGHT]
    assert pad.repeat(board) == []
    assert pad.wake_after() == pytest.approx(0.35)
    for wait in (0.36, 0.12, 0.12):
        clock.now += wait
        assert [key.key for key in pad.repeat(board)] == [pygame.K_RIGHT]
    keys(pad, button(RIGHT, pygame.CONTROLLERBUTTONUP))
    assert pad.wake_after() is None


def test_the_stick_is_a_pad_with_a_dead_zone(pad):
    x, y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
    assert keys(pad, axis(x, 9_000)) == []
    assert keys(pad, axis(x, 20_000), axis(x, 30_000), axis(x, 14_000)) == [pygame.K_RIGHT]
    assert pad.wake_after() is not None
    assert keys(pad, axis(x, 3_000)) == []
    assert pad.wake_after() is None
    assert keys(pad, axis(y, -32_768), axis(y, 0), axis(y, 32_767)) == [pygame.K_UP, pygame.K_DOWN]


def test_what_is_not_a_controller_passes_and_raw_joysticks_do_not(pad):
    motion = pygame.event.Event(pygame.JOYAXISMOTION, axis=0, value=0.5, instance_id=0)
    assert list(pad.translate(motion, Place(FocusGroup(), in_game=False))) == []
    key = press(pygame.K_h)
    assert list(pad.translate(key, Place(None, in_game=True))) == [key]


def test_controllers_come_and_go(pad):
    pad.start()
    added = pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=7)
    assert keys(pad, added) == [], "one that is gone again is no error"
    keys(pad, button(DOWN))
    removed = pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=7)
    assert keys(pad, removed) == []
    assert pad.wake_after() is None, "nothing is held any more"
