"""The player's own files: shown in the file manager, or put together in one archive."""

import logging
import os
import subprocess
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from ai.processes import WITHOUT_CONSOLE
from ai.system import system_environment
from game.library.game_files import ARCHIVE, open_file
from game.library.storage import Storage
from game.words import files as words
from game.words.say import say

log = logging.getLogger(__name__)

_CHOOSERS: Final = {
    "darwin": [["osascript", "-e", 'POSIX path of (choose file of type {"zip"})']],
    "win32": [
        [
            *("powershell", "-NoProfile", "-Command"),
            "[Console]::OutputEncoding = [Text.Encoding]::UTF8;"
            "Add-Type -AssemblyName System.Windows.Forms;"
            "$d = New-Object System.Windows.Forms.OpenFileDialog; $d.Filter = 'zip|*.zip';"
            "if ($d.ShowDialog() -eq 'OK') { $d.FileName }",
        ]
    ],
    "linux": [
        ["zenity", "--file-selection", "--file-filter=*.zip"],
        ["kdialog", "--getopenfilename", "."],
    ],
}
"""What shows the system's dialog for a file and writes the one that was chosen."""
_OPENERS: Final = {"darwin": "open", "linux": "xdg-open"}


def export_data(storage: Storage) -> str:
    """Write settings, keys, games and records to a new archive; return a sentence about it."""
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
            for file in (paths.settings_file, paths.keys_file):
                if file.exists():
                    archive.write(file, file.name)
            if library.exists():
                archive.write(library, library.name)
    except OSError as error:
        log.exception("Exporting to %s failed", target)
        with suppress(OSError):
            target.unlink()
        return say(words.NOT_EXPORTED, folder=target.parent, reason=error.strerror)
    return say(words.EXPORTED, file=target)


def import_data(storage: Storage) -> str | None:
    """Keep what an exported file holds, if the player chooses one; return a sentence about it."""
    for command in _CHOOSERS.get(sys.platform, _CHOOSERS["linux"]):
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                check=False,
                creationflags=WITHOUT_CONSOLE,
                env=system_environment(),
            )
        except OSError:  # there is no such program
            continue
        chosen = Path(done.stdout.decode("utf-8", "surrogateescape").rstrip("\r\n"))
        if chosen == Path():
            return None
        if chosen.suffix.lower() != ARCHIVE:
            return say(words.NO_EXPORT, name=chosen.name, ending=ARCHIVE)
        return str(open_file(storage, chosen))
    return words.NO_DIALOG


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
        return say(words.FOLDER, folder=folder)
    return None
