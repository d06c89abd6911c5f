"""What the desktop wishes: asked of its portal or its registry, and followed."""

import ctypes
import logging
import math
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from game.store.wishes import Wishes

log = logging.getLogger(__name__)

_APPEARANCE: Final = "org.freedesktop.appearance"
_INTERFACE: Final = "org.gnome.desktop.interface"
_A11Y: Final = "org.gnome.desktop.a11y.interface"
_PORTAL: Final = "org.freedesktop.portal"
_LEAST_TEXT, _MOST_TEXT = 0.5, 3.0

PortalValues = Mapping[tuple[str, str], object]
"""What the settings portal of a Linux desktop tells, by namespace and key."""


class Desktop:
    """Tells what the desktop wishes now, and when that changes.

    A thread waits for the portal of a Linux desktop; Windows' registry is read when it is asked
    for, as when the player comes back from changing it.

    Attributes:
        on_change: Called in that thread when the portal has told something.
    """

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self._values: PortalValues = {}

    def __call__(self) -> Wishes:
        """Return what is known now; safe in any thread."""
        if sys.platform == "win32":
            return _windows()
        return portal_wishes(self._values)

    def start(self) -> None:
        """Begin to ask the portal; returns at once, and where there is none nothing comes of it."""
        if sys.platform == "linux" and (bus := _bus_address()):
            threading.Thread(target=self._follow, args=(bus,), name="desktop", daemon=True).start()

    def _follow(self, bus: str) -> None:
        try:
            _follow_portal(bus, self._take)
        except Exception as error:
            # No bus, no portal or no library, or one of them is gone: what is known by now holds.
            log.info("The desktop's settings are not followed: %s: %s", type(error).__name__, error)

    def _take(self, values: PortalValues) -> None:
        self._values = values
        self.on_change()


def portal_wishes(values: PortalValues) -> Wishes:
    """Return what a portal's values wish; what they do not say, or absurdly, is as usual."""
    reduced = values.get((_APPEARANCE, "reduced-motion"))
    contrast = values.get((_APPEARANCE, "contrast"))
    return Wishes(
        dark=values.get((_APPEARANCE, "color-scheme")) != 2,
        contrast=contrast == 1 or values.get((_A11Y, "high-contrast")) is True,
        still=reduced == 1 or values.get((_INTERFACE, "enable-animations")) is False,
        text_scale=_text_scale(values.get((_INTERFACE, "text-scaling-factor"))),
    )


def _text_scale(value: object) -> float:
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return 1.0
    return float(value) if _LEAST_TEXT <= value <= _MOST_TEXT else 1.0


def _bus_address() -> str:
    """Return where the session's bus is; empty if there is none."""
    if address := os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return address
    usual = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nowhere", "bus")
    return f"unix:path={usual}" if usual.is_socket() else ""


def _follow_portal(bus: str, take: Callable[[PortalValues], None]) -> None:
    """Hand on what the portal tells, all of it each time, until the bus is gone."""
    from jeepney import DBusAddress, MatchRule, new_method_call
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import Proxy, open_dbus_connection
    from jeepney.wrappers import unwrap_msg

    portal = DBusAddress(
        "/org/freedesktop/portal/desktop", f"{_PORTAL}.Desktop", f"{_PORTAL}.Settings"
    )
    told = {"type": "signal", "interface": portal.interface, "member": "SettingChanged"}
    with open_dbus_connection(bus) as connection:
        # Only what the portal itself says comes from the bus.
        Proxy(message_bus, connection).AddMatch(MatchRule(sender=portal.bus_name, **told))
        with connection.filter(MatchRule(**told), bufsize=100) as changes:
            asked = new_method_call(portal, "ReadAll", "as", ([_APPEARANCE, _INTERFACE, _A11Y],))
            (spaces,) = unwrap_msg(connection.send_and_get_reply(asked))
            values = {
                (space, key): _plain(value)
                for space, keys in spaces.items()
                for key, value in keys.items()
            }
            while True:
                take(dict(values))
                space, key, value = connection.recv_until_filtered(changes).body
                values[space, key] = _plain(value)


def _plain(value: Any) -> object:
    """Return what is in a variant, or in one in another, as old portals have it."""
    while isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        value = value[1]
    return value


if sys.platform == "win32":
    _GET_HIGH_CONTRAST, _GET_ANIMATION = 0x42, 0x1042

    class _HighContrast(ctypes.Structure):
        _fields_ = (
            ("size", ctypes.c_uint),
            ("flags", ctypes.c_uint),
            ("scheme", ctypes.c_wchar_p),
        )

    def _windows() -> Wishes:
        ask = ctypes.windll.user32.SystemParametersInfoW
        contrast = _HighContrast(ctypes.sizeof(_HighContrast))
        ask(_GET_HIGH_CONTRAST, contrast.size, ctypes.byref(contrast), 0)
        moves = ctypes.c_int(1)
        ask(_GET_ANIMATION, 0, ctypes.byref(moves), 0)
        themes = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
        percent = _registry(r"Software\Microsoft\Accessibility", "TextScaleFactor")
        return Wishes(
            dark=not _registry(themes, "AppsUseLightTheme"),
            contrast=bool(contrast.flags & 1),
            still=not moves.value,
            text_scale=_text_scale(percent / 100 if isinstance(percent, int) else None),
        )

    def _registry(path: str, name: str) -> object:
        """Return a value of the user's; None if there is none."""
        import winreg

        with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            return winreg.QueryValueEx(key, name)[0]
        return None
