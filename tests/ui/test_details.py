"""What is seen first is one number and the line; the rest comes with the details."""

import re

import pygame
import pytest

from game.ui import commands
from tests.ui.screens import SESSIONS, shown
from tests.ui.sketch import SketchedFonts
from tests.ui.test_every_screen import problems

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
