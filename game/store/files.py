"""Where files are, and how they survive: written whole or not at all, never lost for being damaged.

A file is written beside its place, forced to the disk and then moved over the old one, so a
program killed at any moment leaves either the old or the new file. What can be read can be
written again: NaN, lone surrogates and unknown names included.
"""

import errno
import json
import os
import stat
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ai import files
from ai.files import HOME_VARIABLE, chosen_home, system_folders
from ai.phrases import N_
from game.store import fields

__all__ = ["HOME_VARIABLE", "Paths", "default_paths"]


LIBRARY: Final = "library.sqlite3"


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders of one user; none of them need exist yet.

    Attributes:
        exports: Archives with everything the player has done.
    """

    config: Path
    data: Path
    log: Path
    cache: Path
    pictures: Path
    exports: Path

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.json"

    @property
    def keys_file(self) -> Path:
        """The keys that the player has changed, by the names of commands."""
        return self.config / "keys.json"

    @property
    def log_file(self) -> Path:
        return self.log / "playout.log"

    @property
    def library_file(self) -> Path:
        """The file with every game, the player's best scores and results."""
        return self.data / LIBRARY

    @property
    def lock_file(self) -> Path:
        return self.data / "playout.lock"

    @property
    def address_file(self) -> Path:
        """The file that says where the window listens to later starts."""
        return self.data / "playout.address"


def default_paths(environment: Mapping[str, str] = os.environ) -> Paths:
    """Return the usual folders of this system, or one tree below `PLAYOUT_HOME`.

    Raises:
        HomeError: There are none; a sentence that says why.
    """
    root = chosen_home(environment)
    if root is not None:
        return Paths(
            config=root / "config",
            data=root / "data",
            log=root / "log",
            cache=root / "cache",
            pictures=root / "pictures",
            exports=root / "exports",
        )
    folders = system_folders()
    return Paths(
        config=folders.user_config_path,
        data=folders.user_data_path,
        log=folders.user_log_path,
        cache=folders.user_cache_path,
        pictures=folders.user_pictures_path / "Playout",
        exports=folders.user_downloads_path,
    )


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
        raise OSError(errno.EINVAL, N_("not a file"))
    if info.st_size > fields.MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return fields.parse(path.read_bytes().decode("utf-8-sig"))


def put_aside(path: Path) -> Path:
    """Rename a damaged file, without touching any other; raise `OSError`.

    Returns:
        Where it is now: ``hex.damaged.json``, or ``hex.damaged-2.json`` where that is taken.
    """
    beside = _free(path.with_name(f"{path.stem}.damaged{path.suffix}"))
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


def exchange(path: Path, new: Path, ends: Iterable[str]) -> Path:
    """Put a new file in the place of a damaged one (`put_aside`); raise `OSError`.

    Args:
        ends: What follows the names of files that belong to the old one, and go with it.

    Returns:
        Where the old one is now.
    """
    beside = put_aside(path)
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
