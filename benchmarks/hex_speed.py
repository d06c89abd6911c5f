"""Speed of the hex Gomoku searchers after the centre stone, a CPU second."""

import time
from collections.abc import Iterator

from ai.options import make_ready_searcher
from ai.search.messages import Limit
from ai.searchers import make_searcher
from game.games.hex_gomoku.rules import HexParameters, geometry, new_game

SEARCHERS = ["mcts:decisive=false,vcf=false,solver=false", "mcts", "alphabeta"]
SIMULATIONS = 500_000
REPEATS = 3

Row = dict[str, object]


def rows(searchers: list[str]) -> Iterator[Row]:
    """Yield the best of a few runs for each searcher with one and with two threads."""
    start = new_game(HexParameters(), 0)
    centre = geometry(start.parameters.side).cell_named("f6")
    assert centre is not None
    position = start.play(centre)
    for searcher in searchers:
        make_ready_searcher(searcher, "hex")
        for threads in (1, 2):
            runs = []
            for seed in range(REPEATS):
                fresh = make_searcher(searcher, "hex", threads=threads, seed=seed)
                cpu, wall = time.process_time(), time.perf_counter()
                info = fresh.search(
                    position, Limit(simulations=SIMULATIONS), lambda: False, lambda _: None
                ).info
                cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
                runs.append((cpu / info.simulations, wall / info.simulations))
            yield {
                "searcher": searcher,
                "threads": threads,
                "per_cpu_s": round(1 / min(cpu for cpu, _ in runs)),
                "per_s": round(1 / min(wall for _, wall in runs)),
            }
