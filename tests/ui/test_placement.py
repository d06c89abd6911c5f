"""Where the window stands: as large as the screen asks for, and as it was left."""

import os
from types import SimpleNamespace

import pygame
import pytest
from pygame.event import Event

from game.store.settings import Settings
from game.ui.layout import DEFAULT_WINDOW, SMALLEST_UNIT, Box, Unit, game_layout
from game.window import display
from game.window.app import App
from game.window.display import (
    Placement,
    display_scale,
    fitted,
    open_as_left,
    open_window,
    place_of,
    usual_size,
)
from tests.rig import context_of, frames

LAPTOP = Box(0, 0, 1366, 768)
BESIDE = Box(1366, -200, 3840, 2160)


@pytest.fixture(autouse=True)
def _screen():
    pygame.display.init()


def test_a_first_window_is_as_large_as_the_screen_asks_for(monkeypatch):
    monkeypatch.setattr(display, "screens", lambda: [Box(0, 0, 3840, 2160)])
    assert usual_size(1.0) == DEFAULT_WINDOW
    assert usual_size(2.0) == (2240, 1520)
    monkeypatch.setattr(display, "screens", lambda: [LAPTOP, BESIDE])
    assert usual_size(2.0) == (1326, 668), "wherever the window manager puts it"


@pytest.mark.parametrize(
    ("driver", "dpi", "gdk", "scale"),
    [
        ("x11", "", "", 1.0),
        ("x11", "192", "", 2.0),
        ("x11", "144.5", "", 144.5 / 96),
        ("x11", "192", "2", 2.0),
        ("x11", "", "2", 2.0),
        ("x11", "72", "", 1.0),
        ("x11", "9600", "", display.LARGEST_SCALE),
        ("x11", "many", "", 1.0),
        ("wayland", "192", "2", 1.0),
    ],
)
def test_the_screen_tells_how_large_programs_shall_look(monkeypatch, driver, dpi, gdk, scale):
    monkeypatch.setattr(display.sys, "platform", "linux")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(display, "_x_dpi", lambda *_: dpi)
    monkeypatch.setitem(os.environ, "GDK_SCALE", gdk)
    assert display_scale() == scale


@pytest.mark.parametrize(
    ("dpi", "text", "scale"), [("120", 1.25, 1.0), ("240", 1.25, 2.0), ("", 0.8, 1.0)]
)
def test_larger_text_is_not_counted_twice(monkeypatch, dpi, text, scale):
    monkeypatch.setattr(display.sys, "platform", "linux")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(display, "_x_dpi", lambda *_: dpi)
    monkeypatch.delitem(os.environ, "GDK_SCALE", raising=False)
    assert display_scale(text) == scale


def test_nothing_gets_too_small_to_read_where_a_screen_has_small_pixels():
    half = (960, 1080)
    assert Unit.of(half).u == SMALLEST_UNIT
    assert Unit.of(half, 1.0, 1.5).u == 1.5 * SMALLEST_UNIT
    assert game_layout(half, 1.0, 1.5).top_bar.height > game_layout(half).top_bar.height


@pytest.mark.parametrize(
    ("place", "now"),
    [
        (Box(10, 40, 1200, 700), Box(10, 40, 1200, 700)),
        (Box(1400, -150, 2240, 1520), Box(1400, -150, 2240, 1520)),
        (Box(1300, 0, 1000, 700), BESIDE.fitted(1000, 700)),
        (Box(300, 100, 1120, 760), LAPTOP.fitted(1120, 668)),
        (Box(9000, 9000, 800, 600), LAPTOP.fitted(800, 600)),
    ],
    ids=["as it was", "the other screen", "mostly there", "too large", "its screen is gone"],
)
def test_a_window_comes_back_to_a_screen_that_there_is(place, now):
    assert fitted(place, [LAPTOP, BESIDE]) == now
    assert fitted(now, [LAPTOP, BESIDE]) == now, "and stays from then on"


@pytest.mark.parametrize("text", ["", "800x600", "800x600+1", "80x60+0+0", "99999x600+0+0", "x\n"])
def test_what_tells_no_place_is_none(text):
    assert place_of(text) is None


class Desktop:
    """Moves a window as window managers do, and tells the program in their order."""

    def __init__(self, **settings):
        self.size, self.position = (800, 600), (301, 220)
        self.done = []
        self.placement = Placement(self, Settings(**settings))

    def set_fullscreen(self, desktop):
        self.done.append("fullscreen")

    def set_windowed(self):
        self.done.append("windowed")

    def maximize(self):
        self.done.append("maximise")

    def tell(self, size, position, *kinds):
        self.size, self.position = size, position
        for kind in kinds:
            self.placement.take(Event(kind))
        self.placement.look()


MAXIMISED = (3840, 2141), (0, 19)


def test_a_maximised_window_remembers_what_it_was_before():
    desktop = Desktop()
    desktop.tell((800, 600), (301, 220), pygame.WINDOWMOVED)
    left = {"place": "800x600+301+220", "maximised": False}
    assert desktop.placement.settings == left
    desktop.tell((800, 600), (301, 220), pygame.WINDOWMAXIMIZED)
    desktop.tell(*MAXIMISED, pygame.WINDOWMOVED, pygame.WINDOWRESIZED)
    assert desktop.placement.settings == {**left, "maximised": True}
    desktop.tell((800, 600), (-5, 220), pygame.WINDOWRESTORED, pygame.WINDOWRESIZED)
    assert desktop.placement.settings == {"place": "800x600-5+220", "maximised": False}
    desktop.tell(*MAXIMISED, pygame.WINDOWRESIZED, pygame.WINDOWMAXIMIZED)
    assert desktop.placement.settings["place"] == "800x600-5+220", "in whichever order"


def test_a_maximised_window_is_maximised_again_after_the_whole_screen():
    desktop = Desktop(place="800x600+301+220", maximised=True)
    desktop.placement.fill(True)
    whole = pygame.display.get_desktop_sizes()[0]
    desktop.tell(whole, (0, 0), pygame.WINDOWRESIZED, pygame.WINDOWRESTORED)
    left = {"place": "800x600+301+220", "maximised": True}
    assert desktop.placement.settings == left
    desktop.placement.fill(False)
    assert desktop.done == ["fullscreen", "windowed"], "it has no frame yet"
    desktop.tell((800, 600), (1, 39), pygame.WINDOWRESIZED)
    assert desktop.done[2:] == ["maximise"]
    assert desktop.position == (301, 220), "where it goes back to"
    desktop.tell(*MAXIMISED, pygame.WINDOWRESIZED)
    assert desktop.placement.settings == left


def test_a_screen_that_the_desktop_fills_by_itself_is_no_place():
    desktop = Desktop(place="800x600+301+220")
    desktop.tell(pygame.display.get_desktop_sizes()[0], (0, 0), pygame.WINDOWRESIZED)
    assert desktop.placement.settings["place"] == "800x600+301+220"


def test_the_next_start_opens_the_window_as_it_was_left(tmp_path, monkeypatch):
    monkeypatch.setattr(display, "screens", lambda: [LAPTOP])
    context = context_of(tmp_path)
    app = App(context, lambda *_: SimpleNamespace(), open_window((800, 600), (40, 50)))
    frames(app)
    app.close()
    context.storage.flush()
    settings = context.storage.load_settings()
    assert settings.place == "800x600+40+50"
    again = open_as_left(settings, 2.0)
    assert (again.size, again.position) == ((800, 600), (40, 50))
    again.destroy()
    elsewhere = open_as_left(settings.changed(place="800x600+9000+9000"), 2.0)
    assert Box(*elsewhere.position, *elsewhere.size) == LAPTOP.fitted(800, 600)
    elsewhere.destroy()
    first = open_as_left(Settings(), 1.0)
    assert first.size == (1120, 668)
    first.destroy()


@pytest.mark.parametrize("is_maximised", [True, False])
def test_a_window_that_was_closed_maximised_is_opened_so(monkeypatch, is_maximised):
    opened = []
    monkeypatch.setattr(display, "screens", lambda: [LAPTOP])
    monkeypatch.setattr(
        display, "open_window", lambda *_, **how: opened.append(how) or SimpleNamespace()
    )
    open_as_left(Settings(place="800x600+40+50", maximised=is_maximised), 1.0)
    assert opened == [{"maximised": is_maximised, "before_shown": None}]


@pytest.mark.parametrize("is_maximised", [True, False])
def test_what_is_to_be_done_before_a_window_is_seen_is_done_before(monkeypatch, is_maximised):
    done = []

    class Window:
        def __init__(self, *_, hidden, maximized, **__):
            done.append((hidden, maximized))

        def __getattr__(self, name):
            return lambda *_: done.append(name)

    monkeypatch.setattr(pygame, "Window", Window)
    open_window((640, 480), maximised=is_maximised, before_shown=lambda _: done.append("ours"))
    at_last = ["maximize"] if is_maximised else []
    assert done == [(True, False), "set_icon", "ours", "show", *at_last]
