"""Pictures of ratings, with matplotlib, which is an extra: ``plots``."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from ai.extras import library
from ai.match.ratings import EloRating


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
