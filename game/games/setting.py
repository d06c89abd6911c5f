"""Something that a player can set, and what it accepts: one value, so that all tell the same."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting; its default says whether it is a switch, a text or a number.

    Attributes:
        name: Its name in the file; a game's own begins with the game's.
        default: What counts until something else is chosen.
        choices: What a text accepts, in the order to show it.
        low: The lowest value that a number accepts.
        high: The highest one.
        at_most: The highest one beside the other settings, if they matter.
        once: What older programs called it, when it counted for several games.
    """

    name: str
    default: bool | int | float | str
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    at_most: Callable[[Any], float] | None = None
    once: str = ""

    def problem(self, value: object) -> str | None:
        """Say what is wrong with a value, or return None."""
        kind = type(self.default)
        if kind is bool:
            return None if isinstance(value, bool) else "is neither true nor false"
        if kind is str:
            if isinstance(value, str) and value in self.choices:
                return None
            return f"is not one of {', '.join(self.choices)}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            return "is not a number"
        if kind is int and not isinstance(value, int):
            return "is not a whole number"
        if not self.low <= value <= self.high:
            return f"is not between {self.low} and {self.high}"
        return None
