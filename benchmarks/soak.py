"""Plays at random for hours and checks the laws of play: ``python -m benchmarks.soak``.

``python -m benchmarks.soak [--steps 1000000] [--game hex] [--seed 0] [--out soak.jsonl]``

The steps are divided into runs, each with a new world; games and seeds take turns. A run is one
JSON object a line: its steps, how long they took, the memory of the process and its open files at
the end and, if a law was broken, the sentence that says so. The same run of the same seed takes the
same steps. Runs that are already in the file are not played again, so an interrupted soak continues
where it stopped. SIGTERM ends it, after its step: ``timeout 3600 python -m benchmarks.soak``.
"""

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from threading import Event

from ai.options import named, whole_number
from ai.streams import Parser
from game.games.registry import window_games

ROOT = Path(__file__).resolve().parent.parent
RUN_STEPS = 5_000
"""How many steps a run has."""

TERMINATED = Event()
"""Set by SIGTERM and looked at between two steps: an exception that is raised wherever the program
happens to be may be swallowed by a callback, or leave a thread running that nothing ends."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run came to.

    Attributes:
        game: The game that was played.
        seed: The soak's seed.
        number: The run's number among those of this seed.
        steps: How many steps were taken.
        seconds: How long they took.
        memory_mb: What the process held at the end.
        files: How many files it had open then.
        broken: The law that did not hold, or the error that ended the run; empty for neither.
    """

    game: str
    seed: int
    number: int
    steps: int
    seconds: float
    memory_mb: float
    files: int
    broken: str = ""


def play(game: str, seed: int, number: int, steps: int) -> Run:
    """Take the steps of one run, as far as the laws hold."""
    from tests.laws.player import Player, monkey
    from tests.laws.world import playing, settings_of

    began, taken, broken = time.perf_counter(), 0, ""
    try:
        with (
            tempfile.TemporaryDirectory(prefix="playout-soak-") as home,
            playing(game, Path(home), seed + number, settings_of(seed + number)) as world,
        ):
            player = Player(world)
            for name, chance in islice(monkey(f"{game} {seed} {number}"), steps):
                if TERMINATED.is_set():
                    raise KeyboardInterrupt
                player.do(name, chance)
                taken = player.steps
    except Exception as error:  # also of an AI thread that does not end
        broken = f"{type(error).__name__}: {error}"
    seconds = round(time.perf_counter() - began, 1)
    return Run(game, seed, number, taken, seconds, memory_mb(), open_files(), broken)


def memory_mb() -> float:
    """Return the resident memory of this process (Linux; 0 elsewhere)."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return 0.0
    pages = int(status.read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def open_files() -> int:
    """Return how many files this process has open (Linux; 0 elsewhere)."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def known_runs(path: Path) -> list[Run]:
    """Return the runs that a file holds; a line that was cut off counts for nothing."""
    runs = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            runs.append(Run(**json.loads(line)))
        except (ValueError, TypeError):
            continue
    return runs


def soak(
    games: list[str], seeds: list[int], steps: int, path: Path, run_steps: int = RUN_STEPS
) -> Iterator[Run]:
    """Play run after run until there are enough steps; write each down when it is over."""
    known = [run for run in known_runs(path) if run.game in games and run.seed in seeds]
    done = {(run.game, run.seed, run.number) for run in known}
    taken = sum(run.steps for run in known)
    for number, seed, game in (
        (n, seed, game) for n in count() for seed in seeds for game in games
    ):
        if taken >= steps:
            return
        if (game, seed, number) in done:
            continue
        run = play(game, seed, number, min(run_steps, steps - taken))
        taken += run.steps
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(run)) + "\n")
        print(f"{taken} of {steps}: {run}", file=sys.stderr, flush=True)
        yield run


def main() -> int:
    """Run as a command; return 1 if a law did not hold."""
    parser = Parser(prog="python -m benchmarks.soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--steps", type=whole_number(1, 10**9), default=1_000_000, help="steps in all"
    )
    parser.add_argument(
        "--game",
        type=named("game", (game.name for game in window_games())),
        action="append",
        help="play only this game; can be repeated",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**31),
        action="append",
        help="decides what is played, by default 0; can be repeated",
    )
    parser.add_argument(
        "--run", type=whole_number(1, 10**9), default=RUN_STEPS, help="steps of each run"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("soak.jsonl"), help="the file for the runs"
    )
    options = parser.parse_args()
    # Before anything imports pygame.
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGTERM, lambda *_: TERMINATED.set())
    games = options.game or [game.name for game in window_games()]
    broken = []
    try:
        # No run waits for the compiler, which may take longer than the laws wait for an answer.
        warm = [sys.executable, str(ROOT / "main.py"), "--warm-only"]
        subprocess.run(warm, stdout=subprocess.DEVNULL, check=True)
        runs = soak(games, options.seed or [0], options.steps, options.out, options.run)
        for run in runs:
            if run.broken:
                broken.append(run)
                print(json.dumps(asdict(run)), flush=True)
    except KeyboardInterrupt:
        return 130
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
