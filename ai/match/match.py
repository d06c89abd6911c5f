"""A match from its first game to its last, with what was played before and what ends it."""

from collections.abc import Callable, Iterator
from typing import Protocol

from ai.match.events import Event, GameRecord, MatchEnded, MatchPlan
from ai.match.ledger import Ledger

GAMES, SPRT, STOPPED = "games", "sprt", "interrupted"


class Pool(Protocol):
    """Plays the games of a match, here or elsewhere."""

    def run(self, next_game: Callable[[], int | None]) -> Iterator[Event | None]:
        """Yield what happens, and None when nothing did for a while; the caller may stop."""

    def close(self) -> None:
        """End all games."""


def run_match(
    plan: MatchPlan,
    pool: Pool,
    known: list[GameRecord],
    keep: Callable[[GameRecord], None],
    is_stopped: Callable[[], bool],
) -> Iterator[Event]:
    """Play a match; yield what happens, with each game that counts followed by the standing.

    Args:
        pool: Plays the games; closed at the end.
        known: Games that were played before.
        is_stopped: Asked ten times a second whether to stop.

    Yields:
        Events; the last one is a `MatchEnded`.
    """
    ledger = Ledger(plan)
    reason = GAMES
    try:
        for record in known:
            yield from _count(ledger, record)
        # A game may be there already, although one before it is not.
        waiting = iter([game for game in range(plan.games) if not ledger.holds(game)])
        for event in () if ledger.is_over else pool.run(lambda: next(waiting, None)):
            if isinstance(event, GameRecord):
                keep(event)
                yield from _count(ledger, event)
            elif event is not None:
                yield event
            if ledger.is_over:
                break
            if is_stopped():
                reason = STOPPED
                break
    finally:
        pool.close()
    yield MatchEnded(SPRT if ledger.verdict else reason, ledger.standing)


def _count(ledger: Ledger, record: GameRecord) -> Iterator[Event]:
    for released in ledger.add(record):
        yield released
        yield ledger.standing
