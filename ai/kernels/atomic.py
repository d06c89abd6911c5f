"""A load that the compiler may not hoist out of a loop, for flags other threads set."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ai.kernels.compiled import compiled


@intrinsic
def _load_byte(typingctx, array):  # noqa: ARG001
    def codegen(context, builder, signature, args):
        view = context.make_array(signature.args[0])(context, builder, args[0])
        pointer = cgutils.gep_inbounds(builder, view.data, 0)
        return builder.load_atomic(pointer, ordering="monotonic", align=1, typ=ir.IntType(8))

    return types.uint8(array), codegen


@compiled
def is_set(flag):
    """Whether another thread has set `flag` (a uint8[1] array)."""
    return _load_byte(flag) != 0
