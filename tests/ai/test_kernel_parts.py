"""What kernels are made of: bits, borrowed arrays, and the table that threads share."""

import itertools
import random
import sys
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.engine.processor import is_microcoded
from ai.kernels import bits
from ai.kernels.compiled import borrowed, compiled
from ai.kernels.shared import new_table, recall, remember

CLOSE_GAPS = (bits.close_gaps, compiled(bits.close_gaps_plain))
SPREAD = (bits.spread, compiled(bits.spread_plain))


@pytest.mark.parametrize("seed", range(50))
def test_bits_are_taken_out_and_spread_as_one_after_the_other(seed: int) -> None:
    choose = random.Random(seed)
    word, gaps, places = (choose.getrandbits(choose.randrange(1, 63)) for _ in range(3))
    word &= -1 if seed % 3 else (1 << places.bit_count()) - 1
    kept = [word >> place & 1 for place in range(63) if not gaps >> place & 1]
    chosen = [place for place in range(63) if places >> place & 1]
    for close_gaps in CLOSE_GAPS:
        assert close_gaps(word, gaps) == sum(bit << rank for rank, bit in enumerate(kept))
    for spread in SPREAD:
        assert spread(word, places) == sum(
            1 << place for rank, place in enumerate(chosen) if word >> rank & 1
        )
    assert bits.bit_length(word) == word.bit_length()


@pytest.mark.parametrize(
    ("processor", "expected"),
    [
        ("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 23\nmodel\t\t: 113", True),
        ("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 21\nmodel\t\t: 101", True),
        ("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2", False),
        ("processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 23", False),
        ("AMD64 Family 23 Model 8 Stepping 2, AuthenticAMD", True),
        ("Intel64 Family 6 Model 24 Stepping 3, GenuineIntel", False),
        ("", False),
    ],
)
def test_processors_whose_bit_instructions_are_slow_are_known(processor, expected):
    assert is_microcoded(processor) is expected


class Room(NamedTuple):
    words: NDArray[np.int32]
    factor: int
    table: NDArray[np.float64]


@compiled
def _fill(room):
    room = borrowed(room)
    words = room.words
    for index in range(len(words)):
        words[index] += index * room.factor
        room.table[1, index] = words[index]
    return room.table[1].sum()


def test_what_is_borrowed_is_the_same_and_stays_its_owners() -> None:
    room = Room(np.ones(4, np.int32), 3, np.zeros((2, 4)))
    counts = [sys.getrefcount(room.words), sys.getrefcount(room.table)]
    for _ in range(3):
        _fill(room)
    assert room.words.tolist() == [1, 10, 19, 28]
    assert room.table.tolist() == [[0, 0, 0, 0], [1, 10, 19, 28]]
    assert _fill(room) == 4 + 12 * 6
    assert [sys.getrefcount(room.words), sys.getrefcount(room.table)] == counts


BITS = 3
RNG = np.random.default_rng(11)
KEYS = [int(key) << BITS | 5 for key in RNG.integers(-(2**59), 2**59, 8)]  # all in one slot
DATA = [int(data) for data in RNG.integers(1, 2**41, 8)]


def test_a_table_keeps_the_last_entry_of_a_slot():
    table = new_table(BITS)
    assert recall(table, KEYS[0]) == 0
    for key, data in zip(KEYS, DATA, strict=True):
        remember(table, key, data)
        assert [recall(table, each) for each in KEYS] == [
            data if each == key else 0 for each in KEYS
        ]
    assert np.count_nonzero(table) == 2


def test_words_of_two_writes_are_no_entry_of_a_table():
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
