"""docs/papers.md out of the results."""

from collections.abc import Mapping, Sequence
from math import sqrt

from benchmarks.papers import figures
from benchmarks.papers.counted import MATCHES
from benchmarks.papers.runs import Tally
from benchmarks.papers.schedule import Results, interval

PAPER_GAMES = 500

HEAD = """\
# Published experiments, run again

Tables 1 to 5 are those of Cazenave, Saffidine, Schofield and Thielscher, Nested Monte Carlo Search
for Two-Player Games, AAAI 2016; "One player" those of Cazenave, Nested Monte-Carlo Search, IJCAI
2009.

    python -m benchmarks.papers --write

runs what is missing and writes this page; do not edit it. The games are plug-ins in
`benchmarks/papers/games`, for any command with `--game benchmarks/papers/games/nogo` and so on.
Each cell has our figure with its 95 % interval, then the paper's in brackets. **Bold** means that
chance does not explain the difference. Times are CPU time of one thread.
"""
TABLE_1 = """\
## Table 1: Tic-Tac-Toe, how often each move is chosen

1000 searches of `nmcs2:level=3`, the paper's level 2. Only a3 is a forced win for X. Moves are
tried in random order. With a draw counted as a loss of X, as in the paper's games with two
outcomes, 20,000 searches without discounting choose 0, 192, 97, 572 and 140 times in 1000, as the
paper does.
"""
TABLE_2 = """\
## Table 2: Breakthrough on 4 x 8, level 3, how often the right move is chosen

`nmcs2:level=3`. States, in thousands a search, are the positions that moves lead to, playouts
included. With the same seed, a search with safe pruning chooses the same move as one without. Fixed
orders of moves give a third to twice the paper's states.
"""
TABLE_3 = """\
## Table 3: discounting against no discounting, 5 x 5, win %

The paper's level n is `nmcs2:level=n+1` here. We get the paper's figures, but for a few, if the
player without discounting stays at level 0:
"""
TABLE_3_EQUAL = """\
With the same level for both, most figures differ:
"""
TABLE_3_TRIED = """\
At level 0, moves in a fixed order, column by column, give the paper's figures in the games that
fill a board; in the races each order gives another, and the paper's is not known. No difference:
which colour discounts, wins or losses alone, results of 0 and 1, the mean of up to 40 searches.
"""
TABLE_4 = """\
## Table 4: UCT with nested playouts against plain UCT, equal time a move, win %

1 is `uct-nmcs:level=1`, POD adds `pod=1`, COW `discounting=false,cow=1`, at level 2 `cow=2`. Both
trees have `expand_at=1,solver=false,reuse=false,exploration=0.7` and play the move with the
most visits; the paper states neither. Ours makes about a thousand playouts in a millisecond, far
more than the paper's program, so our 1 ms stands beside the range of the paper's 10 to 320 ms.

The paper's better player also wins here in the misere races and, with COW, in Domineering and NoGo.
In AtariGo and Knightthrough, COW does far worse. Constants from 0.2 to 1.4 and COW with discounting
change little. Plain UCT is not weak by mistake: on small boards whose values we computed, it plays
a winning move in 98 % of positions of Domineering with 200 simulations, of misere Knightthrough in
all with 20,000.
"""
COUNTED = """\
## Table 4 by counts: level 1 COW, equal states a move, win %

A search ends after a number of states, so no program's speed counts. An unvisited move comes first
("every move first") or counts as an even one ("1/2", first-play urgency); with "every game", each
random game of a nested playout counts as a visit. The last column is plain UCT with 1/2 against
plain UCT with every move first.

With every move first, COW loses in the races and AtariGo as it does in equal time. Only 1/2 brings
these to the paper's figures, as it makes the plain player far weaker there; but it takes away what
COW wins in the misere races. No setting gives all of the paper's figures. Boards of 8 x 8, more
states for COW, constants of 0.1 and 3, the best mean, fixed orders and COW that wins at once do
not either.
"""
TABLE_5 = """\
## Table 5: minimax rollouts against plain UCT, win %

The paper gives 320 ms a move. Our rollouts make a win and avoid a loss that they see, so they win
the misere races, in which the paper's score about 50 %. Those that see only wins (`suicide=true`)
score about 50 % there with 1 ms, so the paper's probably do not avoid such losses. NMCS(1, COW) is
in table 4.
"""
SUDOKU = """\
Sudoku 16 x 16, 66 % empty, smallest domain first, with memory: seconds for 100 grids, from those
filled within 20 s. Our grids are shuffled cyclic ones, which may be easier; the paper's are not
public.
"""
SAMEGAME = """\
SameGame, tabu colour, one search a board, total over the standard boards. Without memory a search
may play worse than the best game that it saw. Level 3 takes over an hour a board, so it was not run
(`--only "samegame/level 3"`).
"""
HEX = """\
## Hex Gomoku: simulations in 5 s from the empty board, one thread
"""


def measured(entry: Tally) -> str:
    """Return a win rate with its interval."""
    share = 100 * entry["wins"] / entry["games"]
    return f"{share:.1f}±{interval(share, entry['games']):.1f}"


def agrees(entry: Tally, low: float, high: float) -> bool:
    """Return whether a win rate is outside a range by no more than chance explains."""
    share = 100 * entry["wins"] / entry["games"]
    nearest = min(max(share, low), high)
    width = sqrt(interval(share, entry["games"]) ** 2 + interval(nearest, PAPER_GAMES) ** 2)
    return abs(share - nearest) <= width


def spread(*paper: float) -> str:
    """Return the paper's figure, or the range of several."""
    low, high = min(paper), max(paper)
    return f"{low:g}" if low == high else f"{low:g}–{high:g}"


def marked(results: Results, key: str, *paper: float) -> str:
    """Return our figure, bold where it differs from the paper's."""
    entry = results.get(key)
    if entry is None:
        return "-"
    ours = measured(entry)
    return ours if agrees(entry, min(paper), max(paper)) else f"**{ours}**"


def cell(results: Results, key: str, *paper: float) -> str:
    """Return our figure and the paper's, or their range."""
    return f"{marked(results, key, *paper)} ({spread(*paper)})"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table in Markdown."""
    head, *lines = [f"| {' | '.join(line)} |" for line in (heads, *rows)]
    return [head, "|" + "---|" * len(heads), *lines]


def games_of(results: Results, prefix: str) -> str:
    """Return how many games the entries of a table have."""
    counts = [int(entry["games"]) for key, entry in results.items() if key.startswith(prefix)]
    if not counts:
        return "No games yet."
    low, high = min(counts), max(counts)
    return f"{low} games a cell." if low == high else f"{low} to {high} games a cell."


def report(results: Results) -> str:
    """Return the page."""
    lines = [
        HEAD,
        *_table_1(results),
        *_table_2(results),
        *_table_3(results),
        *_table_4(results),
        *_counted(results),
        *_table_5(results),
        *_one_player(results),
        *_hex(results),
    ]
    return "\n".join(lines)


def _table_1(results: Results) -> list[str]:
    rows = []
    for discounting, paper in figures.TABLE_1.items():
        entry = results.get(f"table-1/{discounting}")
        counts = [f"{entry.get(name, 0):g}" if entry else "-" for name in figures.TABLE_1_CELLS]
        cells = [f"{ours} ({theirs})" for ours, theirs in zip(counts, paper, strict=True)]
        rows.append([_yes(discounting), *cells])
    return [TABLE_1, *table(["discounting", "a0", "a1", "a2", "a3", "a4"], rows), ""]


def _yes(switch: bool) -> str:
    return "yes" if switch else "no"


def _table_2(results: Results) -> list[str]:
    heads = ["discounting", "pruning", "searches", "states (k)", "to unpruned", "a5-a6, %"]
    rows = []
    for (discounting, cow, pod), (states, share) in figures.TABLE_2.items():
        key = f"table-2/{discounting}/{cow}/{pod}"
        entry, full = results.get(key), results.get(f"table-2/{discounting}/0/0")
        games = visited = ratio = "-"
        if entry and full:
            games = f"{entry['games']:.0f}"
            mean, unpruned = (each["states"] / each["games"] for each in (entry, full))
            visited, ratio = f"{mean / 1000:.0f}", f"{mean / unpruned:.3f}"
        paper_ratio = states / figures.TABLE_2[discounting, 0, 0][0]
        rows.append(
            [
                _yes(discounting),
                f"COW ≤ {cow}" if cow else f"POD ≤ {pod}" if pod else "none",
                games,
                f"{visited} ({states})",
                f"{ratio} ({paper_ratio:.3f})",
                cell(results, key, share),
            ]
        )
    return [TABLE_2, *table(heads, rows), ""]


def _table_3(results: Results) -> list[str]:
    def rows(prefix: str, levels: Sequence[int]) -> list[list[str]]:
        return [
            [game, *(cell(results, f"{prefix}/{game}/{n}", paper[n]) for n in levels)]
            for game, paper in figures.TABLE_3.items()
        ]

    return [
        TABLE_3,
        *table(["game", "level 1", "level 2"], rows("table-3-level-0", (1, 2))),
        "",
        games_of(results, "table-3-level-0/"),
        "",
        TABLE_3_EQUAL,
        *table(["game", "level 0", "level 1", "level 2"], rows("table-3", (0, 1, 2))),
        "",
        games_of(results, "table-3/"),
        "",
        TABLE_3_TRIED,
    ]


def _table_4(results: Results) -> list[str]:
    lines = [TABLE_4, games_of(results, "table-4/"), ""]
    for time in figures.OUR_MILLISECONDS:
        rows = []
        for game in figures.GAMES:
            cells = []
            for column, name in enumerate(figures.TABLE_4_PLAYERS):
                paper = dict(zip(figures.MILLISECONDS, figures.TABLE_4[game][column], strict=True))
                cells.append(cell(results, f"table-4/{game}/{name}/{time}", *_beside(paper, time)))
            rows.append([game, *cells])
        lines += [f"{time} ms a move:", "", *table(["game", *figures.TABLE_4_PLAYERS], rows), ""]
    return lines


def _counted(results: Results) -> list[str]:
    column = list(figures.TABLE_4_PLAYERS).index("1 COW")
    lines = [COUNTED, games_of(results, "counted/"), ""]
    for length, states, games in figures.COUNTED:
        rows = []
        for game in games:
            paper = figures.TABLE_4[game][column]
            keys = [f"counted/{length}/{game}/{name}/{states}" for name in MATCHES]
            ours = [marked(results, key, *paper) for key in keys[:-1]]
            plain = measured(results[keys[-1]]) if keys[-1] in results else "-"
            rows.append([game, spread(*paper), *ours, plain])
        lines += [
            f"{states:,} states a move on {length} x {length}:",
            "",
            *table(["game", "paper", *MATCHES], rows),
            "",
        ]
    return lines


def _beside(paper: Mapping[int, float], milliseconds: int) -> list[float]:
    """Return the paper's figures that stand beside ours at some time a move."""
    return [paper[milliseconds]] if milliseconds in paper else list(paper.values())


def _table_5(results: Results) -> list[str]:
    lines = [TABLE_5, games_of(results, "table-5/"), ""]
    # The paper's first column is one of table 4's players.
    players = {name: 1 + place % 2 for place, name in enumerate(figures.TABLE_5_PLAYERS)}
    for time in figures.OUR_MILLISECONDS:
        rows = [
            [
                game,
                *(
                    cell(results, f"table-5/{game}/{name}/{time}", paper[column])
                    for name, column in players.items()
                ),
            ]
            for game, paper in figures.TABLE_5.items()
        ]
        lines += [f"{time} ms a move here:", "", *table(["game", *players], rows), ""]
    return lines


def _one_player(results: Results) -> list[str]:
    lines = ["## One player", ""]
    rows = []
    for memory, paper in figures.LEFT_MOVE.items():
        entry = results.get(f"left-move/{memory}")
        if entry:
            share = entry["wins"] / entry["games"]
            width = interval(100 * share, entry["games"]) / 100
            rows.append([_yes(memory), f"{share:.3f}±{width:.3f} ({paper})"])
    lines += ["Left-move problem of depth 9, level 3, probability of the optimum:", ""]
    return [*lines, *table(["memory", "p"], rows), "", *_sudoku(results), *_samegame(results)]


def _sudoku(results: Results) -> list[str]:
    rows = []
    for level, paper in figures.SUDOKU_SECONDS.items():
        entry = results.get(f"sudoku/{level}")
        name = f"level {level}" if level else "iterative sampling"
        if entry:
            ours = f"{entry['seconds'] / max(entry['solved'], 1) * 100:.2f} ({paper})"
            rows.append([name, f"{entry['solved']:g} of {entry['games']:g}", ours])
    return [SUDOKU, *table(["search", "filled", "seconds"], rows), ""]


def _samegame(results: Results) -> list[str]:
    rows = []
    for name, (_, _, paper) in figures.SAMEGAME.items():
        entry = results.get(f"samegame/{name}")
        if entry is None:
            rows.append([name, "-", f"- ({paper:,})", "-", "-"])
            continue
        boards, total, best = (int(entry[name]) for name in ("games", "total", "best"))
        cost = f"{entry['cpu_seconds'] / boards:.0f}"
        rows.append([name, f"{boards} of 20", f"{total:,} ({paper:,})", f"{best:,}", cost])
    return [
        SAMEGAME,
        *table(["search", "boards", "total", "best seen", "CPU seconds a board"], rows),
        "",
    ]


def _hex(results: Results) -> list[str]:
    entry = results.get("hex/simulations")
    if entry is None:
        return []
    papers = ", ".join(f"{name} {rate}" for name, rate in figures.HEX_SIMULATIONS.items())
    return [
        HEX,
        f"`uct-plain` {entry['plain']:,.0f}; `mcts`, with its tactics, {entry['full']:,.0f}.",
        f"The public program reports: {papers}.",
        "",
    ]
