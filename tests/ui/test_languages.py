"""Languages: nothing of one is left on a screen of another, and every catalogue is whole."""

import re

import pytest

from game.words import language
from tests import catalogues
from tests.ui.screens import NAMES

SIZES = ((1120, 760), (640, 480))
LETTERS = re.compile(r"[^\W\d_]{2,}")
NAMES_OF_THINGS = {"Playout", "SameGame"}
"""What has one name in all languages."""


@pytest.fixture(scope="module")
def template():
    return catalogues.phrases()


@pytest.fixture
def pseudo(tmp_path, template):
    """Speak a language all phrases of which are in brackets, longer, and without plain vowels."""
    catalogues.pseudo(tmp_path, template)
    language.speak(catalogues.PSEUDO, (tmp_path,))
    yield
    language.speak(language.ENGLISH)


@pytest.mark.parametrize("name", NAMES)
def test_no_english_is_left_in_another_language(name, pseudo, sketched, sketch):
    screen = sketched(name)
    found = set()
    for _ in sketch.windows(screen, SIZES):
        for text in sketch.texts:
            plain = {word for word in LETTERS.findall(text.words) if word.isascii()}
            if plain - NAMES_OF_THINGS:
                found.add(text.words)
    assert not found


@pytest.mark.parametrize("code", [code for code in language.LANGUAGES if code != language.ENGLISH])
def test_a_catalogue_is_whole(code, template):
    assert [*catalogues.problems(code, template)] == []
