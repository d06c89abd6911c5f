"""What keys do on a game's screen; those that say what are in `game.ui.commands`."""

from typing import TYPE_CHECKING, Final

import pygame

from game.screens.base import Command
from game.screens.play.actions import act, choose_candidate, sees_board, tab
from game.ui import commands
from game.ui.widgets import Action

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

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
_DIGITS: Final = {
    first + index: index for first in (pygame.K_1, pygame.K_KP1) for index in range(9)
}
"""Which candidate a digit names, from 0."""
_OF_WIDGETS: Final = {pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, *_ARROWS}
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT


def handle(scene: "GameScene", event: pygame.event.Event) -> Command | None:
    """React to a key that goes down, while no dialog has the keyboard."""
    focused, is_plain = scene.group.focused, not event.mod & _COMMAND
    is_shifted = bool(event.mod & pygame.KMOD_SHIFT)
    if event.key == pygame.K_TAB:
        tab(scene, -1 if is_shifted else 1)
        return None
    # Some belong to the focused control rather than to the board.
    if focused is not None and focused.show_focus and is_plain and event.key in _OF_WIDGETS:
        action = scene.group.handle_event(event)
        return act(scene, action) if action else None
    command = commands.command_of(event) or commands.command_of(event, scene.entry.game_commands)
    # A moves the cursor, too, and switches the analysis with Shift while it does.
    is_letter_free = is_shifted or not scene.animator.is_steered_by_letters
    direction = direction_of(event)
    if direction is not None and not (command is commands.ANALYSIS and is_letter_free):
        scene.group.focus(None)
        if sees_board(scene):
            scene.animator.move_cursor(*direction, letters=is_letter(event))
    elif is_plain and event.key in _DIGITS:
        choose_candidate(scene, _DIGITS[event.key], play=is_shifted)
    elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
        scene.panel.handle_event(event)
    elif command is not None:
        return act(scene, Action(command.name))
    return None


def direction_of(event: pygame.event.Event) -> tuple[int, int] | None:
    """Return where an arrow or one of W, A, S and D moves the cursor: dx, dy on the screen."""
    if event.mod & _COMMAND:
        return None
    letters = {} if event.mod & pygame.KMOD_SHIFT else _LETTERS
    return (_ARROWS | letters).get(event.key)


def is_letter(event: pygame.event.Event) -> bool:
    return event.key in _LETTERS
