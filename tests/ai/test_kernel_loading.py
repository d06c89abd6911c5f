"""A kernel out of the cache runs, and can be compiled into a new caller."""

import json
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
USED = {
    "numba.core.caching.Cache": {
        "load_overload": "(self, sig, target_context)",
        "_load_overload": "(self, sig, target_context)",
        "_guard_against_spurious_io_errors": "(self)",
    },
    "numba.core.caching.CompileResultCacheImpl": {
        "get_filename_base": "(self, fullname, abiflags)",
        "reduce": "(self, cres)",
        "rebuild": "(self, target_context, payload)",
    },
    "numba.core.cpu.CPUContext": {
        "create_cpython_wrapper": ("(self, library, fndesc, env, call_helper, release_gil=False)"),
        "get_executable": "(self, library, fndesc, env)",
        "insert_user_function": "(self, func, fndesc, libs=())",
    },
    "numba.core.dispatcher.Dispatcher": {
        "add_overload": "(self, cres)",
        "get_call_template": "(self, args, kws)",
    },
    "numba.core.dispatcher._FunctionCompiler": {"_compile_core": "(self, args, return_type)"},
    "numba.core.codegen.JITCodeLibrary": {
        "_unserialize": "(codegen, state)",
        "enable_object_caching": "(self)",
        "get_pointer_to_function": "(self, name)",
        "_set_compiled_object": "(self, value)",
        "_finalize_final_module": "(self)",
        "_get_module_for_linking": "(self)",
        "add_linking_library": "(self, library)",
        "finalize": "(self)",
        "serialize_using_object_code": "(self)",
        "_finalize_dynamic_globals": "(self)",
    },
    "numba.core.codegen.JitEngine": {
        "get_function_address": "(self, name)",
        "_load_defined_symbols": "(self, mod)",
    },
}
"""The methods that are replaced or called, and how."""


def test_another_numba_loads_in_its_own_way(tmp_path: Path) -> None:
    for _ in range(2):
        answer = run(OTHER_NUMBA + SCRIPT, tmp_path)
        assert answer.stdout.split() == ["3", "JITCodeLibrary", "4", "8"]
        told = "in numba's own way, which takes longer: numba is 0.99.0, not 0.68.x"
        assert told in answer.stderr


SIGNATURES = """
import inspect, json, pydoc, sys
print(json.dumps({
    owner: {name: str(inspect.signature(getattr(pydoc.locate(owner), name))) for name in names}
    for owner, names in json.loads(sys.argv[1]).items()
}))
"""


def test_the_installed_numba_is_one_that_kernels_were_tried_with() -> None:
    told = "read what changed, then measure both ways (docs/performance.md)"
    assert kernel_loading.IS_KNOWN, told
    assert json.loads(python("-c", SIGNATURES, json.dumps(USED)).stdout) == USED, told


def run(script: str, kernels: Path) -> "subprocess.CompletedProcess[str]":
    return python("-c", script, **{cache.CACHE_VARIABLE: str(kernels)})


def test_a_kernel_out_of_the_cache_runs_and_is_inlined_by_a_new_caller(tmp_path: Path) -> None:
    said = [run(SCRIPT, tmp_path).stdout.split() for _ in range(2)]
    assert said == [["3", "EntryLibrary", "4", "8"], ["3", "LoadedLibrary", "4", "8"]]
