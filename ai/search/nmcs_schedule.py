"""What a nested search of one position does next: jobs that take a kernel milliseconds.

A schedule is a generator; it yields a job and is sent the job's result. It depends on the
results and its random numbers alone, never on the clock or the limit, so a search that
lasts longer repeats the shorter one first.
"""

import random
from collections.abc import Generator
from dataclasses import dataclass
from enum import IntEnum

from ai.search.nmcs_table import Entry, LineTable, ScoredLine

PROBES = 4
"""Playouts that every first move gets before any is searched."""

REFINEMENTS = 4
"""Searches from positions of a line in one job."""

LEADER_BIAS = 3
"""How much refining prefers the leaders: the rank is n * u^LEADER_BIAS for uniform u."""


class JobMode(IntEnum):
    """What a job does with its first move."""

    SEARCH = 0
    FOLLOW = 1
    REFINE = 2
    ADOPT = 3


@dataclass(frozen=True, slots=True)
class Job:
    """One call of a kernel.

    Attributes:
        mode: Whether to search afresh, play on along a known line, search from positions
            of that line, or put the move before a line of another move.
    """

    mode: JobMode
    move: int
    level: int
    rounds: int = 1
    line: ScoredLine | None = None


Schedule = Generator[Job, ScoredLine | None, None]


def restarts(table: LineTable, level: int, rng: random.Random) -> Schedule:
    """Nested search of one level over and over (Cazenave, IJCAI 2009).

    The first step of each search stands here, not in the kernel, so that every first move
    gets a line of its own; before it a few playouts see to it that this takes no time.
    """
    yield from _probes(table)
    while True:
        best: ScoredLine | None = None
        equals = 0
        for move in table.entries:
            line = yield Job(JobMode.SEARCH, move, level - 1)
            if line is None:
                continue
            equals = equals + 1 if best and line.score == best.score else 1
            if (
                best is None
                or line.score > best.score
                or (line.score == best.score and rng.randrange(equals) == 0)
            ):
                best = line
        if best is not None:
            yield Job(JobMode.FOLLOW, best.moves[0], level, line=best)


def anytime(table: LineTable, rng: random.Random) -> Schedule:
    """Probe every first move, search each of them, and refine the leaders' lines all along."""
    yield from _probes(table)
    unsearched = [entry.move for entry in table.leaders()]
    for move in unsearched:
        yield Job(JobMode.SEARCH, move, 1)
    adopted: ScoredLine | None = None
    while True:
        leaders = table.leaders()
        if leaders[0].line is not adopted:
            adopted = leaders[0].line
            for entry in leaders[1:]:
                yield Job(JobMode.ADOPT, entry.move, 0, line=adopted)
        entry = leaders[int(len(leaders) * rng.random() ** LEADER_BIAS)]
        yield _refinement(entry)


def _probes(table: LineTable) -> Schedule:
    for move in table.entries:
        yield Job(JobMode.SEARCH, move, 0, PROBES)


def _refinement(entry: Entry) -> Job:
    """Return a job that betters an entry's line; a line of one move cannot be bettered."""
    if entry.line is None or len(entry.line.moves) < 2:
        return Job(JobMode.SEARCH, entry.move, 1)
    return Job(JobMode.REFINE, entry.move, 1, REFINEMENTS, entry.line)
