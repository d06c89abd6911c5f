"""docs/papers.md out of the results."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from benchmarks.papers import figures

Z = 1.96

HEAD = """\
# The papers' experiments, run again

Written by `python -m benchmarks.papers`; do not edit. Each figure is ours with its 95 % interval,
then the paper's. **Bold**: the two differ by more than chance explains. `-`: not run yet. Times
are CPU time of one thread.
"""
TABLE_1 = """\
## Two players, table 1: Tic-Tac-Toe, how often each move is chosen

1000 searches of `nmcs2:level=3`, which values every move by a search of level 2: the paper's
level-2 policy. X wins by force at a3 only. Moves are tried in random order and the first of equal
ones is kept: in a fixed order, those after a3 would never be chosen.
"""
TABLE_2 = """\
## Table 2: Breakthrough on 4 x 8, level 3, how often the right move is chosen

`nmcs2:level=3`. States are the positions that moves lead to, playouts included, in thousands a
search. A level that prunes on depth hands its bound to the searches below it, so level 1 prunes
playouts. With the same seed, a pruned search that is safe chooses exactly the same move.
"""
TABLE_3 = """\
## Table 3: discounting against none, 5 x 5, win %

The paper's level n values every move by a search of level n, which is `nmcs2:level=n+1` here. The
races and AtariGo reproduce: discounting wins nearly all games from level 1 on. For Domineering,
NoGo and the misere forms most figures do not: we gain less, or nothing. Tried: the moves in a fixed
order, which comes nearer at level 0 and not at level 1. The paper does not say how it breaks ties.
"""
TABLE_4 = """\
## Table 4: UCT with nested playouts against plain UCT, equal time a move, win %

Both trees have `expand_at=1,solver=false,reuse=false,exploration=0.7` and play the move visited
most; the paper states neither its constant nor its rule. Its milliseconds are those of another
program and machine, which ran far fewer playouts in them: compare the direction.
"""
TABLE_5 = """\
## Table 5: other playouts against plain UCT, win %

The paper gives each player 320 ms a move.
"""
SUDOKU = """\
Sudoku 16 x 16, 66 % empty, smallest domain first, with memory: seconds for 100 grids, by those that
were filled in 20 s. Ours are shuffled cyclic grids, maybe easier; the paper's are not public.
"""
SAMEGAME = """\
SameGame, tabu colour, one search a board, total over the 20 standard boards. Level 3 takes minutes
a board and runs only when asked for, with `--only samegame`.
"""
HEX = """\
## Hex Gomoku: simulations in 5 s from the empty board, one thread
"""
Results = Mapping[str, Any]


def interval(share: float, games: int) -> float:
    """Return the half width of the 95 % interval of a share, both per cent."""
    # Agresti and Coull, so that 0 of n and n of n have a width.
    smoothed = (share / 100 * games + 2) / (games + 4)
    return 100 * Z * sqrt(smoothed * (1 - smoothed) / (games + 4))


def measured(wins: int, games: int) -> str:
    """Return a win rate with its interval."""
    share = 100 * wins / games
    return f"{share:.1f} ± {interval(share, games):.1f}"


def agrees(wins: int, games: int, paper: float, paper_games: int = 500) -> bool:
    """Return whether two win rates differ by no more than chance explains."""
    share = 100 * wins / games
    width = sqrt(interval(share, games) ** 2 + interval(paper, paper_games) ** 2)
    return abs(share - paper) <= width


def cell(results: Results, key: str, paper: float) -> str:
    """Return our figure beside the paper's; bold where they differ by more than chance."""
    entry = results.get(key)
    if entry is None:
        return f"- / {paper:g}"
    ours = measured(entry["wins"], entry["games"])
    if not agrees(entry["wins"], entry["games"], paper):
        ours = f"**{ours}**"
    return f"{ours} / {paper:g}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def games_of(results: Results, prefix: str) -> str:
    """Return how many games the entries of a table have."""
    counts = {entry["games"] for key, entry in results.items() if key.startswith(prefix)}
    if not counts:
        return "no games yet"
    low, high = min(counts), max(counts)
    return f"{low} games a cell" if low == high else f"{low} to {high} games a cell"


def report(results: Results) -> str:
    """Return the page."""
    lines = [
        HEAD,
        *_table_1(results),
        *_table_2(results),
        *_table_3(results),
        *_table_4(results),
        *_table_5(results),
        *_one_player(results),
        *_hex(results),
    ]
    return "\n".join(lines)


def _table_1(results: Results) -> list[str]:
    rows = []
    for discounting, paper in figures.TABLE_1.items():
        entry = results.get(f"table-1/{discounting}")
        ours = entry["counts"] if entry else {}
        rows.append(
            [
                "yes" if discounting else "no",
                *(
                    f"{ours.get(name, 0) if entry else '-'} / {count}"
                    for name, count in zip(figures.TABLE_1_CELLS, paper, strict=True)
                ),
            ]
        )
    return [
        TABLE_1,
        *table(["discounting", "a0", "a1", "a2", "a3", "a4"], rows),
        "",
    ]


def _table_2(results: Results) -> list[str]:
    rows = []
    for (discounting, cow, pod), (states, share) in figures.TABLE_2.items():
        entry = results.get(f"table-2/{discounting}/{cow}/{pod}")
        full = results.get(f"table-2/{discounting}/0/0")
        ours = ratio = visited = "-"
        if entry and full:
            ours = measured(entry["wins"], entry["games"])
            visited = f"{entry['states'] / 1000:.0f}"
            ratio = f"{entry['states'] / full['states']:.3f}"
        pruning = f"COW ≤ {cow}" if cow else f"POD ≤ {pod}" if pod else "none"
        paper_ratio = states / figures.TABLE_2[discounting, 0, 0][0]
        rows.append(
            [
                "yes" if discounting else "no",
                pruning,
                str(entry["games"]) if entry else "-",
                f"{visited} / {states}",
                f"{ratio} / {paper_ratio:.3f}",
                f"{ours} / {share:g}",
            ]
        )
    return [
        TABLE_2,
        *table(
            ["discounting", "pruning", "searches", "states (k)", "to unpruned", "a5-a6, %"], rows
        ),
        "",
    ]


def _table_3(results: Results) -> list[str]:
    rows = [
        [game, *(cell(results, f"table-3/{game}/{level}", paper[level]) for level in range(3))]
        for game, paper in figures.TABLE_3.items()
    ]
    return [
        TABLE_3,
        f"{games_of(results, 'table-3/')}.",
        "",
        *table(["game", "level 0", "level 1", "level 2"], rows),
        "",
    ]


def _table_4(results: Results) -> list[str]:
    lines = [
        TABLE_4,
        f"{games_of(results, 'table-4/')}.",
        "",
    ]
    for column, name in enumerate(figures.TABLE_4_PLAYERS):
        times = [
            place
            for place, milliseconds in enumerate(figures.MILLISECONDS)
            if any(f"table-4/{game}/{name}/{milliseconds}" in results for game in figures.GAMES)
        ]
        if not times:
            continue
        rows = [
            [
                game,
                *(
                    cell(
                        results,
                        f"table-4/{game}/{name}/{figures.MILLISECONDS[place]}",
                        figures.TABLE_4[game][column][place],
                    )
                    for place in times
                ),
            ]
            for game in figures.GAMES
        ]
        heads = [f"{figures.MILLISECONDS[place]} ms" for place in times]
        lines += [
            f"Level {name} (`{figures.TABLE_4_PLAYERS[name]}`):",
            "",
            *table(["game", *heads], rows),
            "",
        ]
    return lines


def _table_5(results: Results) -> list[str]:
    milliseconds = sorted(
        {int(key.rsplit("/", 1)[1]) for key in results if key.startswith("table-5/")}
    )
    lines = [TABLE_5]
    for time in milliseconds or [320]:
        rows = [
            [
                game,
                *(
                    cell(results, f"table-5/{game}/{name}/{time}", paper)
                    for name, paper in zip(
                        figures.TABLE_5_PLAYERS, figures.TABLE_5[game], strict=True
                    )
                ),
            ]
            for game in figures.GAMES
        ]
        lines += [
            f"{time} ms a move here; {games_of(results, 'table-5/')}.",
            "",
            *table(["game", *figures.TABLE_5_PLAYERS], rows),
            "",
        ]
    return lines


def _one_player(results: Results) -> list[str]:
    lines = ["## One player", ""]
    rows = []
    for memory, paper in figures.LEFT_MOVE.items():
        entry = results.get(f"left-move/{memory}")
        if entry:
            share = entry["wins"] / entry["games"]
            width = interval(100 * share, entry["games"]) / 100
            rows.append([f"{'yes' if memory else 'no'}", f"{share:.3f} ± {width:.3f} / {paper}"])
    lines += ["Left-move problem of depth 9, level 3, probability of the optimum:", ""]
    return [*lines, *table(["memory", "p"], rows), "", *_sudoku(results), *_samegame(results)]


def _sudoku(results: Results) -> list[str]:
    rows = []
    for level, paper in figures.SUDOKU_SECONDS.items():
        entry = results.get(f"sudoku/{level}")
        name = f"level {level}" if level else "iterative sampling"
        if entry:
            ours = f"{entry['seconds'] / max(entry['solved'], 1) * 100:.2f} s / {paper} s"
            rows.append([name, f"{entry['solved']} of {entry['games']}", ours])
    return [
        SUDOKU,
        *table(["search", "filled", "seconds"], rows),
        "",
    ]


def _samegame(results: Results) -> list[str]:
    rows = []
    for name, (_, _, paper) in figures.SAMEGAME.items():
        entry = results.get(f"samegame/{name}")
        ours, cost = (
            ("-", "-") if entry is None else (f"{entry['total']:,}", f"{entry['cpu_seconds']:.0f}")
        )
        rows.append([name, f"{ours} / {paper:,}", cost])
    return [
        SAMEGAME,
        *table(["search", "total", "CPU seconds"], rows),
        "",
    ]


def _hex(results: Results) -> list[str]:
    entry = results.get("hex/simulations")
    if entry is None:
        return []
    papers = ", ".join(f"{name} {rate}" for name, rate in figures.HEX_SIMULATIONS.items())
    return [
        HEX,
        f"`uct-plain` {entry['plain']:,}; `mcts`, with its tactics, {entry['full']:,}.",
        f"The public program reports: {papers}.",
        "",
    ]
