"""Loads and stores of words that other threads use at the same time, each of them whole.

The compiler may neither hoist them out of a loop nor do one of them twice or in parts.
"""

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


@intrinsic
def _load_word(typingctx, array, index):  # noqa: ARG001
    def codegen(context, builder, signature, args):
        view = context.make_array(signature.args[0])(context, builder, args[0])
        pointer = cgutils.gep_inbounds(builder, view.data, args[1])
        return builder.load_atomic(pointer, ordering="monotonic", align=8, typ=ir.IntType(64))

    return types.int64(array, types.intp), codegen


@intrinsic
def _store_word(typingctx, array, index, word):  # noqa: ARG001
    def codegen(context, builder, signature, args):
        view = context.make_array(signature.args[0])(context, builder, args[0])
        pointer = cgutils.gep_inbounds(builder, view.data, args[1])
        builder.store_atomic(args[2], pointer, ordering="monotonic", align=8)
        return context.get_dummy_value()

    return types.none(array, types.intp, types.int64), codegen


_load_byte.in_python = lambda array: array[0]


@compiled
def is_set(flag):
    """Whether another thread has set `flag` (a uint8[1] array)."""
    return _load_byte(flag) != 0


@compiled
def load_word(words, index):
    """Return a word of an int64 array, as one thread wrote it."""
    return _load_word(words, index)


@compiled
def store_word(words, index, word):
    """Write a word of an int64 array."""
    _store_word(words, index, word)
