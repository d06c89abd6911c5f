"""Where the window stands, kept from start to start."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import pygame

from game.store.settings import Settings
from game.ui.layout import LARGEST_WINDOW, SMALLEST_WINDOW, Box
from game.window.display import open_window, room_on, screens, usual_size

_WRITTEN: Final = re.compile(r"(\d{1,5})x(\d{1,5})([+-]\d{1,6})([+-]\d{1,6})")


class Placement:
    """Follows where a window stands while it neither is maximised nor fills the screen.

    Attributes:
        is_fullscreen: Whether it fills the screen now.
    """

    def __init__(self, window: pygame.Window, settings: Settings) -> None:
        self.is_fullscreen = False
        self._window = window
        self._place = place_of(settings.place)
        self._is_maximised = settings.maximised
        self._is_returning = False

    @property
    def settings(self) -> dict[str, Any]:
        """What the next start has to know."""
        if self._place is None:
            return {}
        x, y, width, height = self._place
        return {"place": f"{width}x{height}{x:+}{y:+}", "maximised": self._is_maximised}

    def fill(self, is_fullscreen: bool) -> None:
        """Fill the screen, or go back to what was before."""
        if is_fullscreen == self.is_fullscreen:
            return
        self.is_fullscreen = is_fullscreen
        if is_fullscreen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
            self._is_returning = self._is_maximised

    def take(self, event: pygame.event.Event) -> None:
        """Take in what happened to the window."""
        if self.is_fullscreen:
            return  # SDL says that it is not maximised then
        if event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED):
            self._is_maximised = event.type == pygame.WINDOWMAXIMIZED
        elif event.type == pygame.WINDOWRESIZED and self._is_returning and self._place:
            # Only now, as its frame is known: where it goes back to when it is maximised no more.
            self._is_returning = False
            _move(self._window, self._place)
            self._window.maximize()

    def look(self) -> None:
        """Note where it stands, after all that happened."""
        size = self._window.size
        is_whole = size in pygame.display.get_desktop_sizes()
        if not (self.is_fullscreen or self._is_maximised or is_whole):
            self._place = Box(*self._window.position, *size)


def open_as_left(settings: Settings, scale: float) -> pygame.Window:
    """Open the window as it was closed, on a screen that there is.

    Args:
        scale: How many times larger than usual programs look, for a first start.
    """
    place = place_of(settings.place)
    if place is None:
        return open_window(usual_size(scale))
    place = fitted(place, screens())
    window = open_window(place.size, place[:2], maximised=settings.maximised)
    if not settings.maximised:
        _move(window, place)  # window managers put a new window's frame there
    return window


def place_of(text: str) -> Box | None:
    """Read where a window stood; None if a text does not say that."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    width, height, x, y = map(int, found.groups())
    is_fit = all(
        low <= each <= high
        for low, each, high in zip(SMALLEST_WINDOW, (width, height), LARGEST_WINDOW, strict=True)
    )
    return Box(x, y, width, height) if is_fit else None


def fitted(place: Box, on: Sequence[Box]) -> Box:
    """Return a place that is whole on one of some screens: the same, or the middle of one."""
    if any(place.overlap(screen) == place.width * place.height for screen in on):
        return place
    screen = max(on, key=place.overlap)  # the first one if it is on none
    width, height = room_on(screen.size)
    return screen.fitted(min(place.width, width), min(place.height, height))


def _move(window: pygame.Window, place: Box) -> None:
    with suppress(pygame.error):  # Wayland leaves no window that choice
        window.position = place[:2]
