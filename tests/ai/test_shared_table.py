"""The table that threads share: what is kept is found again, and a torn entry never is."""

import itertools

import numpy as np

from ai.kernels.shared_table import new_table, recall, remember

BITS = 3
RNG = np.random.default_rng(11)
KEYS = [int(key) << BITS | 5 for key in RNG.integers(-(2**59), 2**59, 8)]  # all in one slot
DATA = [int(data) for data in RNG.integers(1, 2**41, 8)]


def test_keeps_the_last_entry_of_a_slot():
    table = new_table(BITS)
    assert recall(table, KEYS[0]) == 0
    for key, data in zip(KEYS, DATA, strict=True):
        remember(table, key, data)
        assert [recall(table, each) for each in KEYS] == [
            data if each == key else 0 for each in KEYS
        ]
    assert np.count_nonzero(table) == 2


def test_words_of_two_writes_are_no_entry():
    entries = [(*entry, new_table(BITS)) for entry in itertools.product(KEYS, DATA)]
    for key, data, table in entries:
        remember(table, key, data)
    for (key, data, table), (other, other_data, other_table) in itertools.product(
        entries, repeat=2
    ):
        torn = np.where(np.arange(table.size) % 2, table, other_table)
        for asked in {key, other}:
            whole = data == other_data and asked == other
            assert recall(torn, asked) == (data if whole else 0)
