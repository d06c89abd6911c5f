"""Machine code is made for what Python calls, and for nothing else."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ai.contract.games import game_spec
from ai.engine import cache
from ai.kernels.dispatch import BODY
from ai.search.monte_carlo import _Valuer
from tests.processes import python

BEGIN = """
import numpy as np
from numba import njit
from ai.kernels import random
rng = random.new_rng(1, 1)
"""
CALL = """
print([int(random.random_below(rng, 6)) for _ in range(4)])
print(len(random.below.overloads), len(random.random_below.overloads))
"""
CALL_INNER = """
print(int(random.below(np.uint64(1 << 63), 6)))
print(len(random.below.overloads), len(random.below.body.overloads))
"""
COMPILE_CALLER = """
@njit
def two(rng, n):
    return random.random_below(rng, n), random.random_below(rng, n)
print([*two(rng, 6), *two(rng, 6)])
print(len(random.random_below.overloads), len(random.random_below.body.overloads))
"""
COPY_TWICE = """
from ai.kernels.bits import copy_range
@njit
def copied(source):
    target = np.zeros(9, np.int64)
    copy_range(source, 0, 3, target)
    copy_range(source, target[2], 5, target)
    return target.max() + (target[1:5].sum() == 10)
"""

MERGED = """
from game.games.tictactoe import kernel
from game.games.tictactoe.rules import TicTacToeParameters
tables = kernel.make_tables(TicTacToeParameters())
state = np.zeros(kernel.state_length(tables), np.int64)
moves = np.zeros(kernel.max_moves(tables), np.int64)
kernel.legal_moves(tables, state, moves)
print(len(kernel.legal_moves.overloads), len(kernel.is_terminal.overloads))
print(len(kernel.is_terminal.body.overloads), bool(kernel.is_terminal(tables, state)))
"""


def said(script: str, kernels: Path) -> list[str]:
    """Return the lines that a script prints in a process of its own."""
    done = python("-c", BEGIN + script, **{cache.CACHE_VARIABLE: str(kernels)})
    return done.stdout.splitlines()


def test_only_what_python_calls_has_machine_code(tmp_path: Path) -> None:
    compiled, loaded = said(CALL, tmp_path), said(CALL, tmp_path)
    assert compiled[0] == loaded[0]
    assert compiled[1] == loaded[1] == "0 1"
    kept = {path.name.partition("-")[0] for path in tmp_path.rglob("*.nbi")}
    assert "random.below" not in kept
    assert "random.random_below" in kept


def test_a_body_out_of_the_cache_gets_an_entry_when_python_calls_it(tmp_path: Path) -> None:
    said(CALL, tmp_path)
    assert said(CALL_INNER, tmp_path)[1] == "1 1"
    assert said(CALL_INNER, tmp_path)[1] == "1 0"


def test_a_body_out_of_the_cache_is_linked_by_a_new_caller(tmp_path: Path) -> None:
    numbers = said(CALL, tmp_path)[0]
    bodies = sorted(tmp_path.rglob(f"{BODY}*.nbc"))
    assert said(COMPILE_CALLER, tmp_path) == [numbers, "0 1"]
    assert sorted(tmp_path.rglob(f"{BODY}*.nbc")) == bodies


def test_a_number_written_in_a_caller_makes_no_body_of_its_own(tmp_path: Path) -> None:
    script = "print(int(copied(np.arange(9))), len(copy_range.body.overloads))"
    assert said(COPY_TWICE + script, tmp_path) == ["5 1"]


def test_a_merged_function_is_called_by_python_alone(tmp_path: Path) -> None:
    assert said(MERGED, tmp_path) == ["1 0", "0 True"]


def test_an_error_comes_through_from_what_a_kernel_calls() -> None:
    spec = game_spec("tictactoe")
    position = spec.new_game(spec.parameters(), 0)
    options: Any = SimpleNamespace(depth=1, probes=0)
    valuer = _Valuer("tictactoe", position, options, np.zeros(1, np.uint8))
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        valuer.round()
