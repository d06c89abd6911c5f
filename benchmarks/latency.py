"""How quickly a search stops when it is cancelled: ``python -m benchmarks.latency [--json]``.

The time runs from the moment when `is_cancelled` first says yes to the return of the search with
its result. It includes the poll, leaving the kernel, ending the threads and the summary.
"""

import json
import random
import threading
import time
from collections.abc import Iterator

from ai.contract.games import game_spec
from ai.contract.rules import Parameters
from ai.options import whole_number
from ai.search.mcts import MctsSearcher
from ai.search.messages import Limit
from ai.search.options import MctsOptions
from ai.streams import Parser
from game.games.hex_gomoku.rules import HexParameters
from game.games.tictactoe.rules import TicTacToeParameters

Row = dict[str, str | int | float]

BOARDS: tuple[tuple[str, str, Parameters], ...] = (
    ("hex", "side 4", HexParameters(side=4)),
    ("hex", "side 6", HexParameters()),
    ("hex", "side 8", HexParameters(side=8)),
    ("tictactoe", "5x5, 4 in a row", TicTacToeParameters(5, 5, 4)),
    ("tictactoe", "15x15, 5 in a row", TicTacToeParameters(15, 15, 5)),
)


def rows(trials: int) -> Iterator[Row]:
    """Yield the latencies in milliseconds for each board and number of threads."""
    for game, board, parameters in BOARDS:
        for threads in (1, 2):
            times = sorted(_latencies(game, parameters, threads, trials))
            yield {
                "game": game,
                "board": board,
                "threads": threads,
                "trials": trials,
                "p50_ms": round(times[trials // 2], 2),
                "p95_ms": round(times[trials * 95 // 100], 2),
                "max_ms": round(times[-1], 2),
            }


def _latencies(game: str, parameters: Parameters, threads: int, trials: int) -> Iterator[float]:
    """Yield milliseconds from cancel to return, each for a search of 10 to 60 ms."""
    chooser = random.Random(1)
    searcher = MctsSearcher(game, MctsOptions(threads=threads, solver=False))
    position = game_spec(game).new_game(parameters, 0)
    searcher.search(position, Limit(simulations=100), lambda: False, lambda _: None)
    for _ in range(trials):
        cancelled = threading.Event()
        moment: list[float] = []

        def cancel(event: threading.Event = cancelled, moment: list[float] = moment) -> None:
            moment.append(time.perf_counter())
            event.set()

        searcher.advance(None)
        timer = threading.Timer(chooser.uniform(0.01, 0.06), cancel)
        timer.start()
        searcher.search(position, Limit(), cancelled.is_set, lambda _: None)
        yield 1000 * (time.perf_counter() - moment[0])
        timer.join()


def main() -> None:
    parser = Parser(
        prog="python -m benchmarks.latency", description="Measure how soon a cancel takes effect."
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--trials", type=whole_number(1, 100_000), default=60, help="searches for each row"
    )
    arguments = parser.parse_args()
    for row in rows(arguments.trials):
        if arguments.json:
            print(json.dumps(row), flush=True)
        else:
            print(
                f"{row['game']:<10} {row['board']:<18} {row['threads']} threads:"
                f" p50 {row['p50_ms']} ms, p95 {row['p95_ms']} ms, max {row['max_ms']} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
