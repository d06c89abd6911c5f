"""Simulated annealing of SameGame solutions: the searcher called "anneal", and its threads.

What a thread does next with a position, which colour is tabu, how long, from where, a schedule
says: a generator that yields a job and is sent its result. It depends on results and its random
numbers alone, never on the clock or the limit, so that a longer search repeats the shorter one
first and can only be better.
"""

import math
import random
import statistics
from collections.abc import Mapping, Sequence

from ai.kinds import SearcherOptions
from game.games.samegame.rules import SameGameState
from game.games.samegame.search.annealer import Annealing
from game.games.samegame.search.frame import AnnealingWorker, PoolRun, PoolSearcher, Schedule
from game.games.samegame.search.pool import Solution

PROBES = 8
"""Playouts of each colour before anything is annealed."""

FIRST_STEPS = 2_000
LONGEST = 2_000_000
SHARE, LATE_SHARE = 0.15, 0.25
"""How long a run is, as a share of all steps made before it: what a stop wastes at most."""

SOON = 300_000
"""Up to so many steps, what is best at the moment counts: a search may end at any time."""

LATE = 1_100_000
"""After so many steps two colours a round go on. Between the two, all are compared again."""

HOT, COLD = 40.0, 15.0
SOON_REHEAT, REHEAT = 26.0, 20.0
RACED = 8
"""A colour may be tabu if it has at most so many tiles fewer than the most frequent one."""

CLOSE = 100
CLOSE_FROM = 20_000
"""From so many steps on, a colour is soon run only while its best objective is at most `CLOSE`
points below the best of all."""

FINALISTS = 2
SPREAD = 200
"""Points by which a colour's mean may mislead: two runs of a colour differ by 217."""

BEFORE = 150
"""So much more than a run's typical objective the best of a few is worth, in points."""

REHEATS, RACE_REHEATS = 3, 1
"""How many solutions of the pool each round anneals again, and while all colours race."""


def tabu_colours(position: SameGameState) -> list[int]:
    """Return the colours worth being tabu, from 1, the most frequent one first."""
    counts = position.colour_counts
    colours = sorted(range(len(counts)), key=lambda colour: -counts[colour])
    most = counts[colours[0]]
    return [colour + 1 for colour in colours if counts[colour] >= max(most - RACED, 1)]


def race(run: PoolRun, rng: random.Random) -> Schedule:
    """Race the colours in rounds of ever longer runs, and reheat the best solutions.

    A round runs some colours afresh, and once more anneals solutions of the pool, from a lower
    temperature. Short runs tell colours apart badly: those that were left out for the sake of
    searches that end soon take part again, and even then what leads may not be the best in the
    end. So each later round has the two colours with the highest upper confidence bounds (UCB1:
    Auer, Cesa-Bianchi and Fischer, Machine Learning 47, 2002). Colours are compared by the
    objective, as a score says most of all whether a run happened to clear.
    """
    position, colours = run.position, tabu_colours(run.position)
    best = dict.fromkeys(colours, 0)
    late_runs: dict[int, list[int]] = {}
    for _ in range(PROBES):
        for colour in colours:
            yield Annealing(colour, 0, HOT, COLD)
    spent = 0
    while True:
        soon, late = spent < SOON, spent >= LATE
        steps = min(max(int(spent * (LATE_SHARE if late else SHARE)), FIRST_STEPS), LONGEST)
        ranked = sorted(colours, key=lambda colour: -best[colour])
        if late:
            late_runs = late_runs or {colour: [best[colour] - BEFORE] for colour in colours}
            bounds = upper_bounds(late_runs)
            ranked = sorted(colours, key=lambda colour: -bounds[colour])[:FINALISTS]
        elif soon and spent >= CLOSE_FROM:
            ranked = [colour for colour in ranked if best[colour] >= best[ranked[0]] - CLOSE]
        for colour in ranked:
            objective = yield Annealing(colour, steps, HOT, COLD)
            best[colour] = max(best[colour], objective)
            if late:
                late_runs[colour].append(objective)
            spent += steps
        for _ in range(REHEATS if soon or late else RACE_REHEATS):
            pick = run.pool.choose(steps, rng)
            if pick is None:
                break
            heat = SOON_REHEAT if soon else REHEAT
            yield Annealing(pick.tabu, steps, heat, COLD, without_tabu_tail(position, pick))
            spent += steps


def upper_bounds(runs: Mapping[int, Sequence[int]]) -> dict[int, float]:
    """Return what each colour may be worth at most, by the objectives of its runs."""
    log = math.log(sum(map(len, runs.values())))
    return {
        colour: statistics.mean(each) + SPREAD * math.sqrt(log / len(each))
        for colour, each in runs.items()
    }


def without_tabu_tail(position: SameGameState, solution: Solution) -> tuple[int, ...]:
    """Return a solution's cells without the tabu colour's at the end, which come by themselves."""
    cells = list(solution.cells)
    while cells and position.colour_of(cells[-1]) == solution.tabu - 1:
        cells.pop()
    return tuple(cells)


class AnnealSearcher(PoolSearcher):
    """Many short runs of annealing over tabu colours, and reheats; a `Searcher`.

    A simulation is one proposal, a change of a solution that is replayed and judged.
    """

    def __init__(self, game: str = "samegame", options: SearcherOptions | None = None) -> None:
        chosen = options or SearcherOptions()
        super().__init__(game, lambda run, stream: AnnealingWorker(run, stream, race), chosen)
