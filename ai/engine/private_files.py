"""Files that only this user may have written, because what is in them will be executed.

Reading trusts nothing: a folder or a file that belongs to somebody else, or that others may write
to, counts as missing, and so does whatever is no plain file. On Windows, where all users may write
to a new folder of a disk, only what lies in the user's own folder is this user's. Writing makes way
for itself: in a folder of this user's own, whatever stands in the place of a file is removed.
"""

import errno
import functools
import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from ai import files, system

_FOLDER_MODE = 0o700
# A link would lead elsewhere, and to open a pipe would wait for its other end.
_READ_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)


def private_folder(path: Path) -> Path:
    """Return a folder, made if it is not there, that this user alone may write to.

    Raises:
        OSError: It is not so, or nobody may write to it; the sentence in `strerror` says which.
    """
    make_folder(path)
    if wrong := _problem(path, path.stat()):
        raise PermissionError(0, wrong, str(path))
    tempfile.TemporaryFile(dir=path).close()
    return path


def make_folder(path: Path) -> None:
    """Make a folder and those above it, where they are not there; raises `OSError`."""
    if not path.parent.exists():
        make_folder(path.parent)
    try:
        path.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, "it is not a folder", str(path)) from None


def open_folder(path: Path) -> None:
    """See to it that a folder is there and can be written to, whatever is in its place.

    Raises:
        OSError: That cannot be done.
    """
    if not is_private_folder(path):
        remove(path)
    make_folder(path)
    path.chmod(_FOLDER_MODE)


def is_private_folder(path: Path) -> bool:
    """Return whether a folder, and no link to one, is there that this user alone may write to."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and not _problem(path, status)


def is_left_open(path: Path) -> bool:
    """Return whether a folder is this user's own, but others may write to it."""
    try:
        status = path.lstat()
    except OSError:
        return False
    if system.IS_WINDOWS or sys.platform == "win32":
        return False  # what lies elsewhere may be anybody's
    is_owner = status.st_uid == os.getuid()
    return is_owner and stat.S_ISDIR(status.st_mode) and bool(_problem(path, status))


def read(path: Path) -> bytes | None:
    """Return what is in a file that this user alone may write to; None if there is none."""
    try:
        handle = os.open(path, _READ_FLAGS)
    except OSError:
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or _problem(path, status):
            return None
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read()
    except OSError:
        return None
    finally:
        os.close(handle)


def replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, over whatever is in its place; raises `OSError`."""
    handle, name = tempfile.mkstemp(prefix=f"{path.name}-", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        files.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        path.unlink()


def _problem(path: Path, status: os.stat_result) -> str:
    """Say why something is not this user's alone; empty if it is."""
    if system.IS_WINDOWS or sys.platform == "win32":
        home = Path.home()
        return "" if _is_inside(path.parent, home) else f"it is not in {home}, your own folder"
    if status.st_uid not in (os.getuid(), 0):
        return "it belongs to another user"
    is_open = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return "other users can write to it" if is_open else ""


@functools.cache
def _is_inside(folder: Path, other: Path) -> bool:
    return folder.resolve().is_relative_to(other.resolve())
