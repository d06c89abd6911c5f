"""Nested rollout policy adaptation: the searcher called "nrpa"."""

import numpy as np
from numpy.typing import NDArray

from ai.kernels.random import new_rng
from game.games.samegame.kernels import nrpa as kernel
from game.games.samegame.search.annealer import Annealer
from game.games.samegame.search.frame import PoolRun, PoolSearcher
from game.games.samegame.search.options import NrpaOptions
from game.games.samegame.search.schedule import tabu_colours
from game.games.samegame.search.solution import Solution

PORTION = 200
"""Playouts between two looks at what was found."""


class NrpaSearcher(PoolSearcher):
    """Nested rollout policy adaptation (Rosin, IJCAI 2011); a `Searcher`.

    A simulation is one playout. When the top level is through, the search begins anew with
    the next tabu colour.
    """

    def __init__(self, game: str = "samegame", options: NrpaOptions | None = None) -> None:
        chosen = options or NrpaOptions()
        super().__init__(game, lambda run, stream: NrpaWorker(run, stream, chosen), chosen)


class NrpaWorker:
    """One thread's search.

    Attributes:
        layout: How the boards are laid out.
        work: What the kernel works in.
    """

    def __init__(self, run: PoolRun, stream: int, options: NrpaOptions) -> None:
        """Prepare a thread; the first one begins the search."""
        self._run = run
        self._options = options
        self._colours = tabu_colours(run.position)
        self._turn = stream - 1
        encoded = run.position.encode()
        self.layout, self.work = kernel.make_nrpa(encoded, options.level, new_rng(run.seed, stream))
        self.work.numbers[kernel.DONE] = 1
        self._writer = Annealer(run.position, run.seed, stream, run.watch.flag.array)
        if stream == 0:
            run.begin(self._writer)

    @property
    def steps(self) -> int:
        """Playouts made so far."""
        return int(self.work.numbers[kernel.PLAYOUTS])

    @property
    def tabu(self) -> int:
        """The colour that is played last now, from 1."""
        return self._colours[self._turn % len(self._colours)]

    def run(self, allowed: int) -> None:
        """Search with one tabu colour after the other; another call goes on."""
        numbers = self.work.numbers
        while self.steps < allowed and not self._run.watch.flag():
            self.begin_if_done()
            known = numbers[kernel.BEST_SCORE]
            kernel.search(
                self.layout,
                self.work,
                self._run.watch.flag.array,
                min(PORTION, allowed - self.steps),
                self._options.rounds,
                self._options.alpha,
                self.tabu,
            )
            if numbers[kernel.BEST_SCORE] > known:
                self._run.pool.offer(self.solution(self.work.best[: numbers[kernel.LENGTH]]))

    def begin_if_done(self) -> None:
        """Begin anew with the next tabu colour where the top level is through."""
        if self.work.numbers[kernel.DONE]:
            self._turn += 1
            kernel.restart(self.work)

    def solution(self, cells: NDArray[np.int32]) -> Solution:
        """Return what a list of cells comes to with this tabu colour."""
        return self._writer.solution(tuple(cells.tolist()), self.tabu)
