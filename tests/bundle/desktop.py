"""A screen that nobody sees, with a window manager, and a program in a window on it."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from tests import waiting
from tests.processes import answer_of
from tests.waiting import LIMIT_SECONDS

TOOLS = (
    *("Xvfb", "openbox", "xdotool", "xwininfo", "xprop", "import"),
    *("desktop-file-validate", "appstreamcli", "dpkg-deb"),
)
SCREEN = (1280, 900)

POLL_SECONDS = 0.05

Answer = TypeVar("Answer")


def missing_tools() -> list[str]:
    """Return the programs this needs and the machine lacks."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def wait_for(what: str, check: Callable[[], Answer], seconds: float = LIMIT_SECONDS) -> Answer:
    """Wait for what takes other programs to find out, and leave the processor to the bundle."""
    pause = lambda: time.sleep(POLL_SECONDS)  # noqa: E731
    return waiting.wait_for(check, what, meanwhile=pause, seconds=seconds)


class Desktop:
    """Xvfb with openbox, on a display number that was free."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        size = f"{SCREEN[0]}x{SCREEN[1]}x24"
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.display = f":{answer.readline().strip()}"
        # Not the player's own settings of the window manager.
        self._home = tempfile.TemporaryDirectory(prefix="playout-desktop-")
        self.environment = {
            **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
            "DISPLAY": self.display,
            "HOME": self._home.name,
        }
        self._manager = subprocess.Popen(
            ["openbox"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(
            "the window manager",
            lambda: "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"),
        )

    def close(self) -> None:
        """End it all."""
        for process in (self._manager, self._server):
            process.terminate()
            process.wait(LIMIT_SECONDS)
        self._home.cleanup()

    def run(self, *command: str) -> str:
        """Run one of the tools and return what it prints."""
        return answer_of(command, env=self.environment, timeout=LIMIT_SECONDS).stdout

    def visible_windows(self, name: str) -> str:
        """Return the ids of the windows that programs called `name` show, a line each."""
        # Wine's windows have the file's name.
        return self.run("xdotool", "search", "--onlyvisible", "--class", rf"^{name}(\.exe)?$")

    def picture(self, path: Path) -> Path:
        """Save what the screen shows."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.run("import", "-window", "root", str(path))
        assert path.exists(), f"no picture {path}"
        return path


class Program:
    """The bundle in its window; in a `with`, it is killed at the end of the block."""

    def __init__(
        self, desktop: Desktop, command: list[str], environment: Mapping[str, str]
    ) -> None:
        self.desktop = desktop
        # The driver is forced: with the dummy one everything below would seem to work.
        self.process = subprocess.Popen(
            command,
            env={**desktop.environment, "SDL_VIDEODRIVER": "x11", **environment},
            cwd="/",
            stdin=subprocess.DEVNULL,
        )
        wait_for("the window", self._find_window)

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _find_window(self) -> str:
        assert self.process.poll() is None, f"it ended with {self.process.returncode}"
        return self.desktop.visible_windows("playout")

    def geometry(self) -> tuple[int, int, int, int]:
        """Return x, y, width and height of what is inside the frame."""
        facts = wait_for("the window's place", self._look_up)
        names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        x, y, width, height = (int(facts[name]) for name in names)
        return x, y, width, height

    def _look_up(self) -> dict[str, str]:
        """Return what is known of the window; nothing while it is being set up anew."""
        found = self._find_window().split()
        words = self.desktop.run("xwininfo", "-id", found[0]) if found else ""
        lines = (line.partition(":") for line in words.splitlines())
        facts = {name.strip(): value.strip() for name, _, value in lines}
        return facts if "Height" in facts else {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.geometry()[2:]

    def click(self, position: tuple[float, float]) -> None:
        """Click a pixel of the window with the left button."""
        left, top, _, _ = self.geometry()
        x, y = str(round(left + position[0])), str(round(top + position[1]))
        self.desktop.run("xdotool", "mousemove", x, y, "sleep", "0.05", "click", "1")

    def press(self, keys: str) -> None:
        """Press keys, in the names of X."""
        self.desktop.run("xdotool", "key", keys)

    def resize(self, width: int, height: int) -> None:
        """Make the window another size, as dragging its edge does."""
        window = self._find_window().split()[0]
        self.desktop.run("xdotool", "windowsize", window, str(width), str(height))

    def quit(self) -> int:
        """Close the window by the window manager, as its X does; return the exit code."""
        self.press("alt+F4")
        return self.process.wait(LIMIT_SECONDS)

    def kill(self) -> None:
        """End it if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(LIMIT_SECONDS)
