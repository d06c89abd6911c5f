"""What starts the bundle on Linux, on systems that are new enough and that are not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, answer_of

STARTER = ROOT / "packaging" / "linux" / "start.sh"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="for Linux only")


@pytest.fixture
def starter(tmp_path):
    """A bundle that needs glibc 2.28, whose program says what it was told."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    write(folder / "playout-program", 'echo "runs $*"; exit 7')
    return write(folder / "playout", STARTER.read_text("utf-8").replace("@glibc@", "2.28"))


def write(path: Path, script: str) -> Path:
    path.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


def started(starter: Path, tmp_path: Path, says: str) -> "subprocess.CompletedProcess[str]":
    """Start it by a link, on a system of which `getconf` says so."""
    tools = tmp_path / "bin"
    tools.mkdir()
    write(tools / "getconf", says)
    link = tmp_path / "link"
    link.symlink_to(starter)
    return answer_of([str(link), "gtp", "hex"], env={"PATH": f"{tools}:{os.environ['PATH']}"})


@pytest.mark.parametrize(
    ("says", "old"),
    [
        *((f"echo glibc {version}", "") for version in ("2.28", "2.41", "2.31.9000")),
        *((f"echo glibc {version}", version) for version in ("2.27", "2.5")),
        ("exit 1", "none"),
    ],
)
def test_the_program_runs_and_an_old_system_is_told_in_a_sentence(starter, tmp_path, says, old):
    answer = started(starter, tmp_path, says)
    told = (7, "runs gtp hex\n", "")
    if old:
        why = f"this system is too old: Playout needs glibc 2.28 or newer, and found {old}"
        told = (2, "", f"playout: {why}\n")
    assert (answer.returncode, answer.stdout, answer.stderr) == told
