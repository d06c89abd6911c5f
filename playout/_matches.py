"""Matches and tournaments between searchers and levels, or solvers on the same boards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Unpack, cast

from ai.contract.rules import RulesError
from ai.match.events import GameRecord, MatchEnded, MatchPlan, Side, Standing
from ai.match.jobs import JobPool, play, run_job
from ai.match.match import run_match
from ai.match.play import default_plies
from ai.match.ratings import (
    EloRating,
    Pairing,
    cross_table,
    draw_ratings,
    rate,
    to_csv,
    write_parquet,
)
from ai.match.specs import check_side, read_side
from ai.search.messages import Limit
from ai.searchers import make_searcher
from playout._games import Game, Position, check_is, described
from playout._searches import Bounds, limit_of


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match, or a board that both sides played.

    Attributes:
        start: The position after the opening; None where the game did not begin.
        lines: The moves' names: one line of both sides in a game for two, else A's and B's.
        result: The share of the point that A got; None where the game failed.
        scores: A's and B's scores in a game for one.
        error: Why it failed; empty if it did not.
    """

    start: Position | None
    lines: tuple[tuple[str, ...], ...]
    result: float | None
    scores: tuple[int, int] | None
    error: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match, told from A's side.

    Attributes:
        a: Side A, as it was written.
        b: Side B.
        elo: A's lead; None where it is infinite or unknown.
        elo_low: Lower end of its 95 % interval; None for minus infinity.
        elo_high: Upper end; None for infinity.
        means: Both sides' mean scores in a game for one.
        games: The games, in order; those that failed count for nobody.
    """

    a: str
    b: str
    wins: int
    draws: int
    losses: int
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    means: tuple[float, float] | None
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """Matches of each player against each other.

    Attributes:
        game: The game.
        players: The players, as they were written.
        matches: The matches, each with the earlier player as A.
    """

    game: Game
    players: tuple[str, ...]
    matches: tuple[MatchResult, ...]

    @property
    def points(self) -> Mapping[str, float]:
        """The points of each player, the best one first; a draw is half a point."""
        points = dict.fromkeys(self.players, 0.0)
        for each in self.matches:
            points[each.a] += each.wins + each.draws / 2
            points[each.b] += each.losses + each.draws / 2
        return dict(sorted(points.items(), key=lambda item: -item[1]))

    @property
    def ratings(self) -> Mapping[str, EloRating]:
        """Each player's Elo by all matches, the best first, as BayesElo has it; their mean is 0."""
        return rate(self._results)

    @property
    def table(self) -> str:
        """The players by Elo, with the points against each other."""
        return cross_table(self._results)

    @property
    def csv(self) -> str:
        """The matches as CSV."""
        return to_csv(self._results)

    def parquet(self, path: str | Path) -> None:
        """Write the matches as Parquet.

        Raises:
            ImportError: pyarrow is not installed; it comes with the extra ``parquet``.
        """
        write_parquet(self._results, Path(path))

    def plot(self, path: str | Path) -> None:
        """Draw the ratings into an SVG or a PNG: over simulations, where players differ in those.

        Raises:
            ImportError: matplotlib is not installed; it comes with the extra ``plots``.
        """
        draw_ratings(self.ratings, Path(path))

    @property
    def _results(self) -> list[Pairing]:
        return [
            Pairing(self.game.name, each.a, each.b, each.wins, each.draws, each.losses)
            for each in self.matches
        ]


class MatchOptions(Bounds, total=False):
    """How the games of a match are played; see `match`."""

    games: int
    seed: int
    threads: int
    jobs: int


def match(
    game: Game,
    a: str,
    b: str,
    *,
    games: int = 20,
    seed: int = 0,
    threads: int = 1,
    jobs: int = 1,
    **limit: Unpack[Bounds],
) -> MatchResult:
    """Play two sides against each other, as the command ``match`` does.

    Args:
        game: The game; in one for one player, both sides play the boards of the seed.
        a: Side A: a searcher or a level, perhaps with a limit of its own, ``mcts@4000``.
        b: Side B.
        games: How many; each opening of a game for two is played twice, with sides exchanged.
        seed: Decides openings, boards and the seeds of the searchers.
        threads: How many threads each searcher may use.
        jobs: How many games run at once; more than one in processes of their own, so that a
            script needs ``if __name__ == "__main__":``.
        limit: `simulations` or `seconds` for each move of a searcher that brings no limit.

    Raises:
        ValueError: A side is unknown, cannot play on such a board, or has no limit.
        RuntimeError: Every game failed; says why the first one did.
    """
    if games < 1:
        raise RulesError(f"games must be 1 or more, not {games}")
    check_is(game, Game)
    rules = described(game.name).rules
    sides = [_side(game, side, limit_of(limit)) for side in (a, b)]
    plan = MatchPlan(
        game=game.name,
        parameters=game.parameters,
        sides=(sides[0], sides[1]),
        games=games,
        seed=seed,
        opening_plies=default_plies(rules),
        threads=threads,
    )
    pool = JobPool(plan, min(jobs, games), run=_run_job) if jobs > 1 else _Here(plan)
    played: list[PlayedGame] = []
    end = Standing()
    for event in run_match(plan, pool, [], lambda _: None, lambda: False):
        if isinstance(event, GameRecord):
            start = game.position(event.start) if event.start else None
            played.append(PlayedGame(start, event.lines, event.result, event.scores, event.error))
        elif isinstance(event, MatchEnded):
            end = event.standing
    if played and not end.games:
        raise RuntimeError(f"every game failed; the first one: {played[0].error}")
    elo = end.elo, end.elo_low, end.elo_high
    return MatchResult(a, b, end.wins, end.draws, end.losses, *elo, end.means, tuple(played))


def _side(game: Game, player: str, limit: Limit) -> Side:
    """Return a player as a match has it; raise `ValueError` for one that cannot play."""
    side = read_side(player, game.name, limit)
    check_side(side, game.name, game.start().state.parameters)
    if not side.limit.is_bounded:
        raise RulesError(f"side '{side.spec}' needs a limit: '{side.spec}@1000', or '@0.5s'")
    return side


def tournament(game: Game, players: Sequence[str], **options: Unpack[MatchOptions]) -> Tournament:
    """Play a match between each two players; the options are those of `match`.

    Raises:
        ValueError: There are not two players of different names, or a match raises it.
    """
    if not 1 < len(set(players)) == len(players):
        raise RulesError("a tournament needs two players or more, of different names")
    check_is(game, Game)
    limit = {name: bound for name, bound in options.items() if name in Bounds.__annotations__}
    for player in players:  # before a game has been played
        _side(game, player, limit_of(cast(Bounds, limit)))
    matches = (match(game, a, b, **options) for a, b in combinations(players, 2))
    return Tournament(game, tuple(players), tuple(matches))


def _run_job(*given: Any) -> None:
    # A new process knows no `ai` before it has imported this package.
    run_job(*given)


class _Here:
    """Plays games in this process, one after the other."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan

    def run(self, next_game: Callable[[], int | None]) -> Iterator[GameRecord]:
        """Yield the games."""
        while (game := next_game()) is not None:
            yield play(self._plan, game, make_searcher, lambda: False)

    def close(self) -> None:
        """Nothing outlasts a game."""
