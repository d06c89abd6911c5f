"""What screens say of themselves to those who do not see them, held against what is drawn."""

import re
from collections import Counter

import pytest

from game.ui.elements import Act, Role
from game.ui.text import plain
from tests.ui.screens import NAMES

SIZE = (1120, 760)
CONTROLS = {
    *(Role.BUTTON, Role.SWITCH, Role.SLIDER, Role.SPIN_BUTTON, Role.TAB, Role.FIELD),
    *(Role.LIST_ITEM, Role.CELL, Role.IMAGE, Role.HEADING, Role.DIALOG, Role.WINDOW),
}
MAY_BE_EMPTY = {Role.CELL}
"""A table may know nothing of a move."""


@pytest.mark.parametrize("name", NAMES)
def test_every_control_has_a_name_and_every_element_a_place(name, sketched, sketch):
    screen = sketched(name)
    sketch.frame(screen.scene, screen.surface)
    assert [*problems(screen.scene.describe())] == []


def problems(window):
    """Yield what is wrong with the description of a screen."""
    for element in window.walk():
        where = f"{element.role} {element.key!r} {element.name!r}"
        if element.role in CONTROLS and not element.name and not _is_empty_cell(element):
            yield f"{where} has no name"
        if element.box.within(window.box) != element.box and all(element.box.size):
            yield f"{where} stands at {element.box}"
        for key, count in Counter(child.key for child in element.children).items():
            if count > 1:
                yield f"{where} has {count} children {key!r}"
        if "**" in element.name + element.value:
            yield f"{where} has marks"


def _is_empty_cell(element):
    return element.role is Role.CELL and Act.PRESS not in element.acts


@pytest.mark.parametrize("name", NAMES)
def test_every_text_that_is_drawn_is_said(name, sketched, sketch):
    screen = sketched(name)
    sketch.frame(screen.scene, screen.surface)
    assert [*left_out(screen.scene, sketch)] == []


def left_out(scene, sketch):
    """Yield the texts that are drawn and not said, but for those of boards and graphs."""
    window = scene.describe()
    told = [*window.walk()]
    words = bare(" ".join(part for each in told for part in (each.name, each.value, each.shortcut)))
    pictures = [each.box for each in told if each.role in (Role.GRID, Role.IMAGE, Role.DIALOG)]
    for text in sketch.texts:
        if text.layer == "board" or (window.children and is_under_dialog(scene, text)):
            continue
        if any(box.contains(text.ink.centre) for box in pictures if scene.dialog is None):
            continue
        wanted = bare(plain(text.words).partition("…")[0])
        if wanted and wanted not in words:
            yield text.words


def is_under_dialog(scene, text):
    return scene.dialog is not None and text.owner is not scene.dialog


def bare(words):
    """Return words without what stands between them."""
    return re.sub(r"[\W_]+", "", words)
