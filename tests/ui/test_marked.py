"""What is marked is shown in the player's language, wherever it is put together from parts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.screens.settings.pages import categories
from game.store.settings import DEFAULTS
from game.ui import commands
from game.ui.panel.legend import WIN_LETTERS
from game.words.language import ENGLISH, speak
from game.words.say import key_words, said, say

LANGUAGE = "xa"
"""No language that there is, so that it has no other catalogue."""
PHRASES = {
    ("key", "Ctrl"): "Strg",
    ("key", "Shift"): "Umschalt",
    ("key", "Space"): "Leertaste",
    ("", "{space} stops or continues it"): "{space} hält sie an",
    ("", "{game}, from the next new game"): "{game}, ab dem nächsten Spiel",
    ("", "Coordinates; {coordinates} switches them in a game"): "Koordinaten: {coordinates}",
    ("", "A up to {a}, B {b}, C {c}, D {d}, E more"): "A bis {a}, B {b}, C {c}, D {d}, E mehr",
}


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    """Speak a language with the phrases above."""
    entries = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n']
    for (context, english), told in PHRASES.items():
        marked = f'msgctxt "{context}"\n' if context else ""
        entries.append(f'{marked}msgid "{english}"\nmsgstr "{told}"\n')
    catalogue = tmp_path / LANGUAGE / "LC_MESSAGES" / "playout.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text("\n".join(entries), "utf-8")
    speak(LANGUAGE, (tmp_path,))
    yield
    speak(ENGLISH)


@pytest.mark.usefixtures("german")
def test_keys_are_called_as_their_caps_say_and_keep_their_english_name_as_keys() -> None:
    assert key_words("Ctrl Shift C") == "Strg Umschalt C"
    assert key_words("1–9") == "1–9"
    assert commands.UNDO.cap == "Ctrl Z"
    assert said(commands.SPACE.cap) == "Leertaste"
    assert say("{key} goes on", key=commands.SPACE.cap) == "Leertaste goes on"


@pytest.mark.usefixtures("german")
def test_settings_that_name_keys_or_games_say_so_in_the_language() -> None:
    sections = [each for page in categories() for each in page.sections]
    headings = [each.heading for each in sections]
    assert "SameGame, ab dem nächsten Spiel" in headings
    assert "Koordinaten: K" in headings
    rows = {row.name: row for each in sections for row in each.rows}
    assert rows["analyse_seconds"].caption(DEFAULTS) == "Leertaste hält sie an"


@pytest.mark.usefixtures("german")
def test_a_legend_with_numbers_is_said_when_it_is_shown() -> None:
    assert callable(WIN_LETTERS.text)
    assert "A bis 0.5, B 2, C 5, D 10, E mehr" in WIN_LETTERS.text()
    speak(ENGLISH)
    assert "A up to 0.5, B 2, C 5, D 10, E more" in WIN_LETTERS.text()
