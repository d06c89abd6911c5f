"""What every searcher looks like from outside, and what finds proofs for one at its root."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Protocol

from ai.contract.rules import State
from ai.search.limits import Flag, TimeSupplier
from ai.search.messages import Candidate, Limit, Proof, SearchInfo, SearchResult, StopReason

Listener = Callable[[SearchInfo], None]
InfoFilter = Callable[[State, Limit], AbstractContextManager[Callable[[SearchInfo], SearchInfo]]]
"""Takes a position and a limit; while that is searched, it changes or completes what is told."""


class Searcher(Protocol):
    """Finds a move. It may keep what it learnt from one call to the next."""

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
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


class FilteredSearcher:
    """A searcher whose results go through filters, one after the other, before they are told."""

    def __init__(self, searcher: Searcher, filters: Sequence[InfoFilter]) -> None:
        self._searcher = searcher
        self._filters = filters
        self.advance = searcher.advance

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """See `Searcher`."""
        with ExitStack() as beside:
            steps = [beside.enter_context(each(position, limit)) for each in self._filters]

            def filtered(info: SearchInfo) -> SearchInfo:
                return reduce(lambda so_far, step: step(so_far), steps, info)

            result = self._searcher.search(
                position, limit, is_cancelled, lambda info: on_progress(filtered(info))
            )
        return replace(result, info=filtered(result.info))


def final_result(position: State) -> SearchResult:
    """Return a finished game as a search tells everything else."""
    result = position.returns[position.current_player]
    if len(position.returns) == 1:
        info = SearchInfo(value=result, upper_bound=result, optimal=True)
    else:
        proof = Proof.WIN if result > 0 else Proof.LOSS if result < 0 else Proof.DRAW
        info = SearchInfo(value=proof.share, proof=proof, distance=0)
    return SearchResult(None, info, StopReason.EXHAUSTED)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a game's own proofs say of a position: values of moves, theorems over all defences.

    Attributes:
        rescue: A move that is not known to lose, where all that were searched are.
    """

    win: Candidate | None = None
    losses: Mapping[int, Candidate] = field(default_factory=dict)
    rescue: int | None = None


class Adviser(Protocol):
    """Searches proofs in one game; it remembers what it has seen."""

    def look(self, position: State, limit: Limit, flag: Flag) -> Advice:
        """Look for a win and, where the opponent threatens one, for moves that do not stop it."""

    def refute(
        self, position: State, move: int, limit: Limit, *, briefly: bool
    ) -> Candidate | None:
        """Return the move as one that loses, if a short search finds out that it does."""

    def forget(self) -> None:
        """Drop what was remembered."""
