"""Processes that end with all that they have started: a child's whole family ends with it.

A child may start others, in sessions of their own, and leave them behind; and who uses it may be
killed at any moment and then ends nothing any more. So a guard stands between the two: this
program once more, which runs the child and hears through a pipe of its user's end, as the system
closes the pipes of the dead. On Linux the guard inherits whoever loses its parent, so it finds
every descendant; on Windows they are in its job, which the system ends with it. On macOS it misses
those that have detached themselves twice.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import IO, TYPE_CHECKING, Any, Final

from ai.processes import WITHOUT_CONSOLE, own_command, start
from ai.system import system_environment

if TYPE_CHECKING:
    import psutil

GUARD: Final = "--guard"
"""What the program's command line begins with where it is to be a guard."""
NOT_STARTED: Final = 127
LEFT, BUSY, IDLE, LARGE = 123, 124, 125, 126
"""The exit codes of a family that is ended because of its bounds."""
_KILLED: Final = 128 + 9
_CHUNK: Final = 65_536
_POLL: Final = 0.05
_MEASURE_SECONDS: Final = 0.5
_IDLE_SHARE: Final = 0.02
"""Who is not asleep gets more of a processor than this, however many want it."""
_ENDING_SECONDS: Final = 5.0
_LAST_SECONDS: Final = 1.0
_SUBREAPER, _DEATH_SIGNAL = 36, 1
"""PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG; see prctl(2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a family may take, all its processes together; 0 stands for no bound.

    None of it depends on what else the computer does.

    Attributes:
        busy_seconds: Time of the processors.
        idle_seconds: Time in which none of its processes does anything.
        memory_mb: Memory at once.
        leaves_none: Whether nobody of it may go on once the command itself has ended.
    """

    busy_seconds: float = 0.0
    idle_seconds: float = 0.0
    memory_mb: int = 0
    leaves_none: bool = False

    def broken(self, code: int) -> str:
        """Say which bound an exit code tells of; empty if none."""
        return {
            LEFT: "left processes running",
            BUSY: f"took more than {self.busy_seconds:g} seconds of processor time",
            IDLE: f"did nothing for {self.idle_seconds:g} seconds, but did not end",
            LARGE: f"took more than {self.memory_mb} MB of memory",
        }.get(code, "")


@dataclass(frozen=True, slots=True)
class Ended:
    """What became of a family.

    Attributes:
        code: Its exit code; above 128 that of a signal.
        said: The end of what was written to the standard output.
        errors: The end of what was written to the standard error.
    """

    code: int
    said: str
    errors: str


NO_BOUNDS: Final = Bounds()


def start_family(
    command: Sequence[str],
    *,
    patience: float = 1.0,
    reads: bool = True,
    bounds: Bounds = NO_BOUNDS,
    **options: Any,
) -> "subprocess.Popen[str]":
    """Start a command with a guard; its standard input is a pipe, and closing that ends it.

    Args:
        command: The command.
        patience: Seconds that it has to end by itself then.
        reads: Whether it gets what is written to the pipe; else its own input is empty.
        bounds: What it may take.
        **options: As for `ai.processes.start`.

    Raises:
        OSError: The guard could not be started.
    """
    terms = json.dumps({"patience": patience, "reads": reads, "bounds": asdict(bounds)})
    return start(own_command(GUARD, terms, *command), stdin=subprocess.PIPE, **options)


def run_family(
    command: Sequence[str],
    is_cancelled: Callable[[], bool],
    *,
    bounds: Bounds = NO_BOUNDS,
    **options: Any,
) -> Ended:
    """Run a command that reads nothing until it has ended or nobody wants it any more.

    However much it says, only the end is kept. Raises `OSError` where it cannot be started.
    """
    process = start_family(
        command,
        patience=0.0,
        reads=False,
        bounds=bounds,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )
    assert process.stdin is not None
    ends = ["", ""]

    def keep(stream: IO[str], index: int) -> None:
        with stream, suppress(OSError, ValueError):
            while text := stream.read(_CHUNK):
                ends[index] = (ends[index] + text)[-_CHUNK:]

    readers = [
        threading.Thread(target=keep, args=(stream, index), daemon=True)
        for index, stream in enumerate((process.stdout, process.stderr))
    ]
    for reader in readers:
        reader.start()
    try:
        while process.poll() is None and not is_cancelled():
            time.sleep(_POLL)
    finally:
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(2 * _ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for reader in readers:
            reader.join(1.0)
    return Ended(process.returncode, *ends)


# What follows runs in the guard.


def main(arguments: Sequence[str]) -> int:
    """Run a command until it ends, or its user does; return its exit code."""
    terms = json.loads(arguments[0])
    bounds = Bounds(**terms["bounds"])
    gone = threading.Event()

    def hear(number: int, _: object) -> None:
        # The others come to all of a terminal, and are meant for who started us.
        if number == signal.SIGTERM:
            gone.set()

    for name in (
        "SIGINT",
        "SIGBREAK",
        "SIGHUP",
        "SIGTERM",
    ):  # if ignored, the command would inherit that
        if number := getattr(signal, name, None):
            signal.signal(number, hear)
    _keep_together()
    try:
        process = subprocess.Popen(
            arguments[1:],
            stdin=subprocess.PIPE if terms["reads"] else subprocess.DEVNULL,
            start_new_session=True,
            env=system_environment(),
            creationflags=WITHOUT_CONSOLE,
            preexec_fn=_end_with_guard if sys.platform == "linux" else None,
        )
    except OSError as error:
        print(f"cannot start '{arguments[1]}': {error.strerror}", file=sys.stderr)
        return NOT_STARTED
    ended_with: list[int] = []
    for work in (
        lambda: _pass_on(process, gone),
        lambda: _end_when(process, gone, terms["patience"], ended_with.append),
        lambda: _measure(process, bounds, ended_with.append),
    ):
        threading.Thread(target=work, daemon=True).start()
    code = process.wait()
    if bounds.leaves_none and _goes_on() and not ended_with:
        ended_with.append(LEFT)
    end_descendants()  # whom it has left behind
    if ended_with:
        return ended_with[0]
    code = code if code >= 0 else 128 - code
    # What says that a bound was broken is said by nobody else.
    return 1 if bounds.broken(code) else code


def _pass_on(process: "subprocess.Popen[bytes]", gone: threading.Event) -> None:
    """Hand the input on until it ends."""
    while chunk := os.read(0, _CHUNK):
        if process.stdin is not None:
            with suppress(OSError):  # it may read no more, yet its user's end is heard of here
                process.stdin.write(chunk)
                process.stdin.flush()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    gone.set()


def _end_when(
    process: "subprocess.Popen[bytes]",
    gone: threading.Event,
    patience: float,
    tell: Callable[[int], None],
) -> None:
    """End the family some time after its user has gone, and tell the exit code for that."""
    gone.wait()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        tell(_KILLED)
        end_descendants()


def _measure(
    process: "subprocess.Popen[bytes]", bounds: Bounds, tell: Callable[[int], None]
) -> None:
    """End the family when it breaks a bound, and tell the exit code for that."""
    if bounds == NO_BOUNDS:
        return
    idle, last_busy, last_time = 0.0, 0.0, time.monotonic()
    while process.returncode is None:
        time.sleep(_MEASURE_SECONDS)
        busy, memory = _taken()
        now = time.monotonic()
        if busy - last_busy < _IDLE_SHARE * (now - last_time):
            idle += now - last_time
        last_busy, last_time = max(busy, last_busy), now
        for code, taken, bound in (
            (BUSY, busy, bounds.busy_seconds),
            (IDLE, idle, bounds.idle_seconds),
            (LARGE, memory, bounds.memory_mb),
        ):
            if 0 < bound < taken and process.returncode is None:
                tell(code)
                end_descendants()
                return


def _taken() -> tuple[float, float]:
    """Return the seconds of the processors and the megabytes that all descendants take."""
    import psutil

    waited_for = os.times()
    busy, memory = waited_for.children_user + waited_for.children_system, 0
    for each in _descendants():
        with suppress(psutil.Error):
            times = each.cpu_times()
            busy += max(
                times.user + times.system + times.children_user + times.children_system,
                _busy_by_threads(each),
            )
            memory += each.memory_info().rss
    return busy, memory / (1 << 20)


def _busy_by_threads(process: "psutil.Process") -> float:
    """Return the seconds of the threads that still are; elsewhere they are those of the process.

    Wine tells everybody his own times for those of another process.
    """
    if sys.platform == "win32":
        return float(sum(thread.user_time + thread.system_time for thread in process.threads()))
    return 0.0


def _goes_on() -> bool:
    """Tell whether descendants go on for longer than it takes them to hear of an end."""
    import psutil

    return bool(psutil.wait_procs(_descendants(), timeout=_LAST_SECONDS)[1])


def _descendants() -> "list[psutil.Process]":
    """Return all processes that this one has started, and all that those have.

    On Windows, this one's console is among its children, and who ends it ends this one, too.
    """
    import psutil

    found = psutil.Process().children(recursive=True)
    return [each for each in found if sys.platform != "win32" or not _is_console(each)]


def _is_console(process: "psutil.Process") -> bool:
    import psutil

    with suppress(psutil.Error):
        return str(process.name()).lower() == "conhost.exe"
    return False


def end_descendants() -> None:
    """End all processes that this one has started, and all that those have.

    Who is ended may have started another just before: it is looked for until there is none.
    """
    import psutil

    end = time.monotonic() + _ENDING_SECONDS
    while (found := _descendants()) and time.monotonic() < end:
        for each in found:
            with suppress(psutil.Error):
                each.kill()
        psutil.wait_procs(found, timeout=_POLL)


def _keep_together() -> None:
    """Have the system tell, or end, those who lose their parent, too."""
    if sys.platform == "linux":
        _prctl(_SUBREAPER, 1)
    elif sys.platform == "win32":
        from ai.windows import end_family_with_this

        end_family_with_this()


def _end_with_guard() -> None:
    if sys.platform == "linux":
        _prctl(_DEATH_SIGNAL, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
