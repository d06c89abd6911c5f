"""A random generator whose state belongs to one search (numba's own is global a thread)."""

import numpy as np
from numpy.typing import NDArray

from ai.kernels.compiled import compiled


def new_rng(seed: int, stream: int = 0) -> NDArray[np.uint64]:
    """Return the state of a generator, uint64[1].

    Streams of one seed are independent. The seed is spread by splitmix64 (Steele, Lea and
    Flood, 2014), so that neighbouring seeds do not give alike sequences.
    """
    mask = (1 << 64) - 1
    value = (seed * 0x9E3779B97F4A7C15 + (stream + 1) * 0xD1B54A32D192ED03) & mask
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & mask
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & mask
    value ^= value >> 31
    return np.array([value or 1], np.uint64)


@compiled
def step(x):
    """Return the state after `x`; for hot loops that keep it in a register."""
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    return x ^ (x >> np.uint64(27))


@compiled
def below(x, n):
    """Return the state's number in 0..n-1 as int64; the bias is below n / 2^32."""
    bits = (x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return np.int64((bits * np.uint64(n)) >> np.uint64(32))


@compiled
def next_random(rng):
    """Return 64 random bits as uint64 (xorshift64*, Vigna 2016)."""
    rng[0] = step(rng[0])
    return rng[0] * np.uint64(0x2545F4914F6CDD1D)


@compiled
def random_below(rng, n):
    """Return an int in 0..n-1; the bias is below n / 2^32."""
    rng[0] = step(rng[0])
    return below(rng[0], n)


@compiled
def random_unit(rng):
    """Return a float in [0, 1)."""
    return np.float64(next_random(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
