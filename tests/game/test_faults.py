"""What went wrong in a game, in one line: the reason, the file and the line."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from ai.errors import in_short, place_of

STATE = np.zeros(3, np.int64)
HERE = Path(__file__).name


def missing(state):  # type: ignore[no-untyped-def]
    return state[0] + undefined  # type: ignore[name-defined]  # noqa: F821


def plain(state):  # type: ignore[no-untyped-def]
    return state


def attribute(state):  # type: ignore[no-untyped-def]
    x = 1
    return state.left + x


def types(state):  # type: ignore[no-untyped-def]
    if state[0]:
        return 1, True
    return "a"


def call(state):  # type: ignore[no-untyped-def]
    return plain(state)


def imported(state):  # type: ignore[no-untyped-def]
    import math

    return math.pi * state[0]


inner = njit(missing)


def outer(state):  # type: ignore[no-untyped-def]
    return inner(state)


def line_of(function: Callable[..., object], below: int) -> str:
    return f"({HERE}, line {function.__code__.co_firstlineno + below})"


@pytest.mark.parametrize(
    ("function", "reason", "place"),
    [
        (missing, "NameError: name 'undefined' is not defined", 1),
        (attribute, "Unknown attribute 'left' of type array(int64, 1d, C)", 2),
        (types, "Can't unify return type from the following types", None),
        (call, "Untyped global name 'plain': Cannot determine Numba type of", 1),
        (imported, "Use of unsupported opcode (IMPORT_NAME) found", 1),
        (outer, "NameError: name 'undefined' is not defined", 1),  # in what it calls
    ],
)
def test_numba_s_refusal_says_why_and_where(
    function: Callable[..., object], reason: str, place: int | None
) -> None:
    with pytest.raises((NumbaError, UnsupportedBytecodeError)) as caught:
        njit(function)(STATE)
    told = in_short(caught.value)
    assert "\n" not in told
    assert told.startswith(f"numba cannot compile it: {reason}")
    assert told.endswith(f"({HERE}, line {told.split()[-1]}") or function is outer
    if place is not None:
        where = line_of(function, place)
        called = f"(in missing(), called in {where[1:]}"
        assert told.endswith(called if function is outer else where)


def test_a_refusal_in_colours_says_the_same() -> None:
    told = in_short(NumbaError("\x1b[1m\x1b[1mno such\x1b[0m attribute\x1b[0m\n"))
    assert told == "numba cannot compile it: no such attribute"


@pytest.fixture
def kernel(tmp_path: Path) -> dict[str, Any]:
    """Functions of a module of a plug-in."""
    source = (
        "def divide(x):\n    return 1 // x\n\n\ndef outer(x):\n    return sorted([x], key=divide)\n"
    )
    names = {"__name__": "playout_games.mine.kernel"}
    exec(compile(source, str(tmp_path / "kernel.py"), "exec"), names)
    return names


def test_another_error_says_the_last_line_of_the_game(kernel: dict[str, Any]) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        kernel["outer"](0)
    told = in_short(caught.value)
    assert told == "ZeroDivisionError: integer division or modulo by zero (kernel.py, line 2)"
    assert place_of(kernel["outer"]) == "kernel.py, line 5"
    assert place_of(njit(missing)).startswith(f"{HERE}, line ")
    assert place_of(sys) == ""
    assert in_short(ValueError("first\nsecond")) == "ValueError: first", "elsewhere, so no place"
    assert in_short(KeyError()) == "KeyError"


def test_an_instruction_without_a_line_is_placed_in_its_function() -> None:
    bare = compile("raise ValueError('no')", "kernel.py", "exec").replace(co_linetable=b"")
    with pytest.raises(ValueError, match="no") as caught:
        exec(bare, {"__name__": "playout_games.mine.kernel"})
    assert in_short(caught.value) == "ValueError: no (kernel.py, line 1)"
