"""The screen, the window on it and where that stands."""

import ctypes
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import pygame

from ai.version import NAME
from game.store.settings import Settings
from game.ui import draw
from game.ui.layout import DEFAULT_WINDOW, LARGEST_WINDOW, SMALLEST_WINDOW, Box
from game.ui.theme import Theme

_ENVIRONMENT: Final = {
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
    "SDL_VIDEO_ALLOW_SCREENSAVER": "1",
    "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",
    "SDL_IME_SHOW_UI": "1",  # input methods show their candidates by themselves
}
# What desktops know the window by; pygame has set the first to the name of the script.
_WINDOW_CLASS: Final = dict.fromkeys(
    ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"), "playout"
)
# What SDL takes where there is no screen: the program would run, and nobody would see it.
_UNSEEN: Final = ("offscreen", "dummy", "evdev")
_USE_IMMERSIVE_DARK_MODE: Final = 20
LARGEST_SCALE: Final = 4.0
_PIXELS: Final = (0xFF0000, 0xFF00, 0xFF)
"""Red, green and blue in a pixel of a window, as everything is drawn."""


def open_display() -> str:
    """Find the screen; return what is wrong in a sentence, or nothing."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    os.environ.update(_WINDOW_CLASS)
    driver = os.environ.get("SDL_VIDEODRIVER")
    if not driver:
        os.environ.pop("SDL_VIDEODRIVER", None)  # an empty one would be looked for
    try:
        pygame.display.init()
    except pygame.error as error:
        return f"no window can be opened: {error}"
    if not driver and pygame.display.get_driver() in _UNSEEN:
        pygame.quit()
        return "no window can be opened: no screen was found; set DISPLAY or WAYLAND_DISPLAY"
    if pygame.display.get_driver() == "x11" and pygame.display.Info().masks[:3] == _PIXELS:
        # X takes a picture from shared memory. OpenGL, which SDL prefers, would draw it a second
        # time, and where no graphics card does that, it keeps all cores busy for half a frame.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    return ""


BeforeShown = Callable[[pygame.Window], None]


def open_window(
    size: tuple[int, int],
    position: tuple[int, int] | int = pygame.WINDOWPOS_UNDEFINED,
    *,
    maximised: bool = False,
    before_shown: BeforeShown | None = None,
) -> pygame.Window:
    """Open the program's window, of this size in pixels; nothing is drawn yet.

    Args:
        before_shown: Is called with it before anybody can see it, if there is anything to do then.
    """
    is_shown = before_shown is None
    window = pygame.Window(
        NAME, size, position, resizable=True, maximized=maximised and is_shown, hidden=not is_shown
    )
    window.minimum_size = SMALLEST_WINDOW
    window.set_icon(draw.app_mark(128))
    if before_shown is not None:
        before_shown(window)
        window.show()
        if maximised:
            window.maximize()
    return window


def match_title_bar(theme: Theme) -> None:
    """Make the title bar dark or light like the theme: on Windows SDL leaves it light."""
    if sys.platform == "win32":
        import win32api
        import win32gui

        is_dark = ctypes.c_int(theme.name != "light")

        def match(handle: int, _: object) -> bool:
            size = ctypes.sizeof(is_dark)
            kind = _USE_IMMERSIVE_DARK_MODE
            ctypes.windll.dwmapi.DwmSetWindowAttribute(handle, kind, ctypes.byref(is_dark), size)
            return True

        win32gui.EnumThreadWindows(win32api.GetCurrentThreadId(), match, None)


def usual_size(scale: float) -> tuple[int, int]:
    """Return the default size, cut to what the smallest screen shows.

    Args:
        scale: What `display_scale` returns.
    """
    rooms = [room_on(screen.size) for screen in screens()]
    wide, high = (round(side * scale) for side in DEFAULT_WINDOW)
    return min(wide, *(room[0] for room in rooms)), min(high, *(room[1] for room in rooms))


def room_on(screen: tuple[int, int]) -> tuple[int, int]:
    """Return how large a window may be on a screen that shows a frame and a bar, too."""
    width, height = SMALLEST_WINDOW
    return max(screen[0] - 40, width), max(screen[1] - 100, height)


def screens() -> list[Box]:
    """Return where the screens are beside each other, the main one first.

    pygame has only their sizes; SDL, which it brings, has more.
    """
    sides, bounds = (ctypes.c_int * 4)(), []
    with suppress(OSError, AttributeError):
        sdl = ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)
        numbers = range(pygame.display.get_num_displays())
        bounds = [Box(*sides) for each in numbers if sdl.SDL_GetDisplayBounds(each, sides) == 0]
    sizes = pygame.display.get_desktop_sizes() or [DEFAULT_WINDOW]  # a desktop may have no screen
    return bounds or [Box(0, 0, *sizes[0])]


def display_scale(text_scale: float = 1.0) -> float:
    """Return how many times larger than usual programs look on this screen, but for their text.

    Where the desktop makes windows larger by itself, as on a Mac and with Wayland, that is 1.

    Args:
        text_scale: How many times larger the desktop wishes text; X counts that among the dots.
    """
    scale = 1.0
    with suppress(OSError, AttributeError, ValueError):
        if sys.platform == "win32":
            scale = ctypes.windll.user32.GetDpiForSystem() / 96
        elif pygame.display.get_driver() == "x11":
            dpi = _x_dpi()
            told = float(dpi) / 96 / text_scale if dpi else 1.0
            scale = max(told, float(os.environ.get("GDK_SCALE") or 1))
    return min(max(scale, 1.0), LARGEST_SCALE)


def _x_dpi() -> str:
    """Return what the X server was told of the dots of an inch; empty if nothing."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XGetDefault.restype = ctypes.c_char_p
    server = ctypes.c_void_p(x.XOpenDisplay(None))
    if not server:
        return ""
    value = x.XGetDefault(server, b"Xft", b"dpi") or b""
    x.XCloseDisplay(server)
    return bytes(value).decode()


_WRITTEN: Final = re.compile(r"(\d{1,5})x(\d{1,5})([+-]\d{1,6})([+-]\d{1,6})")


class Placement:
    """Follows where a window stands while it neither is maximised nor fills the screen.

    Attributes:
        is_fullscreen: Whether it fills the screen now.
        is_minimised: Whether nothing of it is to be seen.
    """

    def __init__(self, window: pygame.Window, settings: Settings) -> None:
        self.is_fullscreen = self.is_minimised = False
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
        if event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self.is_minimised = True
        elif event.type in (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWMAXIMIZED):
            self.is_minimised = False
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
        if self.is_minimised or self.is_fullscreen or self._is_maximised:
            return
        size = self._window.size
        if size not in pygame.display.get_desktop_sizes():
            self._place = Box(*self._window.position, *size)

    def come_forward(self) -> None:
        """Show the window above all others; where that is refused, the desktop points to it."""
        if self.is_minimised:
            self._window.restore()
        self._window.focus()
        if not self._window.focused:
            with suppress(pygame.error):
                self._window.flash(pygame.FLASH_UNTIL_FOCUSED)


def open_as_left(
    settings: Settings, scale: float, before_shown: BeforeShown | None = None
) -> pygame.Window:
    """Open the window as it was closed, on a screen that there is.

    Args:
        scale: How many times larger than usual programs look, for a first start.
        before_shown: As for `open_window`.
    """
    place = place_of(settings.place)
    if place is None:
        return open_window(usual_size(scale), before_shown=before_shown)
    place = fitted(place, screens())
    window = open_window(
        place.size, place[:2], maximised=settings.maximised, before_shown=before_shown
    )
    if not settings.maximised:
        _move(window, place)  # window managers put a new window's frame there
    return window


def place_of(text: str) -> Box | None:
    """Read where a window stood; None if a text does not say that."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return None
    width, height, x, y = map(int, match.groups())
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
