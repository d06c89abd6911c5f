"""Searchers of users, which play whatever games they say, under a name like any other.

They come out of files (``--searcher FILE``, or the folder ``searchers`` in the data folder) and of
installed packages (entry points ``playout.searchers``). Each is a `SearcherKind`, in a file the
one that is called ``SEARCHER``. The processes that this one starts find in the environment what to
load. What does not load is left out with a sentence; what fails later fails with one.
"""

import json
import os
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from importlib.util import module_from_spec, spec_from_file_location
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final

from ai.contract.games import all_games, game_spec
from ai.contract.lazy import Lazy
from ai.contract.plugins import LeftOut, left_out
from ai.contract.rules import RulesError, State
from ai.faults import SEARCHER_PACKAGE, SearcherFailedError, in_short
from ai.home import HomeError, data_folder
from ai.interrupt import is_from_user
from ai.kinds import SearcherKind, SearcherOptions
from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.searcher import ProgressListener, Searcher, TimeSupplier

VARIABLE: Final = "PLAYOUT_SEARCHERS"
"""The files and entry points (``module:attribute``) that a process loads, as a list in JSON."""
OWN: Final = "searchers"
GROUP: Final = "playout.searchers"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class PluggedSearcher:
    """A searcher of a user, and the file or the entry point that it came from."""

    kind: SearcherKind
    place: str


loaded: Final[list[PluggedSearcher]] = []


def find(named: Iterable[Path], *, with_own: bool) -> None:
    """Say what this process and those that it starts load.

    Args:
        named: Files that the user named.
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


def load_found() -> None:
    """Load what the environment names; where it says nothing, what the user has."""
    if VARIABLE not in os.environ:
        find((), with_own=True)
    for place in json.loads(os.environ[VARIABLE]):
        try:
            add(_imported(place), place)
        except BaseException as error:  # it may raise what it likes
            if is_from_user(error):
                raise
            why = str(error) if isinstance(error, ValueError) else in_short(error)
            left_out.append(LeftOut(Path(place), why, traceback.format_exc(), what="searcher"))


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
        place: Where it came from.

    Raises:
        ValueError: It is no searcher, or has the name of another one.
    """
    from ai.levels import levels_of
    from ai.searchers import kinds_of

    if not isinstance(kind, SearcherKind):
        raise ValueError("it has no SEARCHER = SearcherKind(...)")
    for old in [each for each in loaded if (each.kind.name, each.place) == (kind.name, place)]:
        loaded.remove(old)
    games = [game.name for game in all_games()]
    for game in games:
        kind.plays(game_spec(game))  # which is asked all the time, and may not fail then
    taken = {kind.name for game in games for kind in kinds_of(game)}
    taken |= {level.name for game in games for level in levels_of(game)}
    if not _NAME.fullmatch(kind.name):
        raise ValueError(f"'{kind.name}' is no name: write small letters, digits and hyphens")
    if kind.name in {*taken, *(each.kind.name for each in loaded)}:
        raise ValueError(f"the name '{kind.name}' is taken")
    loaded.append(PluggedSearcher(kind, place))


def plugged_kinds(game: str) -> tuple[SearcherKind, ...]:
    """Return the kinds of users' searchers that play a game."""
    rules = game_spec(game)
    return tuple(each.kind for each in loaded if each.kind.plays(rules))


class CheckedSearcher:
    """A searcher of a user: whatever goes wrong in it is one sentence that names it."""

    def __init__(self, kind: SearcherKind, game: str, options: SearcherOptions) -> None:
        """Make the searcher; raise `SearcherFailedError`."""
        self._name = kind.name
        self._highest = 1.0 if game_spec(game).players == 2 else inf
        with self._named():
            self._searcher: Searcher = kind.make(game, options)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """See `Searcher`."""
        with self._named():
            self._searcher.advance(moves)

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        """See `Searcher`; raises `SearcherFailedError`, also for what is no answer."""

        def told(info: SearchInfo) -> None:
            on_progress(self._checked(position, info))

        with self._named():
            result = self._searcher.search(position, limit, is_cancelled, told)
            if not isinstance(result, SearchResult):
                raise TypeError(f"it answered {result!r}, which is no SearchResult")
            move = _plain(result.move)
            if move not in (position.legal_moves or (None,)):
                raise ValueError(f"it plays {move!r}, which is not legal here")
            info = self._checked(position, result.info)
            return SearchResult(move, info, StopReason(result.reason))

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:  # it may raise what it likes
            if is_from_user(error):
                raise
            words = f"searcher '{self._name}': {in_short(error)}"
            raise SearcherFailedError(words) from error

    def _checked(self, position: State, info: SearchInfo) -> SearchInfo:
        """Return what it tells, in Python's own numbers.

        Raises:
            TypeError, ValueError: Nobody could show or keep it.
        """
        if not isinstance(info, SearchInfo):
            raise TypeError(f"it tells {info!r}, which is no SearchInfo")
        info = _plain(info)
        for each in info.candidates:
            if each.move not in position.legal_moves or not self._is_value(each.value):
                told = f"{each.move!r}, {each.value!r}"
                raise ValueError(f"it tells of {told}: no legal move and value")
        if not self._is_value(info.value):
            raise ValueError(f"it tells a value of {info.value!r}")
        for error in (info.error, *(each.error for each in info.candidates)):
            if not (isfinite(error) and error >= 0):
                raise ValueError(f"it tells an error of {error!r}")
        for count in (info.simulations, *(each.visits for each in info.candidates)):
            if not isinstance(count, int) or count < 0:
                raise ValueError(f"it tells of {count!r} simulations or visits")
        for line in (info.line, *(each.line for each in info.candidates)):
            _check_line(position, line)
        return info

    def _is_value(self, value: float) -> bool:
        lowest = 0.0 if self._highest == 1 else -inf
        return isfinite(value) and lowest <= value <= self._highest


def _plain(told: Any) -> Any:
    """Return what is told with numbers of Python in place of numpy's or of a net's."""
    if isinstance(told, list | tuple):
        return tuple(map(_plain, told))
    if is_dataclass(told) and not isinstance(told, type):
        return replace(
            told, **{each.name: _plain(getattr(told, each.name)) for each in fields(told)}
        )
    return told.item() if hasattr(told, "item") else told


def _check_line(position: State, line: Iterable[int]) -> None:
    try:
        for move in line:
            position = position.play(move)
    except RulesError as error:
        raise ValueError(f"it tells a line {line!r}, which is not legal: {error}") from None
