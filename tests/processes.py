"""Programs that run beside the tests."""

import os
import subprocess
import sys
from argparse import Action, ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MAIN = ROOT / "main.py"
PATIENCE = 600.0


def forget(*modules: ModuleType) -> None:
    """Let what modules have found out be found out anew, as by another process."""
    for function in (each for module in modules for each in vars(module).values()):
        if hasattr(function, "cache_clear"):
            function.cache_clear()


def actions_of(parser: ArgumentParser) -> list[Action]:
    """Return what a parser takes, of which Python tells nothing."""
    return parser._actions


def answer_of(
    command: Sequence[str], *, check: bool = False, **options: Any
) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end; see `subprocess.run`."""
    return subprocess.run(command, capture_output=True, text=True, check=check, **options)


def python(
    *words: object, said: str = "", cwd: Path = ROOT, code: int | None = 0, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run Python with some words, and return what came of it.

    Args:
        words: What stands after the interpreter: a file, or `-c` and a script, and their arguments.
        said: What it reads.
        cwd: Where it is run.
        code: The exit code that it must have; any, if None.
        environment: What is different in its environment.
    """
    command = [sys.executable, *map(str, words)]
    surroundings = {**os.environ, **environment}
    done = answer_of(command, input=said, cwd=cwd, env=surroundings, timeout=PATIENCE)
    assert code in (None, done.returncode), done.stderr
    return done
