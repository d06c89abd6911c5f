"""What the desktop wishes, as a portal tells it, and how the window follows."""

import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest

from game.screens.base import ChangeSettings, OpenGame, OpenScene
from game.store.settings import DEFAULTS, settings_from_dict
from game.store.wishes import NO_WISHES, Wishes, effective
from game.ui.theme import CONTRAST, DARK, LIGHT
from game.window.app import App
from game.window.desktop import Desktop, portal_wishes
from game.window.display import open_window
from game.window.scenes import make_scene
from tests.processes import ROOT
from tests.rig import context_of, step

APPEARANCE = "org.freedesktop.appearance"
INTERFACE = "org.gnome.desktop.interface"
A11Y = "org.gnome.desktop.a11y.interface"
ALL = Wishes(dark=False, contrast=True, still=True, text_scale=1.5)


# What the values mean.


@pytest.mark.parametrize(
    ("space", "key", "value", "wishes"),
    [
        (APPEARANCE, "color-scheme", 1, Wishes(dark=True)),
        (APPEARANCE, "color-scheme", 2, Wishes(dark=False)),
        (APPEARANCE, "contrast", 1, Wishes(contrast=True)),
        (APPEARANCE, "reduced-motion", 1, Wishes(still=True)),
        (INTERFACE, "enable-animations", False, Wishes(still=True)),
        (INTERFACE, "text-scaling-factor", 1.25, Wishes(text_scale=1.25)),
        (INTERFACE, "text-scaling-factor", 2, Wishes(text_scale=2.0)),
        (A11Y, "high-contrast", True, Wishes(contrast=True)),
    ],
)
def test_a_portals_value_is_a_wish(space, key, value, wishes):
    assert portal_wishes({(space, key): value}) == wishes


def test_without_a_preference_of_the_portals_the_colours_are_as_usual():
    for values in ({}, {(APPEARANCE, "color-scheme"): 0}, {(APPEARANCE, "color-scheme"): 7}):
        assert portal_wishes(values) == NO_WISHES


ABSURD = (None, "", "1", -1, 0, 99, 0.01, 1e9, float("nan"), float("inf"), (), [1], {"a": 1})


@pytest.mark.parametrize("value", ABSURD, ids=repr)
def test_what_is_absurd_is_no_wish(value):
    keys = [
        *((APPEARANCE, key) for key in ("color-scheme", "contrast", "reduced-motion")),
        *((INTERFACE, key) for key in ("enable-animations", "text-scaling-factor")),
        (A11Y, "high-contrast"),
    ]
    assert portal_wishes(dict.fromkeys(keys, value)) == NO_WISHES


# What comes of them.


def test_only_what_is_left_to_the_system_follows():
    holding = effective(DEFAULTS, ALL)
    assert (holding.theme, holding.motion, holding.ui_scale) == ("contrast", "reduced", 1.5)
    assert effective(DEFAULTS, Wishes(dark=False)).theme == "light"
    chosen = DEFAULTS.changed(theme="dark", motion="full")
    assert effective(chosen, ALL) == chosen.changed(ui_scale=1.5)
    assert effective(chosen, NO_WISHES) == chosen


def test_the_players_scale_is_of_the_text_that_the_desktop_wishes_and_stays_within_limits():
    def scale(own, wished):
        return effective(DEFAULTS.changed(ui_scale=own), Wishes(text_scale=wished)).ui_scale

    assert scale(0.8, 1.5) == 1.2
    assert scale(2.0, 1.5) == 2.0
    assert scale(0.75, 0.8) == 0.75


def test_a_file_of_before_keeps_what_it_says():
    settings, complaints = settings_from_dict({"motion": "full", "theme": "light", "ui_scale": 1.0})
    assert complaints == ()
    assert effective(settings, ALL).motion == "full"
    assert effective(settings, ALL).theme == "light"


class Wishing:
    """A desktop as a test wants it."""

    def __init__(self):
        self.wishes = NO_WISHES

    def __call__(self):
        return self.wishes


@contextmanager
def opened(home, desktop, *screens, **settings):
    context = context_of(home, **settings)
    app = App(context, make_scene, open_window((1120, 760)), desktop=desktop)
    try:
        for screen in screens:
            app.execute(screen)
        step(app)
        yield app
    finally:
        app.close()


def test_the_window_follows_while_it_is_open_and_keeps_what_the_player_chose(tmp_path):
    desktop, settings = Wishing(), {"theme": "system", "motion": "system"}
    with opened(tmp_path, desktop, OpenScene("home"), OpenGame("hex"), **settings) as app:
        chosen, unit = app.context.settings, app.scene.skin.unit
        desktop.wishes = ALL
        app.heed()
        step(app)
        assert app.scene.skin.gate.mode == "reduced"
        assert app.scene.skin.unit.u > unit.u
        assert app.context.theme == CONTRAST
        assert app.context.settings == chosen
        desktop.wishes = Wishes(dark=False)
        app.heed()
        step(app)
        assert app.context.theme == LIGHT
        assert app.scene.skin.gate.mode == "full"
        app.execute(ChangeSettings(chosen.changed(theme="dark")))
        assert app.context.theme == DARK
        desktop.wishes = ALL
        app.heed()
        step(app)
        assert app.context.theme == DARK


def test_whoever_comes_back_from_the_systems_settings_finds_them_followed(tmp_path):
    import pygame

    desktop = Wishing()
    with opened(tmp_path, desktop, OpenScene("home"), theme="system") as app:
        desktop.wishes = Wishes(dark=False)
        step(app, pygame.event.Event(pygame.WINDOWFOCUSGAINED))
        assert app.context.theme == LIGHT


# A portal on a bus of its own.

SERVICE = '''
"""A settings portal, as a test wants it: a line is a value that changes, none is the end."""
import json
import sys
from jeepney import DBusAddress, HeaderFields, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.threading import DBusRouter, open_dbus_connection
import threading

VALUES = {
    "org.freedesktop.appearance": {"color-scheme": ("u", 2), "contrast": ("u", 0)},
    "org.gnome.desktop.interface": {"text-scaling-factor": ("d", 1.25)},
}
connection = open_dbus_connection()
address = DBusAddress(
    "/org/freedesktop/portal/desktop", interface="org.freedesktop.portal.Settings"
)


def serve():
    while True:
        message = connection.receive()
        if message.header.fields.get(HeaderFields.member) == "ReadAll":
            connection.send(new_method_return(message, "a{sa{sv}}", (VALUES,)))


connection.send(message_bus.RequestName("org.freedesktop.portal.Desktop"))
threading.Thread(target=serve, daemon=True).start()
print("ready", flush=True)
for line in sys.stdin:
    space, key, kind, value = json.loads(line)
    connection.send(new_signal(address, "SettingChanged", "ssv", (space, key, (kind, value))))
'''


@contextmanager
def running(*command):
    """Run a program that is killed at the end."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as program:
        try:
            yield program
        finally:
            program.kill()


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="there is no bus to start")
@pytest.mark.skipif(sys.platform != "linux", reason="portals are of Linux desktops")
def test_a_portal_is_followed_until_it_is_gone(monkeypatch, tmp_path):
    pytest.importorskip("jeepney")
    with running("dbus-daemon", "--session", "--nofork", "--print-address") as daemon:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
        with running(sys.executable, "-c", SERVICE) as service:
            assert service.stdout.readline() == "ready\n"
            desktop, changed = Desktop(), threading.Semaphore(0)
            desktop.on_change = changed.release

            def tell(line):
                service.stdin.write(line + "\n")
                service.stdin.flush()
                assert changed.acquire(timeout=20)

            assert desktop() == NO_WISHES, "nothing waits for it"
            desktop.start()
            assert changed.acquire(timeout=20)
            assert desktop() == Wishes(dark=False, text_scale=1.25)
            tell('["org.freedesktop.appearance", "color-scheme", "u", 1]')
            assert desktop() == Wishes(dark=True, text_scale=1.25)
            tell('["org.freedesktop.appearance", "contrast", "v", ["u", 1]]')
            assert desktop().contrast, "as old portals tell it"
            tell('["org.freedesktop.appearance", "contrast", "u", 0]')
            tell('["org.gnome.desktop.interface", "enable-animations", "b", false]')
            assert desktop().still
            tell('["org.gnome.desktop.interface", "text-scaling-factor", "s", "large"]')
            assert desktop() == Wishes(still=True), "nonsense is no wish"
            last = desktop()
            thread = next(each for each in threading.enumerate() if each.name == "desktop")
            daemon.terminate()
            thread.join(20)
            assert not thread.is_alive()
            assert desktop() == last


@pytest.mark.skipif(sys.platform != "linux", reason="portals are of Linux desktops")
@pytest.mark.parametrize("address", ["unix:path=/nowhere/bus", "nonsense", "tcp:host=127.0.0.1"])
def test_where_there_is_no_bus_nothing_is_told(monkeypatch, address, caplog):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    desktop = Desktop()
    caplog.set_level("INFO")
    desktop.start()
    for thread in [each for each in threading.enumerate() if each.name == "desktop"]:
        thread.join(60)
    assert desktop() == NO_WISHES
    assert "not followed" in caplog.text


def test_without_a_session_no_thread_begins(monkeypatch, tmp_path):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    before = threading.active_count()
    Desktop().start()
    assert threading.active_count() == before
