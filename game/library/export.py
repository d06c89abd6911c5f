"""The player's own files: shown in the file manager, or put together in one archive."""

import logging
import os
import subprocess
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from ai.system import system_environment
from game.library.storage import Storage

log = logging.getLogger(__name__)

_OPENERS: Final = {"darwin": "open", "linux": "xdg-open"}


def export_data(storage: Storage) -> str:
    """Write settings, games and records to a new archive; return a sentence about it."""
    paths = storage.paths
    target = paths.exports / f"playout-{datetime.now():%Y%m%d-%H%M%S}.zip"
    import tempfile  # with zipfile and others that a start does without
    import zipfile

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with (
            tempfile.TemporaryDirectory() as folder,
            zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            library = Path(folder) / paths.library_file.name
            storage.copy_library(library)
            if paths.settings_file.exists():
                archive.write(paths.settings_file, paths.settings_file.name)
            if library.exists():
                archive.write(library, library.name)
    except OSError as error:
        log.exception("Exporting to %s failed", target)
        with suppress(OSError):
            target.unlink()
        return f"Nothing was exported: {target.parent} is not writable ({error.strerror})."
    return f"Exported to {target}"


def open_folder(folder: Path) -> str | None:
    """Show a folder in the system's file manager; return a sentence if that is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            opener = _OPENERS.get(sys.platform, _OPENERS["linux"])
            command, environment = [opener, str(folder)], system_environment()
            subprocess.run(command, check=True, capture_output=True, timeout=20, env=environment)
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("Opening %s failed: %s", folder, error)
        return f"Your files are in {folder}"
    return None
