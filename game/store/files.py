"""JSON files that survive: written whole or not at all, and never lost for being damaged.

A file is written beside its place, forced to the disk and then moved over the old one, so a
program killed at any moment leaves either the old or the new file. What can be read can be
written again: NaN, lone surrogates and unknown names included.
"""

import errno
import json
import os
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ai import files
from game.store import fields


def write_json(path: Path, data: Any) -> None:
    """Write a JSON file atomically, through links to it; raise `OSError` if that fails."""
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, indent=1) + "\n"
    temporary = path.with_name(f".{path.name}-{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        files.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def read_json(path: Path) -> Any:
    """Return the value of a JSON file.

    Raises:
        FileNotFoundError: There is none.
        OSError: Something is there that cannot be read.
        ValueError: It was read, but is not JSON or nested too deeply to be written again.
    """
    info = path.stat()
    if not stat.S_ISREG(info.st_mode):  # reading a pipe would never end
        raise OSError(errno.EINVAL, "not a file")
    if info.st_size > fields.MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return fields.parse(path.read_bytes().decode("utf-8-sig"))


def move_beside(path: Path, word: str) -> Path:
    """Rename a file by a word that says why, without touching any other; raise `OSError`.

    Returns:
        Where it is now: ``hex.damaged.json``, or ``hex.damaged-2.json`` where that is taken.
    """
    beside = _free(path.with_name(f"{path.stem}.{word}{path.suffix}"))
    files.replace(path, beside)
    return beside


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Make a file and its folder, without touching any other file; raise `OSError`.

    Yields:
        Where it is, empty: the path, or ``name-2.png`` where ``name.png`` is taken. It is gone
        again if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    new = _made(path)
    try:
        yield new
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _made(path: Path) -> Path:
    while True:
        with suppress(FileExistsError):  # another thread was faster
            (new := _free(path)).touch(exist_ok=False)
            return new


def _free(path: Path) -> Path:
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def exchange(path: Path, new: Path, word: str, ends: Iterable[str]) -> Path:
    """Put a new file in the place of one that is renamed by a word; raise `OSError`.

    Args:
        word: See `move_beside`.
        ends: What follows the names of files that belong to the old one, and go with it.

    Returns:
        Where the old one is now.
    """
    beside = move_beside(path, word)
    for end in ends:
        with suppress(FileNotFoundError):
            files.replace(Path(f"{path}{end}"), Path(f"{beside}{end}"))
    files.replace(new, path)
    return beside


def sweep(folders: Iterable[Path]) -> None:
    """Remove what saves that were killed have left behind."""
    for folder in folders:
        with suppress(OSError):
            for stray in (*folder.glob(".*.json-*.tmp"), *folder.glob(".*.sqlite3-*.tmp*")):
                stray.unlink()
