"""Sessions in which moves have been played."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from benchmarks import samegame_records
from game.games.samegame.rules import SameGameParameters
from game.play.session import Seat, Session

PEOPLE = (Seat.HUMAN, Seat.HUMAN)
AGAINST_AI = (Seat.HUMAN, Seat.AI)


def play(on: Any, moves: str | int | Iterable[int]) -> None:
    """Play in a session or on a screen.

    Args:
        on: Where.
        moves: Their names or numbers; or how many, each the first of those that are legal.
    """
    session = on if isinstance(on, Session) else on.session
    if isinstance(moves, int):
        for _ in range(moves):
            on.play(session.state.legal_moves[0])
        return
    for each in moves.split() if isinstance(moves, str) else moves:
        on.play(session.state.move_from_string(each) if isinstance(each, str) else each)


def play_out(session: Session) -> Session:
    """Play to the end, each time the first of the moves that are legal; return the session."""
    while not session.state.is_terminal:
        play(session, 1)
    return session


def session_of(
    game: str, moves: str | int | Iterable[int], *arguments: Any, **options: Any
) -> Session:
    """Return a session in which something was played; see `play` and `Session`."""
    session = Session(game, *arguments, **options)
    play(session, moves)
    return session


_known_lines = cache(samegame_records.load)  # it plays all of them again


def best_moves(number: int) -> list[int]:
    """Return the best line that is known for a standard board, by its cells."""
    rows = SameGameParameters().rows
    return [column * rows + row for column, row in _known_lines()[number].line]
