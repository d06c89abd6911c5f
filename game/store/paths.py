"""Where the program keeps its files on this machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.files import HOME_VARIABLE, own_tree, system_folders

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
    root = own_tree(environment)
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
