"""True values beside a search: the game's solver runs along, and what it finds is told with it."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.contract.rules import State
from ai.search.limits import CancelFlag
from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo
from ai.search.order import in_order
from ai.search.priority import search_threads
from ai.search.searcher import InfoFilter

Solve = Callable[[Any, NDArray[np.uint8]], tuple[ExactValue, ...] | None]
"""Takes a position and a flag that ends it; returns the true values of the legal moves, as known.

A search waits for it at its end. It may work for a moment even if the flag is set, so
that short searches tell the truth, too.
"""


def truth_filter(solve: Solve) -> InfoFilter:
    """Return the filter that adds what a game's solver finds beside the search."""

    @contextmanager
    def beside(position: State) -> Iterator[Callable[[SearchInfo], SearchInfo]]:
        if position.is_terminal:
            yield lambda info: info
            return
        flag = CancelFlag()
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


def beside_truth(info: SearchInfo, values: tuple[ExactValue, ...]) -> SearchInfo:
    """Return what a search knows with the true values of all moves, which are proofs, too.

    They get distances from its own proofs.
    """
    proven = {move.move: move for move in info.candidates if move.proof is not None}
    exact = tuple(
        replace(value, distance=proven[value.move].distance)
        if value.distance is None and value.move in proven
        else value
        for value in values
    )
    return replace(with_proofs(info, exact), exact=exact, proof=info.proof, distance=info.distance)


def with_proofs(info: SearchInfo, values: Iterable[ExactValue]) -> SearchInfo:
    """Return what a search knows, with the true values of some moves told as proven.

    They stand where they belong, also those of moves that the search has not tried. The estimate
    of a move that it has tried stays its `value`.
    """
    known = {value.move: value for value in values}
    tried = [
        replace(each, proof=known[each.move].proof, distance=known[each.move].distance)
        if each.proof is None and each.move in known
        else each
        for each in info.candidates
    ]
    untried = known.keys() - {each.move for each in tried}
    proven = (
        Candidate(
            each.move,
            visits=0,
            value=each.proof.share,
            line=(each.move,),
            proof=each.proof,
            distance=each.distance,
        )
        for each in known.values()
        if each.move in untried
    )
    candidates = tuple(in_order([*tried, *proven], info.proof))
    if candidates == info.candidates:
        return info
    best = candidates[0]
    is_as_led = info.candidates[:1] and best.move == info.candidates[0].move
    return replace(
        info,
        candidates=candidates,
        line=info.line if is_as_led else best.line,
        proof=Proof.WIN if best.proof is Proof.WIN else info.proof,
        distance=best.distance if best.proof is Proof.WIN else info.distance,
    )
