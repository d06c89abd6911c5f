"""When a drill comes back: by FSRS, which models how memory fades.

Ye, Su and Cao, "A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition Scheduling"
(2022). The package has the model, with values that fit many people's memories.
"""

from contextlib import suppress
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any


@cache
def _scheduler() -> Any:
    from fsrs import Scheduler  # which takes longer to load than a frame lasts

    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def prepare() -> None:
    """Load what takes a while."""
    _scheduler()


def after(memory: str, today: date, *, is_right: bool) -> tuple[int, str]:
    """Return the day on which a drill comes back, as a number, and how well it is remembered.

    Args:
        memory: What was returned the last time; empty for the first.
        today: The day on which it was tried.
        is_right: Whether it was solved at the first try.
    """
    from fsrs import Card, Rating

    card = Card(card_id=1)
    with suppress(ValueError, TypeError, KeyError):  # the first time, or it is damaged
        card = Card.from_json(memory)
    now = datetime.combine(today, time(), UTC)
    rating = Rating.Good if is_right else Rating.Again
    card, _ = _scheduler().review_card(card, rating, now)
    # What was missed comes back tomorrow, however long it had been remembered.
    due = card.due.toordinal() if is_right else today.toordinal() + 1
    return due, card.to_json()
