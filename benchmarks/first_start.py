"""How soon each game can be played at the very first start: ``python -m benchmarks.first_start``.

``python -m benchmarks.first_start [--game hex] [--costs]``

Each game runs in a process of its own, with an empty cache, and is opened at once. Seconds count
from the start of the AI thread, for which the window does not wait: to the first move of the level
that new players start with, to the first result of an analysis, which a hint needs, and until all
games are ready. A row is one JSON object.

``--costs`` instead measures what each part costs to compile, in CPU seconds of one process. It
writes the file from which the window forecasts how long a game still takes (`ai.engine.forecast`).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from itertools import count

from ai.engine.forecast import COSTS_FILE
from ai.options import named
from ai.streams import Parser

GIVE_UP_SECONDS = 900.0
ANALYSIS_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class FirstStart:
    """Seconds from the start of the AI thread, for the game that is opened first.

    Attributes:
        game: The game.
        move: To the first move of the level.
        hint: To the first report of an analysis, asked for after that move.
        all: Until every game is ready.
        told: When the game was first said to be ready.
        ready: When it was.
    """

    game: str
    move: float
    hint: float
    all: float
    told: float
    ready: float


def first_start(name: str) -> FirstStart:
    """Start an AI thread, open the game, and wait for what a player waits for."""
    from ai.contract.games import game_spec
    from ai.engine.worker import AiWorker
    from ai.levels import first_level, levels_of, methods_of
    from ai.search.messages import (
        GameReady,
        Limit,
        SearchFinished,
        SearchProgress,
        StartSearch,
        WarmupProgress,
        WorkerReady,
    )

    spec = game_spec(name)
    position = spec.new_game(spec.parameters(), 1)
    analyst, limit = methods_of(name)[0].searcher, Limit(seconds=ANALYSIS_SECONDS)
    opponents = {level.name: level for level in levels_of(name)}
    level = opponents.get(first_level(name)) if opponents else None
    mover = (level.searcher, level.limit) if level else (analyst, limit)
    asked = {
        1: StartSearch(1, name, position, None, *mover),
        2: StartSearch(2, name, position, None, analyst, limit),
    }
    began, at = time.perf_counter(), dict[str, float]()
    worker = AiWorker()
    worker.start()
    worker.want(name)
    worker.send(asked[1])
    while len(at) < 5:
        now = time.perf_counter() - began
        if now > GIVE_UP_SECONDS:
            raise TimeoutError(f"{name}: only {at} after {now:.0f} s")
        for answer in worker.poll():
            if isinstance(answer, WorkerReady):
                at["all"] = now
            elif isinstance(answer, WarmupProgress) and answer.seconds_left:
                at.setdefault("told", now + dict(answer.seconds_left)[name])
            elif isinstance(answer, GameReady) and answer.game == name:
                at.setdefault("ready", now)
            elif isinstance(answer, SearchFinished) and answer.generation == 1:
                at["move"] = now
                worker.send(asked[2])
            elif isinstance(answer, SearchProgress | SearchFinished) and answer.generation == 2:
                at.setdefault("hint", now)
        time.sleep(0.01)
    worker.shutdown()
    return FirstStart(name, **{key: round(seconds, 1) for key, seconds in at.items()})


def costs() -> dict[str, dict[str, float]]:
    """Compile what the window waits for, one part after the other; return what each took."""
    from ai.engine import compile_once
    from ai.engine.warmup import start_parts

    compiled = count()
    compile_once.compiled_one = lambda: next(compiled)
    took: dict[str, dict[str, float]] = {}
    for part in start_parts():
        began, first = time.process_time(), next(compiled) + 1
        part.make_ready()
        seconds = round(time.process_time() - began, 1)
        took[part.title] = {"seconds": seconds, "functions": next(compiled) - first}
    return took


def in_fresh_cache(*arguments: str) -> str:
    """Return the last line that this module prints in a process with an empty cache."""
    # What compiles may still write for a moment after it was told to end.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.first_start", *arguments],
            env=os.environ | {"PLAYOUT_KERNEL_CACHE": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return done.stdout.splitlines()[-1]


def main() -> None:
    """Measure each game, or those asked for."""
    from game.games.registry import window_games

    parser = Parser(
        prog="python -m benchmarks.first_start", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--game",
        type=named("game", (game.name for game in window_games())),
        action="append",
        help="measure only this game; can be repeated",
    )
    parser.add_argument(
        "--costs", action="store_true", help="measure the parts and write the file for the forecast"
    )
    parser.add_argument("--here", metavar="GAME", help=argparse.SUPPRESS)
    parser.add_argument("--costs-here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(asdict(first_start(options.here))))
        return
    if options.costs_here:
        print(json.dumps(costs()))
        return
    if options.costs:
        found = json.loads(in_fresh_cache("--costs-here"))
        COSTS_FILE.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        return
    for name in options.game or [game.name for game in window_games()]:
        print(in_fresh_cache("--here", name), flush=True)


if __name__ == "__main__":
    main()
