"""A setting and the values that it accepts, defined in one place."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting; its default says whether it is a switch, a text or a number.

    Attributes:
        name: Its name in the file; the name of a game's own setting begins with the game's.
        default: Its value until the player chooses another one.
        choices: The values of a text, in the order to show them.
        low: The lowest value of a number.
        high: The highest value of a number.
        at_most: Returns the highest value that the other settings allow, if they matter.
        once: Its name in older versions, where it was shared by several games.
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
