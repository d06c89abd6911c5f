"""How fast the games are searched and played out: ``python -m benchmarks.speed [--json]``.

Rates are per second of CPU time over all threads, so other programs on the machine hardly affect
them. Each is the median of several runs. Hex Gomoku starts after the stone in the centre,
Tic-Tac-Toe from the empty board (a search there ends with the proof and is started again), SameGame
from standard board 1. The installed program has a shorter one, `playout bench` (`ai.bench`).
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ai import bench
from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.options import whole_number
from ai.search.limits import deadline
from ai.streams import Parser
from benchmarks import playouts_algorithm, samegame_speed

Row = dict[str, str | int | float]

SECONDS = 1.0
PLAYOUTS = 500_000
THREADS = (1, 2)


def positions() -> dict[str, State]:
    """Return where each two-player game is measured from."""
    tictactoe, hexagon = game_spec("tictactoe"), game_spec("hex")
    start = hexagon.new_game(hexagon.parameters(), 0)
    return {
        "hex": start.play(start.move_from_string("f6")),
        "tictactoe": tictactoe.new_game(tictactoe.parameters(), 0),
    }


def rows(repeats: int) -> Iterator[Row]:
    """Yield one row a measurement of the two-player games, then SameGame's."""
    for game, position in positions().items():
        for threads in THREADS:
            yield measured(game, "search", threads, repeats, _searches(game, position, threads))
        for threads in THREADS:
            yield measured(game, "playouts", threads, repeats, _playouts(game, position, threads))
    yield from samegame_speed.rows(repeats)


def measured(game: str, what: str, threads: int, repeats: int, run: Callable[[], int]) -> Row:
    """Return the median run of `repeats`; `run` returns how much it did."""
    run()
    times = sorted((_timed(run) for _ in range(repeats)), key=lambda t: t[0] / t[2])
    count, wall_s, cpu_s = times[repeats // 2]
    return {
        "game": game,
        "what": what,
        "threads": threads,
        "count": count,
        "wall_s": round(wall_s, 4),
        "cpu_s": round(cpu_s, 4),
        "per_cpu_s": round(count / cpu_s),
    }


def _timed(run: Callable[[], int]) -> tuple[int, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    count = run()
    return count, time.perf_counter() - wall, time.process_time() - cpu


def _searches(game: str, position: State, threads: int) -> Callable[[], int]:
    """Return a function that searches for `SECONDS` and returns the simulations."""
    return lambda: sum(bench.searches(position, game, "mcts", threads, deadline(SECONDS)))


def _playouts(game: str, position: State, threads: int) -> Callable[[], int]:
    """Return a function that runs `PLAYOUTS` in each thread."""
    module = kernel_of(game)
    run_playouts = specialise(playouts_algorithm, module).run_playouts
    tables = module.make_tables(position.parameters, module.CANDIDATES[0])
    root = np.zeros(module.state_length(tables), np.int64)
    module.load(tables, position.encode(), root)

    def run_one(stream: int) -> None:
        run_playouts(tables, root, root.copy(), new_rng(1, stream), PLAYOUTS)

    def run() -> int:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run_one, range(threads)))
        return threads * PLAYOUTS

    return run


def print_table(table: Iterable[Row]) -> None:
    """Print the rows for a reader, with the speed-up over one thread by the clock."""
    print(
        f"{'game':<10} {'what':<9} {'threads':>7} {'per CPU-s':>11} {'per s':>11} {'speed-up':>9}"
    )
    single: dict[tuple[object, object], float] = {}
    for row in table:
        rate = float(row["count"]) / float(row["wall_s"])
        one = single.setdefault((row["game"], row["what"]), rate)
        print(
            f"{row['game']:<10} {row['what']:<9} {row['threads']:>7} {row['per_cpu_s']:>11,}"
            f" {rate:>11,.0f} {rate / one:>9.2f}",
            flush=True,
        )


def main() -> None:
    parser = Parser(
        prog="python -m benchmarks.speed", description="Measure the speed of searches and playouts."
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--repeats", type=whole_number(1, 1000), default=5, help="runs behind each median"
    )
    arguments = parser.parse_args()
    table = rows(arguments.repeats)
    if arguments.json:
        for row in table:
            print(json.dumps(row), flush=True)
    else:
        print_table(table)


if __name__ == "__main__":
    main()
