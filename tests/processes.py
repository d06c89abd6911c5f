"""Programs that run beside the tests."""

import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any


def answer_of(
    command: Sequence[str], *, check: bool = False, **options: Any
) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end; see `subprocess.run`."""
    return subprocess.run(command, capture_output=True, text=True, check=check, **options)


def wait_for(what: Callable[[], object], seconds: float = 60.0) -> bool:
    """Return whether something has come true within the time."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
