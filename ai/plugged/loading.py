"""Loads searchers of users.

They come out of files (``--searcher FILE``, or the folder ``searchers`` in the data folder) and of
installed packages (entry points ``playout.searchers``). Each is a `SearcherKind`, in a file the
one that is called ``SEARCHER``. The processes that this one starts find in the environment what to
load. What does not load is left out with a sentence; what fails later fails with one.
"""

import json
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

from ai.contract.games import all_games, game_spec
from ai.contract.lazy import Lazy
from ai.contract.plugins import PluginError
from ai.faults import SEARCHER_PACKAGE
from ai.home import HomeError, data_folder
from ai.kinds import SearcherKind
from ai.levels import levels_of
from ai.plugged.kinds import PluggedSearcher, plugged
from ai.plugged.starts import load_each
from ai.searchers import kinds_of

VARIABLE: Final = "PLAYOUT_SEARCHERS"
"""The files and entry points (``module:attribute``) that a process loads, as a list in JSON."""
OWN: Final = "searchers"
GROUP: Final = "playout.searchers"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")


def find(named: Iterable[Path], *, with_own: bool) -> None:
    """Say what this process and those that it starts load.

    Args:
        with_own: Whether also those of the data folder and of installed packages.
    """
    own = [*_own_files(), *_entry_points()] if with_own else []
    files = map(str, named)
    os.environ[VARIABLE] = json.dumps(list(dict.fromkeys([*own, *files])))


def _own_files() -> list[str]:
    with suppress(HomeError, OSError):
        return sorted(str(file) for file in (data_folder() / OWN).glob("[!._]*.py"))
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


def load_found(*, for_window: bool = False) -> None:
    """Load what the environment names; where it says nothing, what the user has."""
    if VARIABLE not in os.environ:
        find((), with_own=True)
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
