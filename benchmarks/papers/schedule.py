"""Which experiment goes on next, so that any amount of time gives tables that are evenly exact."""

from collections.abc import Mapping, Sequence
from math import sqrt

from benchmarks.papers.experiments import Experiment
from benchmarks.papers.runs import Tally

CHUNK_SECONDS = 10.0
FEWEST = 4  # games of an experiment before its cost counts

Results = Mapping[str, Tally]

Z = 1.96


def interval(share: float, games: float) -> float:
    """Return the half width of the 95 % interval of a share, both per cent."""
    # Agresti and Coull, so that 0 of n and n of n have a width.
    smoothed = (share / 100 * games + 2) / (games + 4)
    return 100 * Z * sqrt(smoothed * (1 - smoothed) / (games + 4))


def next_experiment(waiting: Sequence[Experiment], results: Results) -> tuple[Experiment, int]:
    """Return the experiment to go on with, and for how many games.

    Those that need all of their games come first, then those with hardly any. Of the others it is
    the one whose interval shrinks most in a CPU second: its width goes with the root of the
    number of games, so that one more takes width / (2 games).
    """

    def gain(experiment: Experiment) -> float:
        entry = results[experiment.key]
        games = entry["games"]
        cost = max(entry["cpu_seconds"], 1e-3) / games
        return interval(100 * entry["wins"] / games, games) / (2 * games * cost)

    for experiment in waiting:
        have = int(results.get(experiment.key, {}).get("games", 0))
        if not experiment.sampled:
            return experiment, _chunk(experiment, results.get(experiment.key), 1)
        if have < FEWEST:
            return experiment, FEWEST - have
    best = max(waiting, key=gain)
    return best, _chunk(best, results[best.key], 2)


def _chunk(experiment: Experiment, entry: Tally | None, least: int) -> int:
    """Return how many games take some seconds, at most as many as there are already."""
    if entry is None:
        return least
    games = int(entry["games"])
    cost = max(entry["cpu_seconds"], 1e-3) / games
    count = min(int(CHUNK_SECONDS / cost), games, experiment.wanted - games)
    return max(count - count % least, least)
