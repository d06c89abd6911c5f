"""What the next one is: of a list that is gone through, or of amounts."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def next_round(values: Sequence[T], now: T, step: int) -> T:
    """Return the next of a list, after the last one the first."""
    return values[(values.index(now) + step) % len(values)]


def next_in(values: Sequence[T], now: T, step: int) -> T:
    """Return the next of a list, at either end the present one."""
    at = values.index(now) + step
    return values[at] if 0 <= at < len(values) else now


def next_amount(
    values: Iterable[T], now: T, step: int, key: Callable[[T], Any] = lambda value: value
) -> T:
    """Return the nearest value above or below, at either end the present one.

    Args:
        values: The values in any order; `now` need not be one of them.
        step: 1 to go up, -1 to go down.
        key: By what they are ordered; by default by themselves.
    """
    if step > 0:
        return min((each for each in values if key(each) > key(now)), key=key, default=now)
    return max((each for each in values if key(each) < key(now)), key=key, default=now)
