"""The screen and the window on it, before anything of the program is shown there."""

import ctypes
import os
import sys
from contextlib import suppress
from typing import Final

import pygame

from ai.version import NAME
from game.ui import draw
from game.ui.layout import DEFAULT_WINDOW, SMALLEST_WINDOW, Box
from game.ui.theme import Theme

_ENVIRONMENT: Final = {
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
    "SDL_VIDEO_ALLOW_SCREENSAVER": "1",
    "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1",
}
# What desktops know the window by; pygame has set the first to the name of the script.
_WINDOW_CLASS: Final = {
    "SDL_VIDEO_X11_WMCLASS": "playout",
    "SDL_VIDEO_WAYLAND_WMCLASS": "playout",
}
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
    wanted = os.environ.get("SDL_VIDEODRIVER")
    if not wanted:
        os.environ.pop("SDL_VIDEODRIVER", None)  # an empty one would be looked for
    try:
        pygame.display.init()
    except pygame.error as error:
        return f"no window can be opened: {error}"
    if not wanted and pygame.display.get_driver() in _UNSEEN:
        pygame.quit()
        return "no window can be opened: no screen was found; set DISPLAY or WAYLAND_DISPLAY"
    if pygame.display.get_driver() == "x11" and pygame.display.Info().masks[:3] == _PIXELS:
        # X takes a picture from shared memory. OpenGL, which SDL prefers, would draw it a second
        # time, and where no graphics card does that, it keeps all cores busy for half a frame.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    return ""


def open_window(
    size: tuple[int, int],
    position: tuple[int, int] | int = pygame.WINDOWPOS_UNDEFINED,
    *,
    maximised: bool = False,
) -> pygame.Window:
    """Open the program's window, of this size in pixels; nothing is drawn yet."""
    window = pygame.Window(NAME, size, position, resizable=True, maximized=maximised)
    window.minimum_size = SMALLEST_WINDOW
    window.set_icon(draw.app_mark(128))
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
    sides, found = (ctypes.c_int * 4)(), []
    with suppress(OSError, AttributeError):
        sdl = ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)
        numbers = range(pygame.display.get_num_displays())
        found = [Box(*sides) for each in numbers if sdl.SDL_GetDisplayBounds(each, sides) == 0]
    sizes = pygame.display.get_desktop_sizes() or [DEFAULT_WINDOW]  # a desktop may have no screen
    return found or [Box(0, 0, *sizes[0])]


def display_scale() -> float:
    """Return how many times larger than usual programs look on this screen.

    Where the desktop makes windows larger by itself, as on a Mac and with Wayland, that is 1.
    """
    scale = 1.0
    with suppress(OSError, AttributeError, ValueError):
        if sys.platform == "win32":
            scale = ctypes.windll.user32.GetDpiForSystem() / 96
        elif pygame.display.get_driver() == "x11":
            dpi = _x_resource("Xft", "dpi")
            scale = max(float(dpi or 96) / 96, float(os.environ.get("GDK_SCALE") or 1))
    return min(max(scale, 1.0), LARGEST_SCALE)


def _x_resource(program: str, name: str) -> str:
    """Return what the X server was told of a program's look; empty if nothing."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XGetDefault.restype = ctypes.c_char_p
    server = ctypes.c_void_p(x.XOpenDisplay(None))
    if not server:
        return ""
    found = x.XGetDefault(server, program.encode(), name.encode()) or b""
    x.XCloseDisplay(server)
    return bytes(found).decode()
