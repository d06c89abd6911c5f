"""Simulated annealing of SameGame solutions: the searcher called "anneal"."""

import random

from ai.kinds import SearcherOptions
from game.games.samegame.search.frame import PoolRun, PoolSearcher
from game.games.samegame.search.schedule import Schedule, race
from game.games.samegame.search.worker import AnnealingWorker


class AnnealSearcher(PoolSearcher):
    """Many short runs of annealing over tabu colours, and reheats; a `Searcher`.

    A simulation is one proposal, a change of a solution that is replayed and judged.
    """

    def __init__(self, game: str = "samegame", options: SearcherOptions | None = None) -> None:
        chosen = options or SearcherOptions()
        super().__init__(game, lambda run, stream: AnnealingWorker(run, stream, race_of), chosen)


def race_of(run: PoolRun, rng: random.Random) -> Schedule:
    return race(run.position, run.pool, rng)
