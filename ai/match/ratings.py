"""Elo of many players by the matches between them, as BayesElo has it.

The model is Bradley and Terry's with draws of Rao and Kupper (1967): with a lead of d and a width t
of draws, A wins with probability ``f(d - t)`` and loses with ``f(-d - t)``, f being the logistic
function. Its most likely ratings are found by Newton's method, and the width by the iteration of
Hunter, "MM algorithms for generalized Bradley-Terry models" (2004). Each player has two more draws,
spread over his opponents by games, so that nobody is infinitely strong; and the 95 % interval is
that of the normal distribution with the curvature there, around the mean of all players.
"""

import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np

from ai.match.statistics import Z95
from ai.version import library

PRIOR_DRAWS: Final = 2.0
_ELO: Final = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The result of a match, told from A's side."""

    game: str
    a: str
    b: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class EloRating:
    """A player's Elo, and the ends of its 95 % interval."""

    elo: float
    low: float
    high: float


def rate(results: Sequence[Pairing]) -> dict[str, EloRating]:
    """Return each player's Elo with its interval, the strongest first; their mean is 0."""
    names = list(dict.fromkeys(name for each in results for name in (each.a, each.b)))
    place = {name: index for index, name in enumerate(names)}
    games = Counter[str]()
    for each in results:
        games.update({each.a: each.games, each.b: each.games})
    a = np.array([place[each.a] for each in results], int)
    b = np.array([place[each.b] for each in results], int)
    counts = np.array([(each.wins, each.draws, each.losses) for each in results], float)
    wins, draws, losses = counts.reshape(-1, 3).T
    total = np.array([max(1, games[name]) for name in names])
    draws = draws + PRIOR_DRAWS / 2 * (wins + draws + losses) * (1 / total[a] + 1 / total[b])
    ratings, width = np.zeros(len(names)), 0.5
    curvature = np.zeros((len(names), len(names)))
    for _ in range(200):
        lead = ratings[a] - ratings[b]
        win, loss = 1 / (1 + np.exp(width - lead)), 1 / (1 + np.exp(width + lead))
        up, down = (wins + draws) * (1 - win), (losses + draws) * (1 - loss)
        slope, curvature = np.zeros(len(names)), np.zeros((len(names), len(names)))
        np.add.at(slope, a, up - down)
        np.add.at(slope, b, down - up)
        bend = up * win + down * loss
        for one, other, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            np.add.at(curvature, (one, other), sign * bend)
        ratings = ratings + np.clip(np.linalg.pinv(curvature) @ slope, -1, 1)
        decisive = (up + down).sum() - 2 * draws.sum()
        width = float(np.clip(0.5 * np.log1p(2 * draws.sum() / max(decisive, 1e-9)), 0.01, 5))
    reach = Z95 * np.sqrt(np.diag(np.linalg.pinv(curvature)))
    elo, reach = (_ELO * (ratings - ratings.mean())).tolist(), (_ELO * reach).tolist()
    order = np.argsort(-ratings, kind="stable")
    return {
        names[i]: EloRating(elo[i], elo[i] - reach[i], elo[i] + reach[i]) for i in order.tolist()
    }


def points(results: Sequence[Pairing]) -> Mapping[tuple[str, str], float]:
    """Return the points of one player against another, for each two who met."""
    scored: defaultdict[tuple[str, str], float] = defaultdict(float)
    for each in results:
        scored[each.a, each.b] += each.wins + each.draws / 2
        scored[each.b, each.a] += each.losses + each.draws / 2
    return scored


def cross_table(results: Sequence[Pairing]) -> str:
    """Return the players by strength, each with the points against each other."""
    ratings, scored = rate(results), points(results)
    wide = max(map(len, (*ratings, "player")))
    heads = "".join(f"{number:>7}" for number in range(1, len(ratings) + 1))
    lines = [f"    {'player':{wide}}   Elo  95 % interval  points{heads}"]
    for number, (name, elo) in enumerate(ratings.items(), 1):
        cells = [
            f"{scored[name, other]:7g}" if (name, other) in scored else "      -"
            for other in ratings
        ]
        total = sum(each for (one, _), each in scored.items() if one == name)
        interval = f"[{elo.low:+.0f}, {elo.high:+.0f}]"
        lines.append(
            f"{number:3} {name:{wide}} {elo.elo:+5.0f} {interval:>14} {total:7g}{''.join(cells)}"
        )
    return "\n".join(lines) + "\n"


def to_csv(results: Sequence[Pairing]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(each.name for each in fields(Pairing))
    writer.writerows(astuple(each) for each in results)
    return text.getvalue()


def write_parquet(results: Sequence[Pairing], path: Path) -> None:
    """Write the matches as Parquet, with the columns of the CSV.

    Raises:
        ImportError: pyarrow is not installed; it comes with the extra ``parquet``.
        OSError: The file cannot be written.
    """
    with library("pyarrow"):
        import pyarrow
        from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist([asdict(each) for each in results]), path)


def draw_ratings(ratings: Mapping[str, EloRating], path: Path) -> None:
    """Draw Elo with its intervals: by simulations where players differ in those, else in rows.

    Args:
        ratings: The players' ratings; ``mcts@100`` and ``mcts@400`` are points of one line.
        path: A file whose name ends in ``.svg``, ``.png`` or another ending that matplotlib knows.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: It knows no such ending.
        OSError: The file cannot be written.
    """
    with library("matplotlib"):
        from matplotlib.figure import Figure

    lines: dict[str, dict[int, EloRating]] = defaultdict(dict)
    for name, rating in ratings.items():
        searcher, _, limit = name.rpartition("@")
        if limit.isdecimal():
            lines[searcher][int(limit)] = rating
    lines = {name: line for name, line in lines.items() if len(line) > 1}
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    for name, line in lines.items():
        counts = sorted(line)
        values = [line[count] for count in counts]
        elo = [each.elo for each in values]
        axes.errorbar(counts, elo, _reach(values), None, "o-", capsize=3, label=name)
    if lines:
        others = [name for name in ratings if name.rpartition("@")[0] not in lines]
        for number, name in enumerate(others, len(lines)):
            axes.axhline(ratings[name].elo, color=f"C{number}", linestyle="--", label=name)
        axes.set(xscale="log", xlabel="simulations for each move", ylabel="Elo")
        ticks = sorted({count for line in lines.values() for count in line})
        axes.set_xticks(ticks, [f"{count:,}" for count in ticks])
        axes.set_xticks([], minor=True)
        axes.legend()
    else:
        names = [*ratings][::-1]
        values = [ratings[name] for name in names]
        axes.errorbar([each.elo for each in values], names, None, _reach(values), "o", capsize=3)
        axes.set(xlabel="Elo")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=150)


def _reach(ratings: list[EloRating]) -> tuple[list[float], list[float]]:
    """Return how far each interval reaches below and above the value."""
    return [each.elo - each.low for each in ratings], [each.high - each.elo for each in ratings]
