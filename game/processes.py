"""What runs beside the program: itself once more, in a process of its own."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


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
        # On Windows a console would open for it.
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        **options,
    )
