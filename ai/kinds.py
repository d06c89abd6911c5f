"""Kinds of searchers and their options, as values that import no search.

A searcher's options are a frozen dataclass, which its constructor takes. Its fields are the keys
of a specification; what each may be stands beside it, for whoever reads it and whoever sets it.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from ai.contract.rules import GameSpec
from ai.errors import did_you_mean
from ai.phrases import N_
from ai.search.searcher import Searcher

MOST_THREADS: Final = 256
_OPTION: Final = "option"


class SearcherSpecError(ValueError):
    """A specification that names no searcher or option, or gives an option a bad value."""


def key_values(
    text: str, keys: Collection[str], of: str = "", elsewhere: Collection[str] = ()
) -> dict[str, str]:
    """Return what ``key=value,key=value`` says.

    Args:
        elsewhere: What is no key here but an option of the command, such as ``threads``.

    Raises:
        ValueError: A key is unknown or given twice, or something is no key and value.
    """
    values: dict[str, str] = {}
    for item in re.split(r",(?![^(]*\))", text):  # a value in brackets may hold commas
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise ValueError(f"'{item}' is not of the form key=value")
        if key not in keys:
            hint = f" (use --{key})" if key in elsewhere else did_you_mean(key, keys)
            listed = ", ".join(keys) or "none"
            raise ValueError(f"unknown key '{key}'{hint}; known keys{of}: {listed}")
        if key in values:
            raise ValueError(f"'{key}' is given twice")
        values[key] = value
    return values


@dataclass(frozen=True, slots=True)
class Option:
    """What an option may be.

    Attributes:
        read: Turns text into a value; raises `ValueError`.
    """

    allowed: str
    read: Callable[[str], Any]
    accepts: Callable[[Any], bool]


def one_of(*names: str) -> Option:
    allowed = f"one of {', '.join(names)}" if len(names) > 1 else names[0]
    return Option(allowed, str, names.__contains__)


MOVE_FILTER: Final = Option("one of the game's move filters", str, lambda _: True)
"""A move filter of a game that is not known yet."""
_WORDS: Final = {"true": True, "false": False, "on": True, "off": False, "1": True, "0": False}
_SWITCH: Final = Option("true or false", _WORDS.get, lambda value: value in (0, 1))


def _field(default: object, option: Option) -> Any:
    return field(default=default, metadata={_OPTION: option})


def number(default: float, low: float, high: float) -> Any:
    """Return an option from `low` to `high`, a whole number if the default is one."""
    read = type(default)
    kind = "a whole number" if read is int else "a number"
    allowed = f"{kind} from {low:g} to {high:g}"
    return _field(default, Option(allowed, read, lambda value: low <= value <= high))


def choice(default: str | None, *names: str) -> Any:
    """Return an option that is one of some names; a default of None leaves it to the searcher."""
    return _field(default, one_of(*names))


def switch(default: bool | None) -> Any:
    """Return an option that is on or off; a default of None leaves it to the searcher."""
    return _field(default, _SWITCH)


def move_filter() -> Any:
    """Return an option that is one of the game's move filters, None for its default."""
    return _field(None, MOVE_FILTER)


def fixed(value: object) -> Any:
    return field(default=value, init=False)


@dataclass(frozen=True, kw_only=True)
class SearcherOptions:
    """What every searcher is told.

    Attributes:
        threads: How many threads search; a searcher may need fewer.
        seed: Seeds every random choice. One thread, one seed and a limit in simulations repeat
            exactly.

    Raises:
        ValueError: An option is not what it may be.
    """

    threads: int = number(1, 1, MOST_THREADS)
    seed: int = 0

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            option = each.metadata.get(_OPTION)
            if option and value != each.default and not option.accepts(value):
                raise ValueError(f"{each.name} must be {option.allowed}, not {value!r}")

    @classmethod
    def keys(cls) -> Mapping[str, Option]:
        shared = SearcherOptions.__dataclass_fields__
        return {
            each.name: each.metadata[_OPTION]
            for each in fields(cls)
            if _OPTION in each.metadata and each.name not in shared
        }


@dataclass(frozen=True, slots=True)
class SearcherKind:
    """A searcher by name.

    Attributes:
        make: Builds it out of the game's name and its options.
        wrap: Takes the searcher and its options and returns what plays in its place.
        most_cells: The largest board it plays, in cells that are empty at the start; None for any.
        plays: Which games a user's searcher plays; the program's own stand in the lists of theirs.
        title: What a user's searcher is called on the screen; empty for its name.
        proves: Whether it finds proofs, though it is no tree search, and plays those of others.
    """

    name: str
    make: Callable[[str, Any], Searcher]
    options: type[SearcherOptions] = SearcherOptions
    wrap: Callable[[Searcher, Any], Searcher] | None = None
    most_cells: int | None = None
    plays: Callable[[GameSpec], bool] = lambda rules: rules.players == 2
    title: str = ""
    description: str = N_("a searcher of your own")
    proves: bool = False
