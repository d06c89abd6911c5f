"""Letters that the program's own font lacks: others have them, or boxes stay."""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.ui import letters
from game.ui.letters import (
    CHINESE,
    EUROPEAN,
    FONT_FILES,
    JAPANESE,
    KOREAN,
    SHIPPED,
    Letters,
    Run,
    size_in,
    system_files,
)
from game.ui.text import Fonts
from game.words.language import DOMAIN, ENGLISH, FOLDER, LANGUAGES, speak

GREEK = Path(pygame.__file__).parent / pygame.font.get_default_font()
"""A font that is always there; it has Greek and Cyrillic letters, and no Hebrew ones."""
FONT = FONT_FILES[False]
WHITE = (255, 255, 255)


class System:
    """The fonts of a system, and how often it was asked for one."""

    def __init__(self, *files):
        self.files = list(files)
        self.asked = ""

    def __call__(self, letter, bold):
        self.asked += letter
        return self.files


@pytest.fixture(autouse=True)
def system(monkeypatch):
    pygame.font.init()
    system = System(GREEK)
    monkeypatch.setattr(letters, "system_files", system)
    return system


def pixels(picture):
    return pygame.image.tobytes(picture, "RGBA")


def test_what_the_own_font_lacks_is_of_another_one(system):
    assert Letters().runs("at b3: Ψα!", bold=False) == (
        Run("at b3: ", FONT),
        Run("Ψα", GREEK),
        Run("!", FONT),
    )
    assert system.asked == "Ψ", "the font that has one is tried first for the next"
    fonts, other = Fonts(), pygame.font.Font(GREEK, 30)
    picture = fonts.render("bΨ", 30, WHITE)
    begin = fonts.width("b", 30)
    assert picture.get_size() == (begin + other.size("Ψ")[0], fonts.height(30))
    drawn = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    drawn.fill((*WHITE, 0))
    drawn.blit(fonts.render("b", 30, WHITE), (0, 0))
    base = fonts.ascent(30) - other.get_ascent()
    drawn.blit(other.render("Ψ", True, WHITE), (begin, base))
    assert pixels(picture) == pixels(drawn), "both stand on one line"


def test_the_own_font_stays_for_all_that_it_has(system):
    for text in ("Hint", "é — “b3” ± 2…", "no\u00a0break", ""):
        for bold in (False, True):
            assert Letters().runs(text, bold=bold) == (Run(text, FONT_FILES[bold]),)
    assert not system.asked


@pytest.mark.parametrize("files", [(), (Path("gone.ttf"),), (Path(__file__),), (GREEK,)])
def test_boxes_stay_where_no_font_has_a_letter(system, files):
    system.files = list(files)
    text = "שלום עולם สวัสดีครับ"
    assert Letters().runs(text, bold=False) == (Run(text, FONT),)
    assert len(system.asked) == 8, "who asks in vain asks no more"


def test_a_system_that_does_not_answer_is_asked_once(system, monkeypatch):
    def fail(letter, bold):
        system(letter, bold)
        raise subprocess.TimeoutExpired("fc-match", 1.0)

    monkeypatch.setattr(letters, "system_files", fail)
    assert Letters().runs("สว", bold=False) == (Run("สว", FONT),)
    assert system.asked == "ส"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("שלום עולם", ["עולם<", " <", "שלום<"]),
        ("(b3) שלום", ["(b3) ", "שלום<"]),
        ("שלום b3 טוב.", [".<", "טוב<", " <", "b3", " <", "שלום<"]),
        ("at שלום עולם.", ["at ", "עולם<", " <", "שלום<", "."]),
        ("שלום 12", ["12", " <", "שלום<"]),
    ],
)
def test_letters_stand_in_the_order_of_their_script(monkeypatch, text, shown):
    monkeypatch.setattr(
        Letters, "_has", lambda _, file, letter: (file == GREEK) == ("א" <= letter <= "ת")
    )
    found = Letters().runs(text, bold=False)
    assert [run.text + "<" * run.leftwards for run in found] == shown


def test_letters_that_join_know_their_script(monkeypatch):
    monkeypatch.setattr(Letters, "_has", lambda _, file, letter: file == GREEK)
    (run,) = Letters().runs("مرحبا", bold=False)
    assert run == Run("مرحبا", GREEK, leftwards=True, script="Arab")
    assert Fonts().width("مرحبا", 20) > 0


@pytest.fixture
def language():
    """Return what makes the fonts of a language; afterwards all is English again."""

    def fonts_of(code):
        speak(code)
        return Fonts()

    yield fonts_of
    speak(ENGLISH)


IN_THEIR_LANGUAGE = {
    "de": "„Schön“ – ‚groß‘ ẞ… ÄÖÜ",
    "fr": "« Où ? » — l’œuvre, ça naïve ÇŒŸ",
    "es": "¿Qué? ¡Así! ñandú ªº",
    "pt_BR": "ação, pé, vôo, à ÃÕ",
    "pl": "„Zażółć gęślą jaźń” ŁŚŹŻ",
    "cs": "„Příliš žluťoučký kůň“ ‚ďábel‘ ŘŤŇŮ",
    "ru": "«Съешь ещё» — № 5 „Ёж“ ЖЩ",
    "ja": "「ヒント」は、最善手……直骨！０１２％",
    "ko": "‘힌트’를 봅니다. 꿩 ㄱㅏ 값 《수》",
    "zh_CN": "“提示”，《最佳》的棋——直骨……：１２％",
}


@pytest.mark.parametrize("code", IN_THEIR_LANGUAGE)
@pytest.mark.parametrize("bold", [False, True])
def test_each_language_is_written_without_asking_the_system(system, code, bold):
    assert {ENGLISH, *IN_THEIR_LANGUAGE} == set(LANGUAGES)
    for text in (IN_THEIR_LANGUAGE[code], LANGUAGES[code]):
        files = {run.file for run in Letters(code).runs(text, bold=bold)}
        assert files <= {each[bold] for each in SHIPPED}
    assert not system.asked


@pytest.mark.parametrize("font", [EUROPEAN, JAPANESE, KOREAN, CHINESE])
@pytest.mark.parametrize("bold", [False, True])
def test_a_shipped_font_has_the_letters_that_it_was_made_for(font, bold):
    rows = {
        id(EUROPEAN): [map(chr, range(0x400, 0x460)), "№ẞ−ěř"],
        id(JAPANESE): [standard("euc_jp", 16, 47), standard("euc_jp", 4, 5), "、。「」々ー"],
        id(KOREAN): [standard("euc_kr", 16, 40), standard("euc_kr", 4, 4)],
        id(CHINESE): [standard("gb2312", 16, 55), "，。《》“”"],
    }[id(font)]
    own = {*"−ěř"}
    drawn = pygame.font.Font(font[bold], 200)
    box = drawn.metrics("\uffff")
    letters = [each for row in rows for each in row if each not in own]
    assert len(letters) > 90
    assert [each for each in letters if drawn.metrics(each) == box] == []


def standard(encoding, first, last):
    """Return the characters of rows of a national standard."""
    cells = (
        bytes((0xA0 + row, 0xA0 + cell)) for row in range(first, last + 1) for cell in range(1, 95)
    )
    return "".join(each.decode(encoding, "ignore") for each in cells)


@pytest.mark.parametrize("letter", "直骨今")
def test_letters_that_nations_share_have_the_shape_of_the_language(language, letter):
    pictures = {
        code: pixels(language(code).render(letter, 60, WHITE)) for code in ("ja", "zh_CN", "en")
    }
    assert pictures["ja"] != pictures["zh_CN"]
    assert pictures["en"] == pictures["ja"], "most that are read elsewhere are names"
    order = {"ja": JAPANESE, "ko": JAPANESE, "zh_CN": CHINESE, "zh_TW": CHINESE, "fr": JAPANESE}
    for code, font in order.items():
        assert Letters(code).runs(letter, bold=True) == (Run(letter, font[True]),)


@pytest.mark.parametrize("code", IN_THEIR_LANGUAGE)
def test_every_letter_of_a_catalogue_is_shipped(code):
    file = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    for bold in (False, True):
        fonts = [pygame.font.Font(files[bold], 200) for files in SHIPPED]
        lacking = [
            each
            for each in sorted({*text})
            if each.isprintable()
            and all(font.metrics(each) == font.metrics("\uffff") for font in fonts)
        ]
        assert not lacking, "assets/fonts/make_fonts.py makes the fonts anew"


def test_names_of_any_language_are_shown_in_all_of_them(system):
    for code in LANGUAGES:
        for text in LANGUAGES.values():
            Letters(code).runs(text, bold=False)
    assert not system.asked


@pytest.mark.parametrize(
    ("code", "wide"), [("ja", JAPANESE), ("zh_CN", CHINESE), ("ko", None), ("de", None)]
)
def test_signs_are_as_wide_as_the_letters_beside_them(code, wide):
    found = Letters(code)
    for text, sign in (
        ("見“Hint”，好", "“”"),
        ("好……", "……"),
        ("“好", "“"),
        ("好——見", "——"),
        ("57 %……", "……"),
    ):
        files = {run.file for run in found.runs(text, bold=False) if {*run.text} & {*sign}}
        assert files == {wide[False] if wide else FONT}, text
    for text in ("“Hint” — 3…", "don’t 好", "日本 “Hint” 好"):
        signs = [run for run in found.runs(text, bold=False) if {*run.text} & {*"“”’—…"}]
        assert {run.file for run in signs} == {FONT}, text


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("size", [11, 13, 14, 16, 20, 26, 40, 64])
def test_letters_of_other_fonts_are_not_cut_off_and_as_large_as_the_own(language, size, bold):
    for code in ("ru", "ja", "ko", "zh_CN"):
        text, fonts = IN_THEIR_LANGUAGE[code], language(code)
        height, ascent = fonts.height(size), fonts.ascent(size)
        assert fonts.render(text, size, WHITE, bold=bold).get_height() == height
        for run in Letters(code).runs(text, bold=bold):
            font = pygame.font.Font(run.file, size_in(run.file, size))
            ink = font.render(run.text, True, WHITE).get_bounding_rect()
            ink.y += ascent - font.get_ascent()
            assert ink.top >= 0, run.text
            assert ink.bottom <= height, run.text
    fonts = language("ru")
    for letter, own in ("хx", "НH"):
        one, other = (fonts.render(each, size, WHITE, bold=bold) for each in (letter, own))
        one, other = one.get_bounding_rect(), other.get_bounding_rect()
        assert abs(one.height - other.height) <= 1
        assert abs(one.bottom - other.bottom) <= 1, "both stand on one line"


def test_a_wide_space_and_a_narrow_one_are_gaps(language):
    fonts = language("ja")
    gap = fonts.width("手\u3000手", 50) - 2 * fonts.width("手", 50)
    assert 40 <= gap <= 50
    assert not fonts.render("\u3000", 50, WHITE).get_bounding_rect().width
    narrow = fonts.width("2\u202f451", 50) - fonts.width("2", 50) - fonts.width("451", 50)
    assert narrow == round(50 * 0.18)


@pytest.mark.parametrize(("platform", "folder"), [("win32", "Fonts"), ("darwin", "Library")])
def test_windows_and_macs_keep_their_fonts_in_one_folder(monkeypatch, platform, folder):
    monkeypatch.setattr(letters.sys, "platform", platform)
    files = system_files("中", bold=False)
    assert files
    assert all(folder in file.parts for file in files)


def test_elsewhere_fontconfig_is_asked(monkeypatch):
    asked = []

    def run(command, **options):
        asked.extend(command)
        return SimpleNamespace(stdout=b"/fonts/a b.ttf")

    monkeypatch.setattr(letters.sys, "platform", "linux")
    monkeypatch.setattr(letters.subprocess, "run", run)
    assert system_files("中", bold=True) == [Path("/fonts/a b.ttf")]
    assert asked[-1] == "sans:bold:charset=4e2d:scalable=true"
