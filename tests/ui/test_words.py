"""Words: one of a thing is not called by its plural, and who only plays knows them all."""

import ast
import re

import pygame
import pytest

from tests.games import GAMES
from tests.processes import ROOT
from tests.ui.screens import NAMES, shown
from tests.ui.sketch import SketchedFonts

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
NEVER_ONE = {
    "history.py: removal.tiles",
    "game.py: 3 * side * (side - 1) + 1",
    "screen.py: short_count(visits[len(visits) // 2])",
    "text.py: MOST_NODES",
    "view.py: size",
}


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
OF_EXPERTS = ("help", "about", "inside", "tour")
"""Pages that explain such words, or show a search as it is."""


@pytest.mark.parametrize("name", [each for each in NAMES if each.split()[0] not in OF_EXPERTS])
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
