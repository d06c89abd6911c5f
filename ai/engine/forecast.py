"""How long the kernels of each game will still take, told while they are compiled.

What each part costs was measured once and is kept in `assets/compile-costs.json` (written by
`python -m benchmarks.first_start --costs`); how fast this machine goes through them is seen as
one function after the other gets done. Until many are, the measured machine's pace counts, too.
"""

import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

COSTS_FILE: Final = Path(__file__).resolve().parents[2] / "assets" / "compile-costs.json"
SHARE_OF_A_PROCESS: Final = 0.85
"""The speed that each of several processes adds, since at times one waits for another."""
TRUSTED_SECONDS: Final = 5.0
"""Work after which this machine's own pace counts as much as the measured one."""
MOST_COUNTED: Final = 0.9
"""The share of a part that its functions alone stand for; loading it may add the rest."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What compiling a part takes: CPU seconds of one process, and how many functions it has."""

    seconds: float
    functions: int


USUAL: Final = Cost(8.0, 80)


@cache
def measured_costs() -> Mapping[str, Cost]:
    """Return the cost of each part by its title, on the machine that measured them.

    None is known if the file is missing or damaged: then each part takes what is usual.
    """
    try:
        costs: dict[str, dict[str, float]] = json.loads(COSTS_FILE.read_text("utf-8"))
        return {
            title: Cost(float(each["seconds"]), int(each["functions"]))
            for title, each in costs.items()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        log.warning("The costs of compiling cannot be read: %s", error)
        return {}


class Forecast:
    """The seconds until each game can be searched. It is told the time and has no clock."""

    def __init__(self, processes: int, now: float, costs: Mapping[str, Cost] | None = None) -> None:
        """Begin with nothing compiled.

        Args:
            now: The time in seconds.
            costs: What each part takes; one that is not there takes what is usual.
        """
        self._costs = measured_costs() if costs is None else costs
        self._together = 1.0 if processes == 1 else processes * SHARE_OF_A_PROCESS
        self._stages: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self._functions = Counter[str]()
        self._through: set[str] = set()
        self._began = now

    def plan(self, stages: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Take the games and their parts in the order in which they are compiled from now on."""
        self._stages = tuple((game, tuple(parts)) for game, parts in stages)

    def compiled_one(self, part: str) -> None:
        """Note that a function of a part is compiled, whoever did it."""
        self._functions[part] += 1

    def are_through(self, count: int) -> None:
        """Note that the first `count` parts of the plan are compiled."""
        parts = [part for _, stage in self._stages for part in stage]
        self._through.update(parts[:count])

    def seconds_left(self, now: float) -> tuple[tuple[str, float], ...]:
        """Return the seconds until each game of the plan is ready, in its order."""
        parts = {part for _, stage in self._stages for part in stage}
        work = sum(self._costs.get(part, USUAL).seconds - self._left(part) for part in parts)
        pace = (work + TRUSTED_SECONDS) / (now - self._began + TRUSTED_SECONDS / self._together)
        alone = pace / self._together
        seconds, games = 0.0, []
        for game, stage in self._stages:
            lefts = [self._left(part) for part in stage]
            # Those that help find little to do in a part that somebody is at.
            seconds += max(sum(lefts) / pace, max(lefts, default=0.0) / alone)
            games.append((game, seconds))
        return tuple(games)

    def _left(self, part: str) -> float:
        """Return the CPU seconds that a part still takes on the measured machine."""
        if part in self._through:
            return 0.0
        cost = self._costs.get(part, USUAL)
        done = min(MOST_COUNTED, self._functions[part] / cost.functions)
        return (1 - done) * cost.seconds
