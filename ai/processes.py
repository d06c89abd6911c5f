"""What runs beside the program: itself once more, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

WITHOUT_CONSOLE: Final[int] = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Flags for a program for which Windows would open a console."""


def own_command(*arguments: str) -> list[str]:
    """Return the command line that starts this program, from the sources or frozen."""
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program.append(str(Path(__file__).resolve().parent.parent / "main.py"))
    return [*program, *arguments]


def start(command: Sequence[str], **options: Any) -> "subprocess.Popen[str]":
    """Start a process whose pipes hold text; raise `OSError` if there is no such program."""
    return subprocess.Popen(
        command,
        text=True,
        encoding="utf-8",
        errors="replace",
        creationflags=WITHOUT_CONSOLE,
        **options,
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
