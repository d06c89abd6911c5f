"""How the window's picture gets to the screen."""

from types import SimpleNamespace

import pygame
import pytest

from game.window.display import open_display

PLAIN = (0xFF0000, 0xFF00, 0xFF, 0)


@pytest.mark.parametrize(
    ("driver", "masks", "chosen", "expected"),
    [
        ("x11", PLAIN, {}, "0"),
        ("x11", PLAIN, {"SDL_FRAMEBUFFER_ACCELERATION": "1"}, "1"),
        ("x11", (0xF800, 0x7E0, 0x1F, 0), {}, None),  # a screen of 65,536 colours
        ("x11", (0, 0, 0, 0), {}, None),  # one of ten bits a colour, which SDL cannot name
        ("wayland", PLAIN, {}, None),  # there is no other way
    ],
)
def test_only_plain_x_takes_it_from_memory(monkeypatch, driver, masks, chosen, expected) -> None:
    environment = {"SDL_VIDEODRIVER": "dummy", **chosen}
    monkeypatch.setattr("os.environ", environment)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.display, "Info", lambda: SimpleNamespace(masks=masks))
    assert open_display() == ""
    assert environment.get("SDL_FRAMEBUFFER_ACCELERATION") == expected
