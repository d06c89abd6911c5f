"""What is to be seen while a new game is checked."""

from pathlib import Path

import pygame
import pytest

from game.games import plugins
from game.ui.theme import DARK
from game.waiting_window import WaitingWindow

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
    said, looks = [], iter([False, False, True])
    monkeypatch.setattr(
        "game.waiting_window.Fonts.draw", lambda _, __, text, *___, **____: said.append(text)
    )
    waiting.wait(FOLDERS, lambda: next(looks))
    assert "pebbles, nim" in said[0]
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
        waiting.wait(FOLDERS, lambda: False)
    assert end.value.code == 0


def test_without_a_screen_it_waits_unseen(waiting, monkeypatch) -> None:
    monkeypatch.setattr("game.waiting_window.open_display", lambda: "no screen")
    waiting.wait(FOLDERS, lambda: False)
    assert waiting.window is None


def test_a_check_ends_with_the_window(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "game.py").write_text("while True: pass\n")
    monkeypatch.setattr(plugins, "left_out", [])
    monkeypatch.delenv(plugins.VARIABLE, raising=False)
    processes = []
    start = plugins._start
    monkeypatch.setattr(
        plugins, "_start", lambda each: processes.append(start(each)) or processes[-1]
    )

    def close(folders, is_done):
        assert folders == [folder]
        assert not is_done()
        raise SystemExit(0)

    with pytest.raises(SystemExit):
        plugins.begin([plugins.OPTION, str(folder)], close)
    assert processes[0].returncode is not None
