"""Improves the stored solutions of the twenty standard boards."""

import functools
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ai.cluster import ClusterError, ClusterJob, IsCancelled
from ai.search.messages import Limit
from ai.searchers import make_searcher
from benchmarks import samegame_records as records
from benchmarks.cluster import Run, run_here
from benchmarks.cpu_time import cpu_limit
from game.games.samegame.game import BestOptions
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search import frame
from game.games.samegame.search.best import BestSearcher

FRESH, WHOLE = 0.5, 0.1
"""Shares of the searches that know nothing of the stored solution, and that have all of it.

The others search its rest. With 30 s a search that found something better most often, with four
minutes the fresh ones do.
"""

DEEPEST = 0.6
"""How far along the stored solution a search of its rest begins at most."""


class Start(StrEnum):
    """Where a search begins."""

    FRESH = "fresh"
    RECORD = "record"
    REST = "rest of the record"


@dataclass(frozen=True, slots=True)
class Plan:
    """One search: the moves played before it, the position, and the line known for it."""

    start: Start
    before: tuple[int, ...]
    position: SameGameState
    known: tuple[int, ...] = ()


@functools.cache
def make_ready(searcher: str) -> None:
    """Compile or load a searcher's kernels, so that no search's clock counts it."""
    tiny = new_game(SameGameParameters(4, 4, 3), seed=1)
    limit = Limit(simulations=20_000)
    make_searcher(searcher, "samegame").search(tiny, limit, lambda: False, lambda _: None)
    # An exact search may end that one early.
    frame.warm("anneal", 200)


def improve(
    minutes: float, each: float, threads: int, boards: Sequence[int], run: Run = run_here
) -> Iterator[dict[str, object]]:
    """Search one board after the other, those far from the published best more often.

    A search begins afresh, with the stored solution, or some moves down it, with its rest:
    there the board is smaller and the same time finds more. What is found is stored at once,
    so that a stop loses no more than what runs, and the next call goes on from there.

    Args:
        minutes: How long.
        each: CPU seconds a thread of each search.
        threads: Threads a search.
        boards: The boards' numbers.
        run: Runs the searches; several at once where it can.

    Yields:
        The outcome of each search.
    """
    end = time.monotonic() + minutes * 60
    rng = random.Random()

    def next_search() -> ClusterJob | None:
        left = end - time.monotonic()
        if left <= 0:
            return None
        known = records.load()
        number = _choose(known, boards, rng)
        chosen = plan(standard_boards()[number - 1].state, known.get(number), rng)
        seed = rng.randrange(1 << 40)
        return ClusterJob(number, search, (chosen, each, threads, seed, left))

    for outcome in run(next_search):
        if outcome is None:
            continue
        if outcome.error:
            raise ClusterError(f"board {outcome.job.name} could not be searched: {outcome.error}")
        number, chosen = outcome.job.name, outcome.job.arguments[0]
        score, moves = outcome.value
        line = records.places(standard_boards()[number - 1].state, chosen.before + moves)
        stored = records.offer(number, records.Record(score, line))
        kept = records.load()[number].score
        yield {
            "board": number,
            "start": chosen.start.value,
            "moves_before": len(chosen.before),
            "score": score,
            "stored": stored,
            "record": kept,
            "to_published": kept - records.PUBLISHED[records.BEST][number - 1],
            "minutes_left": round((end - time.monotonic()) / 60, 1),
        }


def search(
    chosen: Plan, each: float, threads: int, seed: int, left: float, is_cancelled: IsCancelled
) -> tuple[int, tuple[int, ...]]:
    """Run one search.

    Args:
        chosen: What to search.
        each: CPU seconds a thread.
        threads: Threads.
        seed: Seeds the search.
        left: Seconds by the clock after which it ends all the same.
        is_cancelled: Ends it, too.

    Returns:
        The score of the line that was found, and its moves from the position on.
    """
    make_ready("best:candidates=0")
    searcher = BestSearcher(options=BestOptions(candidates=0.0, threads=threads, seed=seed))
    if chosen.known:
        searcher.remember(chosen.position, [chosen.known])
    is_over = cpu_limit(each, threads)
    result = searcher.search(
        chosen.position,
        Limit(seconds=max(left, 0.1)),
        lambda: is_over() or is_cancelled(),
        lambda _: None,
    )
    return int(result.info.value), tuple(result.info.line)


def _choose(known: dict[int, records.Record], boards: Sequence[int], rng: random.Random) -> int:
    """Return a board without a record, else a random one, weighted by its distance."""
    for number in boards:
        if number not in known:
            return number
    best = records.PUBLISHED[records.BEST]
    weights = [20 + max(best[number - 1] - known[number].score, 0) for number in boards]
    return rng.choices(boards, weights)[0]


def plan(board: SameGameState, record: records.Record | None, rng: random.Random) -> Plan:
    """Return what to search of a board."""
    kind = rng.random()
    if record is None or kind < FRESH:
        return Plan(Start.FRESH, (), board)
    rows = board.parameters.rows
    line = tuple(x * rows + y for x, y in record.line)
    if kind < FRESH + WHOLE:
        return Plan(Start.RECORD, (), board, line)
    count = rng.randint(1, max(int(len(line) * DEEPEST), 1))
    position = board
    for move in line[:count]:
        position = position.play(move)
    return Plan(Start.REST, line[:count], position, line[count:])
