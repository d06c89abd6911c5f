"""True values beside a search: the game's solver runs along, and what it finds is told with it."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.search.limits import CancelFlag
from ai.search.messages import ExactValue, Limit, SearchInfo, SearchResult
from ai.search.priority import search_threads
from ai.search.searcher import ProgressListener, Searcher, TimeSupplier
from game.games.protocol import State

Solve = Callable[[Any, NDArray[np.uint8]], tuple[ExactValue, ...] | None]
"""Takes a position and a flag that ends it; returns each legal move's true value, if known.

A search waits for it at its end. It may work for a moment even if the flag is set, so
that short searches tell the truth, too.
"""


class TruthfulSearcher:
    """A searcher that searches as another does, and tells the true values beside that."""

    def __init__(self, searcher: Searcher, solve: Solve) -> None:
        """Wrap a searcher of a game that has a solver."""
        self._searcher = searcher
        self._solve = solve
        self.advance = searcher.advance

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        """See `ai.search.searcher.Searcher`."""
        if position.is_terminal:
            return self._searcher.search(position, limit, is_cancelled, on_progress)
        flag = CancelFlag()
        with search_threads(1) as pool:
            solving = pool.submit(self._solve, position, flag.array)
            try:
                result = self._searcher.search(
                    position, limit, is_cancelled, lambda info: on_progress(_told(info, solving))
                )
            finally:
                flag.set()
        return replace(result, info=_told(result.info, solving))


def _told(info: SearchInfo, solving: "Future[tuple[ExactValue, ...] | None]") -> SearchInfo:
    """Return what a search knows with the true values, if they are found by now."""
    found = solving.result() if solving.done() else None
    return beside_truth(info, found) if found else info


def beside_truth(info: SearchInfo, values: tuple[ExactValue, ...]) -> SearchInfo:
    """Return what a search knows with true values, which get distances from its own proofs."""
    proven = {move.move: move for move in info.candidates if move.proof is not None}
    return replace(
        info,
        exact=tuple(
            replace(value, distance=proven[value.move].distance)
            if value.distance is None and value.move in proven
            else value
            for value in values
        ),
    )
