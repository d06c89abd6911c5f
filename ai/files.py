"""Files on any system: where the user's own are kept, how one replaces another, how one is read."""

import codecs
import errno
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

import platformdirs

from ai.phrases import N_, filled

APP_NAME = "playout"
HOME_VARIABLE = "PLAYOUT_HOME"


class HomeError(OSError):
    """There is no folder to keep anything in; a sentence that says why."""


def chosen_home(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder that `PLAYOUT_HOME` names, if it does; raise `HomeError`."""
    home = environment.get(HOME_VARIABLE)
    if not home:
        return None
    try:
        return Path(home).expanduser().absolute()
    except RuntimeError:
        raise HomeError(f"{HOME_VARIABLE} is '{home}', but no such user is known") from None
    except OSError:
        raise HomeError(f"{HOME_VARIABLE} is '{home}', in a folder that no longer exists") from None


def system_folders() -> platformdirs.PlatformDirs:
    """Return the folders that this system has for a program; raise `HomeError`."""
    folders = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
    with suppress(RuntimeError):  # as newer ones tell it
        paths = folders.user_config_path, folders.user_data_path, folders.user_pictures_path
        if all(each.is_absolute() for each in paths):
            return folders
    raise HomeError(f"your home folder can't be found; set {HOME_VARIABLE} to a folder")


def data_folder() -> Path:
    """Return the folder for what the user has done; raise `HomeError`."""
    tree = chosen_home()
    return system_folders().user_data_path if tree is None else tree / "data"


def cache_folder() -> Path:
    """Return the folder for what can be made again; raise `HomeError`."""
    tree = chosen_home()
    return system_folders().user_cache_path if tree is None else tree / "cache"


PATIENCE: Final = 0.5
_POLL: Final = 0.02
_IN_USE: Final = (5, 32)
"""What Windows says then: ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION."""


def replace(source: Path, target: Path) -> None:
    """Move a file over another one, or where there is none.

    Windows refuses that while any program has one of the two open: an editor, a virus
    scanner, a backup. That seldom takes longer than a moment, so it is tried again for one.

    Raises:
        OSError: It cannot be done; the sentence in `strerror` says why.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            source.replace(target)
        except OSError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
            if time.monotonic() >= deadline:
                in_use = N_("another program has the file open")
                raise PermissionError(errno.EACCES, in_use, str(target)) from None
        else:
            return
        time.sleep(_POLL)


def read_stream(stream: BinaryIO, most: int) -> str:
    """Return a stream's text, in UTF-8, or in UTF-16 as Windows writes it.

    Raises:
        UnicodeError: It is no text.
        ValueError: It is larger than `most` bytes; some streams have no end.
    """
    content = stream.read(most + 1)
    if len(content) > most:
        raise ValueError(filled(N_("it is larger than {count} bytes"), count=most))
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_utf_16 else "utf-8-sig")
