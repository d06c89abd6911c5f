"""The games of a match as they come in, and where the match stands.

Games may come in any order, but count in the order of their numbers: what a match says, and
where its sequential test ends it, must not depend on how many games run at once.
"""

from collections import Counter

from ai.contract.games import game_spec
from ai.match.events import GameRecord, MatchPlan, Standing
from ai.match.statistics import elo_interval, log_likelihood_ratio


class Ledger:
    """Takes records in, and keeps of those that count no more than sums.

    Attributes:
        counted: How many games count: all up to the first that is missing.
        verdict: What the sequential test accepted, if it ended the match.
    """

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._pair = game_spec(plan.game).players
        self._waiting: dict[int, GameRecord] = {}
        self.counted = 0
        self.verdict = ""
        self._results: Counter[float | None] = Counter()
        self._forfeits: Counter[int | None] = Counter()
        self._by_opening: dict[int, tuple[float, ...]] = {}
        self._units: Counter[tuple[float, ...]] = Counter()
        self._scored = 0
        self._scores = [0, 0]

    @property
    def is_over(self) -> bool:
        """Whether no further game is needed."""
        return bool(self.verdict) or self.counted >= self._plan.games

    def holds(self, game: int) -> bool:
        return game < self.counted or game in self._waiting

    def add(self, record: GameRecord) -> list[GameRecord]:
        """Take a game in; return those that count from now on, in order."""
        if self.holds(record.game):
            return []
        self._waiting[record.game] = record
        released = []
        while not self.is_over and self.counted in self._waiting:
            released.append(self._waiting.pop(self.counted))
            self.counted += 1
            self._count(released[-1])
            if self._plan.sprt is not None and self.counted % self._pair == 0:
                self.verdict = self.standing.verdict
        return released

    def _count(self, record: GameRecord) -> None:
        self._results[record.result] += 1
        self._forfeits[record.winner] += record.is_forfeit
        if record.scores is not None:
            self._scored += 1
            self._scores = [self._scores[side] + record.scores[side] for side in (0, 1)]
        if record.result is not None:
            before = self._by_opening.pop(record.opening, ())
            unit = (*before, record.result)
            if len(unit) < self._pair:
                self._by_opening[record.opening] = unit
            self._units[before] -= 1 if before else 0
            self._units[unit] += 1

    @property
    def standing(self) -> Standing:
        """Where it stands after the games that count; those of an opening are one observation."""
        games = self._results.total() - self._results[None]
        elo = elo_interval(self._units)
        sprt, ratio, verdict = self._plan.sprt, None, ""
        if sprt is not None:
            complete = {unit: n for unit, n in self._units.items() if len(unit) == self._pair}
            ratio = log_likelihood_ratio(complete, sprt)
            verdict = sprt.verdict(ratio)
        means = [total / self._scored for total in self._scores] if self._scored else None
        return Standing(
            games=games,
            wins=self._results[1.0],
            draws=self._results[0.5],
            losses=self._results[0.0],
            failed=self._results[None],
            elo=elo.value,
            elo_low=elo.low,
            elo_high=elo.high,
            means=(means[0], means[1]) if means else None,
            llr=ratio,
            verdict=verdict,
            forfeits=(self._forfeits[1], self._forfeits[0]),
        )
