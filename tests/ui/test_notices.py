"""Notices stand where nothing else is to be clicked, whole, on every screen at every size."""

import itertools

import pytest

from game.screens.page import Page
from game.screens.play.game_scene import GameScene
from game.ui.boards.view import Board
from game.ui.layout import Box
from game.ui.widgets import Action
from tests.ui.screens import NAMES
from tests.ui.test_every_screen import inside

SIZES = ((640, 480), (600, 900), (900, 700), (1366, 768))
SCALES = (0.75, 1.0, 2.0)
SHORT = "A single tile stays: Groups need two or more."
LONG = "Your games cannot be saved: /home/somebody/.local/share/playout is not writable."
WITHOUT_DIALOG = [name for name in NAMES if name.split()[-1] not in ("asking", "legend")]


@pytest.mark.parametrize("name", WITHOUT_DIALOG)
def test_a_notice_lies_over_nothing_and_is_whole(name, sketched, sketch, monkeypatch):
    monkeypatch.setattr(Board, "draw", lambda *_: None)  # it takes long, and has its box
    screen = sketched(name)
    in_game = isinstance(screen.scene, GameScene)
    found = []
    for size, scale, text in itertools.product(SIZES, SCALES, (SHORT, LONG)):
        screen.fit(size, scale)
        action = Action("undo") if in_game and text == SHORT else ""
        screen.scene.toasts.show(text, action=action, label="Undo", key="Ctrl Z")
        screen.scene.update(0.02)
        sketch.frame(screen.scene, screen.surface)
        where = f"{size[0]}x{size[1]} at {scale:.0%}, '{text[:8]}'"
        found += [f"{where}: {each}" for each in problems(screen.scene, sketch, size, text)]
    assert not found, "\n".join(found[:40])


def problems(scene, sketch, size, text):
    toasts, window = scene.toasts, Box(0, 0, *size)
    box = toasts.box
    if not inside(box, window, 0):
        yield f"{box} leaves the window"
    if isinstance(scene, GameScene):
        if box.overlaps(scene.layout.board):
            yield f"{box} lies over the board {scene.layout.board}"
        if box.overlaps(scene.panel.box):
            yield f"{box} lies over the panel"
    group = scene.group
    for widget in group.widgets:
        is_seen = widget.visible and (widget.clip is None or box.overlaps(widget.clip))
        if is_seen and widget not in toasts.widgets and box.overlaps(widget.box):
            yield f"{box} lies over {widget.name} at {widget.box}"
    for button in toasts.widgets:
        if button not in group.widgets:
            yield "its button is no control of the screen's"
        if not (box.x <= button.box.x and button.box.right <= box.right):
            yield f"{button.box} is not in {box}"
    if isinstance(scene, Page):
        title = [each for each in sketch.texts if each.owner is None and each.words == scene.title]
        if not title and size[0] >= 900 and scene.skin.unit.dp(size[0]) >= 700:
            yield "it takes the place of the title"
        yield from (f"it lies over '{each.words}'" for each in title if box.overlaps(each.ink))
    told = "".join(each.words for each in sketch.texts if each.owner is toasts)
    if told.replace(" ", "") != text.replace(" ", ""):
        yield f"only '{told}' is told"


@pytest.mark.parametrize("name", [name for name in NAMES if name.split()[-1] in ("back", "retry")])
def test_the_words_above_a_board_are_whole_at_every_size(name, sketched, sketch):
    screen = sketched(name)
    for _, where in sketch.windows(screen, SIZES, SCALES):
        bar, skin = screen.scene.foot.bar, screen.scene.skin
        assert bar.words_dp(skin, least=0), f"{bar.content.words}: {where}"
