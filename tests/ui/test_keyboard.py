"""Commands are found with any layout: by what a cap says, or by its place if it is not Latin."""

from string import ascii_lowercase

import pygame
import pytest
from pygame.event import Event

from game.ui import commands
from game.window.loop import as_known
from tests.rig import typed

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
        chr(as_known(struck(*each, kind=kind)).key) for each in zip(places, signs, strict=True)
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
    found = [chr(as_known(struck(*each)).key) for each in zip(places, signs, strict=True)]
    assert "".join(found) == signs


def test_what_writes_nothing_and_what_comes_from_no_keyboard_stay_as_they_are():
    for key in (pygame.K_LEFT, pygame.K_F5, pygame.K_RETURN, pygame.K_KP_1, 0x40000000):
        event = Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=pygame.KSCAN_LEFTBRACKET)
        assert as_known(event).key == key
    made = Event(pygame.KEYDOWN, key=ord("р"), mod=0, unicode="р", scancode=0)
    assert as_known(made) is made
    assert as_known(typed("р")).text == "р"


def test_commands_are_asked_for_in_russian():
    for place, sign, mod, command in (
        ("h", "р", 0, commands.HINT),
        ("a", "ф", 0, commands.ANALYSIS),
        ("z", "я", pygame.KMOD_LCTRL, commands.UNDO),
        ("z", "я", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, commands.REDO),
        ("[", "х", 0, commands.LESS_TIME),
    ):
        assert commands.asked_by(as_known(struck(place, sign, mod))) is command
    let_go = as_known(struck("z", "я", kind=pygame.KEYUP))
    assert commands.PEEK.is_let_go(let_go)


def test_a_sign_is_that_signs_wherever_a_keyboard_has_it():
    question = Event(
        pygame.KEYDOWN, key=ord("7"), mod=pygame.KMOD_SHIFT, unicode="?", scancode=PLACES["7"]
    )
    assert commands.asked_by(as_known(question)) is commands.HELP
