"""Languages: nothing of one is left on a screen of another, and every catalogue is whole."""

import re

import pytest

from game.words import language
from tests import catalogues
from tests.ui.screens import NAMES
from tests.ui.sketch import SketchedFonts
from tests.ui.test_every_screen import problems

SIZES = ((1120, 760), (640, 480))
LETTERS = re.compile(r"[^\W\d_]{2,}")
NAMES_OF_THINGS = {
    *("Playout", "SameGame", "MB", "kB"),
    *("LB", "RB", "LT", "RT"),  # of a game controller
    *[
        "Jan",
        "Feb",
        "Mar",
        "Apr",
        "May",
        "Jun",
        "Jul",
        "Aug",
        "Sep",
        "Oct",
        "Nov",
        "Dec",
    ],  # of a language without dates
}
"""What has one name in all languages."""


@pytest.fixture(autouse=True)
def _english_again():
    yield
    language.speak(language.ENGLISH)


@pytest.fixture(scope="module")
def template():
    return catalogues.phrases()


@pytest.fixture
def pseudo(tmp_path, template):
    """Speak a language all phrases of which are in brackets, longer, and without plain vowels."""
    catalogues.pseudo(tmp_path, template)
    language.speak(catalogues.PSEUDO, (tmp_path,))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "about"])  # names of libraries
def test_no_english_is_left_in_another_language(name, pseudo, sketched, sketch):
    assert plain_words(sketched(name), sketch) == set()


def plain_words(screen, sketch):
    """Return the texts of a screen with words that are no phrases."""
    found = set()
    for _ in sketch.windows(screen, SIZES[:1]):
        for text in sketch.texts:
            plain = {word for word in LETTERS.findall(text.words) if word.isascii()}
            if plain - NAMES_OF_THINGS and not text.words.startswith("/"):
                found.add(text.words)
    return found


BENEATH_SETTINGS = (
    *(name for name in NAMES if name.split()[-1] in ("analyse", "demo", "legend", "back")),
    *("home", "help", "settings display", "settings ai", "settings sound"),
)
"""Screens that go on after the settings have been changed; notices and lessons pass by."""
SPOKEN = tuple(code for code in language.LANGUAGES if code != language.ENGLISH)
BY_TURNS = [(SPOKEN[place % len(SPOKEN)], name) for place, name in enumerate(NAMES)]
"""Each screen in one language; all in all take a quarter of an hour."""


@pytest.mark.parametrize(("code", "name"), BY_TURNS)
def test_nothing_overlaps_or_is_cut_in_any_language(code, name, sketched, sketch):
    language.speak(code)
    screen = sketched(name)
    found = []
    for size, where in sketch.windows(screen, SIZES, (1.0, 2.0)):
        found += [f"{where}: {problem}" for problem in problems(screen.scene, sketch, size)]
    assert not found, "\n".join(found[:40])


@pytest.mark.parametrize("code", SPOKEN)
def test_a_catalogue_is_whole(code, template):
    assert [*catalogues.problems(code, template)] == []


@pytest.mark.parametrize("name", BENEATH_SETTINGS)
def test_a_language_is_changed_at_once(name, tmp_path, template, sketched, sketch):
    screen = sketched(name)
    next(sketch.windows(screen, SIZES[:1]))
    catalogues.pseudo(tmp_path, template)
    language.speak(catalogues.PSEUDO, (tmp_path,))
    screen.context.fonts = SketchedFonts(sketch)  # as the app does
    assert plain_words(screen, sketch) == set()
