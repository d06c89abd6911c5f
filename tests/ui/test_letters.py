"""Letters that the program's own font lacks: the system's fonts have them, or boxes stay."""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.ui import letters
from game.ui.letters import FONT_FILES, Letters, Run, system_files
from game.ui.text import Fonts

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
    assert Letters().runs("at b3: Жα!", bold=False) == (
        Run("at b3: ", FONT),
        Run("Жα", GREEK),
        Run("!", FONT),
    )
    assert system.asked == "Ж", "the font that has one is tried first for the next"
    fonts, other = Fonts(), pygame.font.Font(GREEK, 30)
    picture = fonts.render("bЖ", 30, WHITE)
    begin = fonts.width("b", 30)
    assert picture.get_size() == (begin + other.size("Ж")[0], fonts.height(30))
    drawn = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    drawn.fill((*WHITE, 0))
    drawn.blit(fonts.render("b", 30, WHITE), (0, 0))
    base = fonts.ascent(30) - other.get_ascent()
    drawn.blit(other.render("Ж", True, WHITE), (begin, base))
    assert pixels(picture) == pixels(drawn), "both stand on one line"


def test_the_own_font_stays_for_all_that_it_has(system):
    for text in ("Hint", "é — “b3” ± 2…", "no\u00a0break", ""):
        for bold in (False, True):
            assert Letters().runs(text, bold=bold) == (Run(text, FONT_FILES[bold]),)
    assert not system.asked


@pytest.mark.parametrize("files", [(), (Path("gone.ttf"),), (Path(__file__),), (GREEK,)])
def test_boxes_stay_where_no_font_has_a_letter(system, files):
    system.files = list(files)
    text = "שלום 中文注释这步棋很好"
    assert Letters().runs(text, bold=False) == (Run(text, FONT),)
    assert len(system.asked) == 8, "who asks in vain asks no more"


def test_a_system_that_does_not_answer_is_asked_once(system, monkeypatch):
    def fail(letter, bold):
        system(letter, bold)
        raise subprocess.TimeoutExpired("fc-match", 1.0)

    monkeypatch.setattr(letters, "system_files", fail)
    assert Letters().runs("中文", bold=False) == (Run("中文", FONT),)
    assert system.asked == "中"


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


def test_lines_may_end_between_letters_of_scripts_without_spaces():
    fonts = Fonts()
    lines = fonts.wrap("b3 这步棋很好这步棋很好 **这步**棋 c4", 20, 80)
    text = ["".join(run.text for run in line) for line in lines]
    assert "".join(text).replace(" ", "") == "b3这步棋很好这步棋很好这步棋c4"
    assert all(fonts.width(line, 20) <= 80 for line in text)
    assert len(lines) >= 3
    assert not any(line != line.strip() for line in text)


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
