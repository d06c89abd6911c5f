"""Builds the program as wheels: ``python packaging/wheels.py FOLDER [PARTS]``.

The first wheel is for every Python and system; its first start compiles the search. With PARTS, the
folder where `build.spec` stores its parts, it also builds a second wheel that contains the compiled
search (`packaging/kernels.py`), for this version of Python, this system and this numba.
"""

import base64
import csv
import hashlib
import io
import os
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import glibc

from ai.version import VERSION

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COMPILED_WITH = "numba"
LIBRARIES = ("numba", "llvmlite", "numpy", "pygame-ce")


def plain_wheel(folder: Path) -> Path:
    """Build the wheel that is as good for one system as for another; return its path."""
    uv = os.environ.get("UV", "uv")  # which it tells whom it runs
    subprocess.run([uv, "build", "--quiet", "--wheel", "-o", str(folder), str(ROOT)], check=True)
    return folder / f"playout-{VERSION}-py3-none-any.whl"


def wheel_with_kernels(plain: Path, kernels: Path) -> Path:
    """Write the plain wheel once more, with the kernels in it, for the one who can use them."""
    tag = platform_tag()
    target = plain.with_name(plain.name.replace("py3-none-any", tag))
    rows = []
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(target, "w") as wheel:
        contents = {name: source.read(name) for name in source.namelist()}
        contents |= {
            f"playout/program/kernels/{path.name}": path.read_bytes()
            for path in sorted(kernels.glob("*.zip"))
        }
        record = next(name for name in contents if name.endswith(".dist-info/RECORD"))
        del contents[record]
        for name, content in contents.items():
            if name.endswith(".dist-info/WHEEL"):
                content = content.replace(b"Tag: py3-none-any", f"Tag: {tag}".encode())
                content = content.replace(b"Root-Is-Purelib: true", b"Root-Is-Purelib: false")
            elif name.endswith(".dist-info/METADATA"):
                content = _bound_to(content, COMPILED_WITH)
            wheel.writestr(name, content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            rows.append((name, f"sha256={digest.decode()}", len(content)))
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([*rows, (record, "", "")])
        wheel.writestr(record, text.getvalue(), zipfile.ZIP_DEFLATED)
    return target


def platform_tag() -> str:
    """Return the tag of a wheel for this Python on this system, as old as its libraries allow."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    files = [
        Path(str(file.locate())) for library in LIBRARIES for file in metadata.files(library) or ()
    ]
    major, minor = glibc.floor(files)
    return f"{python}-{python}-manylinux_{major}_{minor}_x86_64"


def _bound_to(described: bytes, library: str) -> bytes:
    """Return a wheel's METADATA with one library at the very version that is installed here."""
    lines = described.decode().split("\n")
    here = f"Requires-Dist: {library}=={metadata.version(library)}"
    is_it = [line.startswith(f"Requires-Dist: {library}") for line in lines]
    assert sum(is_it) == 1, f"the wheel asks for {library} {sum(is_it)} times"
    return "\n".join(here if it else line for it, line in zip(is_it, lines, strict=True)).encode()


def main() -> None:
    """Build what the command line asks for, and say where it is."""
    folder = Path(sys.argv[1])
    plain = plain_wheel(folder)
    print(plain)
    if len(sys.argv) > 2:
        parts = Path(sys.argv[2]) / "kernels"
        subprocess.run([sys.executable, str(HERE / "kernels.py"), str(parts)], check=True)
        print(wheel_with_kernels(plain, parts / "shipped"))


if __name__ == "__main__":
    main()
