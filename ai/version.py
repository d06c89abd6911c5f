"""The program's name and version, for everything that tells them, and the libraries it may lack."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "Playout"
VERSION = "0.1.0"
LIBRARIES = ("pygame-ce", "numpy", "numba", "platformdirs", "filelock", "psutil")


def versions() -> str:
    from importlib import metadata  # with all that reads e-mail, which only this needs

    parts = [f"{name} {metadata.version(name)}" for name in LIBRARIES]
    parts.append(f"Python {sys.version.split()[0]}")
    least = least_glibc()
    if least:
        parts.append(f"needs glibc {least}")
    return f"{NAME} {VERSION} ({', '.join(parts)})"


def least_glibc() -> str:
    """Return the C library that a bundle for Linux needs; nothing where it is no such bundle."""
    file = Path(__file__).resolve().parents[1] / "glibc"
    return file.read_text("utf-8") if file.exists() else ""


@contextmanager
def library(package: str) -> Iterator[None]:
    """Import from a package inside; the `ModuleNotFoundError` says how to get a missing one."""
    try:
        yield
    except ModuleNotFoundError as error:
        sentence = f"the library '{error.name}' is missing here: pip install {package}"
        raise ModuleNotFoundError(sentence, name=error.name) from None
