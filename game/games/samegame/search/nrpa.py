"""Nested rollout policy adaptation: the searcher called "nrpa"."""

from ai.kernels.random import new_rng
from game.games.samegame.kernels import nrpa as kernel
from game.games.samegame.search.annealer import Annealer
from game.games.samegame.search.frame import PoolRun, PoolSearcher, most_frequent
from game.games.samegame.search.options import NrpaOptions
from game.games.samegame.search.schedule import tabu_colours

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
    """One thread's search."""

    def __init__(self, run: PoolRun, stream: int, options: NrpaOptions) -> None:
        """Prepare a thread; the first one replays what the search before it left."""
        self._run = run
        self._options = options
        self._stream = stream
        encoded = run.position.encode()
        self._layout, self._work = kernel.make_nrpa(
            encoded, options.level, new_rng(run.seed, stream)
        )
        self._writer = Annealer(run.position, run.seed, stream, run.watch.flag.array)
        if stream == 0:
            run.pool.offer(self._writer.solution((), most_frequent(run.position)))
            for cells, tabu in run.inherited:
                run.pool.offer(self._writer.solution(cells, tabu))

    @property
    def steps(self) -> int:
        """Playouts made so far."""
        return int(self._work.numbers[kernel.PLAYOUTS])

    def run(self, allowed: int) -> None:
        """Search with one tabu colour after the other."""
        colours = tabu_colours(self._run.position)
        turn = self._stream
        while self.steps < allowed and not self._run.watch.flag():
            kernel.restart(self._work)
            self._search(colours[turn % len(colours)], allowed)
            turn += 1

    def _search(self, tabu: int, allowed: int) -> None:
        numbers = self._work.numbers
        while not (numbers[kernel.DONE] or self._run.watch.flag() or self.steps >= allowed):
            known = numbers[kernel.BEST_SCORE]
            kernel.search(
                self._layout,
                self._work,
                self._run.watch.flag.array,
                min(PORTION, allowed - self.steps),
                self._options.rounds,
                self._options.alpha,
                tabu,
            )
            if numbers[kernel.BEST_SCORE] > known:
                cells = self._work.best[: numbers[kernel.LENGTH]]
                self._run.pool.offer(self._writer.solution(tuple(cells.tolist()), tabu))
