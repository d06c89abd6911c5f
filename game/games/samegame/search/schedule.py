"""What annealing does next with a position: which colour is tabu, how long, from where.

A schedule is a generator that yields a job and is sent its result. It depends on results and
its random numbers alone, never on the clock or the limit, so that a longer search repeats the
shorter one first and can only be better.
"""

import random
from collections.abc import Generator

from game.games.samegame.rules import SameGameState
from game.games.samegame.search.annealer import Annealing
from game.games.samegame.search.pool import SolutionPool
from game.games.samegame.search.solution import Solution

Schedule = Generator[Annealing, Solution | None, None]

PROBES = 8
"""Playouts of each colour before anything is annealed."""

FIRST_STEPS = 2_000
LONGEST = 2_000_000
SHARE, LATE_SHARE = 0.15, 0.25
"""How long a run is, as a share of all steps made before it: what a stop wastes at most."""

LATE = 800_000
"""After so many steps the best two colours go on, and reheats keep more of what they begin with."""

HOT, COLD = 40.0, 15.0
REHEAT, LATE_REHEAT = 26.0, 20.0
RACED = 8
"""A colour may be tabu if it has at most so many tiles fewer than the most frequent one."""

CLOSE = 100
CLOSE_FROM = 20_000
"""Once so many steps were made, a colour is run again only while its best score is at most so
many points below the best of all: `CLOSE`."""

FINALISTS = 2

REHEATS = 3
"""How many solutions of the pool each round anneals again."""


def tabu_colours(position: SameGameState) -> list[int]:
    """Return the colours worth being tabu, from 1, the most frequent one first."""
    counts = position.colour_counts
    colours = sorted(range(len(counts)), key=lambda colour: -counts[colour])
    most = counts[colours[0]]
    return [colour + 1 for colour in colours if counts[colour] >= max(most - RACED, 1)]


def race(position: SameGameState, pool: SolutionPool, rng: random.Random) -> Schedule:
    """Race the colours in rounds of ever longer runs, and reheat the best solutions.

    A round runs afresh the colours whose best is close to the best of all, and once more anneals
    solutions of the pool, from a lower temperature. Very short runs tell colours apart badly, and
    in the long ones that come late the second best may be the better one.
    """
    colours = tabu_colours(position)
    best = dict.fromkeys(colours, 0)
    for _ in range(PROBES):
        for colour in colours:
            yield Annealing(colour, 0, HOT, COLD)
    spent = 0
    while True:
        late = spent >= LATE
        steps = min(max(int(spent * (LATE_SHARE if late else SHARE)), FIRST_STEPS), LONGEST)
        reheat = LATE_REHEAT if late else REHEAT
        ranked = sorted(best, key=lambda colour: -best[colour])
        if late:
            colours = ranked[:FINALISTS]
        elif spent >= CLOSE_FROM:
            colours = [colour for colour in colours if best[colour] >= best[ranked[0]] - CLOSE]
        for colour in colours:
            found = yield Annealing(colour, steps, HOT, COLD)
            spent += steps
            if found is not None:
                best[colour] = max(best[colour], found.score)
        for _ in range(REHEATS):
            solutions = pool.solutions
            pick = solutions[int(len(solutions) * rng.random() ** 3)]
            yield Annealing(pick.tabu, steps, reheat, COLD, without_tabu_tail(position, pick))
            spent += steps


def without_tabu_tail(position: SameGameState, solution: Solution) -> tuple[int, ...]:
    """Return a solution's cells without the tabu colour's at the end, which come by themselves."""
    rows = position.parameters.rows
    cells = list(solution.cells)
    while cells and position.colour_at(*divmod(cells[-1], rows)) == solution.tabu - 1:
        cells.pop()
    return tuple(cells)
