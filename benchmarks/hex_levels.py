"""How the levels of hex Gomoku stand to each other: each plays the one below."""

import itertools
import math
from collections.abc import Iterator

from ai.levels import Level, levels_of
from benchmarks.hex_match import Side, games
from game.rules.hex_gomoku import HexParameters

LADDER = ("casual", "club", "strong", "expert")  # the steps that are to be alike
SIGMAS = 1.96  # of an interval that holds the truth 19 times in 20

Row = dict[str, object]


def rows(names: list[str], number: int, seed: int) -> Iterator[Row]:
    """Yield a row for each level and the one below, told from the upper one's side.

    Args:
        names: The upper levels to measure; none for Casual to Expert, the measured ladder.
        number: Games for each.
        seed: Seeds openings and searches.
    """
    levels = levels_of("hex")
    for lower, upper in itertools.pairwise(levels):
        if upper.name in (names or LADDER):
            yield _match(upper, lower, number, seed)


def _match(upper: Level, lower: Level, number: int, seed: int) -> Row:
    sides = [Side(level.searcher, level.limit) for level in (upper, lower)]
    results = [
        game.end.returns[colour]
        for colour, game in games(sides[0], sides[1], number, seed, HexParameters())
    ]
    wins, losses = results.count(1.0), results.count(-1.0)
    low, high = share_interval(wins, wins + losses)
    return {
        "level": upper.name,
        "below": lower.name,
        "games": number,
        "wins": wins,
        "losses": losses,
        "draws": number - wins - losses,
        "share": round(wins / max(1, wins + losses), 3),
        "low": round(low, 3),
        "high": round(high, 3),
    }


def share_interval(wins: int, decisive: int) -> tuple[float, float]:
    """Return Wilson's interval for the share of wins (Wilson 1927)."""
    if not decisive:
        return 0.0, 1.0
    share = wins / decisive
    square = SIGMAS * SIGMAS
    centre = share + square / (2 * decisive)
    spread = SIGMAS * math.sqrt(share * (1 - share) / decisive + square / (4 * decisive**2))
    scale = 1 + square / decisive
    return (centre - spread) / scale, (centre + spread) / scale
