"""How every kernel is compiled: kept in numba's cache, and without the interpreter's lock.

And how one does without counted references, which cost its callers more than it computes.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

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


@intrinsic
def borrowed(typingctx, arrays):  # noqa: ARG001
    """Return a named tuple of arrays and other things; its arrays have no owner that is counted.

    Wherever a function keeps an array in a variable, or passes it on, numba counts a reference
    and gives it back, two atomic instructions of twenty cycles that it can often not leave out.
    Without an owner there is nothing to count. The caller's own tuple keeps the arrays alive,
    so what this returns must not outlive the call.
    """

    def codegen(context, builder, signature, args):
        whole = args[0]
        for index, kind in enumerate(signature.args[0].types):
            if isinstance(kind, types.Array):
                pointer = builder.extract_value(whole, index)
                array = context.make_array(kind)(context, builder, value=pointer)
                array.meminfo = ir.Constant(array.meminfo.type, None)
                array.parent = ir.Constant(array.parent.type, None)
                whole = builder.insert_value(whole, array._getvalue(), index)
        return whole

    return arrays(arrays), codegen


borrowed.in_python = lambda arrays: arrays
