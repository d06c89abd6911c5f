"""What the window costs while nothing happens: ``python -m benchmarks.idle [--seconds N]``.

Opens each screen in a process of its own, on a virtual screen (Xvfb) and with a home folder of
its own. Once the AI is ready and the screen is at rest, it reads the processor time of the whole
process from /proc (Linux). The demos on Home rest after 20 s without input. Prints one JSON object
a line; the share is that of one core.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ai.options import seconds
from ai.streams import Parser
from benchmarks.screen import END_SECONDS, virtual_screen
from game.store.files import HOME_VARIABLE, default_paths

ROOT = Path(__file__).resolve().parent.parent
READY = "The kernels are ready"
READY_SECONDS = 300.0
REST_SECONDS = 25.0
SCENES = (
    *("home", "samegame", "tictactoe", "hex", "arena"),
    *("records", "boards", "settings", "help", "about"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What one screen takes.

    Attributes:
        scene: The screen.
        seconds: How long it was watched.
        cpu_ms: Processor time of all threads of the process.
        share_percent: The same in per cent of one core.
        wakes_per_s: How often its threads gave the processor up of their own will.
    """

    scene: str
    seconds: float
    cpu_ms: float
    share_percent: float
    wakes_per_s: float


def rows(names: list[str], seconds: float) -> Iterator[Row]:
    """Yield a row for each of the named screens."""
    # One home for all: the first start compiles the kernels there, if nobody has yet.
    with virtual_screen() as display, tempfile.TemporaryDirectory() as home:
        for name in names:
            yield measured(name, display, home, seconds)


def measured(name: str, display: str, home: str, seconds: float) -> Row:
    """Open one screen and watch it."""
    environment = {**os.environ, HOME_VARIABLE: home, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    paths = default_paths(environment)
    paths.log_file.unlink(missing_ok=True)
    command = [sys.executable, str(ROOT / "main.py"), "--scene", name]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        _wait_until_ready(process, paths.log_file)
        time.sleep(REST_SECONDS)
        started, cpu, wakes = time.monotonic(), _cpu_seconds(process.pid), _wakes(process.pid)
        time.sleep(seconds)
        passed = time.monotonic() - started
        cpu, wakes = _cpu_seconds(process.pid) - cpu, _wakes(process.pid) - wakes
    finally:
        process.terminate()
        process.wait(END_SECONDS)
    share = round(100 * cpu / passed, 2)
    return Row(name, round(passed, 1), round(1000 * cpu), share, round(wakes / passed, 1))


def _wait_until_ready(process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not (log.exists() and READY in log.read_text("utf-8")):
        if process.poll() is not None:
            raise SystemExit(f"The program ended with {process.returncode}; see its log.")
        if time.monotonic() > deadline:
            raise SystemExit(f"The AI was not ready after {READY_SECONDS:.0f} s.")
        time.sleep(0.2)


def _cpu_seconds(pid: int) -> float:
    # The name in parentheses may hold spaces; utime and stime are the fields 14 and 15.
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _wakes(pid: int) -> int:
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text("utf-8").splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def main() -> None:
    parser = Parser(
        prog="python -m benchmarks.idle", description="Measure what the window costs while idle."
    )
    parser.add_argument(
        "--seconds", type=seconds, default=30.0, help="how long to watch each screen"
    )
    parser.add_argument("--scene", choices=SCENES, action="append", help="watch only this screen")
    arguments = parser.parse_args()
    for row in rows(arguments.scene or list(SCENES), arguments.seconds):
        print(json.dumps(asdict(row)), flush=True)


if __name__ == "__main__":
    main()
