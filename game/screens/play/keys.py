"""Keys of a game's screen that say where, or which; `game.ui.commands` has those that say what."""

from typing import Final

import pygame

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


def direction_of(event: pygame.event.Event) -> tuple[int, int] | None:
    """Return where an arrow or one of W, A, S and D moves the cursor: dx, dy on the screen."""
    if event.mod & (_COMMAND | pygame.KMOD_ALT):
        return None
    if event.key in _ARROWS:
        return _ARROWS[event.key]
    return None if event.mod & pygame.KMOD_SHIFT else _LETTERS.get(event.key)


def is_letter(event: pygame.event.Event) -> bool:
    return event.key in _LETTERS


def candidate_of(event: pygame.event.Event) -> int | None:
    """Return the rank from 0 that a digit names."""
    if event.mod & (_COMMAND | pygame.KMOD_ALT):
        return None
    return _DIGITS.get(event.key)
