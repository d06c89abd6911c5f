"""The wheels, each in an environment of its own that holds nothing else.

``PLAYOUT_WHEELS=dist pytest tests/wheel`` tries those that
`packaging/wheels.py` has put there; a run of all tests leaves these out.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.processes import ROOT, answer_of

WHEELS = os.environ.get("PLAYOUT_WHEELS")
LIMIT_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with a wheel in it."""

    wheel: Path
    folder: Path

    def run(
        self, *words: str, said: str = "", **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment."""
        program, *arguments = words
        return answer_of(
            [str(self.folder / "bin" / program), *arguments],
            env={"PATH": "/usr/bin:/bin", "SDL_VIDEODRIVER": "dummy", **environment},
            cwd="/",
            input=said,
            timeout=LIMIT_SECONDS,
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.xdist_group("kernels"))
            if not WHEELS:
                item.add_marker(pytest.mark.skip(reason="PLAYOUT_WHEELS names no folder"))


def installed(pattern: str, folder: Path) -> Installed:
    """Install the one wheel of that name, with the libraries that are tested."""
    (wheel,) = Path(WHEELS or "").absolute().glob(f"playout-*-{pattern}.whl")
    uv = os.environ.get("UV", "uv")
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], check=True)
    command = (uv, "pip", "install", "--quiet", "--python", str(folder / "bin" / "python"))
    subprocess.run([*command, "-c", str(ROOT / "requirements.txt"), str(wheel)], check=True)
    return Installed(wheel, folder)


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel for any Python and system."""
    return installed("py3-none-any", tmp_path_factory.mktemp("wheel") / "plain")


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel that brings the compiled search along."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return installed(f"{python}-{python}-*", tmp_path_factory.mktemp("wheel") / "compiled")
