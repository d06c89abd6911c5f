"""How a player gets on: a rating against levels, mistakes a game, the best run on a board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.contract.rules import RulesError, State
from ai.levels import level_on
from game.games.registry import window_game
from game.library.library import KeptLine, game_of
from game.library.rating import Rating
from game.library.records import entry_of
from game.play.credit import credit_of
from game.play.grading import grades_of_interest
from game.play.session import Session, SessionError
from game.store.settings import DEFAULTS

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


def progress_of(rows: Sequence[KeptLine]) -> Progress:
    """Return what games add up to that count for the records, the oldest first.

    It takes some milliseconds a game.
    """
    ratings: list[Rating] = []
    mistakes: list[int] = []
    for row in rows:
        try:
            session, usual = game_of(row), DEFAULTS.parameters_of(window_game(row.game))
            level = level_on(row.level, row.game, session.parameters).rating
        except (SessionError, RulesError):
            continue
        if session.is_assisted or not credit_of(session).is_alone:
            continue
        if level is not None and session.parameters == usual:
            before = ratings[-1] if ratings else Rating(level)
            opponent = Rating(level, _LEVEL_DEVIATION)
            ratings.append(before.after([(opponent, _SCORES[row.result])]))
        mistakes += _mistakes_in(session)
    return Progress(tuple(ratings), tuple(mistakes))


def best_run(rows: Sequence[KeptLine], start: State) -> tuple[int, ...]:
    """Return the scores, move by move, of the player's own best game for one from a start.

    It is empty where none was played to its end.
    """
    runs: list[tuple[int, ...]] = []
    for row in rows:
        try:
            session = game_of(row)
            session.go_to(session.length)
        except SessionError:
            continue
        if session.start == start and entry_of(session) is not None:
            plies = range(session.length + 1)
            runs.append(tuple(round(session.state_at(ply).returns[0]) for ply in plies))
    return max(runs, key=lambda scores: scores[-1], default=())


def _mistakes_in(session: Session) -> list[int]:
    """Return how many mistakes the player made, if every move is graded; nothing otherwise."""
    graded = grades_of_interest(session)
    if not graded or len(graded) < credit_of(session).moves:
        return []
    return [sum(each.is_mistake for each in graded)]
