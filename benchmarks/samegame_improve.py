"""Improves the stored solutions of the twenty standard boards."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ai.search.messages import Limit
from benchmarks import samegame_records as records
from benchmarks.cpu_time import cpu_limit
from game.games.samegame.rules import SameGameState
from game.games.samegame.search.best import BestSearcher
from game.games.samegame.search.options import BestOptions
from game.games.samegame.standard_boards import standard_boards

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


def improve(
    minutes: float, each: float, threads: int, boards: Sequence[int]
) -> Iterator[dict[str, object]]:
    """Search one board after the other, those far from the published best more often.

    A search begins afresh, with the stored solution, or some moves down it, with its rest:
    there the board is smaller and the same time finds more. What is found is stored at once,
    so that a stop loses one search at most, and the next call goes on from there.

    Args:
        minutes: How long.
        each: CPU seconds a thread of each search.
        threads: Threads a search.
        boards: The boards' numbers.

    Yields:
        The outcome of each search.
    """
    end = time.monotonic() + minutes * 60
    rng = random.Random()
    while time.monotonic() < end:
        known = records.load()
        number = _choose(known, boards, rng)
        board = standard_boards()[number - 1].state
        chosen = plan(board, known.get(number), rng)
        searcher = BestSearcher(
            options=BestOptions(candidates=0.0, threads=threads, seed=rng.randrange(1 << 40))
        )
        if chosen.known:
            searcher.remember(chosen.position, [chosen.known])
        limit = Limit(seconds=max(end - time.monotonic(), 0.1))
        result = searcher.search(chosen.position, limit, cpu_limit(each, threads), lambda _: None)
        line = records.places(board, chosen.before + result.info.line)
        score = int(result.info.value)
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
