"""The files of a plug-in's folder: found and judged before anything in them is read or run."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ai.engine import private_files

SUFFIX: Final = ".py"
MOST_ENTRIES: Final = 5_000
MOST_MB: Final = 16


class PluginError(Exception):
    """Why a folder's game cannot be loaded, as the end of a sentence."""


def sources(folder: Path) -> list[Path]:
    """Return the Python files of a folder, which can be read without surprise.

    Hidden folders are left out, as they are no packages.

    Raises:
        PluginError: One of them is no plain file, somebody else can write to what is there, or
            there is too much of it.
    """
    found: list[Path] = []
    size = 0
    for count, (path, entry) in enumerate(_entries(folder)):
        name = path.relative_to(folder)
        if count > MOST_ENTRIES:
            raise PluginError(f"the folder contains more than {MOST_ENTRIES:,} files")
        is_source = path != folder and path.suffix == SUFFIX
        if is_source and not stat.S_ISREG(entry.st_mode):
            raise PluginError(f"{name} is not a file")
        if wrong := private_files.problem(entry, made_by_hand=True):
            raise PluginError(wrong if path == folder else f"{name}: {wrong}")
        if not is_source:
            continue
        size += entry.st_size
        if size > MOST_MB << 20:
            raise PluginError(f"its Python files are larger than {MOST_MB} MB")
        if "__pycache__" not in name.parts:
            found.append(path)
    return sorted(found)


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield what is in a folder, itself first, with what links lead to; raise `PluginError`."""
    folders = [folder]
    try:
        yield folder, folder.stat()
        while folders:
            inside = folders.pop()
            for entry in os.scandir(inside):
                path = Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    if entry.name.startswith("."):
                        continue
                    folders.append(path)
                elif entry.is_symlink():
                    if path.is_dir():
                        name = path.relative_to(folder)
                        raise PluginError(f"{name} is a link to a folder")
                    if path.suffix != SUFFIX and not path.exists():
                        continue
                yield path, path.stat()
    except OSError as error:
        name = Path(error.filename or folder)
        what = name.relative_to(folder) if name != folder else "the folder"
        raise PluginError(f"{what} cannot be read: {error.strerror}") from None
