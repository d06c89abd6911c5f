"""Loading kernels out of numba's cache without what only a compilation needs: half the time.

numba prepares to compile before it looks into its cache (all its typing rules, a tenth of a
second), and parses the bitcode of each kernel for the case that a caller is compiled which
inlines it. It has no switch for either, so `install` replaces two of its methods; a compilation
still begins with the same preparations, and asks for the bitcode when it links. They are private
ones: where numba is another version, or they are called otherwise, it loads in its own way.
"""

import functools
import inspect
import logging
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import caching
from numba.core.codegen import JITCodeLibrary, JitEngine
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher, _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.runtime import rtsys

log = logging.getLogger(__name__)

KNOWN = "0.68."
"""How the versions of numba begin that were read for this."""
_USED: dict[type, dict[str, str]] = {
    caching.Cache: {
        "load_overload": "(self, sig, target_context)",
        "_load_overload": "(self, sig, target_context)",
        "_guard_against_spurious_io_errors": "(self)",
    },
    caching.CompileResultCacheImpl: {
        "get_filename_base": "(self, fullname, abiflags)",
        "reduce": "(self, cres)",
        "rebuild": "(self, target_context, payload)",
    },
    CPUContext: {
        "create_cpython_wrapper": ("(self, library, fndesc, env, call_helper, release_gil=False)"),
        "get_executable": "(self, library, fndesc, env)",
        "insert_user_function": "(self, func, fndesc, libs=())",
    },
    Dispatcher: {
        "add_overload": "(self, cres)",
        "get_call_template": "(self, args, kws)",
    },
    _FunctionCompiler: {"_compile_core": "(self, args, return_type)"},
    JITCodeLibrary: {
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
    JitEngine: {
        "get_function_address": "(self, name)",
        "_load_defined_symbols": "(self, mod)",
    },
}
"""The methods that are replaced or called here and in `ai.kernels.dispatch`, and how."""


class LoadedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of one kernel, out of the cache, and its bitcode, not yet parsed."""

    _shared_module: Any

    def __init__(self, codegen: Any, name: str, machine_code: bytes, bitcode: bytes) -> None:
        super().__init__(codegen, name)
        self._bitcode = bitcode
        self.enable_object_caching()
        self._set_compiled_object(machine_code)
        self._finalize_final_module()

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of one of the kernel's entry points."""
        # The base class would look it up among the names that the bitcode defines.
        address: int = self._codegen._engine.get_function_address(name)
        return address

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
            self._codegen._engine._load_defined_symbols(self._shared_module)
        return self._shared_module


def install() -> None:
    """Let numba load what is in its cache this way, from now on, if it is the numba known here."""
    if difference():
        log.warning("Kernels are loaded in numba's own way, which takes longer: %s", difference())
        return
    caching.Cache.load_overload = _load_overload
    JITCodeLibrary._unserialize = staticmethod(_unserialize)


@functools.cache
def difference() -> str:
    """Say in what this numba is not the known one; empty if it is."""
    if not numba.__version__.startswith(KNOWN):
        return f"numba is {numba.__version__}, not {KNOWN}x"
    for owner, methods in _USED.items():
        for name, expected in methods.items():
            method = getattr(owner, name, None)
            found = str(inspect.signature(method)) if callable(method) else "missing"
            if found != expected:
                return f"numba's {owner.__name__}.{name} is {found}, not {expected}"
    return ""


def _load_overload(cache: Any, signature: Any, target_context: Any) -> Any:
    # Machine code calls numba's runtime; for the rest of the context there is no need.
    rtsys.initialize(target_context)
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, target_context)


def _unserialize(codegen: Any, state: tuple[str, str, tuple[bytes, bytes]]) -> LoadedLibrary:
    name, _, (machine_code, bitcode) = state
    return LoadedLibrary(codegen, name, machine_code, bitcode)
