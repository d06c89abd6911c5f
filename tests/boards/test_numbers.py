import pytest

from game.ui.numbers import (
    MINUS,
    THIN_SPACE,
    grouped,
    percent,
    seconds,
    share,
    short_count,
    short_rate,
    signed,
)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (640, "640"),
        (999, "999"),
        (1_000, "1.0k"),
        (6_549, "6.5k"),
        (9_999, "9.9k"),
        (10_000, "10k"),
        (172_948, "172k"),
        (999_999, "999k"),
        (1_000_000, "1.0M"),
        (12_345_678, "12M"),
        (2_500_000_000, "2.5G"),
        (30_000_000_000_000, "30000G"),
    ],
)
def test_counts_are_short_and_rounded_down(count, text):
    assert short_count(count) == text


@pytest.mark.parametrize(
    ("rate", "text"), [(0, "0"), (500.4, "500"), (15_432, "15.4k"), (1_234_567, "1.2M")]
)
def test_rates_have_one_decimal_where_it_helps(rate, text):
    assert short_rate(rate) == text


def test_thousands_are_grouped_by_thin_spaces():
    assert grouped(2451) == f"2{THIN_SPACE}451"
    assert grouped(-1234567) == f"{MINUS}1{THIN_SPACE}234{THIN_SPACE}567"
    assert grouped(999) == "999"


def test_differences_have_a_real_sign():
    assert signed(-22.84, 1) == f"{MINUS}22.8"
    assert signed(2209) == f"+2{THIN_SPACE}209"
    assert signed(0) == signed(-0.4) == "+0"
    assert signed(-0.04, 1) == "+0.0"


def test_shares_become_percentages():
    assert share(0.571) == "57"
    assert percent(0.571) == f"57.1{THIN_SPACE}%"
    assert percent(0.571, 0) == f"57{THIN_SPACE}%"
    assert seconds(2) == f"2.0{THIN_SPACE}s"
