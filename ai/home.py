"""Where the program keeps what is this user's own, on any system."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs

APP_NAME = "playout"
HOME_VARIABLE = "PLAYOUT_HOME"


class HomeError(OSError):
    """There is no folder to keep anything in; a sentence that says why."""


def own_tree(environment: Mapping[str, str] = os.environ) -> Path | None:
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
        told = folders.user_config_path, folders.user_data_path, folders.user_pictures_path
        if all(each.is_absolute() for each in told):
            return folders
    raise HomeError(f"your home folder can't be found; set {HOME_VARIABLE} to a folder")


def data_folder() -> Path:
    """Return the folder for what the user has done; raise `HomeError`."""
    tree = own_tree()
    return system_folders().user_data_path if tree is None else tree / "data"


def cache_folder() -> Path:
    """Return the folder for what can be made again; raise `HomeError`."""
    tree = own_tree()
    return system_folders().user_cache_path if tree is None else tree / "cache"
