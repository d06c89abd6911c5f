"""Machine code is made for what Python calls and nothing else, and runs out of the cache."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ai.engine import cache, kernel_loading
from ai.kernels.dispatch import BODY
from ai.search.monte_carlo import _Valuer
from tests.games import position
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


SCRIPT = """
from ai.kernels.bits import bit_count

@njit
def one_more(x):
    return bit_count(x) + 1

alone = bit_count(7)
overload = next(iter(bit_count.overloads.values()))
print(alone, type(overload.library).__name__, one_more(7), bit_count(255))
"""
OTHER_NUMBA = """
import logging, numba
logging.basicConfig()
numba.__version__ = "0.99.0"
"""


def run(script: str, kernels: Path) -> Any:
    """Run a script in a process of its own."""
    return python("-c", script, **{cache.CACHE_VARIABLE: str(kernels)})


def said(script: str, kernels: Path) -> list[str]:
    """Return the lines that a script prints there."""
    return run(BEGIN + script, kernels).stdout.splitlines()


@pytest.mark.thorough
def test_only_what_python_calls_has_machine_code_and_bodies_are_linked(tmp_path):
    compiled, loaded = said(CALL, tmp_path), said(CALL, tmp_path)
    assert compiled[0] == loaded[0]
    assert compiled[1] == loaded[1] == "0 1"
    kept = {path.name.partition("-")[0] for path in tmp_path.rglob("*.nbi")}
    assert "random.below" not in kept
    assert "random.random_below" in kept
    bodies = sorted(tmp_path.rglob(f"{BODY}*.nbc"))
    assert said(COMPILE_CALLER, tmp_path) == [compiled[0], "0 1"], "by a new caller"
    assert sorted(tmp_path.rglob(f"{BODY}*.nbc")) == bodies
    inner = [said(CALL_INNER, tmp_path)[1] for _ in range(2)]
    assert inner == ["1 1", "1 0"], "a body gets an entry when Python calls it"


def test_a_merged_function_or_a_number_in_a_caller_makes_no_body_of_its_own(tmp_path):
    number = "print(int(copied(np.arange(9))), len(copy_range.body.overloads))\n"
    assert said(COPY_TWICE + number + MERGED, tmp_path) == ["5 1", "1 0", "0 True"]


def test_an_error_comes_through_from_what_a_kernel_calls():
    options: Any = SimpleNamespace(depth=1, probes=0)
    valuer = _Valuer("tictactoe", position("tictactoe"), options, np.zeros(1, np.uint8))
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        valuer.round()


def test_a_kernel_out_of_the_cache_runs_and_is_inlined_by_a_new_caller(tmp_path):
    found = [said(SCRIPT, tmp_path) for _ in range(2)]
    assert found == [["3 EntryLibrary 4 8"], ["3 LoadedLibrary 4 8"]]


def test_another_numba_loads_in_its_own_way(tmp_path):
    for _ in range(2):
        answer = run(OTHER_NUMBA + BEGIN + SCRIPT, tmp_path)
        assert answer.stdout == "3 JITCodeLibrary 4 8\n"
        told = "in numba's own way, which takes longer: numba is 0.99.0, not 0.68.1"
        assert told in answer.stderr


def test_the_installed_numba_is_one_that_kernels_were_tried_with():
    told = "read what changed, then measure both ways (docs/performance.md)"
    assert kernel_loading.IS_KNOWN, told
