"""Run the papers' experiments and write docs/papers.md.

``python -m benchmarks.papers [--minutes M] [--only TABLE] [--page] [--fresh]``

Runs the experiments in small parts, always the one whose interval shrinks most. After each part,
the results are saved to results.json beside this file. A run that was stopped continues where it
was, and each new run makes the intervals narrower, up to the papers' numbers of games.
"""

import argparse
import json
import time
from pathlib import Path

from benchmarks.papers.experiments import Experiment, experiments
from benchmarks.papers.report import report
from benchmarks.papers.runs import Tally
from benchmarks.papers.schedule import next_experiment

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parent.parent / "docs" / "papers.md"

# An hour and more a board: only when asked for.
SLOW = "samegame/level 3"


def main() -> int:
    """Run what is missing; return the exit code."""
    options = _parser().parse_args()
    results: dict[str, Tally] = {}
    if RESULTS.exists() and not options.fresh:
        results = json.loads(RESULTS.read_text("utf-8"))
    chosen = [e for e in experiments() if _is_chosen(e, options.only)]
    if not chosen:
        raise SystemExit(f"no experiment begins with {options.only!r}: use such as table-3/nogo")
    try:
        if not options.page:
            _run(chosen, results, 60 * options.minutes)
    except KeyboardInterrupt:
        print("stopped; the results so far are kept", flush=True)
    PAGE.write_text(report(results), "utf-8")
    return 0


def _is_chosen(experiment: Experiment, only: str) -> bool:
    asked_for = not experiment.key.startswith(SLOW) or only.startswith(SLOW)
    return asked_for and experiment.key.startswith(only)


def _run(chosen: list[Experiment], results: dict[str, Tally], seconds: float) -> None:
    """Run experiments for some CPU time, and keep their results."""
    while time.process_time() < seconds:
        waiting = [e for e in chosen if results.get(e.key, {}).get("games", 0) < e.wanted]
        if not waiting:
            return
        experiment, games = next_experiment(waiting, results)
        old = results.get(experiment.key, {})
        started = time.process_time()
        found = experiment.run(int(old.get("games", 0)), games)
        new = {**found, "games": games, "cpu_seconds": time.process_time() - started}
        total = {name: old.get(name, 0) + new.get(name, 0) for name in sorted({*old, *new})}
        results[experiment.key] = {name: round(value, 3) for name, value in total.items()}
        _keep(results)
        print(
            f"{time.process_time() / 60:5.1f} min",
            experiment.key,
            results[experiment.key],
            flush=True,
        )


def _keep(results: dict[str, Tally]) -> None:
    draft = RESULTS.with_suffix(".new")
    draft.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", "utf-8")
    draft.replace(RESULTS)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks.papers", description=__doc__)
    parser.add_argument("--minutes", type=float, default=90, help="most CPU time to use (90)")
    parser.add_argument(
        "--only",
        metavar="TABLE",
        default="",
        help="run only experiments whose name begins so, such as table-3/nogo",
    )
    parser.add_argument("--page", action="store_true", help="run nothing, only write the page")
    parser.add_argument("--fresh", action="store_true", help="discard the saved results")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
