"""Which glibc compiled files need: ``python packaging/glibc.py FOLDER [MOST]``.

A file needs the versions of the C library in which the functions that it calls were introduced. The
newest version that any file needs is the oldest that the system may have. With MOST, the exit code
is 1 if it is newer than that, and the files that need more are listed.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

Version = tuple[int, ...]

ELF = b"\x7fELF"
# What a file can do without is marked as weak.
_NEEDED = re.compile(r"Name: GLIBC_(\S+)  Flags: (?!.*WEAK)")
_NAMED = {"ABI_DT_RELR": "2.36"}
"""Versions that are named after what came with them."""


def needs(files: Iterable[Path]) -> dict[Path, Version]:
    """Return the C library that each compiled file needs; files of other kinds are passed over.

    Raises:
        CalledProcessError: A file is damaged.
    """
    compiled = [path for path in files if path.is_file() and _begins(path) == ELF]
    found: dict[Path, Version] = {}
    for path in compiled:
        said = subprocess.run(
            ["readelf", "--version-info", "--wide", str(path)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        names = (_NAMED.get(name, name) for name in _NEEDED.findall(said))
        found[path] = max((_read(name) for name in names if name != "PRIVATE"), default=(2, 0))
    return found


def floor(files: Iterable[Path]) -> Version:
    """Return the oldest version of the C library with which all of the files run."""
    return max(needs(files).values())


def write(version: Version) -> str:
    """Return a version as it is written."""
    return ".".join(map(str, version))


def _read(text: str) -> Version:
    return tuple(map(int, text.split(".")))


def _begins(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(ELF))


def main() -> int:
    """Tell the floor of a folder, and what is above the limit."""
    folder, *most = sys.argv[1:]
    needed = needs(sorted(Path(folder).rglob("*")))
    print(f"glibc {write(max(needed.values()))}, for {len(needed)} files")
    above = {path: own for path, own in needed.items() if most and own > _read(most[0])}
    for path, own in above.items():
        print(f"{write(own)}: {path}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
