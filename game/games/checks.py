"""Checks that every game's parameters share; each failure is one sentence."""

from collections.abc import Sequence

from ai.contract.rules import ParameterError


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raise `ParameterError` unless `value` is an int from `low` to `high`."""
    if type(value) is not int or not low <= value <= high:
        raise ParameterError(f"{name} must be {low} to {high}, not {value!r}")


def check_choice(name: str, value: object, choices: Sequence[object]) -> None:
    """Raise `ParameterError` unless `value` is one of `choices`."""
    if value not in choices:
        known = " or ".join(repr(choice) for choice in choices)
        raise ParameterError(f"{name} must be {known}, not {value!r}")
