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


def said_lines(fonts, markup, width, size=20):
    lines = fonts.wrap(markup, size, width)
    return ["".join(run.text for run in line) for line in lines]


def every_width(fonts, text):
    """Yield the lines of a text in columns of all widths that matter."""
    for width in range(60, 420, 7):
        lines = said_lines(fonts, text, width)
        yield width, lines


JAPANESE = "この手は「最善手」です。ヒント（Hint 2）を、もう一度：チャンスはあと３回。ウィッチ々！"
CHINESE = "这步棋“很好”，因为（见提示）它赢了；下一步？《最佳》走法：Breakthrough 57％。"
NEVER_FIRST = "、。，．！？：；）」』】〉》”’ー々ゃゅょっァィゥェォャュョッ％"
NEVER_LAST = "（「『【〈《“‘"


@pytest.mark.parametrize("text", [JAPANESE, CHINESE])
def test_east_asian_lines_neither_begin_nor_end_with_what_they_may_not(fonts, text):
    for width, lines in every_width(fonts, text):
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line[0] in NEVER_FIRST for line in lines), (width, lines)
        assert not any(line[-1] in NEVER_LAST for line in lines), (width, lines)
        whole = [each for each in ("Hint", "Breakthrough", "57％") if each in text]
        assert all(any(each in line for line in lines) for each in whole), "words stay whole"
        least = max(60, *(fonts.width(each, 20) for each in ("Breakthrough", "「最善手」")))
        if width > least + 60:
            assert all(fonts.width(line, 20) <= width for line in lines)


@pytest.mark.parametrize("sign", NEVER_FIRST)
def test_a_sign_that_begins_no_line_takes_the_letter_before_it_along(fonts, sign):
    room = fonts.width("手" * 4, 20)
    first, second = said_lines(fonts, f"手手手手{sign}手", room)
    assert (first, second) == ("手手手", f"手{sign}手")
    first, second = said_lines(fonts, f"手手手**手**{sign}手", room)
    assert (first, second) == ("手手手", f"手{sign}手"), "in whatever weight"
    if sign not in "”’":  # a word of Latin letters may begin with these
        first, *_ = said_lines(fonts, f"手手手手 {sign}手", room)
        assert first == "手手手", "nor does a space part them"


@pytest.mark.parametrize("sign", NEVER_LAST)
def test_a_sign_that_ends_no_line_goes_with_the_letter_behind_it(fonts, sign):
    room = fonts.width(f"手手手{sign}", 20)
    first, second = said_lines(fonts, f"手手手{sign}手", room)
    assert (first, second) == ("手手手", f"{sign}手")


def test_lines_end_between_any_other_two_letters(fonts):
    room = fonts.width("手" * 4, 20)
    assert said_lines(fonts, "手手手かカ直好々手", room) == ["手手手か", "カ直好々", "手"]
    assert said_lines(fonts, "手手手 手手", room) == ["手手手", "手手"]
    marked = said_lines(fonts, "手手手手\u3099手", room)
    assert marked[1][0] != "\u3099", "a mark stays on its letter"


def test_korean_lines_end_at_spaces(fonts):
    text = "이 수는 가장 좋은 수이며, (힌트) 두 번째로 좋은 수보다 57% 낫습니다!"
    words = text.split()
    longest = max(fonts.width(word, 20) for word in words)
    for width, lines in every_width(fonts, text):
        if width >= longest:
            assert " ".join(lines) == text
            assert [word for line in lines for word in line.split()] == words
            assert all(fonts.width(line, 20) <= width for line in lines)


def test_a_korean_word_longer_than_a_line_ends_anywhere(fonts):
    word = "가나다라마바사아자차카타파하,"
    width = fonts.width("가나다라마", 20)
    lines = said_lines(fonts, f"수 **{word}** 수", width)
    assert "".join(lines).replace(" ", "") == f"수{word}수"
    assert all(fonts.width(line, 20) <= width for line in lines)
    assert len(lines) == 4
    assert not any(line.startswith(",") for line in lines)
    assert said_lines(fonts, "Breakthrough", 40) == ["Breakthrough"], "a Latin one overflows"
