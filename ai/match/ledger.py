"""The games of a match as they come in, and where the match stands.

Games may come in any order, but count in the order of their numbers: what a match says, and
where its sequential test ends it, must not depend on how many games run at once.
"""

from collections.abc import Iterable

from ai.match.events import GameRecord, MatchPlan, Standing
from ai.match.statistics import elo_interval, log_likelihood_ratio
from game.games.registry import game_spec


class Ledger:
    """Collects records.

    Attributes:
        counted: The games that count, in order: all up to the first that is missing.
        verdict: What the sequential test accepted, if it ended the match.
    """

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._pair = game_spec(plan.game).players
        self._waiting: dict[int, GameRecord] = {}
        self.counted: list[GameRecord] = []
        self.verdict = ""

    @property
    def is_over(self) -> bool:
        """Whether no further game is needed."""
        return bool(self.verdict) or len(self.counted) >= self._plan.games

    def holds(self, game: int) -> bool:
        """Whether a game is there already."""
        return game < len(self.counted) or game in self._waiting

    def add(self, record: GameRecord) -> list[GameRecord]:
        """Take a game in; return those that count from now on, in order."""
        if self.holds(record.game):
            return []
        self._waiting[record.game] = record
        released = []
        while not self.is_over and len(self.counted) in self._waiting:
            released.append(self._waiting.pop(len(self.counted)))
            self.counted.append(released[-1])
            if self._plan.sprt is not None and len(self.counted) % self._pair == 0:
                self.verdict = self.standing.verdict
        return released

    @property
    def standing(self) -> Standing:
        """Where the match stands after the games that count."""
        return standing_of(self._plan, self.counted, self._pair)


def standing_of(plan: MatchPlan, records: Iterable[GameRecord], pair: int) -> Standing:
    """Return where a match stands after these records; so many games as `pair` share an opening."""
    records = list(records)
    results = [record.result for record in records if record.result is not None]
    units: dict[int, list[float]] = {}
    for record in records:
        if record.result is not None:
            units.setdefault(record.opening, []).append(record.result)
    elo = elo_interval(list(units.values()))
    ratio, verdict = None, ""
    if plan.sprt is not None:
        complete = [unit for unit in units.values() if len(unit) == pair]
        ratio = log_likelihood_ratio(complete, plan.sprt)
        verdict = plan.sprt.verdict(ratio)
    return Standing(
        games=len(results),
        wins=results.count(1.0),
        draws=results.count(0.5),
        losses=results.count(0.0),
        failed=len(records) - len(results),
        elo=elo.value,
        elo_low=elo.low,
        elo_high=elo.high,
        means=_means(records),
        llr=ratio,
        verdict=verdict,
        forfeits=(_forfeits(records, 0), _forfeits(records, 1)),
    )


def _forfeits(records: list[GameRecord], side: int) -> int:
    return sum(record.is_forfeit and record.winner == 1 - side for record in records)


def _means(records: list[GameRecord]) -> tuple[float, float] | None:
    scores = [record.scores for record in records if record.scores is not None]
    if not scores:
        return None
    return sum(a for a, _ in scores) / len(scores), sum(b for _, b in scores) / len(scores)
