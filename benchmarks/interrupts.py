"""How surely Ctrl+C ends what thinks: run as ``python -m benchmarks.interrupts``.

Commands are started and interrupted at a random moment after their search has begun; others keep
all cores busy meanwhile. What has not ended a few seconds later has swallowed it.
"""

import multiprocessing
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ai.options import seconds, whole_number
from ai.streams import INTERRUPTED, Parser
from ai.system import usable_cores

PATIENCE = 15.0
BOARD = "\n".join("".join(random.Random(row).choices("12345", k=15)) for row in range(15))
MATCH = "match hex mcts mcts --games 2 --seconds 60 --jobs 1 --fresh"
COMMANDS = {
    "analyze, mcts": ("gtp hex --searcher mcts --threads 2", "analyze\n", "= "),
    "analyze, alphabeta": ("gtp hex --searcher alphabeta --threads 2", "analyze\n", "= "),
    "analyze, solver": ("gtp tictactoe:columns=4,rows=4 --threads 1", "analyze\n", "= "),
    "genmove": ("gtp breakthrough --seconds 60", "genmove b\n", ""),
    "solve": ("solve - --seconds 60", BOARD, ""),
    "match": (MATCH, "", ""),
}
"""The arguments, what is sent, and how the line begins that tells that the search has begun."""


def _hog() -> None:
    while True:
        pass


@contextmanager
def loaded(count: int) -> Iterator[None]:
    """Keep so many processes busy."""
    hogs = [multiprocessing.Process(target=_hog, daemon=True) for _ in range(count)]
    for hog in hogs:
        hog.start()
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()


def interrupted(arguments: str, sent: str, begins: str, after: float) -> tuple[float | None, str]:
    """Return the seconds from Ctrl+C to the end, None if it never came, and what is odd."""
    command = [sys.executable, "main.py", *arguments.split()]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(sent)
        process.stdin.flush()
        if arguments.startswith("solve"):
            process.stdin.close()
        if begins:
            assert process.stdout.read(len(begins) - 1) == begins.strip()
        else:
            time.sleep(2.0)
        time.sleep(after)
        started = time.perf_counter()
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, ""
        took = time.perf_counter() - started
        said = process.stderr.read()
        odd = f"exit code {process.returncode}" if process.returncode != INTERRUPTED else ""
        return took, odd or said * ("Traceback" in said or "ignored" in said)


def main() -> None:
    parser = Parser(prog="benchmarks.interrupts", description=__doc__)
    parser.add_argument("--tries", type=whole_number(1, 10**6), default=50, help="of each command")
    parser.add_argument("--hogs", type=whole_number(0, 100), default=2 * usable_cores())
    parser.add_argument("--latest", type=seconds, default=3.0, help="seconds after the beginning")
    parser.add_argument("--only", choices=COMMANDS, action="append")
    parser.add_argument("--seed", type=whole_number(0, 10**9), default=1)
    options = parser.parse_args()
    luck = random.Random(options.seed)
    # Where Ctrl+C is ignored, as in a script's background, the commands would ignore it, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(Path(__file__).resolve().parent.parent)
    with tempfile.TemporaryDirectory() as home, loaded(options.hogs):
        os.environ["PLAYOUT_HOME"] = home
        print("| command | tries | swallowed | other ends | median ms | slowest ms |")
        print("|---|---|---|---|---|---|")
        for name in options.only or COMMANDS:
            ends = [
                interrupted(*COMMANDS[name], luck.uniform(0, options.latest))
                for _ in range(options.tries)
            ]
            times = [1000 * took for took, _ in ends if took is not None]
            odd = [told for _, told in ends if told]
            row = (name, options.tries, options.tries - len(times), len(odd))
            figures = (statistics.median(times or [0]), max(times or [0]))
            print("|", " | ".join(map(str, row)), "|", " | ".join(f"{x:.0f}" for x in figures), "|")
            for told in odd[:3]:
                print(told, file=sys.stderr)


if __name__ == "__main__":
    main()
