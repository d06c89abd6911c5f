"""What is run of the experiments, in parts of which several may be run at once."""

import time
from collections import defaultdict
from collections.abc import Sequence

from ai.cluster import ClusterJob, IsCancelled
from benchmarks.papers import games as papers_games
from benchmarks.papers.experiments import Experiment
from benchmarks.papers.runs import Tally
from benchmarks.papers.schedule import next_experiment


def run_part(experiment: Experiment, first: int, games: int, _is_cancelled: IsCancelled) -> Tally:
    """Play some games of an experiment from the first on; return what to add up."""
    papers_games.load()
    started = time.process_time()
    found = experiment.run(first, games)
    return {**found, "games": games, "cpu_seconds": time.process_time() - started}


class Agenda:
    """Hands out parts and adds up what they come to.

    A game's number seeds it, so the parts of an experiment are added in their order: what was
    stopped leaves no gap, and nothing is played twice.

    Attributes:
        results: What is added up so far, by the experiments' keys.
        spent: The CPU seconds of all parts that came back.
    """

    def __init__(
        self, chosen: Sequence[Experiment], results: dict[str, Tally], seconds: float
    ) -> None:
        self.results = results
        self.spent = 0.0
        self._chosen = chosen
        self._seconds = seconds
        self._handed_out: dict[str, int] = defaultdict(int)
        self._early: dict[str, dict[int, Tally]] = defaultdict(dict)

    def next_part(self) -> ClusterJob | None:
        """Return what to run next, None if there is nothing, or nothing yet."""
        waiting = [each for each in self._chosen if self._can_go_on(each)]
        if self.spent >= self._seconds or not waiting:
            return None
        planned = {key: self._planned(key) for key in self.results}
        experiment, games = next_experiment(waiting, planned)
        first = self._games(experiment.key) + self._handed_out[experiment.key]
        self._handed_out[experiment.key] += games
        return ClusterJob(first, run_part, (experiment, first, games))

    def add(self, key: str, first: int, part: Tally) -> bool:
        """Take in what a part came to; return whether the results have changed."""
        self.spent += part["cpu_seconds"]
        self._early[key][first] = part
        before = self._games(key)
        while following := self._early[key].pop(self._games(key), None):
            old = self.results.get(key, {})
            names = sorted({*old, *following})
            total = {name: old.get(name, 0) + following.get(name, 0) for name in names}
            self.results[key] = {name: round(value, 3) for name, value in total.items()}
            self._handed_out[key] -= int(following["games"])
        return self._games(key) > before

    def _games(self, key: str) -> int:
        return int(self.results.get(key, {}).get("games", 0))

    def _can_go_on(self, experiment: Experiment) -> bool:
        have, handed_out = self._games(experiment.key), self._handed_out[experiment.key]
        # What a game costs is known when the first ones are back.
        return have + handed_out < experiment.wanted and (have > 0 or not handed_out)

    def _planned(self, key: str) -> Tally:
        """Return a result as it will be if what was handed out goes on as before."""
        result = self.results[key]
        growth = 1 + self._handed_out[key] / result["games"]
        return {name: value * growth for name, value in result.items()}
