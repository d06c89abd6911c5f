"""Goes on improving the stored solutions of the twenty standard boards."""

import random
import time
from collections.abc import Iterator, Sequence

from ai.messages import Limit
from ai.samegame.best import BestSearcher
from benchmarks import samegame_records as records
from game.rules.boards import standard_boards

SEEDED = 0.5
"""Share of the searches that begin with the stored solution; the others look elsewhere."""


def improve(
    minutes: float, each: float, threads: int, boards: Sequence[int]
) -> Iterator[dict[str, object]]:
    """Search one board after the other, those far from the published best more often.

    Args:
        minutes: How long.
        each: Seconds a search.
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
        position = standard_boards()[number - 1].state
        seed = rng.randrange(1 << 40)
        searcher = BestSearcher(candidates=0.0, threads=threads, seed=seed)
        record = known.get(number)
        seeded = record is not None and rng.random() < SEEDED
        if record is not None and seeded:
            rows = position.parameters.rows
            searcher.remember(position, [tuple(x * rows + y for x, y in record.line)])
        allowed = min(each, max(end - time.monotonic(), 0.1))
        result = searcher.search(position, Limit(seconds=allowed), lambda: False, lambda _: None)
        line = records.places(position, result.info.line)
        score = int(result.info.value)
        stored = records.offer(number, records.Record(score, line))
        kept = records.load()[number].score
        yield {
            "board": number,
            "seeded": seeded,
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
