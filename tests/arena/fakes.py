"""Searchers for matches that need no kernels; jobs are processes, so all are module functions."""

import os
import random
from pathlib import Path

from ai.contract.rules import State
from ai.search.messages import Limit, SearchInfo, SearchResult, StopReason
from ai.search.searcher import ProgressListener, Searcher, TimeSupplier

MARK = "PLAYOUT_TEST_MARK"


class RandomMover:
    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        line = []
        state = position
        while not state.is_terminal:
            line.append(self._rng.choice(state.legal_moves))
            state = state.play(line[-1])
        on_progress(SearchInfo(simulations=1, elapsed=9.0))
        return SearchResult(line[0], SearchInfo(simulations=1, line=tuple(line)), StopReason.TIME)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        pass


class Greedy(RandomMover):
    """Wins at once where it can: a little stronger."""

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        for move in position.legal_moves:
            if position.play(move).returns[position.current_player] > 0:
                return SearchResult(move, SearchInfo(simulations=1), StopReason.PROVEN)
        return super().search(position, limit, is_cancelled, on_progress)


class Failing(RandomMover):
    def search(self, *_: object) -> SearchResult:  # type: ignore[override]
        raise RuntimeError("it has lost its way")


def make(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    """Random movers; the searcher "exact" and a solver with options are better."""
    return Greedy(seed) if spec == "exact" else RandomMover(seed)


def make_failing(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    """A's searcher fails in every game it plays."""
    return Failing(seed) if spec == "exact" else RandomMover(seed)


def make_dying_once(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    """The first process to come here dies; those after it find the mark."""
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        os._exit(7)
    return make(spec, game, threads=threads, seed=seed)


def make_dying(spec: str, game: str, *, threads: int, seed: int) -> Searcher:
    os._exit(7)
