"""Searches that end before the test goes on."""

from typing import Any

from ai.contract.rules import State
from ai.search.messages import Limit, SearchInfo, SearchResult


def think(
    searcher: Any,
    position: State,
    simulations: int | None = None,
    *,
    stop: bool = False,
    told: list[SearchInfo] | None = None,
    **limit: Any,
) -> SearchResult:
    """Let a searcher think of a position.

    Args:
        searcher: Who thinks.
        position: What it thinks of.
        simulations: How many it may take; any number, if None.
        stop: Whether it is to stop, from its beginning on.
        told: What takes all that it tells on its way.
        limit: What else bounds it; see `Limit`.
    """
    bounds = Limit(simulations=simulations, **limit)
    listener = (lambda _: None) if told is None else told.append
    result: SearchResult = searcher.search(position, bounds, lambda: stop, listener)
    return result
