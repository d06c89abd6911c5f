"""Plays each level of hex Gomoku against the one below."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import asdict

from ai.contract.rules import RulesError
from ai.errors import unknown
from ai.ladder import Level
from ai.levels import levels_of
from ai.match.events import MatchPlan, Side
from ai.match.match import Ledger
from ai.match.play import default_plies, play_game
from ai.options import make_ready_searcher
from game.games.hex_gomoku.rules import SPEC, HexParameters

LADDER = ("casual", "club", "strong", "expert")  # the steps that are to be alike
SIGMAS = 1.96  # of an interval that holds the truth 19 times in 20

Row = dict[str, object]


def rows(names: list[str], number: int, seed: int) -> Iterator[Row]:
    """Yield a row for each level and the one below, told from the upper one's side.

    Args:
        names: The upper levels to measure; none for Casual to Expert, the measured ladder.
        number: Games for each.
        seed: Seeds openings and searches.

    Raises:
        RulesError: There is no level of that name, or none below it.
    """
    levels = levels_of("hex")
    upper_names = [level.name for level in levels[1:]]
    for name in names:
        if name not in upper_names:
            raise RulesError(unknown("level", name, upper_names))
    for lower, upper in itertools.pairwise(levels):
        if upper.name in (names or LADDER):
            yield _match(upper, lower, number, seed)


def _match(upper: Level, lower: Level, number: int, seed: int) -> Row:
    plan = MatchPlan(
        game=SPEC.name,
        parameters=asdict(HexParameters()),
        sides=(_side(upper), _side(lower)),
        games=number,
        seed=seed,
        opening_plies=default_plies(SPEC),
    )
    ledger = Ledger(plan)
    for game in range(number):
        ledger.add(play_game(plan, game, make_ready_searcher, _Nobody()))
    standing = ledger.standing
    low, high = share_interval(standing.wins, standing.wins + standing.losses)
    return {
        "level": upper.name,
        "below": lower.name,
        "games": standing.games,
        "wins": standing.wins,
        "losses": standing.losses,
        "draws": standing.draws,
        "share": round(standing.wins / max(1, standing.wins + standing.losses), 3),
        "low": round(low, 3),
        "high": round(high, 3),
    }


def _side(level: Level) -> Side:
    return Side(level.name, level.searcher, level.limit)


class _Nobody:
    """Watches no game; a `Watcher`."""

    def before_move(self) -> None:
        pass

    def tell(self, event: object) -> None:
        pass


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
