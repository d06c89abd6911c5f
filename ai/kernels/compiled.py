"""How every kernel is compiled: kept in numba's cache, and without the interpreter's lock."""

from collections.abc import Callable
from typing import Any

from numba import njit

from ai.engine import kernel_loading


def compiled(function: Callable[..., Any]) -> Any:
    """Return a kernel's function, to be compiled when it is first called."""
    if kernel_loading.difference():
        return njit(cache=True, nogil=True)(function)
    from ai.kernels.dispatch import Kernel

    return Kernel(function)
