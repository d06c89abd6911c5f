"""How a player gets on: a rating against levels, mistakes a game, the best run on a board."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

from ai.contract.rules import RulesError, State
from ai.levels import level_on
from game.games.registry import window_game
from game.library.library import SavedGame, record_of
from game.library.records import entry_of
from game.play.credit import credit_of, seated_player
from game.play.grading import grades_of_interest
from game.play.record import GameTree, SessionError
from game.play.session import Session
from game.store.settings import DEFAULTS

NEW_DEVIATION: Final = 350.0
NEW_VOLATILITY: Final = 0.06
TAU: Final = 0.5
"""How much the volatility may change."""
_SCALE: Final = 173.7178
_TOLERANCE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, from results against opponents of known strength: Glicko-2.

    After Mark E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf), whose
    names it has: mu and phi are rating and deviation on its own scale, sigma is the volatility.

    Attributes:
        deviation: How sure the value is.
        volatility: How much it is expected to change.
    """

    value: float
    deviation: float = NEW_DEVIATION
    volatility: float = NEW_VOLATILITY

    @property
    def margin(self) -> float:
        """How far it may be off, 19 times in 20."""
        return 1.96 * self.deviation

    def after(self, results: Sequence[tuple["Rating", float]]) -> "Rating":
        """Return the rating after a rating period.

        Args:
            results: The opponents, each with the share of the point that was won: 1, 0.5 or 0.
        """
        phi = self.deviation / _SCALE
        information = surprise = 0.0
        for opponent, score in results:
            weight = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE / pi) ** 2)
            expected = 1 / (1 + exp(-weight * (self.value - opponent.value) / _SCALE))
            information += weight**2 * expected * (1 - expected)
            surprise += weight * (score - expected)
        volatility = self._volatility_after(phi, 1 / information, surprise / information)
        phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
        return Rating(self.value + _SCALE * phi**2 * surprise, _SCALE * phi, volatility)

    def _volatility_after(self, phi: float, v: float, delta: float) -> float:
        """Return the new volatility by the Illinois algorithm; step 5 of the paper."""
        a = log(self.volatility**2)

        def f(x: float) -> float:
            spread = phi**2 + v + exp(x)
            return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / TAU**2

        low, high = a, a - TAU
        if delta**2 > phi**2 + v:
            high = log(delta**2 - phi**2 - v)
        else:
            while f(high) < 0:
                high -= TAU
        f_low, f_high = f(low), f(high)
        while abs(high - low) > _TOLERANCE:
            middle = low + (low - high) * f_low / (f_high - f_low)
            f_middle = f(middle)
            if f_middle * f_high <= 0:
                low, f_low = high, f_high
            else:
                f_low /= 2
            high, f_high = middle, f_middle
        return exp(low / 2)


MOST_GAMES: Final = 200
"""The latest games that are looked at: what was before hardly counts any more."""
_LEVEL_DEVIATION: Final = 50.0
"""How sure a level's measured rating is."""
_SCORES: Final = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


@dataclass(frozen=True, slots=True)
class Progress:
    """What the games of one kind add up to, one entry a game, the latest last.

    Attributes:
        ratings: The rating after each game without help against a measured level, on the board on
            which the levels were measured.
        mistakes: The player's own sure mistakes in each game without help that was looked through.
    """

    ratings: tuple[Rating, ...] = ()
    mistakes: tuple[int, ...] = ()


def progress_of(rows: Sequence[SavedGame]) -> Progress:
    """Return what games add up to that count for the records, the oldest first.

    It takes some milliseconds a game.
    """
    ratings: list[Rating] = []
    mistakes: list[int] = []
    for row in rows:
        try:
            record, usual = _counted(row), DEFAULTS.parameters_of(window_game(row.game))
            parameters = record.start.parameters
            strength = level_on(record.level_kept, row.game, parameters).rating
        except (SessionError, RulesError):
            continue
        result, _, how = row.counted.partition(" ")
        if how != "alone":
            continue
        if strength is not None and parameters == usual:
            before = ratings[-1] if ratings else Rating(strength.elo)
            opponent = Rating(strength.elo, _LEVEL_DEVIATION)
            ratings.append(before.after([(opponent, _SCORES[result])]))
        mistakes += _mistakes_in(record)
    return Progress(tuple(ratings), tuple(mistakes))


def best_run(rows: Sequence[SavedGame], start: State) -> tuple[int, ...]:
    """Return the scores, move by move, of the player's own best game for one from a start.

    It is empty where none was played to its end.
    """
    runs: list[tuple[int, ...]] = []
    for row in rows:
        with suppress(SessionError):
            lines = (each for each in _finished(row) if each.root.state == start)
            counting = (each for each in lines if entry_of(Session.of(each)) is not None)
            runs += [tuple(round(node.state.returns[0]) for node in each.line) for each in counting]
    return max(runs, key=lambda scores: scores[-1], default=())


def _finished(row: SavedGame) -> Iterator[GameTree]:
    """Yield each line of a game that was played to its end; raise `SessionError` for damage."""
    record = record_of(row)
    for end in record.root.walk():
        line = record.view(end.path())
        line.cursor = line.length
        if line.result is not None:
            yield line


def _counted(row: SavedGame) -> GameTree:
    """Return the line of a game that counted; raise `SessionError` if there is none such."""
    score = _SCORES.get(row.counted.partition(" ")[0])
    for record in _finished(row):
        player, result = seated_player(record), record.result
        is_it = player is not None and result is not None and (result[player] + 1) / 2 == score
        if is_it and credit_of(record).is_alone:
            return record
    raise SessionError("no line of it counted without help")


def _mistakes_in(record: GameTree) -> list[int]:
    """Return how many mistakes the player made, if every move is graded; nothing otherwise."""
    graded = grades_of_interest(record)
    if not graded or len(graded) < credit_of(record).moves:
        return []
    return [sum(each.is_mistake for each in graded)]
