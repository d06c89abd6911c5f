"""Arrays that a kernel borrows: references to them are not counted while it runs."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


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
