"""Kinds of searchers and the keys of their specifications, as values that import no search."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ai.search.searcher import Searcher


class SearcherSpecError(ValueError):
    """A specification that names no searcher or option, or gives an option a bad value."""


@dataclass(frozen=True, slots=True)
class Option:
    """One key of a specification: how its text becomes a value, and what it may be."""

    read: Callable[[str], Any]
    allowed: str


@dataclass(frozen=True, slots=True)
class SearcherKind:
    """A searcher by name.

    Attributes:
        name: Its name.
        make: Builds it out of the game, the options given, `threads` and `seed`.
        options: Its keys.
        most_cells: The largest board it plays, in cells that are empty at the start; None for any.
        is_tree: Whether it is a tree search, whose values are read by the game's scale.
    """

    name: str
    make: Callable[..., Searcher]
    options: Mapping[str, Option] = field(default_factory=dict)
    most_cells: int | None = None
    is_tree: bool = False


def number(read: type[int] | type[float], low: float, high: float) -> Option:
    """Return a key whose value is a number from `low` to `high`."""

    def parse(text: str) -> int | float:
        value = read(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    kind = "a whole number" if read is int else "a number"
    return Option(parse, f"{kind} from {low:g} to {high:g}")


def choice(*names: str) -> Option:
    """Return a key whose value is one of some names."""

    def parse(text: str) -> str:
        if text not in names:
            raise ValueError(text)
        return text

    return Option(parse, f"one of {', '.join(names)}" if len(names) > 1 else names[0])


def switch() -> Option:
    """Return a key that is on or off."""
    words = {"true": True, "false": False, "on": True, "off": False, "1": True, "0": False}

    def parse(text: str) -> bool:
        if text not in words:
            raise ValueError(text)
        return words[text]

    return Option(parse, "true or false")


UCT = {
    "exploration": number(float, 0.0, 10.0),
    "expand_at": number(int, 1, 1000),
    "solver": switch(),
    "reuse": switch(),
    "final": choice("visits", "mean"),
}
TREE = {**UCT, "blunder": number(float, 0.0, 1.0)}
