"""Searchers that need no kernels, for everything around the search."""

import random
from collections.abc import Callable

from ai.contract.rules import State
from ai.search.messages import Candidate, Limit, Proof, SearchInfo, SearchResult, StopReason
from ai.search.searcher import ProgressListener, TimeSupplier


class RandomMover:
    """Plays at random; keeps a record of what it was asked."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.limits: list[Limit] = []
        self.advances: list[tuple[int, ...] | None] = []

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        self.limits.append(limit)
        move = self._rng.choice(position.legal_moves)
        info = SearchInfo(simulations=1, candidates=(Candidate(move, 1, 0.5),))
        return SearchResult(move, info, StopReason.SIMULATIONS)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        self.advances.append(moves)


class Analyst(RandomMover):
    """Reports the first two legal moves over and over until it is cancelled."""

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        self.limits.append(limit)
        first, second = position.legal_moves[:2]
        candidates = (
            Candidate(first, 30, 0.75, proof=Proof.WIN, distance=3, line=(first, second)),
            Candidate(second, 12, 1 / 3),
        )
        info = SearchInfo(simulations=42, candidates=candidates)
        while not is_cancelled():
            on_progress(info)
        return SearchResult(first, info, StopReason.STOPPED)


class Prover(Analyst):
    """Comes back at once, with a proof."""

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        return super().search(position, limit, lambda: True, on_progress)


class Broken(RandomMover):
    """Fails."""

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        raise RuntimeError("out of luck")


class Sweeper(RandomMover):
    """Plays a SameGame board to its end at random."""

    def __init__(self, seed: int, on_search: Callable[[], None] = lambda: None) -> None:
        super().__init__(seed)
        self._on_search = on_search

    def search(
        self,
        position: State,
        limit: Limit,
        is_cancelled: TimeSupplier,
        on_progress: ProgressListener,
    ) -> SearchResult:
        self.limits.append(limit)
        self._on_search()
        line = []
        while not position.is_terminal:
            line.append(self._rng.choice(position.legal_moves))
            position = position.play(line[-1])
        info = SearchInfo(simulations=1, value=position.returns[0], line=tuple(line), elapsed=0.25)
        on_progress(info)
        return SearchResult(line[0] if line else None, info, StopReason.TIME)


class Factory:
    """Stands in for `make_searcher`; `made` holds every searcher and what was asked for."""

    def __init__(self, kind: Callable[[int], RandomMover]) -> None:
        self._kind = kind
        self.made: list[RandomMover] = []
        self.asked: list[tuple[str, str, int, int]] = []

    def __call__(self, spec: str, game: str, *, threads: int, seed: int) -> RandomMover:
        self.asked.append((spec, game, threads, seed))
        self.made.append(self._kind(seed))
        return self.made[-1]
