"""SameGame's speed from the start of standard board 1: playouts, and searches with all threads."""

import time
from collections.abc import Callable, Iterable

from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from ai.search.messages import Limit
from ai.search.nmcs import NmcsSearcher
from ai.search.nmcs_explorer import EncodedPosition
from ai.search.options import NmcsOptions
from game.games.samegame.kernel import ROLLOUTS
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameState

Row = dict[str, str | int | float]

PLAYOUTS = 50_000
SEARCH_PLAYOUTS = 100_000


def rows(repeats: int = 3) -> Iterable[Row]:
    """Yield the best of `repeats` runs of each measurement."""
    start = standard_boards()[0].state
    yield _best(repeats, "playouts", 1, PLAYOUTS, _playouts(start))
    for threads in (1, 2):
        yield _best(repeats, "search", threads, SEARCH_PLAYOUTS, _search(start, threads))


def _playouts(start: SameGameState) -> Callable[[], None]:
    """Return a function that plays `start` out under the tabu-colour policy, many times."""
    board = EncodedPosition.of("samegame", start)
    work = board.workspace(0, new_rng(1), CancelFlag())
    rollout = ROLLOUTS.index("tabu")

    def run(count: int = PLAYOUTS) -> None:
        work.counts[:] = (0, count, 0)
        board.search.search(board.tables, work, 0, 0, count, True, rollout)

    run(1)
    return run


def _search(start: SameGameState, threads: int) -> Callable[[], None]:
    searcher = NmcsSearcher("samegame", NmcsOptions(threads=threads, seed=1))

    def run(count: int = SEARCH_PLAYOUTS) -> None:
        searcher.search(start, Limit(simulations=count), lambda: False, lambda _: None)

    run(1000)
    return run


def _best(repeats: int, what: str, threads: int, count: int, run: Callable[[], None]) -> Row:
    cpu_s, wall_s = min(_times(run) for _ in range(repeats))
    return {
        "game": "samegame",
        "what": what,
        "threads": threads,
        "count": count,
        "wall_s": round(wall_s, 3),
        "cpu_s": round(cpu_s, 3),
        "per_cpu_s": round(count / cpu_s),
    }


def _times(run: Callable[[], None]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.process_time() - cpu, time.perf_counter() - wall
