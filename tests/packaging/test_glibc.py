"""How old a system may be is read from the compiled files themselves."""

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.processes import ROOT, python

READER = ROOT / "packaging" / "glibc.py"
LIBRARIES = ("llvmlite", "numba", "numpy", "pygame-ce")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="for Linux only")


def told(folder: Path, *most: str) -> "subprocess.CompletedProcess[str]":
    return python(READER, folder, *most, code=None)


def compiled_files(library: str, folder: Path) -> tuple[int, int]:
    """Put a library's compiled files into a folder; return what its wheel says that they need."""
    for number, file in enumerate(metadata.files(library) or ()):
        if ".so" in file.name:
            (folder / f"{number}-{file.name}").symlink_to(Path(str(file.locate())).resolve())
    promised = re.findall(
        r"manylinux_(\d+)_(\d+)_", metadata.distribution(library).read_text("WHEEL")
    )
    return min((int(major), int(minor)) for major, minor in promised)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_needs_no_more_than_its_wheel_promises(library: str, tmp_path: Path) -> None:
    promised = compiled_files(library, tmp_path)
    found = re.match(r"glibc (\d+)\.(\d+), for (\d+) files", told(tmp_path).stdout)
    assert found
    assert int(found[3]) == len(list(tmp_path.iterdir())) > 0
    assert (2, 3) < (int(found[1]), int(found[2])) <= promised


def test_files_above_the_limit_are_named_and_others_ask_for_nothing(tmp_path: Path) -> None:
    compiled_files("numpy", tmp_path)
    files = len(list(tmp_path.iterdir()))
    (tmp_path / "text").write_text("GLIBC_2.99")
    (tmp_path / "nothing").touch()
    assert f"for {files} files" in told(tmp_path, "2.40").stdout
    answer = told(tmp_path, "2.16")
    assert answer.returncode == 1
    assert "_multiarray_umath" in answer.stdout
    assert told(tmp_path, "2.40").returncode == 0
    (tmp_path / "broken.so").write_bytes(b"\x7fELF and no more")
    assert told(tmp_path).returncode != 0, "a damaged one is not passed over"
