"""How a player gets on: a rating against levels, mistakes a game, the best run on a board."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from ai.contract.rules import RulesError, State
from ai.levels import level_on
from game.games.registry import window_game
from game.library.library import SavedGame, record_of
from game.library.rating import LEVEL_DEVIATION, Rating
from game.library.records import entry_of
from game.play.credit import credit_of, seated_player
from game.play.grading import grades_of_interest
from game.play.record import GameTree, SessionError
from game.play.session import Session
from game.store.settings import DEFAULTS

MOST_GAMES: Final = 200
"""The latest games that are looked at: what was before hardly counts any more."""
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
            opponent = Rating(strength.elo, LEVEL_DEVIATION)
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
