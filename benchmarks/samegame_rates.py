"""Annealing steps and playouts a CPU second, on standard board 1."""

import time
from collections.abc import Iterator

from ai.search.limits import CancelFlag
from benchmarks.samegame_speed import rows as nested_rows
from game.games.samegame.search.annealer import Annealer, Annealing
from game.games.samegame.standard_boards import standard_boards

STEPS = 500_000


def rates(seed: int) -> Iterator[dict[str, object]]:
    """Yield one result a measurement."""
    for number in (1, 4, 16):
        position = standard_boards()[number - 1].state
        annealer = Annealer(position, seed, 0, CancelFlag().array)
        for _ in annealer.run(Annealing(1, 1_000, 40.0, 40.0), 1_000):
            pass
        started = time.process_time()
        for _ in annealer.run(Annealing(1, STEPS, 40.0, 15.0), STEPS):
            pass
        spent = time.process_time() - started
        yield {"what": "annealing steps", "board": number, "per_cpu_s": round(STEPS / spent)}
    for row in nested_rows():
        yield {**row}
