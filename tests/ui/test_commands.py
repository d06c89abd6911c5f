"""The table of commands: each key means one thing, wherever a keyboard has it."""

import pygame
import pytest

from game.ui import commands
from game.ui.commands import GAME, REPLAY, WINDOW, UserCommand, asked_by

TABLES = {"game": GAME, "replay": (*REPLAY, commands.PAUSE), "window": WINDOW}


def key(code: int, mod: int = 0, sign: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=sign)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_each_key_means_one_thing(table: tuple[UserCommand, ...]) -> None:
    keys = [each for command in table for each in command.keys]
    assert len(set(keys)) == len(keys)
    for command in table:
        assert asked_by(command.event(), table) is command


@pytest.mark.parametrize(
    ("event", "asked"),
    [
        (key(pygame.K_h), commands.HINT),
        (key(pygame.K_h, pygame.KMOD_LSHIFT, "H"), commands.HINT),
        (key(pygame.K_n, pygame.KMOD_LSHIFT, "N"), commands.LAST_MISTAKE),
        (key(pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_NUM), commands.UNDO),
        (key(pygame.K_z, pygame.KMOD_RMETA), commands.UNDO),
        (key(pygame.K_z, pygame.KMOD_LCTRL | pygame.KMOD_RSHIFT), commands.REDO),
        (key(pygame.K_z, pygame.KMOD_LALT), None),
        (key(pygame.K_h, pygame.KMOD_LCTRL), None),
        (key(pygame.K_LEFT, pygame.KMOD_LALT), commands.BACK_ONE),
        (key(pygame.K_KP_ENTER), commands.PLAY_CURSOR),
        (key(pygame.K_SPACE, sign=" "), commands.SPACE),
        # Where these signs are on a German keyboard, for one.
        (key(pygame.K_MINUS, pygame.KMOD_LSHIFT, "?"), commands.HELP),
        (key(pygame.K_8, pygame.KMOD_RALT, "["), commands.LESS_TIME),
        (key(pygame.K_1, sign="1"), None),
    ],
)
def test_what_a_key_asks_for(event: pygame.event.Event, asked: UserCommand | None) -> None:
    assert asked_by(event) is asked


def test_a_key_comes_up_whatever_is_held_by_then() -> None:
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_z, mod=pygame.KMOD_LCTRL, unicode="")
    assert commands.PEEK.is_let_go(up)
    assert not commands.GRAPH.is_let_go(up)
    assert not commands.PEEK.is_let_go(key(pygame.K_z))
