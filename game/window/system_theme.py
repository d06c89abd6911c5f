"""Whether the desktop prefers dark colours, as far as its own settings files tell.

No process is started and no library loaded for it: each system keeps the answer in one place
that can be read. What cannot be told is dark, the program's own look.
"""

import configparser
import os
import plistlib
import sys
from collections.abc import Mapping
from pathlib import Path


def prefers_dark(
    platform: str = sys.platform,
    environment: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> bool:
    """Return whether the desktop is set to dark colours.

    Args:
        platform: As in `sys.platform`.
        home: The user's folder, by default the real one.
    """
    try:
        home = home or Path.home()
        if platform == "win32":
            return _windows()
        if platform == "darwin":
            return _macos(home)
        return _linux(environment, home)
    except (OSError, RuntimeError, ValueError, configparser.Error, plistlib.InvalidFileException):
        return True


if sys.platform == "win32":

    def _windows() -> bool:
        import winreg

        path = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            light, _ = winreg.QueryValueEx(key, "AppsUseLightTheme")
        return not light

else:

    def _windows() -> bool:
        raise OSError("There is no Windows registry here.")


def _macos(home: Path) -> bool:
    with (home / "Library/Preferences/.GlobalPreferences.plist").open("rb") as file:
        return bool(plistlib.load(file).get("AppleInterfaceStyle") == "Dark")


def _linux(environment: Mapping[str, str], home: Path) -> bool:
    name = environment.get("GTK_THEME", "")
    if name:
        return name.lower().endswith(("dark", ":dark"))
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    for version in ("gtk-4.0", "gtk-3.0"):
        file = config / version / "settings.ini"
        if file.is_file():
            parser = configparser.ConfigParser(interpolation=None)
            parser.read(file, encoding="utf-8")
            return parser.getboolean("Settings", "gtk-application-prefer-dark-theme", fallback=True)
    return True
