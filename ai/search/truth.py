"""True values beside a search: the game's solver runs along, and what it finds is told with it."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import State
from ai.search.limits import CancelFlag
from ai.search.messages import ExactValue, Limit, SearchInfo
from ai.search.order import beside_truth, with_proofs
from ai.search.priority import search_threads
from ai.search.searcher import InfoFilter

Solve = Callable[[Any, NDArray[np.uint8]], tuple[ExactValue, ...] | None]
"""Takes a position and a flag that ends it; returns the true values of the legal moves, as known.

A search waits for it at its end. It may work for a moment even if the flag is set, so
that short searches tell the truth, too. Beside a search of so many simulations that is all it does,
as what it finds out must not depend on how fast the machine is: the flag is set when it begins.
"""


def truth_filter(solve: Solve) -> InfoFilter:
    """Return the filter that adds what a game's solver finds beside the search."""

    @contextmanager
    def beside(position: State, limit: Limit) -> Iterator[Callable[[SearchInfo], SearchInfo]]:
        if position.is_terminal:
            yield lambda info: info
            return
        flag = CancelFlag()
        if limit.simulations is not None:
            flag.set()
        with search_threads(1, flag.set) as pool:
            solving = pool.submit(solve, position, flag.array)
            yield lambda info: _told(info, position, solving)
            flag.set()

    return beside


def _told(
    info: SearchInfo, position: State, solving: "Future[tuple[ExactValue, ...] | None]"
) -> SearchInfo:
    """Return what a search knows with the true values, if they are found by now."""
    found = solving.result() if solving.done() else None
    if not found:
        return info
    moves, legal = {value.move for value in found}, position.legal_moves
    if len(moves) < len(found) or not moves.issubset(legal):
        raise ValueError("the solver tells of a move twice, or of one that is not legal")
    return beside_truth(info, found) if len(moves) == len(legal) else with_proofs(info, found)
