"""Keyboards of other countries: what their keys were recorded to send asks for each command."""

import json
from functools import cache
from typing import Final

import pygame
import pytest
from pygame.event import Event

from game.screens.play.keys import direction_of
from game.screens.settings.keys import key_rows
from game.ui import commands
from game.window.loop import normalised
from tests.ui.record_layouts import FILE

RECORDED: Final = json.loads(FILE.read_text(encoding="utf-8"))
WINDOWS_ALT_GR: Final = pygame.KMOD_LCTRL | pygame.KMOD_RALT
HELD: Final = {"": 0, "Shift": pygame.KMOD_LSHIFT, "AltGr": pygame.KMOD_RALT}
COMMANDS: Final = tuple(row.command for _, rows in key_rows() for row in rows)
TABLES: Final = (
    (*commands.GAME, *commands.WINDOW),
    commands.DRILLING,
    commands.SETTING_UP,
    commands.WATCHING,
    (*commands.REPLAY, commands.PAUSE),
)


def pressed(key: int, scancode: int, mod: int, typed: str) -> Event:
    told = {"key": key, "mod": mod, "unicode": typed, "scancode": scancode}
    return normalised(Event(pygame.KEYDOWN, told))


@cache
def strokes(layout: str) -> tuple[Event, ...]:
    """Return what each key sends alone and with what is held, Ctrl and Alt among it."""
    events: list[Event] = []
    others = (pygame.KMOD_LCTRL, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, pygame.KMOD_LALT)
    for scancode, key, *typed in (each for row in RECORDED[layout] for each in row):
        alone, shifted, third = typed or ("", "", "")
        for mod, text in zip(HELD.values(), (alone, shifted, third), strict=True):
            events.append(pressed(key, scancode, mod, text))
        events.append(pressed(key, scancode, WINDOWS_ALT_GR, third))
        events += (pressed(key, scancode, mod, "") for mod in others)
    return tuple(events)


@pytest.mark.parametrize("layout", RECORDED)
def test_every_command_is_reached(layout):
    for table in TABLES:
        reached = {commands.command_of(event, table) for event in strokes(layout)}
        assert not {*table} - {*commands.FIXED} - reached


@pytest.mark.parametrize("layout", RECORDED)
def test_every_cap_that_is_shown_is_on_the_keyboard(layout):
    """Its letters stand beside those of a script that is not Latin, where such a one is read."""
    caps = {key.split()[-1] for command in COMMANDS for key in command.keys}
    there = {(commands.key_of(event) or "").split(" ")[-1] for event in strokes(layout)}
    signs = {"[", "]"} if layout == "Russian" else set()  # printed, but typed in Latin alone
    assert not caps - there - signs


@pytest.mark.parametrize("layout", RECORDED)
def test_the_cursor_is_moved_where_a_us_keyboard_has_w_a_s_and_d(layout):
    places = (pygame.KSCAN_A, pygame.KSCAN_D, pygame.KSCAN_W, pygame.KSCAN_S)
    plain = {event.scancode: event for event in strokes(layout) if not event.mod}
    ways = [direction_of(plain[place]) for place in places]
    assert ways == [(-1, 0), (1, 0), (0, -1), (0, 1)]
    letters = {each.scancode for each in plain.values() if direction_of(each)} - {79, 80, 81, 82}
    assert letters == set(places)


@pytest.mark.parametrize("layout", RECORDED)
def test_the_top_row_is_digits_and_shift_plays_them(layout):
    row = RECORDED[layout][0][1:10]
    for level, mod in enumerate((0, pygame.KMOD_LSHIFT)):
        keys = [pressed(key, place, mod, typed[level]).key for place, key, *typed in row]
        assert keys == list(range(pygame.K_1, pygame.K_1 + 9))


@pytest.mark.parametrize("layout", ["German", "French", "Turkish", "Czech"])
@pytest.mark.parametrize("mod", [pygame.KMOD_RALT, WINDOWS_ALT_GR, pygame.KMOD_MODE])
def test_alt_gr_types_and_asks_for_nothing_with_alt(layout, mod):
    everything = tuple(dict.fromkeys(each for table in TABLES for each in table))
    for scancode, key, *typed in (each for row in RECORDED[layout] for each in row if each[2:]):
        sign = typed[2]
        if sign and sign != typed[0]:
            asked = commands.command_of(pressed(key, scancode, mod, sign), everything)
            assert asked is None or sign.upper() in asked.keys


def test_alt_of_a_keyboard_without_third_signs_stays_alt():
    plain = {event.scancode: event for event in strokes("Russian") if event.mod == HELD["AltGr"]}
    assert plain[pygame.KSCAN_Z].mod == HELD["AltGr"]
