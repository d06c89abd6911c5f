"""Files that only this user may have written, because what is in them will be executed.

Reading trusts nothing: a folder or a file that belongs to somebody else, or that others may write
to, counts as missing, and so does whatever is no plain file. Writing makes way for itself: in a
folder of this user's own, whatever stands in the place of a file is removed.
"""

import errno
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

_FOLDER_MODE = 0o700
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
# A link would lead elsewhere, and to open a pipe would wait for its other end.
_READ_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
)


def own_folder(path: Path) -> Path:
    """Return a folder, made if it is not there, that this user alone may write to.

    Raises:
        OSError: It is not so, or nobody may write to it; the sentence in `strerror` says which.
    """
    make_folder(path)
    problem = _problem(path.stat())
    if problem:
        raise PermissionError(0, problem, str(path))
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
    if not is_own_folder(path):
        remove(path)
    make_folder(path)
    path.chmod(_FOLDER_MODE)


def is_own_folder(path: Path) -> bool:
    """Return whether a folder, and no link to one, is there that this user alone may write to."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and not _problem(found)


def is_left_open(path: Path) -> bool:
    """Return whether a folder is this user's own, but others may write to it."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and _is_own(found) and bool(_problem(found))


def read(path: Path) -> bytes | None:
    """Return what is in a file that this user alone may write to; None if there is none."""
    try:
        handle = os.open(path, _READ_FLAGS)
    except OSError:
        return None
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or _problem(found):
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
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with all that is in it, as far as that can be done."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        path.unlink()


def _is_own(found: os.stat_result) -> bool:
    return not hasattr(os, "getuid") or found.st_uid == os.getuid()


def _problem(found: os.stat_result) -> str:
    """Say why something is not this user's alone; empty if it is, or the system can't tell."""
    if not hasattr(os, "getuid"):
        return ""
    if not _is_own(found):
        return "it belongs to another user"
    return "other users can write to it" if found.st_mode & _OTHERS_MAY_WRITE else ""
