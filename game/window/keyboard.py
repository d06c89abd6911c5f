"""Keys as commands know them, whatever a keyboard's layout writes."""

from typing import Final

import pygame

_LATIN: Final = (range(0x250), range(0x1E00, 0x1F00))
"""Where characters have the letters of Latin alphabets, and the signs that go with them."""
_CAPS: Final = dict(enumerate("abcdefghijklmnopqrstuvwxyz1234567890", pygame.KSCAN_A)) | {
    pygame.KSCAN_LEFTBRACKET: "[",
    pygame.KSCAN_RIGHTBRACKET: "]",
}
"""What a US keyboard has at a place, by its scancode."""


def as_known(event: pygame.event.Event) -> pygame.event.Event:
    """Return an event of a key with the key that commands know; others as they are.

    A Latin letter is what its cap says. What writes none at the place of one, and no digit at the
    place of one, counts by its place. What was typed stays.
    """
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return event
    cap = _CAPS.get(event.scancode, "")
    if not cap or event.key > 0x10FFFF or _is_said(chr(event.key), cap):
        return event
    return pygame.event.Event(event.type, {**event.dict, "key": ord(cap)})


def _is_said(sign: str, cap: str) -> bool:
    """Tell whether a sign counts itself at the place that has this cap on a US keyboard."""
    if cap.isdigit():
        return sign.isascii() and sign.isalnum()
    is_latin = any(ord(sign) in each for each in _LATIN)
    return is_latin and (sign.isalpha() or not cap.isalpha())
