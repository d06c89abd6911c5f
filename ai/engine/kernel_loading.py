"""Loading kernels out of numba's cache without what only a compilation needs: half the time.

numba prepares to compile before it looks into its cache (all its typing rules, a tenth of a
second), and parses the bitcode of each kernel for the case that a caller is compiled which
inlines it. It has no switch for either, so `install` replaces two of its methods; a compilation
still begins with the same preparations, and asks for the bitcode when it links. They are private
ones, as are those that `ai.kernels.dispatch` refines: any other version of numba loads in its own
way.
"""

import logging
from typing import Any, Final

import llvmlite.binding as llvm
import numba
from numba.core import caching
from numba.core.codegen import JITCodeLibrary
from numba.core.runtime import rtsys

from ai.engine.processor import pin

log = logging.getLogger(__name__)

pin()  # whoever makes a kernel imports this first

_READ: Final = "0.68.1"
"""The version of numba that was read for this."""
IS_KNOWN: Final = numba.__version__ == _READ


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
    if not IS_KNOWN:
        other = f"numba is {numba.__version__}, not {_READ}"
        log.warning("Kernels are loaded in numba's own way, which takes longer: %s", other)
        return
    caching.Cache.load_overload = _load_overload
    JITCodeLibrary._unserialize = staticmethod(_unserialize)


def _load_overload(cache: Any, signature: Any, target_context: Any) -> Any:
    # Machine code calls numba's runtime; for the rest of the context there is no need.
    rtsys.initialize(target_context)
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, target_context)


def _unserialize(codegen: Any, state: tuple[str, str, tuple[bytes, bytes]]) -> LoadedLibrary:
    name, _, (machine_code, bitcode) = state
    return LoadedLibrary(codegen, name, machine_code, bitcode)
