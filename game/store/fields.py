"""Values out of files, none of which is trusted: a check returns the value or raises ValueError."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ai.phrases import N_, filled

MOST: Final = 10**9
"""No count and no score of any game comes near it, and it still fits everywhere on the screen."""
MOST_NUMBER: Final = 2**53
"""The highest number of a game: JSON keeps it exactly everywhere."""
MOST_BYTES: Final = 32 * 2**20
MOST_VALUES: Final = 4_000_000
"""What a JSON text may have of both: no game of ours comes near them."""
DEEPEST: Final = 50
"""Levels of nesting: our own files have six, and the encoder ends at some hundred."""
LONGEST_NAME: Final = 40
LONGEST_LEVEL: Final = 500
"""A level that is another program has its command for a name."""
NO_TEXT: Final = re.compile(r"[\0\ud800-\udfff]")
"""What can be neither drawn nor written: NUL, and halves of characters."""
_NO_WHOLE: Final = N_("this is not a whole number from {low} to {high}")
_NO_NUMBER: Final = N_("this is not a number from {low} to {high}")
_NO_NAME: Final = N_("this is not a printable name of at most {count} characters")
_NO_TEXT: Final = N_("this is no text of at most {count} characters")


def parse(text: str) -> Any:
    """Return what a text of JSON says if that can be held, and written again, in any case.

    Raises:
        ValueError: It is no JSON, too much, or nested too deeply.
    """
    if len(text) > MOST_BYTES or sum(map(text.count, ",[{")) > MOST_VALUES:
        raise ValueError(N_("too much to be read"))
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        level = [child for each in level for child in _children(each)]
    if level:
        raise ValueError("nested too deeply")
    return data


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def read_int(value: Any, low: int = 0, high: int = MOST) -> int:
    """Return a whole number within bounds; raise `ValueError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(filled(_NO_WHOLE, low=low, high=high))
    return value


def read_float(value: Any, low: float = -MOST, high: float = MOST) -> float:
    """Return a finite number within bounds; raise `ValueError`."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:  # which NaN is not
        raise ValueError(filled(_NO_NUMBER, low=str(low), high=str(high)))
    return float(value)


def read_bool(value: Any) -> bool:
    """Return true or false; raise `ValueError` for anything else, as all of these do."""
    if not isinstance(value, bool):
        raise ValueError("this is neither true nor false")
    return value


def read_name(value: Any, most: int = LONGEST_NAME) -> str:
    """Return a name that can be shown, known here or not; raise `ValueError`."""
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise ValueError(filled(_NO_NAME, count=most))
    return value


def read_text(value: Any, most: int) -> str:
    """Return a text of so many characters at most; raise `ValueError`."""
    if not isinstance(value, str) or len(value) > most or NO_TEXT.search(value):
        raise ValueError(filled(_NO_TEXT, count=most))
    return value


def read_level(value: Any) -> str:
    return read_name(value, LONGEST_LEVEL)


def required(data: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return a value of a saved game; raise `ValueError` if it is not of its kind."""
    value = data.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"'{name}' of the saved game is missing or wrong")
    return value
