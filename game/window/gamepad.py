"""Game controllers: their buttons become the keys that do the same, where the player is now.

While a board has the keyboard, the D-pad moves its cursor; among controls it goes from one to
the next, and those with a value take the arrows that change it. So nothing but this module,
and the hint in a text field, knows that there are controllers.
"""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pygame
from pygame._sdl2 import controller

from game.ui import commands
from game.ui.commands import UserCommand
from game.ui.widgets import FocusGroup, Widget

log = logging.getLogger(__name__)

REPEAT_AFTER: Final = 0.35
REPEAT_EVERY: Final = 0.11
FEW_STOPS: Final = 2
"""Where there are no more controls, up and down scroll, and left and right reach all of them."""
# Beyond the first the stick counts as pushed, below the second as let go.
STICK_ON, STICK_OFF = 18_000, 11_000

Direction = tuple[int, int]

_ARROWS: Final[dict[Direction, int]] = {
    (-1, 0): pygame.K_LEFT,
    (1, 0): pygame.K_RIGHT,
    (0, -1): pygame.K_UP,
    (0, 1): pygame.K_DOWN,
}
_PAD: Final[dict[int, Direction]] = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0, 1),
}
_ASKING: Final = {
    pygame.CONTROLLER_BUTTON_X: commands.HINT,
    pygame.CONTROLLER_BUTTON_Y: commands.ANALYSIS,
    pygame.CONTROLLER_BUTTON_BACK: commands.HELP,
}
_SHOULDERS: Final = {
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (commands.BACK_ONE, pygame.K_PAGEUP),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (commands.FORWARD_ONE, pygame.K_PAGEDOWN),
}
_STICK: Final = {pygame.CONTROLLER_AXIS_LEFTX: 0, pygame.CONTROLLER_AXIS_LEFTY: 1}
_CONTROLLER_EVENTS: Final = frozenset(
    (
        pygame.JOYAXISMOTION,
        pygame.JOYBALLMOTION,
        pygame.JOYHATMOTION,
        pygame.JOYBUTTONDOWN,
        pygame.JOYBUTTONUP,
        pygame.JOYDEVICEADDED,
        pygame.JOYDEVICEREMOVED,
        pygame.CONTROLLERAXISMOTION,
        pygame.CONTROLLERBUTTONDOWN,
        pygame.CONTROLLERBUTTONUP,
        pygame.CONTROLLERDEVICEADDED,
        pygame.CONTROLLERDEVICEREMOVED,
        pygame.CONTROLLERDEVICEREMAPPED,
    )
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the player is.

    Attributes:
        group: The controls that have the keyboard; None while a board has it.
        in_game: Whether it is a game's screen, with a history to walk and no dialog above it.
    """

    group: FocusGroup | None
    in_game: bool

    @property
    def focused(self) -> Widget | None:
        """The control that has the keyboard."""
        return None if self.group is None else self.group.focused


class Gamepad:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[int, controller.Controller] = {}
        self._stick = [0, 0]
        self._direction: Direction | None = None
        self._repeat_at = 0.0
        self._trigger = self._has_started = False

    def start(self) -> None:
        """Look for controllers, now and whenever one is plugged in; none is no error."""
        if self._has_started:
            return
        self._has_started = True
        try:
            controller.init()
        except pygame.error as error:
            log.warning("No game controllers: %s", error)

    def translate(self, event: pygame.event.Event, place: Place) -> Iterator[pygame.event.Event]:
        """Yield an event as it is, or the keys that an event of a controller means."""
        if event.type in _CONTROLLER_EVENTS:
            yield from self._keys_of(event, place)
        else:
            yield event

    def repeat(self, place: Place) -> list[pygame.event.Event]:
        """Return the key of a direction that is still held, whenever it is due again."""
        if self._direction is None or self._clock() < self._repeat_at:
            return []
        self._repeat_at = self._clock() + REPEAT_EVERY
        return [_step(self._direction, place)]

    def wake_after(self) -> float | None:
        """Return the seconds until `repeat` has something to say; None if nothing is held."""
        return None if self._direction is None else max(0.0, self._repeat_at - self._clock())

    def _keys_of(self, event: pygame.event.Event, place: Place) -> Iterator[pygame.event.Event]:
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._plug_in(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._open.pop(event.instance_id, None)
            self._direction, self._stick = None, [0, 0]
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            if event.button in _PAD:
                yield self._hold(_PAD[event.button], place)
            else:
                yield from _button_keys(event.button, place)
        elif event.type == pygame.CONTROLLERBUTTONUP and event.button in _PAD:
            self._direction = None
        elif event.type == pygame.CONTROLLERAXISMOTION:
            yield from self._axis_keys(event.axis, event.value, place)

    def _plug_in(self, index: int) -> None:
        try:
            pad = controller.Controller(index)
            self._open[pad.as_joystick().get_instance_id()] = pad
        except pygame.error as error:
            log.warning("A game controller cannot be used: %s", error)
        else:
            log.info("Game controller: %s", pad.name)

    def _hold(self, direction: Direction, place: Place) -> pygame.event.Event:
        self._direction, self._repeat_at = direction, self._clock() + REPEAT_AFTER
        return _step(direction, place)

    def _axis_keys(self, axis: int, value: int, place: Place) -> Iterator[pygame.event.Event]:
        """The left stick is a D-pad; the right trigger peeks while it is held."""
        if axis == pygame.CONTROLLER_AXIS_TRIGGERRIGHT:
            if not self._trigger and value > STICK_ON:
                self._trigger = True
                yield _asking(commands.PEEK)
            elif self._trigger and value < STICK_OFF:
                self._trigger = False
                yield commands.PEEK.event(pygame.KEYUP, gamepad=True)
        elif axis in _STICK:
            side = _STICK[axis]
            before = self._stick[side]
            far = STICK_OFF if before else STICK_ON
            self._stick[side] = now = int(value > far) - int(value < -far)
            if now and now != before:
                yield self._hold((now, 0) if side == 0 else (0, now), place)
            elif before and not now:
                self._direction = None


def _step(direction: Direction, place: Place) -> pygame.event.Event:
    """Return the key for a push: an arrow, or the way to the next or previous control."""
    if place.group is None:
        return _key(_ARROWS[direction])
    focused = place.group.focused
    across = direction[0] != 0
    if focused is not None and focused.takes_arrow(across=across, step=sum(direction)):
        return _key(_ARROWS[direction])
    backwards = sum(direction) < 0
    if not across and place.group.stops <= FEW_STOPS:  # there may be something to read
        return _key(pygame.K_PAGEUP if backwards else pygame.K_PAGEDOWN)
    return _key(pygame.K_TAB, pygame.KMOD_SHIFT if backwards else 0)


def _button_keys(button: int, place: Place) -> Iterator[pygame.event.Event]:
    group = place.group
    if button == pygame.CONTROLLER_BUTTON_A:
        unfocused = group is not None and group.focused is None
        yield _key(pygame.K_TAB if unfocused else pygame.K_RETURN)
    elif button == pygame.CONTROLLER_BUTTON_B:
        yield _asking(commands.UNDO) if group is None else _leave(place)
    elif button == pygame.CONTROLLER_BUTTON_START:
        yield _leave(place)
    elif button in _ASKING:
        yield _asking(_ASKING[button])
    elif button in _SHOULDERS:
        walks, scrolls = _SHOULDERS[button]
        yield _asking(walks) if place.in_game else _key(scrolls)


def _leave(place: Place) -> pygame.event.Event:
    """Return the key that goes to a game's controls and back, or closes what is no game."""
    return _asking(commands.CONTROLS if place.in_game else commands.ESCAPE)


def _asking(command: UserCommand) -> pygame.event.Event:
    return command.event(gamepad=True)


def _key(key: int, mod: int = 0) -> pygame.event.Event:
    values: dict[str, Any] = {"key": key, "mod": mod, "unicode": "", "scancode": 0}
    return pygame.event.Event(pygame.KEYDOWN, values, gamepad=True)
