"""Fingers: what they do becomes what a pointer, its button, a wheel or a key does at that place.

The pointer comes to where a finger comes down, so whatever hovering shows is shown by a finger that
stays, and stays when that is lifted; a short touch then presses. So nothing but this module, and
what says how it is gripped (`Grip`), knows that there are fingers.
"""

import math
import time
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Any, Final

import pygame

from game.ui import commands
from game.ui.widgets import SWIPE, Grip

LONG_PRESS: Final = 0.5
"""A finger that is down for so many seconds points, and presses nothing when it is lifted."""
LINGER: Final = 0.4
"""How many seconds the pointer stays after a press: a second one too soon is noticed by that."""
# As shares of the window's smaller side: how far a finger moves before it is meant, and what
# counts as a notch of a wheel.
SLOP, NOTCH = 1 / 60, 1 / 14
PINCH: Final = pygame.event.custom_type()
"""Two fingers go apart: `y` says by how many twentieths of their distance, less than 0 together."""
_PINCH_STEP: Final = 0.05
_MOUSE_AS_TOUCH: Final = -1
"""SDL's name for a mouse, or a touchpad, whose events are those of a mouse already."""

Pixel = tuple[int, int]
_OUTSIDE: Final = (-1, -1)
"""Where a button that comes up does nothing."""
_FINGER: Final = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE: Final = (
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
)


class Gesture(Enum):
    """What the fingers that are down do."""

    NONE = auto()
    """Nothing, or no longer anything until all of them are lifted."""
    WAITING = auto()
    """One has come down and not moved yet."""
    POINTING = auto()
    """One has stayed for long and moves now: the pointer moves with it."""
    PRESSING = auto()
    """One holds the button down."""
    SWIPING = auto()
    """One scrolls."""
    PAIR = auto()
    """Two have come down and not moved yet."""
    PINCHING = auto()
    """Two go apart or together."""


class Touch:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._fingers: dict[int, Pixel] = {}
        self._gesture = Gesture.NONE
        self._grip = Grip.NONE
        self._main = 0
        self._start = self._scrolled = self._notched = (0, 0)
        self._began = self._span = 0.0
        self._steps = 0
        self._leave_at: float | None = None

    def translate(
        self, event: pygame.event.Event, size: Pixel, grip_at: Callable[[Pixel], Grip]
    ) -> Iterator[pygame.event.Event]:
        """Yield an event as it is, or those that a finger's means.

        Args:
            size: The window's, in pixels.
            grip_at: Returns what a finger does with what is at a pixel.
        """
        if event.type in _FINGER:
            if event.touch_id == _MOUSE_AS_TOUCH:
                return
            across, down = (
                min(max(round(share * side), 0), side - 1)
                for share, side in zip((event.x, event.y), size, strict=True)
            )
            yield from self._take(event, (across, down), min(size), grip_at)
        elif event.type not in _MOUSE:
            if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWHIDDEN):
                if self._gesture is Gesture.PRESSING:
                    yield _button(pygame.MOUSEBUTTONUP, _OUTSIDE)
                self._fingers.clear()  # another window may hear of their being lifted
                self._gesture = Gesture.NONE
            yield event
        elif not event.dict.get("touch"):  # SDL's own idea of what a finger means
            self._leave_at = None
            yield event

    def due(self) -> list[pygame.event.Event]:
        """Return the pointer's leaving, once that is due after a press."""
        if self._leave_at is None or self._clock() < self._leave_at:
            return []
        return [self._leave()]

    def wake_after(self) -> float | None:
        """Return the seconds until `due` has something to say; None if nothing is waited for."""
        return None if self._leave_at is None else max(0.0, self._leave_at - self._clock())

    def _take(
        self, event: pygame.event.Event, at: Pixel, side: int, grip_at: Callable[[Pixel], Grip]
    ) -> Iterator[pygame.event.Event]:
        if event.type == pygame.FINGERDOWN:
            self._fingers[event.finger_id] = at
            if len(self._fingers) == 1:
                self._main = event.finger_id
                yield from self._begin(at, grip_at)
            elif self._gesture is Gesture.WAITING:
                self._gesture, self._began = Gesture.PAIR, self._clock()
                self._span, self._steps = self._distance(), 0
                yield self._leave()
            elif self._gesture is not Gesture.PRESSING:
                self._gesture = Gesture.NONE
        elif event.finger_id in self._fingers and event.type == pygame.FINGERMOTION:
            self._fingers[event.finger_id] = at
            if self._gesture in (Gesture.PAIR, Gesture.PINCHING):
                yield from self._pinch(side)
            elif event.finger_id == self._main:
                yield from self._move(at, side)
        elif self._fingers.pop(event.finger_id, None) is not None:
            yield from self._lift(event.finger_id, at)

    def _begin(self, at: Pixel, grip_at: Callable[[Pixel], Grip]) -> Iterator[pygame.event.Event]:
        self._gesture, self._began, self._leave_at = Gesture.WAITING, self._clock(), None
        self._start = at
        yield _motion(at)
        self._grip = grip_at(at)
        if self._grip is Grip.HOLD:
            self._gesture = Gesture.PRESSING
            yield _button(pygame.MOUSEBUTTONDOWN, at)

    def _move(self, at: Pixel, side: int) -> Iterator[pygame.event.Event]:
        if self._gesture is Gesture.WAITING and math.dist(at, self._start) > SLOP * side:
            across, down = (abs(b - a) for a, b in zip(self._start, at, strict=True))
            if self._grip is Grip.DRAG or (self._grip is Grip.SLIDE and across >= down):
                self._gesture = Gesture.PRESSING
                yield _button(pygame.MOUSEBUTTONDOWN, self._start)
            elif self._is_long:
                self._gesture = Gesture.POINTING
            else:
                self._gesture = Gesture.SWIPING
                self._scrolled = self._notched = self._start
        if self._gesture in (Gesture.POINTING, Gesture.PRESSING):
            yield _motion(at, is_pressed=self._gesture is Gesture.PRESSING)
        elif self._gesture is Gesture.SWIPING:
            yield pygame.event.Event(SWIPE, pixels=at[1] - self._scrolled[1])
            self._scrolled = at
            if notches := int((at[1] - self._notched[1]) / (NOTCH * side)):
                self._notched = at
                yield _made(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)

    def _pinch(self, side: int) -> Iterator[pygame.event.Event]:
        if len(self._fingers) != 2:
            return
        span = self._distance()
        if abs(span - self._span) > 2 * SLOP * side:
            self._gesture = Gesture.PINCHING
        if self._gesture is Gesture.PINCHING:
            # A step is a whole one away, so that a hand at rest does not go to and fro.
            grown = (span / max(self._span, 1.0) - 1) / _PINCH_STEP
            steps = int(round(grown - self._steps, 6))
            if steps:
                self._steps += steps
                yield pygame.event.Event(PINCH, y=steps)

    def _lift(self, finger: int, at: Pixel) -> Iterator[pygame.event.Event]:
        is_pair = self._gesture is Gesture.PAIR
        if finger == self._main and not is_pair:
            if self._gesture is Gesture.WAITING and not self._is_long:
                yield _button(pygame.MOUSEBUTTONDOWN, self._start)
                yield _button(pygame.MOUSEBUTTONUP, self._start)
                self._leave_at = self._clock() + LINGER
            elif self._gesture is Gesture.PRESSING:
                yield _button(pygame.MOUSEBUTTONUP, at)
                self._leave_at = self._clock() + LINGER
            elif self._gesture is Gesture.SWIPING:
                yield self._leave()
            self._gesture = Gesture.NONE
        if not self._fingers:
            self._gesture = Gesture.NONE
            if is_pair and not self._is_long:
                yield commands.UNDO.event()

    @property
    def _is_long(self) -> bool:
        return self._clock() - self._began >= LONG_PRESS

    def _distance(self) -> float:
        first, second = self._fingers.values()
        return math.dist(first, second)

    def _leave(self) -> pygame.event.Event:
        self._leave_at = None
        return pygame.event.Event(pygame.WINDOWLEAVE)


def _motion(at: Pixel, *, is_pressed: bool = False) -> pygame.event.Event:
    return _made(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(int(is_pressed), 0, 0))


def _button(kind: int, at: Pixel) -> pygame.event.Event:
    return _made(kind, pos=at, button=1)


def _made(kind: int, **values: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, touch=True, **values)
