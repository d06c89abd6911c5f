"""Loads plug-ins one by one, and marks in the data folder which of them a window's start is trying.

A mark is a small file that names a plug-in. It is written before that is imported, and goes once it
is; those of all that are loaded are there again until the window has drawn a frame. So a mark that
a start finds is of one that hung or died, and what it names is left out until it is tried again.
"""

import os
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final
from zlib import crc32

from ai.contract.plugins import LeftOut, PluginError, left_out
from ai.faults import in_short
from ai.home import data_folder
from ai.interrupt import is_from_user

FOLDER: Final = "starting"
_marks: Final[list[Path]] = []
"""Those that this process has written."""


def load_each(
    places: Iterable[str], what: str, load: Callable[[str], None], *, for_window: bool
) -> None:
    """Load plug-ins; whatever one raises leaves it out with a sentence.

    Args:
        what: What they are: each a ``game``, or a ``searcher``.
        for_window: Whether to mark them, and to leave out those that are marked.
    """
    for place in places:
        if for_window and _is_marked(Path(place)):
            why = "the last start with it hung or died"
            left_out.append(LeftOut(Path(place), why, what=what, is_marked=True))
            continue
        if for_window:
            mark(Path(place))
        try:
            load(place)
        except PluginError as error:
            left_out.append(LeftOut(Path(place), str(error), what=what))
        except BaseException as error:  # it may raise what it likes
            if is_from_user(error):
                clear_marks(but=Path(place))  # which is how the user ends one that hangs
                raise
            left_out.append(LeftOut(Path(place), in_short(error), traceback.format_exc(), what))
        clear_marks()


def mark(place: Path) -> None:
    """Write a plug-in's mark; where that cannot be done, it has none."""
    with suppress(OSError):
        path = _path(place)
        _marks.append(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(place))


def clear_marks(but: Path | None = None) -> None:
    """Take the marks away that this process has written, but for one plug-in's."""
    while _marks:
        with suppress(OSError):
            path = _marks.pop()
            if but is None or path != _path(but):
                path.unlink()


def unmark(place: Path) -> None:
    """Take away what an earlier start has left of a plug-in."""
    with suppress(OSError):
        _path(place).unlink()


def _is_marked(place: Path) -> bool:
    with suppress(OSError):
        return _path(place).exists()
    return False


def _path(place: Path) -> Path:
    return data_folder() / FOLDER / f"{crc32(os.fsencode(place)):08x}"
