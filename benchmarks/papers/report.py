"""docs/papers.md out of the results."""

from collections.abc import Mapping, Sequence
from math import sqrt

from benchmarks.papers import figures
from benchmarks.papers.counted import MATCHES
from benchmarks.papers.runs import Tally
from benchmarks.papers.schedule import Results, interval

PAPER_GAMES = 500

HEAD = """\
# The papers' experiments, run again

The tables numbered 1 to 5 repeat Cazenave, Saffidine, Schofield and Thielscher, Nested Monte Carlo
Search for Two-Player Games, AAAI 2016. The section "One player" repeats Cazenave, Nested
Monte-Carlo Search, IJCAI 2009.

Each cell shows our figure with its 95 % interval, then the paper's. **Bold** means that chance does
not explain the difference. `-` means not run yet. Times are CPU time of one thread.

`python -m benchmarks.papers --write` writes this page; do not edit it.
"""
TABLE_1 = """\
## Two players, table 1: Tic-Tac-Toe, how often each move is chosen

1000 searches of `nmcs2:level=3`. It values every move by a search of level 2, which is the paper's
level-2 policy. Only a3 is a forced win for X. Moves are tried in random order, and the first of
equal moves is kept; in a fixed order, moves after a3 would never be chosen.

Without discounting, we choose a3 less often than the paper. Counting a draw as a loss of X, because
the paper's games have two outcomes, removes the difference: 20,000 searches then choose the moves
0 / 192 / 97 / 572 / 140 times in 1000.
"""
TABLE_2 = """\
## Table 2: Breakthrough on 4 x 8, level 3, how often the right move is chosen

`nmcs2:level=3`. States are the positions that moves lead to, including those in playouts, in
thousands for each search. A level that prunes on depth passes its bound to the searches below it,
so level 1 prunes playouts. With the same seed, a search with safe pruning chooses exactly the same
move as one without. We also tried the moves in fixed orders. These give other numbers of states,
from a third to twice the paper's.
"""
TABLE_3 = """\
## Table 3: discounting against no discounting, 5 x 5, win %

The paper's level n values every move by a search of level n, which is `nmcs2:level=n+1` here.

We get the paper's figures, except a few that differ by some per cent, if only the player with
discounting changes its level, and the player without discounting stays at level 0:
"""
TABLE_3_EQUAL = """\
If both players have the same level, most figures differ, except where discounting wins nearly every
game in any case:
"""
TABLE_3_TRIED = """\
For level 0, we also tried the moves in a fixed order instead of a random one, with 500 games each.
Column by column, this gives the paper's figures in all five games that fill a board: domineering
70.2, misere 45.6, nogo 60.0, misere 53.4, atari-go 68.6. In the races, each order gives a different
figure, from 37 to 99 % in breakthrough, and the paper's order is not known. At higher levels, a
fixed order changes little.

These changes made no difference: always the same colour for discounting, discounting only wins or
only losses, results of 0 and 1, the mean of 3 to 40 searches a move.
"""
TABLE_4 = """\
## Table 4: UCT with nested playouts against plain UCT, equal time a move, win %

Both trees have `expand_at=1,solver=false,reuse=false,exploration=0.7` and play the move with the
most visits. The paper states neither its constant nor its rule for the move. Its program, a general
game player, ran far fewer playouts in a millisecond than ours, which runs about a thousand. We
therefore compare our 1 ms with the range of the paper's figures from 10 to 320 ms (bold means
outside that range), and our 10 ms with the paper's 10 ms.

The paper's better player also wins here in the misere forms of the races and, with COW, in
Domineering and NoGo. In AtariGo and Knightthrough, our COW playouts do far worse than the paper's;
the next table looks for the reason. We also tried:

- Constants from 0.2 to 1.4 against 0.7 in each game, with 1,000 and 4,000 simulations. 0.4 wins a
  little more, but in no game does the strength of plain UCT change much.
- COW together with discounting. In Breakthrough it wins 3 to 14 %, no more than without.
- Whether a mistake makes plain UCT weak in misere games. It does not: on boards of 4 x 4 and 4 x 5,
  where we computed every move's true value, it plays a winning move in 98 % of 58 random positions
  of Domineering with 200 simulations, and in all of them with 2,000. In misere Knightthrough it
  does so in 82 % of 44 positions, and in all of them with 20,000. In misere Breakthrough
  (7 positions) it needs 300,000, because random playouts run into their own loss; with minimax
  rollouts, 20,000 are enough.
"""
COUNTED = """\
## Table 4 by counts: level 1 COW, equal states a move, win %

A search ends when its playouts have visited a number of states, so that no program's speed counts.
Both trees are as above; only what an unvisited move counts in them differs. "Every move first" is
UCT as it is usually written. With "1/2", such a move counts as an even one, so that the trees go
deeper before they have tried every move (first-play urgency). With "every game", each random game
of a nested playout counts as a visit, too. The last column is plain UCT with 1/2 against plain UCT
with every move first.

With every move first, COW loses in the races and in AtariGo in equal states as it does in equal
time. Of what we varied, only the value of unvisited moves brings all three of Breakthrough,
Knightthrough and AtariGo to about the paper's figures: with 1/2, the plain player is far weaker in
these games and wins hardly a game against plain UCT with every move first. So the paper's plain
player may have been much weaker there than ours. But 1/2 does not explain everything: in the misere
races it takes away what COW wins in the paper and, with every move first and 10,000 states, here.
We found no setting that gives all of the paper's figures.

We also tried, with 20 to 100 games and every move first, in AtariGo and Knightthrough:

- Boards of 8 x 8: COW wins at most one game of 40 with 10,000, 30,000 or 100,000 states.
- More states for COW, so that both run about as many simulations. With 8 times the plain player's
  10,000 states, COW wins 23 and 51 %, and with 30 times in AtariGo on 8 x 8 55 %; but in
  Domineering and NoGo 8 times give 77 and 68 %, more than in the paper.
- Exploration constants of 0.1 and 3, and the move of the best mean: at most 14 %.
- Moves in a fixed order in COW's playouts: in AtariGo 5 to 9 %, in Knightthrough 11 or 53 %,
  depending on which end of the board comes first.
- COW that looks for a move that wins at once before it plays any random game: 25 and 42 %. But then
  the level-3 search of table 2 with COW ≤ 3 visits 22 thousand states, or 29 if looking counts,
  instead of the paper's 25, which we meet without it.
"""
TABLE_5 = """\
## Table 5: other playouts against plain UCT, win %

The paper gives each player 320 ms a move. Minimax rollouts make a win and avoid a loss that they
see. In a misere game, such a loss is above all a move that loses at once. Our rollouts avoid those,
and win the misere races, in which the paper's rollouts score about 50 %.

We also tried rollouts that see only wins, their own and those in the other player's reply, as in
the games for which they were invented (`suicide=true`). With 1 ms, they score about 50 % in misere
Breakthrough and less in misere Knightthrough, so the paper's rollouts probably do not avoid such
moves, either. Where the paper has 50.0 %, both sides seem to play without a mistake; with our
shorter times, the slower playouts still cost games.
"""
SUDOKU = """\
Sudoku 16 x 16, 66 % empty, smallest domain first, with memory: seconds for 100 grids, computed
from the grids that were filled within 20 s. Our grids are shuffled cyclic grids, which may be
easier; the paper's are not public.
"""
SAMEGAME = """\
SameGame, tabu colour, one search a board, total over the standard boards. Without memory, the game
that a search plays may score less than the best game that it saw, which is the second figure. Level
3 takes more than an hour a board and runs only with `--only "samegame/level 3"`.
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


def _counted(results: Results) -> list[str]:
    column = list(figures.TABLE_4_PLAYERS).index("1 COW")
    lines = [COUNTED, games_of(results, "counted/"), ""]
    for length, states, games in figures.COUNTED:
        rows = []
        for game in games:
            paper = figures.TABLE_4[game][column]
            keys = [f"counted/{length}/{game}/{name}/{states}" for name in MATCHES]
            rows.append(
                [
                    game,
                    *(cell(results, key, *paper) for key in keys[:-1]),
                    measured(results[keys[-1]]) if keys[-1] in results else "-",
                ]
            )
        lines += [
            f"{states:,} states a move on {length} x {length}:",
            "",
            *table(["game", *MATCHES], rows),
            "",
        ]
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
