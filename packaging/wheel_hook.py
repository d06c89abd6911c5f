"""Puts the manual page, the completions and types into a wheel: hatchling calls this."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
AI = HERE.parent / "ai"


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Makes them of the parsers and the sources, in the environment of the build."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Make the files, and say where in the wheel they belong."""
        self._made = tempfile.TemporaryDirectory()
        share, stubs = Path(self._made.name, "share"), Path(self._made.name, "ai-stubs")
        script = str(HERE / "command_line.py")
        subprocess.run([sys.executable, script, str(share)], check=True)
        for path in share.rglob("*"):
            if path.is_file():
                build_data["shared_data"][str(path)] = f"share/{path.relative_to(share).as_posix()}"
        # By these type checkers know a package `ai`, and Python does not: its sources once more.
        for path in AI.rglob("*.py"):
            stub = stubs / path.relative_to(AI).with_suffix(".pyi")
            stub.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, stub)
        build_data["force_include"][str(stubs)] = stubs.name

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Take them away again: they are in the wheel."""
        self._made.cleanup()
