"""The command ``bench``: how soon this machine answers, and how fast it searches then."""

import argparse
import json
import time
from collections.abc import Iterator
from itertools import count

from ai.contract.games import all_games, game_spec, names_game, read_game
from ai.contract.rules import Parameters, RulesError, State
from ai.kinds import MOST_THREADS, SearcherSpecError
from ai.options import make_ready_searcher, seconds, whole_number
from ai.search.limits import TimeSupplier, deadline
from ai.search.messages import Limit
from ai.searchers import check_board, kinds_of, make_searcher
from ai.streams import Parser


def measure(
    position: State, game: str, searcher: str, threads: int, limit: float
) -> dict[str, float | str]:
    """Measure a searcher in a game, at a position, for some seconds.

    Returns:
        Among others: how many functions had to be ``compiled``, seconds to the ``first_answer``,
        that included, and in the seconds after that the ``searches``, each of which is begun anew
        once it has nothing left to find, and their ``simulations``; milliseconds from the moment
        when the last one was to ``stop`` to its answer.
    """
    from ai.engine import compile_once  # with numba

    compiled = count()
    compile_once.compiled_one = lambda: next(compiled)
    began = time.perf_counter()
    make_ready_searcher(searcher, game, threads=threads)
    wall, cpu = time.perf_counter(), time.process_time()
    counts = list(searches(position, game, searcher, threads, deadline(limit)))
    wall_s, tick = time.perf_counter() - wall, time.get_clock_info("process_time").resolution
    cpu_s = max(time.process_time() - cpu, tick)  # a coarse clock may not have gone on
    return {
        "game": game,
        "searcher": searcher,
        "threads": threads,
        "compiled": next(compiled),
        "first_answer_s": round(wall - began, 3),
        "searches": len(counts),
        "simulations": sum(counts),
        "wall_s": round(wall_s, 4),
        "cpu_s": round(cpu_s, 4),
        "per_s": round(sum(counts) / wall_s),
        "per_cpu_s": round(sum(counts) / cpu_s),
        "stop_ms": round(1000 * (wall_s - limit), 2),
    }


def searches(
    position: State, game: str, searcher: str, threads: int, is_over: TimeSupplier
) -> Iterator[int]:
    """Search a position afresh until it is over; yield the simulations of each search."""
    for seed in count():
        made = make_searcher(searcher, game, threads=threads, seed=seed)
        yield made.search(position, Limit(), is_over, lambda _: None).info.simulations
        if is_over():
            break


def main(argv: list[str], *, parser: Parser | None = None) -> int:
    """Measure what is asked for, and print one JSON object a line; return the exit code."""
    parser = parser or options_parser()
    options = parser.parse_args(argv)
    try:
        searches = list(_searches(options))
    except (RulesError, SearcherSpecError) as error:
        parser.error(str(error))
    for game, parameters, searcher in searches:
        position = game_spec(game).new_game(parameters, 0)
        speed = measure(position, game, searcher, options.threads, options.seconds)
        print(json.dumps(speed), flush=True)
    return 0


def _searches(options: argparse.Namespace) -> Iterator[tuple[str, Parameters, str]]:
    games = [word for word in options.words if names_game(word)]
    searchers = [word for word in options.words if word not in games]
    for text in games or [game.name for game in all_games()]:
        rules, parameters = read_game(text)
        cells = len(rules.new_game(parameters, 0).legal_moves)
        able = [k.name for k in kinds_of(rules.name) if not k.most_cells or cells <= k.most_cells]
        for searcher in searchers or able:
            check_board(searcher, rules.name, parameters)
            yield rules.name, parameters, searcher


def options_parser() -> Parser:
    parser = Parser(
        prog="playout bench",
        description="Measure how long each searcher takes to its first answer, with what has to be "
        "compiled for it, how many simulations a second it makes from the first position, and how "
        "soon it stops. Prints one JSON object a line.",
    )
    parser.add_argument(
        "words",
        metavar="GAME_OR_SPEC",
        nargs="*",
        help="a game or a searcher: hex:side=5 mcts rave (default: the games of the window, with "
        "all their searchers)",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=1.0,
        metavar="S",
        help="time for each searcher (default: %(default)g)",
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, MOST_THREADS),
        default=1,
        metavar="T",
        help="number of search threads (default: %(default)s)",
    )
    return parser
