import random

import pytest

from ai.engine.processor import is_microcoded
from ai.kernels import bits
from ai.kernels.compiled import compiled

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
