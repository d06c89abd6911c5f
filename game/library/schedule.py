"""When a drill comes back: by FSRS, which models how memory fades.

Ye, Su and Cao, "A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition Scheduling"
(2022). The package has the model, with values that fit many people's memories.
"""

import json
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any


@cache
def _scheduler() -> Any:
    from fsrs import Scheduler  # which takes longer to load than a frame lasts

    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def prepare() -> None:
    _scheduler()


def is_due(due: int, memory: str, today: date) -> bool:
    """Return whether a drill is to be asked: one that a wrong clock has put off is.

    Args:
        due: The day on which it comes back, as a number.
        memory: What `after` returned; empty for one that was found and comes the next day.
    """
    day = today.toordinal()
    try:
        tried = date.fromisoformat(json.loads(memory)["last_review"][:10]) if memory else None
    except Exception:  # it is damaged
        return True
    return due <= day or (due > day + 1 if tried is None else tried > today)


def after(memory: str, today: date, *, is_right: bool) -> tuple[int, str]:
    """Return the day on which a drill comes back, as a number, and how well it is remembered.

    Args:
        memory: What was returned the last time; empty for the first.
        is_right: Whether it was solved at the first try.
    """
    from fsrs import Card, Rating

    now = datetime.combine(today, time(), UTC)
    rating = Rating.Good if is_right else Rating.Again
    try:
        card = Card.from_json(memory)
        card.last_review = min(card.last_review or now, now)
        card, _ = _scheduler().review_card(card, rating, now)
    except Exception:  # it is damaged, of which the package checks nothing, or the first time
        card, _ = _scheduler().review_card(Card(card_id=1), rating, now)
    # What was missed comes back tomorrow, however long it had been remembered.
    due = card.due.toordinal() if is_right else today.toordinal() + 1
    return due, card.to_json()
