"""Checks what searchers of users do and tell."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from math import inf, isfinite
from typing import Any

from ai.contract.games import game_spec
from ai.contract.rules import RulesError, State
from ai.faults import SearcherFailedError, in_short
from ai.interrupt import is_from_user
from ai.kinds import SearcherKind, SearcherOptions
from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.searcher import ProgressListener, Searcher, TimeSupplier


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
        """See `Searcher`; a `TypeError` or `ValueError` in it becomes a `SearcherFailedError`."""

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
