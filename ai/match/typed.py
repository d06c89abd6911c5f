"""Values out of JSON, taken only as the types of a dataclass say: nothing in a file is trusted."""

import dataclasses
import functools
import math
import types
import typing
from collections.abc import Mapping
from typing import Any

_MOST = 2**64


def typed(wanted: Any, value: Any) -> Any:
    """Return a value of the type that is wanted, out of one as JSON has it.

    Args:
        wanted: A dataclass, a number, a string, a boolean, a tuple or a mapping of these, or one
            of several.
        value: Dictionaries, lists, strings, numbers, booleans and None.

    Raises:
        ValueError: It is of another type; a number may be neither infinite nor none.
        TypeError: A field is missing.
        KeyError: A field is unknown.
    """
    origin = typing.get_origin(wanted)
    if origin is types.UnionType:
        return _one_of(typing.get_args(wanted), value)
    if origin is tuple:
        return _tuple(typing.get_args(wanted), value)
    if origin is Mapping:
        kind = typing.get_args(wanted)[1]
        return {name: typed(kind, each) for name, each in _checked(dict, value).items()}
    if isinstance(wanted, type) and dataclasses.is_dataclass(wanted):
        hints = _hints(wanted)
        fields = _checked(dict, value).items()
        return wanted(**{name: typed(hints[name], each) for name, each in fields})
    if wanted is float:
        number = typed(int, value) if type(value) is int else _checked(float, value)
        if not math.isfinite(number):
            raise ValueError(f"{value} is not a number")
        return number
    if wanted is int and abs(_checked(int, value)) > _MOST:
        raise ValueError(f"{value} is too large")
    return _checked(wanted, value)


_hints = functools.cache(typing.get_type_hints)


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return typed(kind, value)
        except (TypeError, ValueError, KeyError):
            continue
    raise ValueError(f"{value!r} is not one of {kinds}")


def _tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    values = _checked(list, value)
    if kinds[-1] is Ellipsis:
        return tuple(typed(kinds[0], each) for each in values)
    if len(values) != len(kinds):
        raise ValueError(f"{len(values)} values instead of {len(kinds)}")
    return tuple(map(typed, kinds, values))


def _checked(kind: type, value: Any) -> Any:
    # Not isinstance: a boolean is no number here.
    if type(value) is not kind:
        raise ValueError(f"{value!r} is not of type {kind.__name__}")
    return value
