"""Bits of 64-bit words, and other small things that kernels do all the time."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ai.engine.processor import V3, chosen_level
from ai.kernels.compiled import compiled

APPEND_SLACK = 3
_WORD = (1 << 64) - 1


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


@intrinsic
def _ctlz(typingctx, word):  # noqa: ARG001
    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


def _bmi2(name: str) -> Any:
    """Return an instruction that only processors of level x86-64-v3 have."""

    @intrinsic
    def instruction(typingctx, word, mask):  # noqa: ARG001
        def codegen(context, builder, signature, args):  # noqa: ARG001
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word])
            called = builder.module.declare_intrinsic(f"llvm.x86.bmi.{name}.64", (), kind)
            return builder.call(called, args)

        return types.int64(types.int64, types.int64), codegen

    return instruction


_pext = _bmi2("pext")
_pdep = _bmi2("pdep")


def _lowest_in_python(word):
    bits = int(word) & _WORD
    return (bits & -bits).bit_length() - 1 if bits else 64


_cttz.in_python = _lowest_in_python
_ctpop.in_python = lambda word: (int(word) & _WORD).bit_count()
_ctlz.in_python = lambda word: 64 - (int(word) & _WORD).bit_length()
_pext.in_python = lambda word, mask: close_gaps_plain(word, ~mask)
_pdep.in_python = lambda word, mask: spread_plain(word, mask)


@compiled
def lowest_bit(word):
    """Return the index of the lowest set bit of a uint64; 64 for zero."""
    return _cttz(word)


@compiled
def bit_count(word):
    """Return how many bits of a uint64 are set."""
    return _ctpop(word)


@compiled
def bit_length(word):
    """Return how many bits a uint64 has up to its highest set one; 0 for zero."""
    return 64 - _ctlz(word)


def close_gaps_plain(word, gaps):
    """Return a word without its bits at `gaps`, what is above each moved down (int64)."""
    while gaps != 0:
        low = lowest_bit(np.uint64(gaps))
        end = low + lowest_bit(np.uint64(~(gaps >> low)))
        below = (np.int64(1) << low) - 1
        word = (word & below) | ((word >> end) << low)
        gaps = (gaps >> end) << low
    return word


def spread_plain(word, places):
    """Return the set bits of `places` whose ranks among them, from 0, are set in `word` (int64)."""
    chosen = np.int64(0)
    while word != 0:
        chosen |= places & -places & -(word & 1)
        places &= places - 1
        word >>= 1
    return chosen


def _close_gaps_at_once(word, gaps):
    return _pext(word, ~gaps)


def _spread_at_once(word, places):
    return _pdep(word, places)


_AT_ONCE = chosen_level() == V3
close_gaps = compiled(_close_gaps_at_once if _AT_ONCE else close_gaps_plain)
spread = compiled(_spread_at_once if _AT_ONCE else spread_plain)


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
