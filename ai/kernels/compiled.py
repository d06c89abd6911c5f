"""How every kernel is compiled: kept in numba's cache, and without the interpreter's lock."""

from collections.abc import Callable
from typing import Any

from numba import njit

from ai.engine import kernel_loading


def compiled(function: Callable[..., Any]) -> Any:
    """Return a kernel's function, to be compiled when it is first called."""
    return _made(function, {})


def inlined(function: Callable[..., Any]) -> Any:
    """Return one that becomes a part of each kernel that calls it.

    For small functions in hot loops whose arguments hold many arrays: a call passes seven words
    for each of them, which the compiler does not count when it decides what to inline.
    """
    return _made(function, {"forceinline": True})


def merged(function: Callable[..., Any]) -> Any:
    """Return one whose source becomes a part of each kernel that calls it.

    No call is left that would count a reference to each array it passes, two atomic instructions
    that cost as much as a small function does.
    """
    kernel = _made(function, {})
    kernel.targetoptions = {**kernel.targetoptions, "inline": "always"}
    return kernel


def _made(function: Callable[..., Any], options: dict[str, bool]) -> Any:
    if not kernel_loading.IS_KNOWN:
        return njit(cache=True, nogil=True, **options)(function)
    from ai.kernels.dispatch import Kernel

    return Kernel(function, options)
