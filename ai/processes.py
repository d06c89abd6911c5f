"""Processes beside the program: itself once more, and others, which end with all they have started.

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
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ai.system import system_environment

if TYPE_CHECKING:
    import psutil

WITHOUT_CONSOLE: Final[int] = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Flags for a program for which Windows would open a console."""


def program_command(*arguments: str) -> list[str]:
    """Return the command line that starts this program, from the sources or frozen."""
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program.append(str(Path(__file__).resolve().parent.parent / "main.py"))
    return [*program, *arguments]


def start(command: Sequence[str], **options: Any) -> "subprocess.Popen[str]":
    """Start a process whose pipes hold text; raise `OSError` if there is no such program."""
    return subprocess.Popen(
        command, encoding="utf-8", errors="replace", creationflags=WITHOUT_CONSOLE, **options
    )


def give_way(niceness: int, process: int | None = None) -> None:
    """Let other programs go before a process, this one if none is named, and what it will start.

    Args:
        niceness: How far, on systems that know degrees.
    """
    if sys.platform == "win32":
        import psutil

        with suppress(psutil.Error):
            psutil.Process(process).nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        with suppress(OSError):
            process = process or os.getpid()
            usual = os.getpriority(os.PRIO_PROCESS, process)
            os.setpriority(os.PRIO_PROCESS, process, max(usual, niceness))


GUARD: Final = "--guard"
"""What the program's command line begins with where it is to be a guard."""
NOT_STARTED: Final = 127
_KILLED: Final = 128 + 9
_CHUNK: Final = 65_536
_POLL: Final = 0.05
_ENDING_SECONDS: Final = 5.0
_SUBREAPER, _DEATH_SIGNAL = 36, 1
"""PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG; see prctl(2)."""


def start_family(
    command: Sequence[str], *, patience: float = 1.0, reads: bool = True, **options: Any
) -> "subprocess.Popen[str]":
    """Start a command with a guard; its standard input is a pipe, and closing that ends it.

    Args:
        patience: Seconds that it has to end by itself then.
        reads: Whether it gets what is written to the pipe; else its own input is empty.
        **options: As for `ai.processes.start`.

    Raises:
        OSError: The guard could not be started.
    """
    terms = json.dumps({"patience": patience, "reads": reads})
    return start(program_command(GUARD, terms, *command), stdin=subprocess.PIPE, **options)


def run_family(
    command: Sequence[str], is_cancelled: Callable[[], bool]
) -> "subprocess.CompletedProcess[str]":
    """Run a command that reads nothing until it has ended or nobody wants it any more.

    An exit code above 128 is that of a signal. However much it says as errors, only the end is
    kept. Raises `OSError` where it cannot be started.
    """
    process = start_family(
        command, patience=0.0, reads=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stderr is not None
    errors, stream = "", process.stderr

    def keep() -> None:
        nonlocal errors
        with stream, suppress(OSError, ValueError):
            while text := stream.read(_CHUNK):
                errors = (errors + text)[-_CHUNK:]

    reader = threading.Thread(target=keep, daemon=True)
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
        reader.join(1.0)
    return subprocess.CompletedProcess(command, process.returncode, stderr=errors)


# What follows runs in the guard.


def guard(arguments: Sequence[str]) -> int:
    """Run a command until it ends, or its user does; return its exit code."""
    terms = json.loads(arguments[0])
    gone = threading.Event()

    def hear(number: int, _: object) -> None:
        # The others come to all of a terminal, and are meant for who started us.
        if number == signal.SIGTERM:
            gone.set()

    for name in ("SIGINT", "SIGBREAK", "SIGHUP", "SIGTERM"):
        # If ignored, the command would inherit that.
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
    killed = threading.Event()
    for work in (
        lambda: _pass_on(process, gone),
        lambda: _end_when(process, gone, terms["patience"], killed),
    ):
        threading.Thread(target=work, daemon=True).start()
    code = process.wait()
    end_descendants()  # whom it has left behind
    return _KILLED if killed.is_set() else code if code >= 0 else 128 - code


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
    killed: threading.Event,
) -> None:
    gone.wait()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        killed.set()
        end_descendants()


def _descendants() -> "list[psutil.Process]":
    """Return all processes that this one has started, and all that those have.

    On Windows, this one's console is among its children, and who ends it ends this one, too.
    """
    import psutil

    children = psutil.Process().children(recursive=True)
    return [each for each in children if sys.platform != "win32" or not _is_console(each)]


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
    while (descendants := _descendants()) and time.monotonic() < end:
        for each in descendants:
            with suppress(psutil.Error):
                each.kill()
        psutil.wait_procs(descendants, timeout=_POLL)


def _keep_together() -> None:
    """Have the system tell, or end, those who lose their parent, too."""
    if sys.platform == "linux":
        _prctl(_SUBREAPER, 1)
    elif sys.platform == "win32":
        from ai.system import end_family_with_this

        end_family_with_this()


def _end_with_guard() -> None:
    if sys.platform == "linux":
        _prctl(_DEATH_SIGNAL, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
