"""Digests of the project's sources, by which compiled code is found again.

numba compares only the file a function stands in; an edit in a module that it imports would go
unnoticed, though a constant of the rules is frozen into the machine code like one of its own. A
digest here is that of a file and of every module of the project it imports, directly or not; for
a plug-in, that of all its files and what they import.
"""

import functools
import hashlib
import json
import os
import re
import sys
from pathlib import Path

from ai.contract.games import folder_of, package_of

PROJECT = Path(__file__).resolve().parents[2]
SHIPPED = PROJECT / "kernels"
STAMPS = SHIPPED / "stamps.json"
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+((?:ai|game)[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)"
    r"|import[ \t]+([^\n]*))",
    re.M,
)
_FORMAT = b"2"
"""Of the files in the cache (`ai.engine.cache`): those of another one are not looked at."""
_PICTURES = {"board", "screen"}
"""Folders of a game that only its window uses; a small game has a `screen.py` instead."""


@functools.cache
def source_stamp(path: Path) -> str:
    """Return a digest of a source file and all the modules of the project it builds on."""
    folder = folder_of(path)
    if folder is not None:
        return _plugin_stamp(folder)
    if is_frozen():
        return _shipped_stamps()[module_name(path)]
    digest = hashlib.sha256(_FORMAT)
    for source in sorted(closure(path)):
        digest.update(_digest(source))
    return digest.hexdigest()[:16]


@functools.cache
def _plugin_stamp(folder: Path) -> str:
    digest = hashlib.sha256(_FORMAT)
    digests = all_stamps()
    for source in sources(folder):
        digest.update(f"{source.relative_to(folder)}\n".encode() + _digest(source))
        for module in sorted(_imported_modules(source) & digests.keys()):
            digest.update(f"{module} {digests[module]}\n".encode())
    return digest.hexdigest()[:16]


def sources(folder: Path) -> list[Path]:
    """Return the Python files of a plug-in's folder; hidden folders are no packages."""
    files = sorted(folder.rglob("*.py"))
    return [file for file in files if file.is_file() and not _is_hidden(file.relative_to(folder))]


def _is_hidden(file: Path) -> bool:
    return any(part.startswith(".") for part in file.parts)


def module_name(path: Path) -> str:
    """Return the name of the module that a file of the project, or of a plug-in, holds."""
    folder = folder_of(path)
    if folder is not None:
        inside = ".".join(path.relative_to(folder).with_suffix("").parts)
        return f"{package_of(folder)}.{inside}"
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


def all_stamps() -> dict[str, str]:
    """Return the digest of every module that may hold or use a kernel, by its name."""
    if is_frozen():
        return _shipped_stamps()
    folders = (PROJECT / "ai", PROJECT / "game" / "games")
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    return {
        module_name(file): source_stamp(file)
        for file in files
        if not _PICTURES.intersection(file.parts) and file.name != "screen.py"
    }


def is_frozen() -> bool:
    """Return whether this is a bundle, which has no sources."""
    return bool(getattr(sys, "frozen", False))


@functools.cache
def _shipped_stamps() -> dict[str, str]:
    stamps: dict[str, str] = json.loads(STAMPS.read_text("utf-8"))
    return stamps


def closure(path: Path) -> set[Path]:
    """Return `path` and every file of the project that it imports, directly or not."""
    closure: set[Path] = set()
    waiting = [path]
    while waiting:
        source = waiting.pop()
        if source not in closure:
            closure.add(source)
            waiting += _imports(source)
    return closure


@functools.cache
def _imports(path: Path) -> list[Path]:
    files = map(_file_of, _imported_modules(path))
    return [file for file in files if file is not None]


def _imported_modules(path: Path) -> set[str]:
    """Return what a file imports of the project; by pattern, as parsing takes 0.2 s.

    A package's names may be modules of it, so they are among these.
    """
    names: set[str] = set()
    for module, imported, modules in _IMPORT.findall(_content(path).decode()):
        names.update(re.findall(r"(?:ai|game)\.[\w.]+", modules))
        if module:
            names.add(module)
            names.update(f"{module}.{name}" for name in re.findall(r"\w+", imported))
    return names


@functools.cache
def _file_of(module: str) -> Path | None:
    """Return the file of one of the project's modules or packages, None if there is none."""
    base = f"{PROJECT}/{module.replace('.', '/')}"
    # As strings: making thousands of paths takes 30 ms.
    files = (f"{base}.py", f"{base}/__init__.py")
    return next((Path(file) for file in files if os.path.isfile(file)), None)  # noqa: PTH113


@functools.cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


@functools.cache
def _digest(path: Path) -> bytes:
    return hashlib.sha256(_content(path)).digest()
