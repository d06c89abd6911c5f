"""Loads plug-ins one by one, and among them the searchers of users.

Those come out of files (``--searcher FILE``, or the folder ``searchers`` in the data folder) and of
installed packages (entry points ``playout.searchers``). Each is a `SearcherKind`, in a file the
one that is called ``SEARCHER``. The processes that this one starts find in the environment what to
load. What does not load is left out with a sentence; what fails later fails with one.

A window's start marks in the data folder which plug-in it is trying. A mark is a small file that
names it, written before it is imported, and gone once it is; those of all that are loaded are there
again until the window has drawn a frame. So a mark that a start finds is of one that hung or died,
and what it names is left out until it is tried again.
"""

import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from ai.contract.game import Lazy
from ai.contract.games import (
    LeftOut,
    PluggedSearcher,
    PluginError,
    all_games,
    game_spec,
    left_out,
    plugged,
)
from ai.errors import SEARCHER_PACKAGE, in_short, is_from_user
from ai.files import HomeError, data_folder
from ai.kinds import SearcherKind
from ai.levels import levels_of
from ai.phrases import N_
from ai.searchers import kinds_of

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
            why = N_("the last start with it hung or died")
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


VARIABLE: Final = "PLAYOUT_SEARCHERS"
"""The files and entry points (``module:attribute``) that a process loads, as a list in JSON."""
FOLDER_NAME: Final = "searchers"
GROUP: Final = "playout.searchers"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")


def find(named: Iterable[Path], *, with_usual: bool) -> None:
    """Say what this process and those that it starts load.

    Args:
        with_usual: Whether also those of the data folder and of installed packages.
    """
    usual = [*_user_files(), *_entry_points()] if with_usual else []
    files = map(str, named)
    os.environ[VARIABLE] = json.dumps(list(dict.fromkeys([*usual, *files])))


def _user_files() -> list[str]:
    with suppress(HomeError, OSError):
        return sorted(str(file) for file in (data_folder() / FOLDER_NAME).glob("[!._]*.py"))
    return []


def _entry_points() -> list[str]:
    """Return what installed packages offer; to ask for that takes a tenth of a second."""
    places = (Path(folder or ".") for folder in dict.fromkeys(sys.path))
    records = (file for place in places for file in place.glob("*.dist-info/entry_points.txt"))
    if not any(map(_offers, records)):
        return []
    from importlib import metadata

    return sorted(each.value for each in metadata.entry_points(group=GROUP))


def _offers(record: Path) -> bool:
    with suppress(OSError):
        return f"[{GROUP}]" in record.read_text("utf-8", "ignore")
    return False


def load_all(*, for_window: bool = False) -> None:
    """Load what the environment names; where it says nothing, what the user has."""
    if VARIABLE not in os.environ:
        find((), with_usual=True)
    load_each(json.loads(os.environ[VARIABLE]), "searcher", load, for_window=for_window)
    os.environ[VARIABLE] = json.dumps([each.place for each in plugged])


def load(place: str) -> None:
    """Load the searcher of a file or an entry point; raise `PluginError`, or what it raises."""
    add(_imported(place), place)


def _imported(place: str) -> Any:
    if not place.endswith(".py"):
        return Lazy(place).load()
    name = f"{SEARCHER_PACKAGE}.{Path(place).stem}"
    spec = spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, "SEARCHER", None)


def add(kind: Any, place: str) -> None:
    """Let a searcher be asked for by its name.

    Args:
        kind: A `SearcherKind`; one that came from the same place before is replaced.

    Raises:
        PluginError: It is no searcher, or has the name of another one.
    """
    if not isinstance(kind, SearcherKind):
        raise PluginError("it has no SEARCHER = SearcherKind(...)")
    for old in [each for each in plugged if (each.kind.name, each.place) == (kind.name, place)]:
        plugged.remove(old)
    games = [game.name for game in all_games()]
    for game in games:
        kind.plays(game_spec(game))  # which is asked all the time, and may not fail then
    taken = {kind.name for game in games for kind in kinds_of(game)}
    taken |= {level.name for game in games for level in levels_of(game)}
    if not _NAME.fullmatch(kind.name):
        raise PluginError(f"'{kind.name}' is no name: write small letters, digits and hyphens")
    if kind.name in {*taken, *(each.kind.name for each in plugged)}:
        raise PluginError(f"the name '{kind.name}' is taken")
    plugged.append(PluggedSearcher(kind, place))
