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
RACE_SHARE, FINAL_SHARE = 0.15, 0.25
"""How long a run is, as a share of all steps made before it: what a stop wastes at most."""

RACE_STEPS = 800_000
"""After so many steps only the finalists go on."""

HOT, COLD = 40.0, 15.0
REHEAT = 20.0
RACED = 8
"""A colour may be tabu if it has at most so many tiles fewer than the most frequent one."""

FINALISTS = 2

REHEATS = 3
"""How many solutions of the pool each round anneals again, once the finalists are known."""


def tabu_colours(position: SameGameState) -> list[int]:
    """Return the colours worth being tabu, from 1, the most frequent one first."""
    counts = position.colour_counts
    colours = sorted(range(len(counts)), key=lambda colour: -counts[colour])
    most = counts[colours[0]]
    return [colour + 1 for colour in colours if counts[colour] >= max(most - RACED, 1)]


def race(position: SameGameState, pool: SolutionPool, rng: random.Random) -> Schedule:
    """Race the colours in rounds of ever longer runs, and reheat the best solutions.

    A round runs the colours that did best so far afresh, and once more anneals solutions of
    the pool at a low temperature. Short runs tell colours apart badly, so it takes a while
    until only the finalists go on.
    """
    colours = tabu_colours(position)
    scores = dict.fromkeys(colours, 0)
    for _ in range(PROBES):
        for colour in colours:
            yield Annealing(colour, 0, HOT, COLD)
    spent = 0
    while True:
        final = spent >= RACE_STEPS
        share = FINAL_SHARE if final else RACE_SHARE
        steps = min(max(int(spent * share), FIRST_STEPS), LONGEST)
        ranked = sorted(colours, key=lambda colour: -scores[colour])
        for colour in ranked[: FINALISTS if final else len(colours)]:
            found = yield Annealing(colour, steps, HOT, COLD)
            spent += steps
            if found is not None:
                scores[colour] = max(scores[colour], found.score)
        for _ in range(REHEATS if final else 1):
            solutions = pool.solutions
            pick = solutions[int(len(solutions) * rng.random() ** 3)]
            yield Annealing(pick.tabu, steps, REHEAT, COLD, without_tabu_tail(position, pick))
            spent += steps


def without_tabu_tail(position: SameGameState, solution: Solution) -> tuple[int, ...]:
    """Return a solution's cells without the tabu colour's at the end, which come by themselves."""
    rows = position.parameters.rows
    cells = list(solution.cells)
    while cells and position.colour_at(*divmod(cells[-1], rows)) == solution.tabu - 1:
        cells.pop()
    return tuple(cells)
