"""Languages: nothing of one is left on a screen of another, and every catalogue is whole."""

import re

import pytest

from ai.contract.rules import RulesError
from ai.match.events import GameRecord
from ai.phrases import N_
from game.library.game_files import read_text
from game.screens.arena.contestants import ending_words
from game.screens.entry import entries
from game.screens.play.pasted import read_positions
from game.words import language
from game.words.play import NO_GAME
from game.words.say import said, say
from tests import catalogues
from tests.ui.screens import NAMES
from tests.ui.sketch import SketchedFonts
from tests.ui.test_every_screen import problems

SIZES = ((1120, 760), (640, 480))
LEVEL = N_("Careful", "level")
BEGUN = "playout 1\ngame hex\n"
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


@pytest.fixture(scope="module")
def made_up(tmp_path_factory, template):
    """A language all phrases of which are in brackets, longer, and without plain vowels."""
    folder = tmp_path_factory.mktemp("languages")
    catalogues.pseudo(folder, template)
    return folder


@pytest.fixture
def pseudo(made_up):
    """Speak that language."""
    language.speak(catalogues.PSEUDO, (made_up,))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "about"])  # names of libraries
def test_no_english_is_left_in_another_language(name, pseudo, sketched, sketch):
    assert plain_words(sketched(name), sketch) == set()


WRONG_TEXTS = (
    *("playout 2\n", "playout 1\nlevels\n", "playout 1\n", "playout 1\ngame hex hex\n"),
    *("playout 1\ngame go\n", "playout 1\ngame hex:side=99\n", f"{BEGUN}game go\n"),
    *(f"{BEGUN}{line}\n" for line in ("seats ai", "seats me ai", "date soon", "seed x")),
    *(f"{BEGUN}{line}\n" for line in ("resigned 9", "result 1 -1", "| X")),
    *(f"{BEGUN}\nd4 {move}" for move in ("d4", "z9", "(", ")", "(e5", '"e', "{")),
    *(f"{BEGUN}\nd4 {{{mark}}}" for mark in ("by x", "eval 1", "eval x 0 0", "x")),
    *(f"{BEGUN}\nd4 {{eval 0 0 0 {more}}}" for more in ("x", "proof x", "distance x")),
    "playout 1\ngame tictactoe:columns=3,rows=3,in_a_row=5\n",
)


@pytest.mark.parametrize("text", WRONG_TEXTS)
def test_what_is_wrong_with_a_text_is_said_in_the_language(text, pseudo):
    assert is_in_language(read_text(text))


TICTACTOE, HEX = ". . .\n" * 3, ". . .\n. . . .\n. . . . .\n. . . .\n. . .\n"
BREAKTHROUGH, TILES = ". . . .\n" * 4, "0 1 0 1\n" * 4
WRONG_BOARDS = {
    TICTACTOE: ("turn .", "turn", "turn X\nturn O", "last d4", "last a1", ". . .", ". .", "last"),
    HEX: ("swapped 1", "swapped", ". . .", ". x"),
    BREAKTHROUGH: ("moves x", "moves 99999", "last a1", ". Y . .", ". . ."),
    TILES: ("0 1 x 1", "0 1 .", "0 1 0 .", "position", "position 1", "position one", "9 0 a 0"),
    "": ("", "X O", "0 1 0 1", "position", "position 1\npoints 1", ". . . .\n" * 4, "abcd\n" * 3),
    "abcd\nefgh\nijkl\n": ("abcd",),
    "X X .\n. . .\n": (". . .", "X O Y"),
    "X X X\n. . .\n": ("O O O", "O O .\nlast b1"),
}
"""Boards, and what makes each one wrong below it."""


@pytest.mark.parametrize("board", WRONG_BOARDS)
def test_what_is_wrong_with_a_position_is_said_in_the_language(board, pseudo):
    errors = []
    for entry in entries():
        for more in WRONG_BOARDS[board]:
            try:
                read_positions(f"{board}{more}\n", entry.profile, entry.spec.parameters())
            except RulesError as error:
                errors.append(say(NO_GAME, what="", own="", error=error))
    assert errors
    assert [each for each in errors if not is_in_language(each)] == []


MATCH_FILE = (
    *("A resigned the game", "B did not move within 5 s and 3 s of grace", "A is unwell"),
    *("A crashed (exit code 3): 'no'", "B ended (exit code 0)", "A did not answer 'name' in time"),
    "B played an illegal move: 'I9' is not a cell of this board",
)


@pytest.mark.parametrize("ending", MATCH_FILE)
def test_what_a_match_s_file_tells_is_said_in_the_language(ending, pseudo):
    told = said(ending_words(GameRecord(2, 0, ending=ending), (LEVEL, LEVEL)))
    assert is_in_language(told.replace(" is unwell", ""))


def is_in_language(sentence):
    """Whether nothing is plain in a sentence but what it quotes, and lists."""
    words = LETTERS.findall(re.sub(r"'[^']*'|: [a-z, ]*·|turn|hex|in_a_row", "", said(sentence)))
    return not {word for word in words if word.isascii()}


def plain_words(screen, sketch):
    """Return the texts of a screen with words that are no phrases."""
    found = set()
    for _ in sketch.windows(screen, SIZES[:1]):
        for text in sketch.texts:
            plain = {word for word in LETTERS.findall(text.words) if word.isascii()}
            if plain - NAMES_OF_THINGS and not text.words.startswith("/"):
                found.add(text.words)
    return found


@pytest.mark.parametrize("name", [name for name in NAMES if name != "about"])
def test_no_english_is_left_in_what_is_said(name, pseudo, sketched, sketch):
    screen = sketched(name)
    sketch.frame(screen.scene, screen.surface)
    assert plain_names(screen.scene.describe()) == set()


def plain_names(window):
    """Return what a description says in words that are no phrases."""
    told = (words for each in window.walk() for words in (each.name, each.value, each.shortcut))
    return {
        words
        for words in told
        if {w for w in LETTERS.findall(words) if w.isascii()} - NAMES_OF_THINGS
        and not words.startswith("/")
    }


BENEATH_SETTINGS = (
    *(name for name in NAMES if name.split()[-1] in ("analyse", "demo", "legend", "back")),
    *(name for name in NAMES if name.split()[-1] in ("fresh", "lesson")),
    *("home", "help", "arena boards", "arena review"),
    *("settings display", "settings ai", "settings sound"),
)
"""Screens that go on after the settings have been changed."""
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
def test_a_language_is_changed_at_once(name, made_up, sketched, sketch):
    screen = sketched(name)
    next(sketch.windows(screen, SIZES[:1]))
    language.speak(catalogues.PSEUDO, (made_up,))
    screen.context.fonts = SketchedFonts(sketch)  # as the app does
    assert plain_words(screen, sketch) == set()
