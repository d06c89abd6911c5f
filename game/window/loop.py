"""What the window's loop is made of: its beat, what wakes it, which presses and keys count."""

import math
import sys
import threading
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Final

import pygame

MOST_LATE = 0.5
"""As a share of a beat: what comes later than this begins a new beat instead of catching up."""


class FramePacer:
    """Lets its caller go on at evenly spaced moments.

    pygame's clock counts in whole milliseconds from the frame before, so its frames last one
    millisecond more or less, and one that is late makes all that follow late.
    """

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Make a beat of so many seconds; the first moment is now."""
        self._seconds = seconds
        self._clock = clock
        self._sleep = sleep
        self._due = clock()

    def wait(self) -> None:
        """Sleep until the next moment, if it is still to come."""
        now = self._clock()
        if now < self._due:
            self._sleep(self._due - now)
        self._due = max(self._due, now - MOST_LATE * self._seconds) + self._seconds


WAKE_UP: Final = pygame.event.custom_type()
"""The event that says so; it says nothing else."""


class Waker:
    """Posts one event to wake the window from another thread, however often it is called."""

    def __init__(self) -> None:
        self._posted = threading.Event()

    def __call__(self) -> None:
        """Wake the window; safe in any thread, and after the window is gone."""
        if self._posted.is_set():
            return
        self._posted.set()
        with suppress(pygame.error):
            pygame.event.post(pygame.event.Event(WAKE_UP))

    def wait(self, seconds: float) -> bool:
        """Sleep until somebody wakes the window; return whether that was before the time."""
        woken = self._posted.wait(seconds)
        self._posted.clear()
        return woken

    def heard(self) -> None:
        """Note that the event has arrived, so that the next call posts another."""
        self._posted.clear()


STEADY_SECONDS: Final = 0.3
"""How long something has to stand under a resting pointer before a press counts for it."""

Position = tuple[int, int]
MeaningAt = Callable[[Position], Hashable]


class PressGuard:
    """Watches what lies under the pointer."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Watch nothing yet.

        Args:
            clock: Tells the time in seconds.
        """
        self._clock = clock
        self._at: Position | None = None
        self._meaning: Hashable = None
        self._waits_until = 0.0
        self._is_unseen = True

    def wake_after(self) -> float | None:
        """Return the seconds until a press counts again, None if it does."""
        left = self._waits_until - self._clock()
        return left if left > 0 else None

    def begin(self) -> None:
        """Take note that another screen has come; nobody presses what was never to be seen."""
        self._is_unseen = True

    def look(self, meaning_at: MeaningAt) -> None:
        """Find out whether something else lies under the resting pointer now.

        Args:
            meaning_at: Returns what a press at a pixel means; equal as long as it means the same.
        """
        if self._at is None:
            return
        meaning = meaning_at(self._at)
        if meaning != self._meaning:
            self._meaning, self._waits_until = meaning, math.inf

    def shown(self) -> None:
        """Take note that a frame is on the screen; the wait for what is new in it begins now.

        Before, while a slow frame is drawn, a press is meant for what stood there.
        """
        self._is_unseen = False
        if self._waits_until == math.inf:
            self._waits_until = self._clock() + STEADY_SECONDS

    def move(self, at: Position | None, meaning_at: MeaningAt) -> None:
        """Follow the pointer; what it comes to was to be seen before, and takes a press at once."""
        self.look(meaning_at)
        came_in, self._at = self._at is None, at
        meaning = None if at is None else meaning_at(at)
        if came_in or meaning != self._meaning:
            self._meaning, self._waits_until = meaning, math.inf if self._is_unseen else 0.0

    def takes_press(self, at: Position, meaning_at: MeaningAt) -> bool:
        """Tell whether a press at a pixel counts; after one that does not, the wait begins anew.

        It may be the first half of a double click that was meant for what stood there before.
        """
        self.move(at, meaning_at)
        if self.wake_after() is None:
            return True
        self._waits_until = max(self._waits_until, self._clock() + STEADY_SECONDS)
        return False


MOST_SIGNS: Final = sys.maxunicode
"""Keys above type no sign of their own."""
_LATIN: Final = (range(0x250), range(0x1E00, 0x1F00))
"""Where characters have the letters of Latin alphabets, and the signs that go with them."""
_CAPS: Final = dict(enumerate("abcdefghijklmnopqrstuvwxyz1234567890", pygame.KSCAN_A)) | {
    pygame.KSCAN_LEFTBRACKET: "[",
    pygame.KSCAN_RIGHTBRACKET: "]",
}
"""What a US keyboard has at a place, by its scancode."""


_LEVEL_3: Final = (
    pygame.KMOD_ALT if sys.platform == "darwin" else pygame.KMOD_RALT | pygame.KMOD_MODE
)
"""What is held for the third sign of a cap: Option, AltGr."""


def normalised(event: pygame.event.Event) -> pygame.event.Event:
    """Return an event of a key with the key that commands know; others as they are.

    A Latin letter is what its cap says. What writes none at the place of one, and no digit at the
    place of one, counts by its place. What was typed stays. A third sign is a key of its own:
    Windows says Ctrl and Alt of AltGr, which then mean nothing else.
    """
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return event
    sign, is_sign = getattr(event, "unicode", ""), event.key <= MOST_SIGNS
    is_third = event.mod & _LEVEL_3 and not (is_sign and sign.lower() == chr(event.key))
    if is_third and len(sign) == 1 and sign.isprintable():
        mod = event.mod & ~(pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_MODE)
        return pygame.event.Event(event.type, {**event.dict, "key": ord(sign), "mod": mod})
    cap = _CAPS.get(event.scancode, "")
    if not cap or not is_sign or _counts_as_typed(chr(event.key), cap):
        return event
    return pygame.event.Event(event.type, {**event.dict, "key": ord(cap)})


def _counts_as_typed(sign: str, cap: str) -> bool:
    """Tell whether a sign counts itself at the place that has this cap on a US keyboard."""
    if cap.isdigit():
        return sign.isascii() and sign.isalnum()
    is_latin = any(ord(sign) in each for each in _LATIN)
    return is_latin and (sign.isalpha() or not cap.isalpha())
