"""What is to be seen while a new game is checked."""

from pathlib import Path

import pygame
import pytest

from game.ui.theme import DARK
from game.window.waiting_window import WaitingWindow, _words

FOLDERS = [Path("/games/pebbles"), Path("/games/nim")]


@pytest.fixture
def waiting():
    pygame.display.init()
    pygame.event.clear()
    waiting = WaitingWindow()
    yield waiting
    if waiting.window is not None:
        waiting.window.destroy()


def test_the_window_is_there_and_says_what_is_checked(waiting, monkeypatch) -> None:
    said, looks = [], iter([FOLDERS, FOLDERS[1:], []])
    monkeypatch.setattr(
        "game.window.waiting_window.Fonts.draw", lambda _, __, text, *___, **____: said.append(text)
    )
    waiting.wait(lambda: next(looks))
    assert said[::2] == ["Checking the games in pebbles, nim", "Checking the game in nim"]
    surface = waiting.window.get_surface()
    assert surface.get_at((0, 0))[:3] == DARK.bg


@pytest.mark.parametrize(
    "event",
    [
        pygame.event.Event(pygame.QUIT),
        pygame.event.Event(pygame.WINDOWCLOSE),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE),
    ],
)
def test_the_player_need_not_wait(waiting, event) -> None:
    pygame.event.post(event)
    with pytest.raises(SystemExit) as end:
        waiting.wait(lambda: FOLDERS)
    assert end.value.code == 0


def test_without_a_screen_it_waits_unseen(waiting, monkeypatch) -> None:
    monkeypatch.setattr("game.window.waiting_window.open_display", lambda: "no screen")
    waiting.wait(lambda: FOLDERS)
    assert waiting.window is None


def test_of_many_it_names_the_first() -> None:
    names = [f"game-{number}" for number in range(40)]
    assert _words(names) == "Checking the games in game-0, game-1, game-2 and 37 more"
    assert len(_words(["x" * 255] * 40)) < 120
