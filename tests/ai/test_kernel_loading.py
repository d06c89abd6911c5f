"""A kernel out of the cache runs, and can be compiled into a new caller."""

import os
import subprocess
import sys
from pathlib import Path

from ai.engine import cache

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


def test_a_kernel_out_of_the_cache_runs_and_is_inlined_by_a_new_caller(tmp_path: Path) -> None:
    said = []
    for _ in range(2):
        answer = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, cache.CACHE_VARIABLE: str(tmp_path)},
            cwd=cache.PROJECT,
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(answer.stdout.split())
    assert said == [["3", "JITCodeLibrary", "4", "8"], ["3", "LoadedLibrary", "4", "8"]]
