"""The screen and the window on it, before anything of the program is shown there."""

import os
import sys
from typing import Final

import pygame

from ai.version import NAME
from game.ui import draw
from game.ui.layout import DEFAULT_WINDOW, SMALLEST_WINDOW
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


def open_window(size: tuple[int, int]) -> pygame.Window:
    """Open the program's window, of this size in pixels; nothing is drawn yet."""
    window = pygame.Window(NAME, size, resizable=True)
    window.minimum_size = SMALLEST_WINDOW
    window.set_icon(draw.app_mark(128))
    return window


def match_title_bar(theme: Theme) -> None:
    """Make the title bar dark or light like the theme: on Windows SDL leaves it light."""
    if sys.platform == "win32":
        import ctypes

        import win32api
        import win32gui

        is_dark = ctypes.c_int(theme.name != "light")

        def match(handle: int, _: object) -> bool:
            size = ctypes.sizeof(is_dark)
            kind = _USE_IMMERSIVE_DARK_MODE
            ctypes.windll.dwmapi.DwmSetWindowAttribute(handle, kind, ctypes.byref(is_dark), size)
            return True

        win32gui.EnumThreadWindows(win32api.GetCurrentThreadId(), match, None)


def usual_size() -> tuple[int, int]:
    """Return the default size, cut to what the smallest screen shows."""
    screens = pygame.display.get_desktop_sizes() or [DEFAULT_WINDOW]
    width = min(DEFAULT_WINDOW[0], *(screen[0] - 40 for screen in screens))
    height = min(DEFAULT_WINDOW[1], *(screen[1] - 100 for screen in screens))
    return max(width, SMALLEST_WINDOW[0]), max(height, SMALLEST_WINDOW[1])
