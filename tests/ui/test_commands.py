"""The table of commands: each key means one thing, wherever a keyboard, of any layout, has it."""

from string import ascii_lowercase

import pygame
import pytest
from pygame.event import Event

from game.ui import commands
from game.ui.commands import GAME, REPLAY, WINDOW, UserCommand, command_of
from game.window.loop import normalised
from tests.rig import typed

TABLES = {"game": GAME, "replay": (*REPLAY, commands.PAUSE), "window": WINDOW}


def key(code: int, mod: int = 0, sign: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=sign)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_each_key_means_one_thing(table: tuple[UserCommand, ...]) -> None:
    keys = [each for command in table for each in command.keys]
    assert len(set(keys)) == len(keys)
    for command in table:
        assert command_of(command.event(), table) is command


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
    assert command_of(event) is asked


def test_a_key_comes_up_whatever_is_held_by_then() -> None:
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_z, mod=pygame.KMOD_LCTRL, unicode="")
    assert commands.PEEK.is_let_go(up)
    assert not commands.GRAPH.is_let_go(up)
    assert not commands.PEEK.is_let_go(key(pygame.K_z))


# A key counts by what its cap says, or by its place if that is not Latin.


PLACES = dict(zip(f"{ascii_lowercase}1234567890", range(pygame.KSCAN_A, 99), strict=False)) | {
    "[": pygame.KSCAN_LEFTBRACKET,
    "]": pygame.KSCAN_RIGHTBRACKET,
    "/": pygame.KSCAN_SLASH,
    "-": pygame.KSCAN_MINUS,
}


def struck(place: str, sign: str, mod: int = 0, kind: int = pygame.KEYDOWN) -> Event:
    """Return the event of a key by its US cap, on which a layout has another sign."""
    text = "" if mod else sign
    return Event(kind, key=ord(sign), mod=mod, unicode=text, scancode=PLACES[place])


@pytest.mark.parametrize(
    ("places", "signs"),
    [
        ("qwertyuiop[]asdfghjklzxcvbnm", "йцукенгшщзхъфывапролдячсмить"),
        ("wertyuiopasdfghjklzxcvbnm", "ςερτυθιοπασδφγηξκλζχψωβνμ"),
        ("qwertyuiopasdfghjklzxcvbnm", "/'קראטוןםפשדגכעיחלךזסבהנמצ"),
        ("qwertyuiop[]asdfghjklzxcvnm", "ضصثقفغعهخحجدشسيبلاتنمئءؤرىة"),
        ("qwertyuiopasdfghjklzxcvbnm", "タテイスカンナニラセチトシハキクマノリツサソヒコミモ"),
        ("q", ";"),  # of a Greek one
        ("1234567890", "&é\"'(-è_çà"),
        ("1234567890", "+ěščřžýáíé"),
        ("1234567890", "ヌフアウエオヤユヨワ"),
        ("1234567890", "١٢٣٤٥٦٧٨٩٠"),
    ],
)
@pytest.mark.parametrize("kind", [pygame.KEYDOWN, pygame.KEYUP])
def test_a_key_that_is_not_latin_counts_by_its_place(places, signs, kind):
    found = [
        chr(normalised(struck(*each, kind=kind)).key) for each in zip(places, signs, strict=True)
    ]
    assert "".join(found) == places


@pytest.mark.parametrize(
    ("places", "signs"),
    [
        ("qwaz", "azqw"),  # French
        ("yz[]-/", "zyü+ß-"),  # German
        ("sdfghjkl[/", "oeuidhtn/z"),  # Dvorak
        ("[]", "ğü"),  # Turkish
        ("[]", "åø"),
        ("[/", "@/"),  # Japanese
        ("[]", "^$"),
    ],
)
def test_a_latin_letter_is_what_its_cap_says_and_a_sign_stays_one(places, signs):
    found = [chr(normalised(struck(*each)).key) for each in zip(places, signs, strict=True)]
    assert "".join(found) == signs


def test_what_writes_nothing_and_what_comes_from_no_keyboard_stay_as_they_are():
    for key in (pygame.K_LEFT, pygame.K_F5, pygame.K_RETURN, pygame.K_KP_1, 0x40000000):
        event = Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=pygame.KSCAN_LEFTBRACKET)
        assert normalised(event).key == key
    made = Event(pygame.KEYDOWN, key=ord("р"), mod=0, unicode="р", scancode=0)
    assert normalised(made) is made
    assert normalised(typed("р")).text == "р"


def test_commands_are_asked_for_in_russian():
    for place, sign, mod, command in (
        ("h", "р", 0, commands.HINT),
        ("a", "ф", 0, commands.ANALYSIS),
        ("z", "я", pygame.KMOD_LCTRL, commands.UNDO),
        ("z", "я", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, commands.REDO),
        ("[", "х", 0, commands.LESS_TIME),
    ):
        assert commands.command_of(normalised(struck(place, sign, mod))) is command
    let_go = normalised(struck("z", "я", kind=pygame.KEYUP))
    assert commands.PEEK.is_let_go(let_go)


def test_a_sign_is_that_signs_wherever_a_keyboard_has_it():
    question = Event(
        pygame.KEYDOWN, key=ord("7"), mod=pygame.KMOD_SHIFT, unicode="?", scancode=PLACES["7"]
    )
    assert commands.command_of(normalised(question)) is commands.HELP
