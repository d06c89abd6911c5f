"""What threads share without locks: words, each loaded and stored whole, and a table of them.

The compiler may neither hoist a load or a store out of a loop nor do it twice or in parts.

An entry of the transposition table is two words: the key xor the data, then the data. Where two
threads write one entry at the same time, its words may come from both; they then fit neither key,
so that a torn entry is no entry (R. Hyatt and T. Mann, "A lock-less transposition-table
implementation for parallel search", ICGA Journal 25(1), 2002). The last write stays.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

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


def new_table(bits: int) -> NDArray[np.int64]:
    """Return an empty transposition table of 2 ** bits entries: int64[2 ** (bits + 1)]."""
    return np.zeros(2 << bits, np.int64)


@compiled
def _slot(table, key):
    return 2 * (key & (table.size // 2 - 1))


@compiled
def recall(table, key):
    """Return the data that is kept for a key, or 0."""
    at = _slot(table, key)
    data = load_word(table, at + 1)
    return data if load_word(table, at) ^ data == key else np.int64(0)


@compiled
def remember(table, key, data):
    """Keep data, not 0, for a key, in place of whatever has its slot."""
    at = _slot(table, key)
    store_word(table, at, key ^ data)
    store_word(table, at + 1, data)
