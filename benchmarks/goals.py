"""Figures of strength beside what they should be: ``python -m benchmarks.goals [NAME ...]``.

Runs the commands that docs/ names, one after the other, each in a process of its own, and takes
the figures from their lines. All of them take a day; ``--list`` tells the names, the commands and
the goals. Seconds of SameGame and positions of hex are counted, so that other programs hardly
matter; frames and threads need a quiet machine. Prints one JSON object a figure.
"""

import json
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ai.options import named
from ai.streams import Parser
from benchmarks import samegame_records as records

ROOT = Path(__file__).resolve().parent.parent
LINES = {"match": ("main.py", "match")}
"""Commands of the program itself; all others are modules of this folder."""

Rows = list[dict[str, Any]]
Read = Callable[[Rows], float]


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure that a command gives, and what it should be.

    Attributes:
        name: What it is called on the command line; figures of one command share it.
        figure: What is counted, in words.
        command: What prints the lines that it is read from.
        read: Takes it from them.
        at_least: The least that it should be, or None.
        at_most: The most that it should be, or None.
    """

    name: str
    figure: str
    command: str
    read: Read
    at_least: float | None = None
    at_most: float | None = None

    def is_met(self, value: float) -> bool:
        """Tell whether a value is as it should be."""
        low, high = self.at_least, self.at_most
        return (low is None or value >= low) and (high is None or value <= high)


def total(rows: Rows) -> float:
    """Return the sum over the boards of the median score of each."""
    scores: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        scores[row["board"]].append(row["score"])
    return float(sum(statistics.median(each) for each in scores.values()))


def mean_of_standard_size(rows: Rows) -> float:
    """Return the mean score of random boards of the standard size."""
    kind = "15x15, 5 colours"
    return round(float(statistics.mean(row["score"] for row in rows if row["kind"] == kind)), 1)


def stored(_: Rows) -> float:
    """Return what the stored solutions of the standard boards score together."""
    return sum(record.score for record in records.load().values())


def below_published(_: Rows) -> float:
    """Return how many stored solutions are below the best that was published."""
    known = records.load()
    return sum(
        known[number].score < best
        for number, best in enumerate(records.PUBLISHED[records.BEST], start=1)
    )


def standing(key: str) -> Read:
    """Return what reads a count of a match's last line, such as its wins."""
    return lambda rows: float(rows[-1]["standing"][key])


def highest(key: str) -> Read:
    """Return what reads the highest value of a key."""
    return lambda rows: max(float(row[key]) for row in rows)


def farthest_off(rows: Rows) -> float:
    """Return by how many points win rates and results differ most, over the boards."""
    return max(abs(float(row["apart_points"])) for row in rows)


def second_wins(rows: Rows) -> float:
    """Return 1 if it was proven that the second player wins."""
    return float(rows[-1]["winner"] == "second")


def speedup(rows: Rows) -> float:
    """Return how much sooner two threads are done, over all phases of a game."""
    return next(
        float(row["speedup"]) for row in rows if (row["threads"], row["phase"]) == (2, "all")
    )


_SHOWN = "points by which a tenth of the win rates and the results differ most"
_MAX = (
    "match hex alphabeta:style=solid,top=1@350000 uct-plain@25000 --games 100 --seed 31002 --json"
)
GOALS = (
    Goal("samegame-10s", "points of 20 boards", "samegame run --seed 41", total, 84_600),
    Goal(
        "samegame-60s",
        "points of 20 boards, two threads",
        "samegame run --seconds 60 --threads 2",
        total,
        87_000,
    ),
    Goal("samegame-hint", "points of 20 boards in 0.5 s", "samegame hints", total, 78_000),
    Goal("samegame-random", "mean of 40 boards", "samegame random", mean_of_standard_size, 4_051),
    Goal("samegame-stored", "points stored for 20 boards", "", stored, 87_859),
    Goal("samegame-stored", "boards below the best published", "", below_published, at_most=0),
    Goal("hex-max", "wins of 100", _MAX, standing("wins"), 75),
    Goal("hex-max", "losses of 100", _MAX, standing("losses"), at_most=0),
    Goal("hex-threads", "speed-up of two threads", "hex depth", speedup, 1.7),
    Goal(
        "breakthrough-5x5",
        "second player's win, followed against every answer",
        "breakthrough check --columns 5 --rows 5",
        second_wins,
        1,
    ),
    *(
        Goal(f"calibration-{name}", _SHOWN, f"calibration {board}", farthest_off, at_most=5)
        for name, board in (
            ("hex", "hex --games 200 --seed 1900"),
            ("breakthrough", "breakthrough:columns=6,rows=6 --games 1000 --seed 1900"),
            ("tictactoe", "tictactoe:columns=15,rows=15,in_a_row=5 --games 500 --seed 1900"),
        )
    ),
    Goal("frames", "95th percentile, ms", "frames", highest("p95_ms"), at_most=18),
    Goal("frames", "99th percentile, ms", "frames", highest("p99_ms"), at_most=25),
)


def run(command: str) -> Rows:
    """Run a command and return the JSON objects among its lines.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    name, *arguments = command.split()
    start = LINES.get(name, ("-m", f"benchmarks.{name}"))
    done = subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def _rows_of(command: str) -> Rows | None:
    """Run a command; return None, and say so, if it fails: the others take hours and go on."""
    try:
        return run(command)
    except subprocess.CalledProcessError as error:
        print(f"{command}: failed with exit code {error.returncode}", file=sys.stderr)
        return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 if a goal was missed."""
    names = list(dict.fromkeys(goal.name for goal in GOALS))
    parser = Parser(prog="python -m benchmarks.goals", description=__doc__)
    parser.add_argument(
        "names", metavar="NAME", nargs="*", type=named("figure", names), help="only these"
    )
    parser.add_argument("--list", action="store_true", help="tell what there is to measure")
    options = parser.parse_args(arguments)
    chosen = [goal for goal in GOALS if not options.names or goal.name in options.names]
    missed = False
    lines: dict[str, Rows | None] = {"": []}
    for goal in chosen:
        told = {key: value for key, value in asdict(goal).items() if key != "read"}
        if not options.list:
            if goal.command not in lines:
                lines[goal.command] = _rows_of(goal.command)
            rows = lines[goal.command]
            value = None if rows is None else goal.read(rows)
            is_met = value is not None and goal.is_met(value)
            missed |= not is_met
            told |= {"value": value, "is_met": is_met}
        print(json.dumps(told), flush=True)
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
