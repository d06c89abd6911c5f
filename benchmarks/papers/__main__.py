"""Run the papers' experiments and write docs/papers.md.

``python -m benchmarks.papers [--quick] [--games N] [--minutes M] [--only TABLE] [--page]``

Every result is kept in benchmarks/papers/results.json as soon as there is one: a run that was
stopped goes on where it was, and ``--page`` writes the page out of what there is. ``--fresh``
forgets what is kept.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ai.nmcs_two_player_kernel import Rule
from benchmarks.papers import figures, runs
from benchmarks.papers.report import report
from game.rules.square_board import BoardParameters
from game.rules.tictactoe import TicTacToeParameters

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parent.parent / "docs" / "papers.md"

SUDOKU_CAP = 20.0

Entry = dict[str, Any]
Experiment = tuple[str, int, Callable[[int, int], Entry]]
"""A key, how many games are wanted, and what plays n games from the k-th on."""


def _table_1() -> Iterator[Experiment]:
    for discounting in figures.TABLE_1:

        def run(games: int, _: int, discounting: bool = discounting) -> Entry:
            counts, _states = runs.frequencies(
                "tictactoe",
                TicTacToeParameters(),
                figures.TABLE_1_POSITION,
                3,
                Rule(discounting, 0, 0),
                games,
            )
            return {"games": games, "counts": dict(counts)}

        yield f"table-1/{discounting}", 1000, run


def _table_2(games: int) -> Iterator[Experiment]:
    for discounting, cow, pod in figures.TABLE_2:
        rule = Rule(discounting, cow, pod)

        def run(games: int, _: int, rule: Rule = rule) -> Entry:
            counts, states = runs.frequencies(
                "breakthrough", BoardParameters(4, 8), figures.TABLE_2_POSITION, 3, rule, games
            )
            return {"games": games, "wins": counts[figures.TABLE_2_MOVE], "states": states}

        yield f"table-2/{discounting}/{cow}/{pod}", games, run


def _table_3(games: tuple[int, int, int]) -> Iterator[Experiment]:
    for level, wanted in enumerate(games):
        for game in figures.GAMES:

            def run(games: int, _: int, game: str = game, level: int = level) -> Entry:
                score = runs.discounting_score(game, level + 1, games)
                return {"games": score.games, "wins": score.wins}

            yield f"table-3/{game}/{level}", wanted, run


def _timed(
    table: str, players: dict[str, str], milliseconds: int, games: int
) -> Iterator[Experiment]:
    for name, searcher in players.items():
        for game in figures.GAMES:

            def run(games: int, first: int, game: str = game, searcher: str = searcher) -> Entry:
                score = runs.timed_score(game, searcher, milliseconds, games, first)
                return {"games": score.games, "wins": score.wins}

            yield f"{table}/{game}/{name}/{milliseconds}", games, run


def _left_move(games: int) -> Iterator[Experiment]:
    for memory in figures.LEFT_MOVE:

        def run(games: int, _: int, memory: bool = memory) -> Entry:
            return {"games": games, "wins": runs.left_move_optima(games, memory=memory)}

        yield f"left-move/{memory}", games, run


def _sudoku(problems: int) -> Iterator[Experiment]:
    for level in figures.SUDOKU_SECONDS:

        def run(games: int, _: int, level: int = level) -> Entry:
            taken = runs.sudoku_seconds(level, games, cap=SUDOKU_CAP)
            solved = [seconds for seconds in taken if seconds is not None]
            return {"games": games, "solved": len(solved), "seconds": round(sum(solved), 3)}

        yield f"sudoku/{level}", problems, run


def _samegame(deepest: int) -> Iterator[Experiment]:
    for name, (level, memory, _) in figures.SAMEGAME.items():

        def run(games: int, _: int, level: int = level, memory: bool = memory) -> Entry:
            return {"games": games, "total": runs.samegame_total(level, memory=memory)}

        if level <= deepest:
            yield f"samegame/{name}", 20, run


def _hex() -> Iterator[Experiment]:
    def run(games: int, _: int) -> Entry:
        plain, full = (runs.simulations_in(name, "hex", 5.0) for name in ("uct-plain", "mcts"))
        return {"games": games, "plain": plain, "full": full}

    yield "hex/simulations", 1, run


def experiments(options: argparse.Namespace) -> Iterator[Experiment]:
    """Yield every experiment, the cheap ones first."""
    quick = options.quick
    yield from _table_1()
    yield from _left_move(400 if quick else 4000)
    yield from _hex()
    yield from _sudoku(20 if quick else 100)
    yield from _table_3((100, 100, 0) if quick else (500, 500, 40))
    yield from _table_2(20 if quick else 300)
    timed = options.games or (10 if quick else 100)
    for milliseconds in figures.MILLISECONDS[: 1 if quick else None]:
        yield from _timed("table-4", figures.TABLE_4_PLAYERS, milliseconds, timed)
        yield from _timed("table-5", figures.TABLE_5_PLAYERS, milliseconds, timed)
    if not quick:
        yield from _samegame(3 if options.only == "samegame" else 2)


def main() -> int:
    """Run what is missing; return the exit code."""
    options = _parser().parse_args()
    results: dict[str, Entry] = {}
    if RESULTS.exists() and not options.fresh:
        results = json.loads(RESULTS.read_text("utf-8"))
    end = time.monotonic() + 60 * options.minutes
    for key, wanted, run in experiments(options):
        have = results.get(key, {}).get("games", 0)
        if options.page or have >= wanted or (options.only and not key.startswith(options.only)):
            continue
        if time.monotonic() >= end:
            break
        started = time.process_time()
        addable = key.startswith(("table-4", "table-5"))
        entry = run(wanted - have, have) if addable else run(wanted, 0)
        if addable and have:
            entry = {name: entry[name] + results[key][name] for name in ("games", "wins")}
        entry["cpu_seconds"] = round(time.process_time() - started, 1)
        results[key] = entry
        RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", "utf-8")
        print(key, {name: value for name, value in entry.items() if name != "counts"}, flush=True)
    PAGE.write_text(report(results), "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks.papers", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--games", type=int, help="games a cell of tables 4 and 5")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin nothing after these")
    parser.add_argument("--only", metavar="TABLE", help="such as table-3, or table-4/nogo")
    parser.add_argument("--page", action="store_true", help="only write the page")
    parser.add_argument("--fresh", action="store_true", help="forget the kept results")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
