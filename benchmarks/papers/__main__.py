"""Run the papers' experiments and tell what came out.

``python -m benchmarks.papers [--minutes M] [--only TABLE] [--page] [--fresh] [--cluster ADDRESS]
[--results FOLDER | --write]``

Runs the experiments in small parts, always the one whose interval shrinks most. After each part,
the results are saved in the folder, build/papers if none is named. A run that was stopped
continues where it was, and each new run makes the intervals narrower, up to the papers' numbers of
games. The results of this run are printed at its end, and the page with all tables is written into
the folder. With --write, the run continues the results of docs/papers.md instead, beside this
file, and updates that page.
"""

import json
from pathlib import Path

from ai.cluster import ClusterError
from ai.options import add_cluster_option, minutes
from ai.streams import Parser
from benchmarks.cluster import Run, running_on
from benchmarks.papers.agenda import Agenda
from benchmarks.papers.experiments import Experiment, experiments
from benchmarks.papers.report import measured, report
from benchmarks.papers.runs import Tally

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RESULTS, PAGE = "results.json", "papers.md"
BESIDE = ROOT / "build" / "papers"
TRACKED = (HERE / RESULTS, ROOT / "docs" / PAGE)
"""What docs/papers.md is made of, and that page."""

# An hour and more a board: only when asked for.
SLOW = "samegame/level 3"


def main() -> int:
    """Run what is missing; return the exit code."""
    parser = _parser()
    options = parser.parse_args()
    chosen = [e for e in experiments() if _is_chosen(e, options.only)]
    if not chosen:
        raise SystemExit(f"no experiment begins with {options.only!r}: use such as table-3/nogo")
    path, page = TRACKED if options.write else (options.results / RESULTS, options.results / PAGE)
    results: dict[str, Tally] = {}
    if path.exists() and not options.fresh:
        results = json.loads(path.read_text("utf-8"))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        if not options.page:
            with running_on(options.cluster) as run:
                _run(chosen, results, 60 * options.minutes, run, path)
    except ClusterError as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        print("stopped; the results so far are kept", flush=True)
    page.write_text(report(results), "utf-8")
    for experiment in chosen:
        if experiment.key in results:
            print(_told(experiment.key, results[experiment.key]))
    print(f"{page} holds the tables, {path} the results", flush=True)
    return 0


def _told(key: str, result: Tally) -> str:
    """Return what an experiment has come to, in a line."""
    games = int(result["games"])
    other = {name: value for name, value in result.items() if name not in ("games", "cpu_seconds")}
    if set(other) == {"wins"}:
        return f"{key}: {measured(result)} % of {games} games"
    told = ", ".join(f"{name} {value:g}" for name, value in other.items())
    return f"{key}: {games} games, {told}"


def _is_chosen(experiment: Experiment, only: str) -> bool:
    asked_for = not experiment.key.startswith(SLOW) or only.startswith(SLOW)
    return asked_for and experiment.key.startswith(only)


def _run(
    chosen: list[Experiment], results: dict[str, Tally], seconds: float, run: Run, path: Path
) -> None:
    """Run experiments for some CPU time, and keep their results."""
    agenda = Agenda(chosen, results, seconds)
    for outcome in run(agenda.next_part):
        if outcome is None:
            continue
        if outcome.error:
            raise ClusterError(f"a part of the experiments could not be run: {outcome.error}")
        experiment, first, _ = outcome.job.arguments
        if agenda.add(experiment.key, first, outcome.value):
            _keep(results, path)
            print(
                f"{agenda.spent / 60:5.1f} min", experiment.key, results[experiment.key], flush=True
            )


def _keep(results: dict[str, Tally], path: Path) -> None:
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", "utf-8")
    draft.replace(path)


def _parser() -> Parser:
    parser = Parser(prog="python -m benchmarks.papers", description=__doc__)
    parser.add_argument("--minutes", type=minutes, default=90, help="most CPU time to use (90)")
    parser.add_argument(
        "--only",
        metavar="TABLE",
        default="",
        help="run only experiments whose name begins so, such as table-3/nogo",
    )
    parser.add_argument("--page", action="store_true", help="run nothing, only write the page")
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--results",
        type=Path,
        metavar="FOLDER",
        default=BESIDE,
        help="folder for the results and their page (build/papers)",
    )
    place.add_argument(
        "--write", action="store_true", help="continue the results of docs/papers.md and update it"
    )
    parser.add_argument("--fresh", action="store_true", help="discard the saved results")
    add_cluster_option(parser, "parts")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
