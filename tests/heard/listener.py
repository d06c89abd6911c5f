"""A desktop with an accessibility bus of its own, and somebody who knows a window by that alone."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.bundle.desktop import Desktop, wait_for
from tests.processes import answer_of
from tests.waiting import LIMIT_SECONDS

ROOT = Path(__file__).resolve().parents[2]
PYTHON = "/usr/bin/python3"
LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
TOOLS = ("Xvfb", "openbox", "xdotool", "xprop", "dbus-daemon", "dbus-send")


def missing() -> list[str]:
    """Return what this needs and the machine lacks."""
    lacks = [tool for tool in TOOLS if shutil.which(tool) is None]
    lacks += [] if LAUNCHER.exists() else [str(LAUNCHER)]
    if Path(PYTHON).exists() and answer_of([PYTHON, "-c", "import pyatspi"]).returncode == 0:
        return lacks
    return [*lacks, "pyatspi"]


@contextmanager
def bus(desktop: Desktop) -> Iterator[dict[str, str]]:
    """Start a bus and a desktop that says that a screen reader runs; yield how it is found."""
    reading, writing = os.pipe()
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", f"--print-address={writing}"],
        pass_fds=[writing],
        env=desktop.environment,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        address = {"DBUS_SESSION_BUS_ADDRESS": answer.readline().strip()}
    environment = desktop.environment | address
    launcher = subprocess.Popen(
        [str(LAUNCHER), "--launch-immediately"], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        for flag in ("IsEnabled", "ScreenReaderEnabled"):
            wait_for("the bus", lambda flag=flag: _set(flag, environment))
        yield address
    finally:
        for process in (launcher, daemon):
            process.terminate()
            process.wait(LIMIT_SECONDS)


def _set(flag: str, environment: dict[str, str]) -> bool:
    setting = "/org/a11y/bus org.freedesktop.DBus.Properties.Set string:org.a11y.Status"
    command = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", *setting.split()]
    command += [f"string:{flag}", "variant:boolean:true"]
    return answer_of(command, env=environment).returncode == 0


class Thing(NamedTuple):
    """What is heard of one thing in a window."""

    role: str
    name: str
    value: str
    states: tuple[str, ...]


class Listener:
    """Hears what is in the window, and presses what it has heard of."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._client = subprocess.Popen(
            [PYTHON, str(Path(__file__).with_name("client.py"))],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def close(self) -> None:
        assert self._client.stdin is not None
        self._client.stdin.close()
        self._client.wait(LIMIT_SECONDS)

    def _ask(self, *words: Any) -> Any:
        assert self._client.stdin is not None
        assert self._client.stdout is not None
        self._client.stdin.write(json.dumps(words) + "\n")
        self._client.stdin.flush()
        return json.loads(self._client.stdout.readline())

    def things(self) -> list[Thing]:
        """Return everything in the window; nothing while that changes."""
        found = self._ask("read") or ()
        return [Thing(role, name, value, tuple(states)) for role, name, value, states in found]

    def names(self, *roles: str) -> list[str]:
        return [each.name for each in self.things() if not roles or each.role in roles]

    def hear(
        self, what: str, is_it: Callable[[list[Thing]], bool], seconds: float = LIMIT_SECONDS
    ) -> list[Thing]:
        """Wait until the window says something; return all that it says then."""

        def look() -> list[Thing]:
            things = self.things()
            return things if is_it(things) else []

        return wait_for(what, look, seconds)

    def press(self, role: str, name: str, *, is_whole: bool = True) -> None:
        """Press something, once it is there; of a name that is not whole, the first it begins."""
        wait_for(f"{role} {name!r}", lambda: self._ask("press", role, name, is_whole))

    def set(self, role: str, name: str, number: float) -> None:
        """Set something to a number, once it is there."""
        wait_for(f"{role} {name!r}", lambda: self._ask("set", role, name, number))


def program() -> list[str]:
    """Return the command that opens the window, from the sources."""
    return [sys.executable, str(ROOT / "main.py")]
