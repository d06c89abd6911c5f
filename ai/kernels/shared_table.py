"""A transposition table that threads share without locks.

An entry is two words: the key xor the data, then the data. Where two threads write one entry at
the same time, its words may come from both; they then fit neither key, so that a torn entry is
no entry (R. Hyatt and T. Mann, "A lock-less transposition-table implementation for parallel
search", ICGA Journal 25(1), 2002). The last write stays.
"""

import numpy as np
from numpy.typing import NDArray

from ai.kernels.atomic import load_word, store_word
from ai.kernels.compiled import compiled


def new_table(bits: int) -> NDArray[np.int64]:
    """Return an empty table of 2 ** bits entries: int64[2 ** (bits + 1)]."""
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
