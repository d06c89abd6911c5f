"""Wakes the window's loop from another thread."""

import threading
from contextlib import suppress
from typing import Final

import pygame

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
