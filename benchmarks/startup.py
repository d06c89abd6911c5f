"""How soon the window opens and the AI is ready: ``python -m benchmarks.startup [--bundle DIR]``.

Both times count from the moment the program is executed, in a window on a virtual screen. A cold
start has a home folder without a cache. A bundle contains its kernels; the sources would compile
for a minute, so their cold start is measured only with ``--compile``. The longest frame is that of
Home, drawn all the time, while the kernels load. Below each row is what the parts of the AI took.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from ai.options import whole_number
from ai.streams import Parser
from game.window.self_test import LONGEST_FRAME
from tests.bundle.desktop import Desktop, missing_tools

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "playout"
READY = "The kernels are ready"
STEPS = re.compile(r"Milliseconds: (.*)")
LIMIT_SECONDS = 180.0


@dataclass(frozen=True, slots=True)
class Row:
    """Medians over the runs of one case.

    Attributes:
        program: "bundle" or "sources".
        cache: "cold" or "warm".
        window_s: Seconds from exec until the window is mapped.
        ready_s: Seconds from exec until every kernel is loaded.
        longest_frame_ms: The longest frame until then.
        parts_ms: Milliseconds by the part of the AI that they made ready.
    """

    program: str
    cache: str
    window_s: float
    ready_s: float
    longest_frame_ms: float
    parts_ms: dict[str, float]


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds from exec to the window and to the AI, and milliseconds by part of the AI."""

    window_s: float
    ready_s: float
    parts_ms: dict[str, float]


def measured(desktop: Desktop, program: str, command: list[str], cold: bool, repeats: int) -> Row:
    """Start the program several times and return the medians."""
    starts: list[Start] = []
    frames: list[float] = []
    with tempfile.TemporaryDirectory() as kept:
        if not cold:
            environment = _environment(desktop, Path(kept))
            subprocess.run([*command, "--warm-only"], env=environment, check=True)
        for _ in range(repeats):
            with tempfile.TemporaryDirectory() as fresh:
                starts.append(started(desktop, command, Path(fresh if cold else kept)))
            with tempfile.TemporaryDirectory() as fresh:
                frames.append(longest_frame(desktop, command, Path(fresh if cold else kept)))
    return Row(
        program,
        "cold" if cold else "warm",
        round(median(start.window_s for start in starts), 2),
        round(median(start.ready_s for start in starts), 2),
        median(frames),
        {part: median(start.parts_ms[part] for start in starts) for part in starts[0].parts_ms},
    )


def started(desktop: Desktop, command: list[str], home: Path) -> Start:
    """Start the program, end it when the AI is ready, and return how long that took."""
    window: list[float] = []
    watch = subprocess.Popen(
        ["xprop", "-root", "-spy", "_NET_CLIENT_LIST"],
        env=desktop.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert watch.stdout is not None
    watch.stdout.readline()
    begin = time.perf_counter()
    threading.Thread(target=_note_window, args=(watch, window), daemon=True).start()
    process = subprocess.Popen(
        [*command, "--verbose"], env=_environment(desktop, home), stderr=subprocess.PIPE, text=True
    )
    limit = threading.Timer(LIMIT_SECONDS, process.kill)
    limit.start()
    try:
        ready, said = _time_of_line(process, READY)
        while not window:
            time.sleep(0.01)
    finally:
        limit.cancel()
        process.kill()
        process.wait()
        watch.kill()
        watch.wait()
    found = STEPS.search(said)
    # A cold start of the sources loads each game only when that is wanted.
    parts = (part.rpartition(" ") for part in (found[1].split(", ") if found else ()))
    return Start(window[0] - begin, ready - begin, {name: float(ms) for name, _, ms in parts})


def longest_frame(desktop: Desktop, command: list[str], home: Path) -> float:
    """Return the milliseconds of the longest frame during the start, as the self-test tells."""
    answer = subprocess.run(
        [*command, "--self-test"],
        env=_environment(desktop, home),
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    found = re.search(rf"{LONGEST_FRAME} (\d+) ms", answer.stdout)
    if found is None:
        raise SystemExit(f"the self-test failed:\n{answer.stdout}{answer.stderr}")
    return float(found[1])


def _environment(desktop: Desktop, home: Path) -> dict[str, str]:
    kept = {k: v for k, v in desktop.environment.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {
        **kept,
        "SDL_VIDEODRIVER": "x11",
        # Modules of the sources are compiled once, as the kernels are.
        "PYTHONPYCACHEPREFIX": str(home / "cache" / "bytecode"),
        "PLAYOUT_HOME": str(home),
        "PLAYOUT_KERNEL_CACHE": str(home / "cache" / "kernels"),
    }


def _note_window(watch: "subprocess.Popen[str]", window: list[float]) -> None:
    assert watch.stdout is not None
    for line in watch.stdout:
        if "0x" in line:
            window.append(time.perf_counter())
            return


def _time_of_line(process: "subprocess.Popen[str]", words: str) -> tuple[float, str]:
    """Return when the program said `words`, and all it had said then."""
    assert process.stderr is not None
    seen = []
    for line in process.stderr:
        seen.append(line)
        if words in line:
            return time.perf_counter(), "".join(seen)
    raise SystemExit(f"the program ended before the AI was ready:\n{''.join(seen)}")


def rows(bundle: Path | None, repeats: int, compile_sources: bool) -> Iterator[Row]:
    """Yield one row a case."""
    sources = [sys.executable, str(ROOT / "main.py")]
    desktop = Desktop()
    try:
        if bundle is not None:
            command = [str(bundle.absolute() / PROGRAM)]
            yield measured(desktop, "bundle", command, True, repeats)
            yield measured(desktop, "bundle", command, False, repeats)
        yield measured(desktop, "sources", sources, False, repeats)
        if compile_sources:
            yield measured(desktop, "sources", sources, True, 1)
    finally:
        desktop.close()


def main() -> None:
    parser = Parser(
        prog="python -m benchmarks.startup", description="Measure the start of the program."
    )
    parser.add_argument("--bundle", type=Path, help="the folder of a bundle, such as dist/playout")
    parser.add_argument(
        "--repeats", type=whole_number(1, 1000), default=5, help="runs behind each median"
    )
    parser.add_argument(
        "--compile", action="store_true", help="also start the sources without a cache"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    if options.bundle is not None and not (options.bundle / PROGRAM).is_file():
        parser.error(f"--bundle: there is no file {options.bundle / PROGRAM}")
    missing = missing_tools()
    if missing:
        raise SystemExit(f"these programs are missing: {', '.join(missing)}")
    if not options.json:
        print(f"{'program':<9} {'cache':<6} {'window':>8} {'AI ready':>9} {'longest frame':>14}")
    for row in rows(options.bundle, options.repeats, options.compile):
        if options.json:
            print(json.dumps(asdict(row)), flush=True)
        else:
            print(
                f"{row.program:<9} {row.cache:<6} {row.window_s:>6.2f} s {row.ready_s:>7.2f} s"
                f" {row.longest_frame_ms:>11.0f} ms"
            )
            print(
                "   ",
                ", ".join(f"{part} {ms:.0f} ms" for part, ms in row.parts_ms.items()),
                flush=True,
            )


if __name__ == "__main__":
    main()
