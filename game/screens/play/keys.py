"""The keyboard table of a game's screen: each key does what a control of that name does."""

from typing import Final

import pygame

_PLAIN: Final = {
    pygame.K_RETURN: "play cursor",
    pygame.K_KP_ENTER: "play cursor",
    pygame.K_SPACE: "space",
    pygame.K_h: "hint",
    pygame.K_z: "peek",
    pygame.K_ESCAPE: "escape",
    pygame.K_HOME: "first",
    pygame.K_END: "last",
    pygame.K_F5: "restart",
    pygame.K_l: "legend",
    pygame.K_k: "coordinates",
    pygame.K_LEFTBRACKET: "less time",
    pygame.K_RIGHTBRACKET: "more time",
    pygame.K_F1: "help",
    pygame.K_F10: "controls",
    pygame.K_r: "review",
    pygame.K_v: "metric",
    pygame.K_g: "graph",
    pygame.K_t: "tree",
}
_WITH_CONTROL: Final = {
    pygame.K_z: "undo",
    pygame.K_y: "redo",
    pygame.K_n: "new",
    pygame.K_g: "seed",
    pygame.K_o: "earlier",
    pygame.K_c: "copy",
    pygame.K_v: "paste",
}
_WITH_ALT: Final = {pygame.K_LEFT: "back one", pygame.K_RIGHT: "forward one"}
_ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_LETTERS: Final = {
    pygame.K_a: (-1, 0),
    pygame.K_d: (1, 0),
    pygame.K_w: (0, -1),
    pygame.K_s: (0, 1),
}
_DIGITS: Final = {pygame.K_1 + index: index for index in range(9)} | {
    pygame.K_KP1 + index: index for index in range(9)
}
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META


def key_of(event: pygame.event.Event) -> str | None:
    """Return the name of what a pressed key asks for, or None if it asks for nothing here.

    A is a direction while W, A, S and D move the cursor, and switches the analysis with Shift; the
    caller asks `is_analysis_key` first otherwise.
    """
    if event.mod & pygame.KMOD_ALT:
        return _WITH_ALT.get(event.key)
    if event.mod & _COMMAND:
        if event.key == pygame.K_z and event.mod & pygame.KMOD_SHIFT:
            return "redo"
        return _WITH_CONTROL.get(event.key)
    if getattr(event, "unicode", "") == "?":
        return "help"
    if event.key == pygame.K_a and event.mod & pygame.KMOD_SHIFT:
        return "analysis"
    if event.key == pygame.K_n:
        return "last mistake" if event.mod & pygame.KMOD_SHIFT else "next mistake"
    return _PLAIN.get(event.key)


def is_analysis_key(event: pygame.event.Event) -> bool:
    """Tell whether the key is A, alone or with Shift."""
    return event.key == pygame.K_a and not event.mod & (_COMMAND | pygame.KMOD_ALT)


def direction_of(event: pygame.event.Event) -> tuple[int, int] | None:
    """Return where an arrow or one of W, A, S and D moves the cursor: dx, dy on the screen."""
    if event.mod & (_COMMAND | pygame.KMOD_ALT):
        return None
    if event.key in _ARROWS:
        return _ARROWS[event.key]
    return None if event.mod & pygame.KMOD_SHIFT else _LETTERS.get(event.key)


def is_letter(event: pygame.event.Event) -> bool:
    """Tell whether the key is one of W, A, S and D."""
    return event.key in _LETTERS


def candidate_of(event: pygame.event.Event) -> int | None:
    """Return the rank from 0 that a digit names."""
    if event.mod & (_COMMAND | pygame.KMOD_ALT):
        return None
    return _DIGITS.get(event.key)
