"""What every searcher looks like from outside."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from ai.contract.rules import State
from ai.search.messages import Limit, SearchInfo, SearchResult

TimeSupplier = Callable[[], bool]
ProgressListener = Callable[[SearchInfo], None]


class Searcher(Protocol):
    """Finds a move. It may keep what it learnt from one call to the next."""

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        """Search `position` until a limit is met or `is_cancelled` says so.

        The best result so far always comes back, with what stopped it. `on_progress`
        is called from the calling thread, at most ten times a second. Both callables
        belong to the caller and must be cheap.
        """

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """Say which moves lead from the last searched position to the next one.

        None, or moves the searcher does not know, make the next search start afresh.
        """


class RetoldSearcher:
    """A searcher that searches as another does, and tells otherwise what is found."""

    def __init__(
        self, searcher: Searcher, reading: Callable[[State], Callable[[SearchInfo], SearchInfo]]
    ) -> None:
        """Wrap a searcher; `reading` takes a position and returns how its search is told."""
        self._searcher = searcher
        self._reading = reading
        self.advance = searcher.advance

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        """See `Searcher`."""
        retold = self._reading(position)
        result = self._searcher.search(
            position, limit, is_cancelled, lambda info: on_progress(retold(info))
        )
        return replace(result, info=retold(result.info))
