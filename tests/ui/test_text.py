import pygame
import pytest

from game.ui.text import DIGITS, Fonts, parse_markup, plain
from game.words.numbers import (
    percent,
    short_count,
    short_rate,
    signed,
    thousands,
    whole_percent,
)
from game.words.say import seconds


@pytest.fixture(scope="module")
def fonts():
    pygame.font.init()
    return Fonts()


def test_tabular_digits_take_one_width(fonts):
    widths = {fonts.width(digit, 30, tabular=True) for digit in DIGITS}
    assert len(widths) == 1
    assert fonts.width("1111", 30, tabular=True) == fonts.width("8888", 30, tabular=True)
    assert fonts.width("1111", 30) < fonts.width("8888", 30)


@pytest.mark.parametrize("tabular", [False, True])
@pytest.mark.parametrize("text", ["", "Hint", "2\u2009451", "−15", "57.1 %"])
def test_a_text_is_as_wide_as_was_measured(fonts, text, tabular):
    picture = fonts.render(text, 14, (255, 255, 255), tabular=tabular)
    assert picture.get_width() == fonts.width(text, 14, tabular=tabular)


def test_a_thin_space_is_a_gap_and_no_missing_glyph(fonts):
    gap = fonts.width("2\u2009451", 50) - fonts.width("2", 50) - fonts.width("451", 50)
    assert gap == round(50 * 0.18)


def test_markup_is_split_into_runs():
    runs = parse_markup("**F3** is the **only** move")
    assert [(run.text, run.bold) for run in runs] == [
        ("F3", True),
        (" is the ", False),
        ("only", True),
        (" move", False),
    ]
    assert plain("**F3** holds") == "F3 holds"


def width_of(fonts, line):
    return sum(fonts.width(run.text, 14, bold=run.bold) for run in line)


def test_wrapped_lines_fit_and_keep_every_word(fonts):
    markup = "**F3** is the only stone that holds: every other **block** drops you to 34 %."
    lines = fonts.wrap(markup, 14, 150)
    assert len(lines) > 2
    assert all(width_of(fonts, line) <= 150 for line in lines)
    words = " ".join("".join(run.text for run in line) for line in lines)
    assert words == plain(markup)
    bold = [run.text for line in lines for run in line if run.bold]
    assert bold == ["F3", "block"]


def test_bold_can_end_inside_a_word_and_a_line_feed_starts_a_new_line(fonts):
    first, second = fonts.wrap("see **J3**, then\nthe rest", 14, 500)
    assert [run.text for run in first] == ["see ", "J3", ", then"]
    assert [run.text for run in second] == ["the rest"]


def test_what_has_no_room_ends_in_an_ellipsis(fonts):
    lines = fonts.wrap("word " * 50, 14, 120, max_lines=2)
    assert len(lines) == 2
    assert lines[-1][-1].text.endswith("…")
    assert width_of(fonts, lines[-1]) <= 120
    short = fonts.fit("A very long name indeed", 14, 80)
    assert short.endswith("…")
    assert fonts.width(short, 14) <= 80
    assert fonts.fit("Short", 14, 80) == "Short"
    assert fonts.fit("Anything", 14, 2) == ""


def test_caches_stay_small():
    pygame.font.init()
    fonts = Fonts(font_limit=3, text_limit=5)
    for of_size in (fonts.font, lambda size: fonts.render("text", size, (0, 0, 0))):
        first, second = of_size(10), of_size(11)
        assert (of_size(10), of_size(11)) == (first, second)
        for size in range(10, 30):
            of_size(size)
        assert of_size(10) is not first


WRITTEN = {
    short_count: {
        0: "0",
        999: "999",
        1_000: "1.0k",
        4_890: "4.8k",
        12_345: "12k",
        172_948: "172k",
        999_999: "999k",
        1_310_000: "1.3M",
        5_000_000_000: "5.0G",
    },
    thousands: {2451: "2\u2009451", -15: "−15", 1_234_567: "1\u2009234\u2009567"},
    signed: {81: "+81", (-22.8, 1): "−22.8", (-0.001, 1): "+0.0"},
    percent: {0.571: "57 %", (0.571, 1): "57.1 %"},
    seconds: {0.4: "0.4 s", 10.0: "10 s", 300.0: "5 min"},
    short_rate: {500: "500", 15_432: "15.4k"},
}


def test_numbers_are_written_as_players_read_them():
    for write, cases in WRITTEN.items():
        for given, text in cases.items():
            assert write(*given if isinstance(given, tuple) else (given,)) == text, write


@pytest.mark.parametrize(("part", "whole"), [(989, 2000), (1, 8), (23, 80), (29, 80), (1, 3)])
def test_two_shares_that_are_one_together_are_told_as_a_hundred(part, whole):
    shares = part / whole, (whole - part) / whole
    assert sum(map(whole_percent, shares)) == 100
    assert sum(int(percent(each, 1).removesuffix(" %").replace(".", "")) for each in shares) == 1000
