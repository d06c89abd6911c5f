"""A kernel out of the cache runs, and can be compiled into a new caller."""

import subprocess
from pathlib import Path

from ai.engine import cache, kernel_loading
from tests.processes import python

SCRIPT = """
from numba import njit
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


def test_another_numba_loads_in_its_own_way(tmp_path: Path) -> None:
    for _ in range(2):
        answer = run(OTHER_NUMBA + SCRIPT, tmp_path)
        assert answer.stdout.split() == ["3", "JITCodeLibrary", "4", "8"]
        told = "in numba's own way, which takes longer: numba is 0.99.0, not 0.68.1"
        assert told in answer.stderr


def test_the_installed_numba_is_one_that_kernels_were_tried_with() -> None:
    told = "read what changed, then measure both ways (docs/performance.md)"
    assert kernel_loading.IS_KNOWN, told


def run(script: str, kernels: Path) -> "subprocess.CompletedProcess[str]":
    return python("-c", script, **{cache.CACHE_VARIABLE: str(kernels)})


def test_a_kernel_out_of_the_cache_runs_and_is_inlined_by_a_new_caller(tmp_path: Path) -> None:
    said = [run(SCRIPT, tmp_path).stdout.split() for _ in range(2)]
    assert said == [["3", "EntryLibrary", "4", "8"], ["3", "LoadedLibrary", "4", "8"]]
