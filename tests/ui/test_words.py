"""Words: one of a thing is not called by its plural, and who only plays knows them all."""

import ast
import re

import pygame
import pytest

from game.ui import commands
from tests.games import GAMES
from tests.processes import ROOT
from tests.ui.screens import NAMES, SESSIONS, shown
from tests.ui.sketch import SketchedFonts
from tests.ui.test_every_screen import problems

THINGS = (
    "boards|cells|colours|columns|draws|games|groups|hints|lines|losses|mistakes|moves|pairs|"
    "points|positions|rows|seconds|simulations|sims|steps|stones|tiles|visits|wins"
)
PLURAL = re.compile(rf"^\**\s+({THINGS})\b")
PROBLEMS_ONLY = (
    *("rules.py", "square_board.py", "self_test.py", "reader.py", "grid_text.py"),
    *("contract.py", "search_contract.py", "in_window.py", "command.py"),
)
"""Files whose sentences say what a file, a text or a plug-in must hold."""
# Names, and numbers that are never 1: sizes of groups, boards, budgets, fractions.
NEVER_ONE: set[str] = set()


def test_a_number_and_its_plural_are_written_by_the_one_function_for_it():
    found = set()
    for path in sorted((ROOT / "game").rglob("*.py")):
        if path.name in PROBLEMS_ONLY:
            continue
        for text in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(text, ast.JoinedStr):
                found |= {f"{path.name}: {number}" for number in numbers(text)}
    assert found - NEVER_ONE == set(), "write them with game.words.say.counted"
    assert found >= NEVER_ONE, "these are no more"


def numbers(text: ast.JoinedStr):
    """Yield what stands before a plural in an f-string."""
    for value, after in zip(text.values, text.values[1:], strict=False):
        words = after.value if isinstance(after, ast.Constant) else ""
        if isinstance(value, ast.FormattedValue) and PLURAL.match(words):
            yield ast.unparse(value.value)


EXPERTS = re.compile(
    r"\bElo\b|MCTS|[Pp]onder|[Ss]imulation|\bsims\b|[Vv]isit|[Pp]rojected|\d : \d|SPRT|LLR"
)
"""What somebody who only plays does not know."""
OF_EXPERTS = ("help", "hex help", "about", "inside", "tour", "settings keys")
"""Pages that explain such words, or show a search as it is."""


@pytest.mark.parametrize("name", [each for each in NAMES if not each.startswith(OF_EXPERTS)])
def test_words_that_a_player_does_not_know_stand_among_the_details_alone(name, sketch, tmp_path):
    screen = shown(name, tmp_path, SketchedFonts(sketch), details=False)
    for _, where in sketch.windows(screen, ((1120, 760), (640, 480), (640, 1900))):
        read = {text.words for text in sketch.texts}
        for control in screen.scene.group.widgets:
            read |= {control.tooltip, getattr(control, "label", "")}
        assert not [words for words in read if EXPERTS.search(words)], where


@pytest.mark.parametrize("game", [each.name for each in GAMES if each.players == 2])
def test_the_list_of_opponents_is_for_players(game, sketch, tmp_path):
    screen = shown(f"{game} fresh", tmp_path, SketchedFonts(sketch), details=False)
    screen.key(pygame.K_o)
    next(sketch.windows(screen, [(640, 1900)]))
    read = [text.words for text in sketch.texts]
    assert "Opponents" in read
    assert not [words for words in read if EXPERTS.search(words)]


SIZES = ((640, 480), (700, 900), (1120, 760))
SCREENS = (
    *(f"{game} {state}" for game in SESSIONS for state in ("analyse", "demo", "review")),
    *("tictactoe lesson", "hex lesson", "hex retry", "samegame retry", "hex legend"),
)
DETAILS = re.compile(r"visit|\bsims\b|simulation|reused|MCTS|[Ee]stimate|±|A–E|A up to|Mean loss")
LETTER = re.compile(r"[A-E]")


def told(sketch):
    """Return what details are to be read, and the letters that stand beside the board."""
    beside = (text for text in sketch.texts if text.layer in ("window", "panel"))
    letters = [
        text.words
        for text in beside
        if LETTER.fullmatch(text.words) and getattr(text.owner, "key", "") != text.words
    ]
    return [text.words for text in sketch.texts if DETAILS.search(text.words)] + letters


@pytest.mark.parametrize("name", SCREENS)
def test_without_details_none_is_to_be_read(name, sketch, tmp_path):
    screen = shown(name, tmp_path, SketchedFonts(sketch), details=False)
    for size, where in sketch.windows(screen, SIZES, (1.0, 2.0)):
        assert told(sketch) == [], where
        assert problems(screen.scene, sketch, size) == [], where


@pytest.mark.parametrize("name", ["hex analyse", "samegame analyse", "tictactoe review"])
def test_the_key_and_the_button_switch_them_and_the_board_stays(name, sketch, tmp_path):
    screen = shown(name, tmp_path, SketchedFonts(sketch), details=False)

    def look():
        sketch.frame(screen.scene, screen.surface)
        return bool(told(sketch)), [text for text in sketch.texts if text.layer == "board"]

    boxes = {each: each.box for each in screen.scene.group.widgets if each.name == "details"}
    layout = getattr(screen.scene, "layout", None)
    assert not look()[0]
    screen.key(pygame.K_i)
    assert look()[0]
    (button,) = boxes
    screen.click(button.box.centre)
    assert not look()[0]
    assert {each: each.box for each in boxes} == boxes
    assert getattr(screen.scene, "layout", None) == layout


def test_other_numbers_are_looked_for_among_the_details(sketch, tmp_path):
    screen = shown("hex analyse", tmp_path, SketchedFonts(sketch), details=False)
    screen.key(pygame.K_v)
    sketch.frame(screen.scene, screen.surface)
    said = " ".join(text.words for text in sketch.texts)
    assert f"{commands.DETAILS.cap} shows them" in said
    assert screen.context.settings.metric == "value"
