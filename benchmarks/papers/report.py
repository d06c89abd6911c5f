"""docs/papers.md out of the results."""

from collections.abc import Mapping, Sequence
from math import sqrt

from benchmarks.papers import figures
from benchmarks.papers.runs import Tally
from benchmarks.papers.schedule import Results, interval

PAPER_GAMES = 500

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
ones is kept: in a fixed order, those after a3 would never be chosen. Without discounting a3 comes
out lower than in the paper. Tried: a draw that counts as a loss of X, as the paper's games have two
outcomes. Then 20,000 searches give 0 / 192 / 97 / 572 / 140 in 1000, which has the paper's a3.
"""
TABLE_2 = """\
## Table 2: Breakthrough on 4 x 8, level 3, how often the right move is chosen

`nmcs2:level=3`. States are the positions that moves lead to, playouts included, in thousands a
search. A level that prunes on depth hands its bound to the searches below it, so level 1 prunes
playouts. With the same seed, a pruned search that is safe chooses exactly the same move. Tried:
fixed orders of the moves, which give other numbers of states, from a third to twice the paper's.
"""
TABLE_3 = """\
## Table 3: discounting against none, 5 x 5, win %

The paper's level n values every move by a search of level n, which is `nmcs2:level=n+1` here.
Its figures, but for a few by some per cent, come out when the player without discounting stays at
level 0 while the other one climbs:
"""
TABLE_3_EQUAL = """\
With both players at the same level most figures do not come out, except where discounting wins
nearly every game anyway:
"""
TABLE_3_TRIED = """\
Tried for level 0: the moves in a fixed order instead of a random one, 500 games each. Column by
column gives the paper's figures in all five games that fill a board: domineering 70.2, misere 45.6,
nogo 60.0, misere 53.4, atari-go 68.6. In the races each order gives something else, from 37 to 99 %
in breakthrough, and which one the paper has is not known. Further up, a fixed order changes little.
Tried, too, with nothing gained: one colour always for discounting, discounting for wins alone or
losses alone, results of 0 and 1, the mean of 3 to 40 searches a move.
"""
TABLE_4 = """\
## Table 4: UCT with nested playouts against plain UCT, equal time a move, win %

Both trees have `expand_at=1,solver=false,reuse=false,exploration=0.7` and play the move visited
most; the paper states neither its constant nor its rule. The paper's program, a general game
player, ran far fewer playouts in its milliseconds than ours, which runs about a thousand in 1 ms.
So 1 ms stands beside the range of the paper's columns from 10 to 320 ms, and is bold outside it;
10 ms stands beside 10 ms.

The direction comes out in the misere forms of the races and, with COW, in Domineering and NoGo.
In AtariGo and Knightthrough our COW playouts do far worse than the paper's. Tried: constants from
0.2 to 1.4 against 0.7 in each game, at 1,000 and 4,000 simulations (0.4 wins some more, but in no
game is plain UCT of another strength); COW together with discounting, which in Breakthrough gives 3
to 14 %, no more than without; and whether plain UCT is weak in misere games by mistake. It is not:
on boards of 4 x 4 and 4 x 5, where every move's true value was worked out, it plays a winning move
in 98 % of 58 random positions of Domineering with 200 simulations, in all with 2,000; in 82 %
of 44 of misere Knightthrough, in all with 20,000. In misere Breakthrough, 7 positions, it needs
300,000, as random playouts walk into their own loss; with minimax rollouts 20,000 are enough.
"""
TABLE_5 = """\
## Table 5: other playouts against plain UCT, win %

The paper gives each player 320 ms a move. Minimax rollouts take a win and avoid a loss that they
see, which in a misere game is above all the mover's own suicide: that makes ours win the misere
races, where the paper's draw level. Tried: rollouts that see wins only, one's own and the other
player's reply, as in the games for which they were invented (`suicide=true`). In misere
Breakthrough they draw level at 1 ms, and in misere Knightthrough they come out below: the paper's
probably do not avoid suicide, either. Where the paper has 50.0 %, both sides seem to play without a
mistake; at our shorter times the slower playouts still cost games.
"""
SUDOKU = """\
Sudoku 16 x 16, 66 % empty, smallest domain first, with memory: seconds for 100 grids, by those that
were filled in 20 s. Ours are shuffled cyclic grids, maybe easier; the paper's are not public.
"""
SAMEGAME = """\
SameGame, tabu colour, one search a board, total over the standard boards. Without memory, the game
that a search plays may score less than the best one it has seen, which is the second figure. Level
3 takes more than an hour a board and runs only when asked for, with `--only "samegame/level 3"`.
"""
HEX = """\
## Hex Gomoku: simulations in 5 s from the empty board, one thread
"""


def measured(entry: Tally) -> str:
    """Return a win rate with its interval."""
    share = 100 * entry["wins"] / entry["games"]
    return f"{share:.1f} ± {interval(share, entry['games']):.1f}"


def agrees(entry: Tally, low: float, high: float) -> bool:
    """Return whether a win rate is outside a range by no more than chance explains."""
    share = 100 * entry["wins"] / entry["games"]
    nearest = min(max(share, low), high)
    width = sqrt(interval(share, entry["games"]) ** 2 + interval(nearest, PAPER_GAMES) ** 2)
    return abs(share - nearest) <= width


def cell(results: Results, key: str, *paper: float) -> str:
    """Return our figure beside the paper's, or their range; bold where they differ."""
    low, high = min(paper), max(paper)
    told = f"{low:g}" if low == high else f"{low:g} to {high:g}"
    entry = results.get(key)
    if entry is None:
        return f"- / {told}"
    ours = measured(entry)
    return f"{ours if agrees(entry, low, high) else f'**{ours}**'} / {told}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


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
        cells = [f"{ours} / {theirs}" for ours, theirs in zip(counts, paper, strict=True)]
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
                f"{visited} / {states}",
                f"{ratio} / {paper_ratio:.3f}",
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
    for column, (name, searcher) in enumerate(figures.TABLE_4_PLAYERS.items()):
        rows = []
        for game in figures.GAMES:
            paper = dict(zip(figures.MILLISECONDS, figures.TABLE_4[game][column], strict=True))
            cells = [
                cell(results, f"table-4/{game}/{name}/{time}", *_beside(paper, time))
                for time in figures.OUR_MILLISECONDS
            ]
            rows.append([game, *cells])
        heads = [f"{time} ms" for time in figures.OUR_MILLISECONDS]
        lines += [f"Level {name} (`{searcher}`):", "", *table(["game", *heads], rows), ""]
    return lines


def _beside(paper: Mapping[int, float], milliseconds: int) -> list[float]:
    """Return the paper's figures that stand beside ours at some time a move."""
    return [paper[milliseconds]] if milliseconds in paper else list(paper.values())


def _table_5(results: Results) -> list[str]:
    lines = [TABLE_5, games_of(results, "table-5/"), ""]
    # The paper's first column is one of table 4's players.
    players = {"NMCS(1, COW)": ("table-4", "1 COW", 0)} | {
        name: ("table-5", name, 1 + place % 2) for place, name in enumerate(figures.TABLE_5_PLAYERS)
    }
    for time in figures.OUR_MILLISECONDS:
        rows = [
            [
                game,
                *(
                    cell(results, f"{prefix}/{game}/{name}/{time}", paper[column])
                    for prefix, name, column in players.values()
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
            rows.append([_yes(memory), f"{share:.3f} ± {width:.3f} / {paper}"])
    lines += ["Left-move problem of depth 9, level 3, probability of the optimum:", ""]
    return [*lines, *table(["memory", "p"], rows), "", *_sudoku(results), *_samegame(results)]


def _sudoku(results: Results) -> list[str]:
    rows = []
    for level, paper in figures.SUDOKU_SECONDS.items():
        entry = results.get(f"sudoku/{level}")
        name = f"level {level}" if level else "iterative sampling"
        if entry:
            ours = f"{entry['seconds'] / max(entry['solved'], 1) * 100:.2f} s / {paper} s"
            rows.append([name, f"{entry['solved']:g} of {entry['games']:g}", ours])
    return [
        SUDOKU,
        *table(["search", "filled", "seconds"], rows),
        "",
    ]


def _samegame(results: Results) -> list[str]:
    rows = []
    for name, (_, _, paper) in figures.SAMEGAME.items():
        entry = results.get(f"samegame/{name}")
        if entry is None:
            rows.append([name, "-", f"- / {paper:,}", "-", "-"])
            continue
        boards, total, best = (int(entry[name]) for name in ("games", "total", "best"))
        cost = f"{entry['cpu_seconds'] / boards:.0f}"
        rows.append([name, f"{boards} of 20", f"{total:,} / {paper:,}", f"{best:,}", cost])
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
