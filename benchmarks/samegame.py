"""How well SameGame is solved: ``python -m benchmarks.samegame COMMAND``.

Every figure is the median over the seeds. A checker that shares no code with the program replays
every line. Time is the CPU time of the whole process divided by the number of threads, so other
programs on the machine hardly affect it. Results are printed as JSON lines, then as a table.

    run      the 20 standard boards, 10 s each
    hints    the 20 standard boards, 0.5 s each
    random   40 random boards, compared with the standard ones by the tabu colours' share
    nmcs     one nested search of level 2 a board, with memory and tabu colour
    steps    annealing steps and playouts a CPU second
    improve  search for better records until it is stopped
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from ai.cluster import ClusterError
from ai.kinds import SearcherSpecError
from ai.options import add_cluster_option, minutes, seconds, whole_number
from ai.search.limits import CancelFlag
from ai.search.messages import Limit, SearchResult
from ai.searchers import make_searcher
from ai.streams import Parser
from benchmarks import samegame_records as records
from benchmarks import samegame_speed
from benchmarks.cluster import running_on
from benchmarks.cpu_time import cpu_limit
from benchmarks.samegame_checker import check
from benchmarks.samegame_improve import improve, make_ready
from benchmarks.samegame_nmcs import nested_search
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search.annealer import Annealer, Annealing

Row = dict[str, object]

RANDOM_BOARDS = 40
STEPS = 500_000
FIRST_RANDOM_SEED = 1_000


def solve(position: SameGameState, options: argparse.Namespace, seed: int) -> Row:
    """Search a position once; return the checked outcome."""
    make_ready(options.searcher)
    searcher = make_searcher(options.searcher, "samegame", threads=options.threads, seed=seed)
    started = time.process_time()
    supplier = cpu_limit(options.seconds, options.threads)
    result: SearchResult = searcher.search(position, Limit(), supplier, lambda _: None)
    spent = time.process_time() - started
    score, tiles = check(position.columns, records.places(position, result.info.line))
    if score != result.info.value:
        raise ValueError(f"the search says {result.info.value}, the checker {score}")
    return {
        "seed": seed,
        "score": score,
        "cleared": tiles == 0,
        "simulations": result.info.simulations,
        "cpu_s": round(spent, 2),
        "moves": " ".join(position_names(position, result.info.line)),
    }


def position_names(position: SameGameState, line: Iterable[int]) -> list[str]:
    """Return the moves' names."""
    return [position.move_to_string(move) for move in line]


def standard(options: argparse.Namespace) -> None:
    """Search the standard boards and print how they compare with what was published."""
    scores: dict[int, list[int]] = {}
    cleared = 0
    for board in standard_boards():
        if board.number in options.boards:
            for seed in range(options.seed, options.seed + options.seeds):
                row = {"board": board.number, **solve(board.state, options, seed)}
                scores.setdefault(board.number, []).append(int(str(row["score"])))
                cleared += bool(row["cleared"])
                show(row)
    print(table({number: statistics.median(each) for number, each in scores.items()}))
    print(f"cleared: {cleared} of {len(scores) * options.seeds}")


def table(scores: dict[int, float]) -> str:
    """Return the boards' scores beside the published ones."""
    names = list(records.PUBLISHED)
    lines = ["board   here  " + "  ".join(names) + "  to the best"]
    for number, score in scores.items():
        published = [records.PUBLISHED[name][number - 1] for name in names]
        lines.append(_line(str(number), score, names, published))
    totals = [sum(records.PUBLISHED[name][number - 1] for number in scores) for name in names]
    lines.append(_line("total", sum(scores.values()), names, totals))
    return "\n".join(lines)


def _line(title: str, score: float, names: list[str], published: list[int]) -> str:
    columns = (f"{value:{len(name)}}" for name, value in zip(names, published, strict=True))
    return f"{title:>5}  {score:5.0f}  {'  '.join(columns)}  {score - published[-1]:+11.0f}"


def random_boards(options: argparse.Namespace) -> None:
    """Search random boards, then others of other sizes and numbers of colours."""
    per_kind: dict[str, list[float]] = {}
    kinds = [(SameGameParameters(), RANDOM_BOARDS)]
    others = ((15, 15, 3), (15, 15, 4), (15, 15, 6), (10, 10, 4), (20, 20, 5), (30, 30, 9))
    kinds += [(SameGameParameters(*size), 2) for size in others]
    for parameters, count in kinds:
        for index in range(min(count, options.count)):
            position = new_game(parameters, FIRST_RANDOM_SEED + index)
            row = solve(position, options, options.seed)
            kind = f"{parameters.columns}x{parameters.rows}, {parameters.colours} colours"
            counts = sorted(position.colour_counts, reverse=True)
            show({"kind": kind, "board": index, "counts": counts, **row})
            per_kind.setdefault(kind, []).append(float(str(row["score"])))
    for kind, values in per_kind.items():
        print(f"{kind}: mean {statistics.mean(values):.0f} over {len(values)} boards")


def nested(options: argparse.Namespace) -> None:
    """Run one nested search a board and compare with the published totals."""
    scores = {}
    for board in standard_boards():
        if board.number in options.boards:
            row = nested_search(board.state, options.level, options.seed)
            scores[board.number] = float(str(row["score"]))
            show({"board": board.number, **row})
    print(table(scores))


def show(row: Row) -> None:
    """Print a result as a JSON line."""
    print(json.dumps(row), flush=True)


def show_rates(options: argparse.Namespace) -> None:
    """Print how many annealing steps and playouts a CPU second has."""
    for number in (1, 4, 16):
        position = standard_boards()[number - 1].state
        annealer = Annealer(position, options.seed, 0, CancelFlag().array)
        for _ in annealer.run(Annealing(1, 1_000, 40.0, 40.0), 1_000):
            pass
        started = time.process_time()
        for _ in annealer.run(Annealing(1, STEPS, 40.0, 15.0), STEPS):
            pass
        speed = round(STEPS / (time.process_time() - started))
        show({"what": "annealing steps", "board": number, "per_cpu_s": speed})
    for row in samegame_speed.rows():
        show({**row})


def go_on(options: argparse.Namespace) -> None:
    """Improve the stored records and say how far each board is from the published best."""
    with running_on(options.cluster) as run:
        for row in improve(options.minutes, options.each, options.threads, options.boards, run):
            show(row)
    print(table({number: record.score for number, record in sorted(records.load().items())}))


def numbers(text: str) -> list[int]:
    """Read ``1,4-6``; raise `argparse.ArgumentTypeError` for what names no standard boards."""
    boards = len(standard_boards())
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        low = whole_number(1, boards)(first)
        found += range(low, whole_number(low, boards)(last or first) + 1)
    return found


def parser() -> Parser:
    """Return the reader of the command line."""
    top = Parser(prog="python -m benchmarks.samegame", description=__doc__)
    top.set_defaults(act=standard)
    commands = top.add_subparsers()
    for name, act, default_seconds in _commands():
        command = commands.add_parser(name)
        command.set_defaults(act=act)
        command.add_argument("--searcher", default="best:candidates=0")
        command.add_argument("--seconds", type=seconds, default=default_seconds)
        command.add_argument("--threads", type=whole_number(1, 64), default=1)
        command.add_argument("--seed", type=whole_number(0, 2**31), default=0)
        command.add_argument("--seeds", type=whole_number(1, 99), default=3)
        command.add_argument("--boards", type=numbers, default=list(range(1, 21)))
        command.add_argument("--count", type=whole_number(1, 999), default=RANDOM_BOARDS)
        command.add_argument("--level", type=whole_number(1, 4), default=2)
        command.add_argument("--minutes", type=minutes, default=10.0)
        command.add_argument("--each", type=seconds, default=240.0)
        if act is go_on:
            add_cluster_option(command, "searches")
    return top


def _commands() -> Iterator[tuple[str, Callable[[argparse.Namespace], None], float]]:
    yield "run", standard, 10.0
    yield "hints", standard, 0.5
    yield "random", random_boards, 10.0
    yield "nmcs", nested, 10.0
    yield "steps", show_rates, 1.0
    yield "improve", go_on, 30.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command."""
    reader = parser()
    options = reader.parse_args(arguments)
    if not hasattr(options, "seconds"):
        options = reader.parse_args(["run"])
    try:
        options.act(options)
    except SearcherSpecError as error:
        reader.error(str(error))
    except ClusterError as error:
        reader.exit(1, f"{reader.prog}: {error}\n")


if __name__ == "__main__":
    main()
