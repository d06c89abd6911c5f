"""Runs another program, and ends it with all that it started once the standard input closes.

Who uses an engine may be killed at any moment and then ends nothing any more. But the system
closes the pipes of the dead, and so this process, which only waits for that, hears of it.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from game.system import system_environment

GUARD: Final = "--guard"
"""What the program's command line begins with where it is to be this process."""
PATIENCE: Final = 1.0
"""Seconds that a program has to end by itself when its input does."""
NOT_STARTED: Final = 127
_CHUNK: Final = 65_536


def main(command: Sequence[str]) -> int:
    """Run a command until it ends or the standard input does; return its exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who started us
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, start_new_session=True, env=system_environment()
        )
    except OSError as error:
        print(f"cannot start '{command[0]}': {error.strerror}", file=sys.stderr)
        return NOT_STARTED
    threading.Thread(target=_pass_on, args=(process,), daemon=True).start()
    code = process.wait()
    _kill(process)  # what it started and left behind
    return code if code >= 0 else 128 - code


def _pass_on(process: "subprocess.Popen[bytes]") -> None:
    """Hand the input on; at its end, end the process."""
    assert process.stdin is not None
    while chunk := os.read(0, _CHUNK):
        with suppress(OSError):  # it may read no more, yet its end is heard of here
            process.stdin.write(chunk)
            process.stdin.flush()
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        _kill(process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)  # it leads a group of its own
