"""What keys do on a game's screen; those that say what are in `game.ui.commands`."""

from typing import TYPE_CHECKING, Final

import pygame

from game.screens.base import Command
from game.screens.play.actions import act, choose_candidate, sees_board, tab
from game.screens.play.board_animator import BoardAnimator
from game.screens.play.react import HIDES_GRAPH, LETS_GRAPH_GO, LETS_PEEK_GO
from game.ui import commands
from game.ui.commands import UserCommand
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
    is_given = getattr(event, "gives", "")
    is_of_widget = is_plain and not is_given and event.key in _OF_WIDGETS
    if focused is not None and focused.show_focus and is_of_widget:
        action = scene.group.handle_event(event)
        return act(scene, action) if action else None
    command = commands.command_of(event) or commands.command_of(event, scene.entry.game_commands)
    direction = steering(event, command, scene.animator)
    if direction is not None and command not in commands.LOOKING:
        scene.group.focus(None)
        if sees_board(scene):
            scene.reader.steer(direction, letters=is_letter(event))
    elif command is None and is_plain and event.key in _DIGITS:
        choose_candidate(scene, _DIGITS[event.key], play=is_shifted)
    elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
        scene.panel.handle_event(event)
    elif command is not None:
        return act(scene, Action(command.name))
    return None


def let_go(scene: "GameScene", event: pygame.event.Event) -> bool:
    """End what is shown while a key is held, whatever lies over the board by then.

    Returns:
        Whether that was all the event meant: a second press, where held keys stay down.
    """
    state, stay = scene.controller.state, scene.context.settings.sticky_keys
    graph_is_down = state.graph_key is not None and state.graph_key.mode is state.facts.mode
    held = (
        (commands.PEEK, state.peeks, LETS_PEEK_GO),
        (commands.GRAPH, graph_is_down, HIDES_GRAPH if stay else LETS_GRAPH_GO),
    )
    for command, is_down, end in held:
        again = is_down and event.type == pygame.KEYDOWN and scene.dialog is None
        if (again and commands.command_of(event) is command) if stay else command.is_let_go(event):
            scene.controller.give(end)
            return stay
    return False


def steering(
    event: pygame.event.Event, command: UserCommand | None, animator: BoardAnimator
) -> tuple[int, int] | None:
    """Return where a key moves the cursor of a board, unless it gives its command there.

    A letter that has one begins no steering; while others steer it does, and asks with Shift.
    """
    has_command = command is not None and is_letter(event) and not animator.is_steered_by_letters
    return None if has_command else direction_of(event)


def direction_of(event: pygame.event.Event) -> tuple[int, int] | None:
    """Return where an arrow or what is at W, A, S or D moves the cursor: dx, dy on the screen."""
    if event.mod & _COMMAND or getattr(event, "gives", ""):
        return None
    if is_letter(event):
        return None if event.mod & pygame.KMOD_SHIFT else _LETTERS[_place(event)]
    return _ARROWS.get(event.key)


def is_letter(event: pygame.event.Event) -> bool:
    """Tell whether a key is where W, A, S or D is on a US keyboard."""
    return _place(event) in _LETTERS


def _place(event: pygame.event.Event) -> int:
    """Return which key a US keyboard has there; the key itself if no place is told."""
    scancode = getattr(event, "scancode", 0)
    return pygame.K_a + scancode - pygame.KSCAN_A if scancode else event.key
