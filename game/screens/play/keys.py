"""The keyboard table of a game's screen: what a key means, apart from who acts on it."""

from enum import StrEnum
from typing import Final

import pygame


class Key(StrEnum):
    """What a key asks for."""

    PLAY_CURSOR = "play at the cursor"
    SPACE = "play, or stop and go"
    HINT = "hint"
    PEEK = "peek"
    ANALYSIS = "analysis on or off"
    ESCAPE = "stop, close, back"
    UNDO = "undo"
    REDO = "redo"
    FIRST = "first position"
    LAST = "last position"
    BACK_ONE = "one move back"
    FORWARD_ONE = "one move forward"
    NEW_GAME = "new game"
    SAME_SEED = "same seed again"
    ENTER_SEED = "enter a seed"
    LEGEND = "legend"
    COORDINATES = "coordinates"
    LESS_TIME = "less AI time"
    MORE_TIME = "more AI time"
    COPY = "copy the position"
    PASTE = "paste a position"
    HELP = "help"
    EARLIER = "earlier games"
    CONTROLS = "to the controls and back"
    REVIEW = "review the game"
    METRIC = "number on the candidates"
    GRAPH = "graph"
    TREE = "search tree"
    NEXT_MISTAKE = "next mistake"
    LAST_MISTAKE = "previous mistake"


_PLAIN: Final = {
    pygame.K_RETURN: Key.PLAY_CURSOR,
    pygame.K_KP_ENTER: Key.PLAY_CURSOR,
    pygame.K_SPACE: Key.SPACE,
    pygame.K_h: Key.HINT,
    pygame.K_z: Key.PEEK,
    pygame.K_ESCAPE: Key.ESCAPE,
    pygame.K_HOME: Key.FIRST,
    pygame.K_END: Key.LAST,
    pygame.K_F5: Key.SAME_SEED,
    pygame.K_l: Key.LEGEND,
    pygame.K_k: Key.COORDINATES,
    pygame.K_LEFTBRACKET: Key.LESS_TIME,
    pygame.K_RIGHTBRACKET: Key.MORE_TIME,
    pygame.K_F1: Key.HELP,
    pygame.K_F10: Key.CONTROLS,
    pygame.K_r: Key.REVIEW,
    pygame.K_v: Key.METRIC,
    pygame.K_g: Key.GRAPH,
    pygame.K_t: Key.TREE,
}
_WITH_CONTROL: Final = {
    pygame.K_z: Key.UNDO,
    pygame.K_y: Key.REDO,
    pygame.K_n: Key.NEW_GAME,
    pygame.K_g: Key.ENTER_SEED,
    pygame.K_o: Key.EARLIER,
    pygame.K_c: Key.COPY,
    pygame.K_v: Key.PASTE,
}
_WITH_ALT: Final = {pygame.K_LEFT: Key.BACK_ONE, pygame.K_RIGHT: Key.FORWARD_ONE}
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


def key_of(event: pygame.event.Event) -> Key | None:
    """Return what a pressed key asks for, or None if it asks for nothing here.

    A is a direction while the cursor is shown and switches the analysis with Shift; the caller
    asks `is_analysis_key` first if no cursor is shown.
    """
    if event.mod & pygame.KMOD_ALT:
        return _WITH_ALT.get(event.key)
    if event.mod & _COMMAND:
        if event.key == pygame.K_z and event.mod & pygame.KMOD_SHIFT:
            return Key.REDO
        return _WITH_CONTROL.get(event.key)
    if getattr(event, "unicode", "") == "?":
        return Key.HELP
    if event.key == pygame.K_a and event.mod & pygame.KMOD_SHIFT:
        return Key.ANALYSIS
    if event.key == pygame.K_n:
        return Key.LAST_MISTAKE if event.mod & pygame.KMOD_SHIFT else Key.NEXT_MISTAKE
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


def candidate_of(event: pygame.event.Event) -> int | None:
    """Return the rank from 0 that a digit names."""
    if event.mod & (_COMMAND | pygame.KMOD_ALT):
        return None
    return _DIGITS.get(event.key)
