"""Bits of 64-bit words, and other small things that kernels do all the time."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ai.kernels.compiled import compiled

APPEND_SLACK = 3


@intrinsic
def _cttz(typingctx, word):  # noqa: ARG001
    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@intrinsic
def _ctpop(typingctx, word):  # noqa: ARG001
    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@compiled
def lowest_bit(word):
    """Return the index of the lowest set bit of a uint64; 64 for zero."""
    return _cttz(word)


@compiled
def bit_count(word):
    """Return how many bits of a uint64 are set."""
    return _ctpop(word)


@compiled
def append_bits(word, offset, out, n):
    """Append the indices of the set bits of a uint64, plus `offset`, to out[n:].

    Four are written at a time, as a mispredicted branch costs more than a needless write:
    `out` needs room for `APPEND_SLACK` entries that mean nothing after the last one.

    Returns:
        The new n.
    """
    end = n + bit_count(word)
    while n < end:
        for k in range(4):
            out[np.uint64(n + k)] = offset + lowest_bit(word)
            word &= word - np.uint64(1)
        n += 4
    return end


@compiled
def copy_state(source, target):
    """Copy an array into one of the same length; numba's assignment of slices compiles slowly."""
    for i in range(source.size):
        target[i] = source[i]


@compiled
def copy_range(source, begin, end, target):
    """Copy the entries from `begin` to before `end` to the same places of another array."""
    for i in range(begin, end):
        target[i] = source[i]
