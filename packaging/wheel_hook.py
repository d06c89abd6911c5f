"""Puts the manual page and the completions into a wheel: hatchling calls this."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent


class CommandLineFiles(BuildHookInterface):  # type: ignore[type-arg]
    """Makes them of the parsers, in the environment of the build."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Make the files, and say where in the wheel they belong."""
        self._made = tempfile.TemporaryDirectory()
        folder = Path(self._made.name)
        script = str(HERE / "command_line.py")
        subprocess.run([sys.executable, script, str(folder)], check=True)
        for path in folder.rglob("*"):
            if path.is_file():
                build_data["shared_data"][str(path)] = (
                    f"share/{path.relative_to(folder).as_posix()}"
                )

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Take them away again: they are in the wheel."""
        self._made.cleanup()
