"""Every screen at every size and scale: nothing overlaps, is cut, or runs out of its place.

And by Tab alone: every control is reached, is in sight, and shows that it has the keyboard.
"""

import itertools
import re

import pygame
import pytest

from game.screens.arena.screen import ArenaScene
from game.screens.play.game_scene import GameScene
from game.ui.layout import Box
from game.ui.text import ELLIPSIS
from game.ui.widgets import Widget
from tests.rig import down, move, up, wheel
from tests.ui.screens import GAMES, NAMES, SESSIONS
from tests.ui.sketch import Sketch, cards

SIZES = ((640, 480), (640, 900), (800, 600), (1120, 760), (1366, 768), (3840, 2160))
SCALES = (0.75, 1.0, 2.0)
LANDSCAPE = (
    (640, 480),
    (1024, 768),
    (1120, 760),
    (1280, 720),
    (1366, 768),
    (1600, 1000),
    (1920, 1080),
)
"""Windows of usual sizes, in which nothing beside a board scrolls."""
SHORT = 6
"""Letters of a text that is a number with its sign or unit."""
LETTERS = 2
"""Pixels that letters may come near each other: few reach as high and low as the tallest."""


@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_or_is_cut(name, sketched, sketch):
    assert_nothing_overlaps(sketched(name), sketch)


def assert_nothing_overlaps(screen, sketch):
    found = []
    for size, where in sketch.windows(screen, SIZES, SCALES):
        assert sketch.texts, where
        found += [f"{where}: {problem}" for problem in problems(screen.scene, sketch, size)]
    assert not found, "\n".join(found[:40])


@pytest.mark.parametrize("game", SESSIONS)
def test_a_game_is_named_above_its_board_even_in_the_smallest_window(game, sketched, sketch):
    screen = sketched(f"{game} play")
    next(sketch.windows(screen, SIZES[:1], (1.0,)))
    assert screen.scene.session.record.spec.title in [text.words for text in sketch.texts]


def overflows(screen, scales):
    """Return in which windows the panel of a screen scrolls."""
    for size, scale in itertools.product(LANDSCAPE, scales):
        screen.fit(size, scale)
        screen.wait(0.5)
        if too_high := screen.scene.panel.scroll.most:
            yield f"{size[0]}x{size[1]} at {scale:.0%}: {too_high} px too high"


@pytest.mark.parametrize("name", [*GAMES, "arena boards", "arena games"])
def test_no_panel_scrolls_in_a_landscape_window(name, sketched):
    assert [*overflows(sketched(name), (0.75, 1.0, 1.5, 2.0))] == []


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 2.0), ((1120, 760), 1.0)])
@pytest.mark.parametrize("name", NAMES)
def test_tab_reaches_every_control_and_shows_where_it_is(name, size, scale, sketched, sketch):
    screen = sketched(name)
    next(sketch.windows(screen, [size], [scale]))
    reached: list[Widget] = []
    for _ in range(80):
        screen.key(pygame.K_TAB)
        sketch.frame(screen.scene, screen.surface)
        group = screen.scene.focus_group
        focused = group.focused if group is not None else None
        if focused is None or focused in reached:
            break
        reached.append(focused)
        if focused.box.width:
            assert_focus_is_seen(focused, sketch, Box(0, 0, *size))
    group = screen.scene.focus_group or screen.scene.group
    assert set(reached) >= {widget for widget in group.widgets if widget.can_focus}
    if isinstance(screen.scene, GameScene) and screen.scene.dialog is None:
        assert screen.scene.animator.keyboard, "after the last control it is the board's turn"
        assert screen.scene.board.content().cursor is not None or not screen.scene.session.state


@pytest.mark.parametrize("name", NAMES)
def test_a_press_moves_nothing_from_under_the_pointer(name, sketched, sketch):
    screen = sketched(name)
    scene = screen.scene
    if getattr(scene, "dialog", None) is not None:
        return
    for size, _ in sketch.windows(screen, ((640, 480), (1120, 760))):
        for _ in range(4):
            for widget in seen_widgets(scene, Box(0, 0, *size)):
                before, at = widget.box, _cut(widget.box, widget.clip or widget.box).centre
                for event in (move, down):
                    scene.handle_event(event(at))
                assert widget.box == before, f"'{widget.name}' leaves the pointer at {size}"
                for event in (move, up):
                    scene.handle_event(event((-9, -9)))
            for clip in {widget.clip for widget in scene.group.widgets if widget.clip}:
                for event in (move(clip.centre), wheel(-3)):
                    scene.handle_event(event)


def seen_widgets(scene, window: Box) -> list[Widget]:
    """Return the controls of which at least a part can be pressed."""
    return [
        widget
        for widget in scene.group.widgets
        if widget.visible and widget.enabled and widget.box.overlaps(widget.clip or window)
    ]


def assert_focus_is_seen(widget: Widget, sketch: Sketch, window: Box) -> None:
    """Check that a control with the keyboard is in sight, with a ring of 2 dp around it."""
    name = f"'{widget.name}'"
    assert inside(widget.box, widget.clip or window, 0), f"{name} is out of sight"
    rings = [ring for ring in sketch.rings if ring.box.overlaps(widget.box)]
    assert rings, f"{name} shows no ring"
    assert all(ring.width >= 1.5 for ring in rings), name
    assert all(inside(ring.box, window, 0) for ring in rings), f"the ring of {name} is cut"
    assert all(inside(ring.box, ring.clip, 1) for ring in rings), f"the ring of {name} is clipped"


def problems(scene, sketch: Sketch, size: tuple[int, int]) -> list[str]:
    """Return what is wrong with a frame, in words."""
    window = Box(0, 0, *size)
    widgets = [widget for widget in scene.group.widgets if widget.visible and widget.box.width]
    return [
        *_widget_problems(widgets, window),
        *_edge_problems(sketch, window),
        *_text_problems(sketch),
        *_number_problems(scene, sketch),
        *_crossing_problems(sketch, widgets),
    ]


def _widget_problems(widgets: list[Widget], window: Box) -> list[str]:
    found = []
    for widget in widgets:
        room = widget.clip or window
        if not inside(widget.box, window if widget.clip is None else _tall(room), 0):
            found.append(f"control '{widget.name}' at {tuple(widget.box)} leaves {tuple(room)}")
    for first, second in itertools.combinations(widgets, 2):
        on_card = isinstance(first, tuple(cards())) and inside(second.box, first.box, 0)
        if first.clip == second.clip and first.box.overlaps(second.box) and not on_card:
            found.append(f"controls '{first.name}' and '{second.name}' overlap")
    return found


def _edge_problems(sketch: Sketch, window: Box) -> list[str]:
    """Text may leave a scrolled area at its top and bottom, and nothing else."""
    found = []
    for text in sketch.texts:
        is_placed = text.layer != "sprite"
        room = text.clip if is_placed and text.clip == window else _tall(text.clip)
        if not inside(text.ink, room, 1):
            found.append(f"'{text.words}' at {tuple(text.ink)} leaves {tuple(text.clip)}")
        on_control = is_placed and isinstance(text.owner, Widget)
        if on_control and not inside(text.ink, text.owner.box, 1):
            found.append(f"'{text.words}' leaves its control '{text.owner.name}'")
    return found


def _number_problems(scene, sketch: Sketch) -> list[str]:
    """No number is cut: neither by an ellipsis, nor in half by the edge of what scrolls."""
    found = [f"'{words}' is cut to '{left}'" for words, left in sketch.cuts if _loses(words, left)]
    if isinstance(scene, (GameScene, ArenaScene)):
        for text in sketch.texts:
            is_cut = text.ink.overlaps(text.clip) and not inside(text.ink, text.clip, LETTERS)
            is_placed = text.layer != "sprite" and text.owner is None
            if is_cut and is_placed and _DIGIT.search(text.words):
                found.append(f"'{text.words}' is cut by the edge of {tuple(text.clip)}")
    return found


def _loses(words: str, left: str) -> bool:
    """Tell whether a text that was cut ends in the middle of a number, or was little else."""
    kept = left.rstrip(ELLIPSIS)
    if len(words) <= SHORT and _DIGIT.search(words[len(kept) :]):
        return True
    return bool(_DIGIT.match(kept[-1:]) and _MORE_DIGITS.match(words[len(kept) :]))


def _text_problems(sketch: Sketch) -> list[str]:
    found = []
    placed = (text for text in sketch.texts if text.layer != "sprite")
    seen = [(text, _shrunk(text.ink)) for text in placed if text.ink.overlaps(text.clip)]
    for (first, its_letters), (second, others) in itertools.combinations(seen, 2):
        if not its_letters.overlaps(others):
            continue
        same = first.layer == second.layer and _kind(first.owner) == _kind(second.owner)
        once_more = (first.words, first.ink) == (second.words, second.ink)  # as above a veil
        if same and not once_more:
            found.append(f"'{first.words}' and '{second.words}' overlap on the {first.layer}")
    return found


def _crossing_problems(sketch: Sketch, widgets: list[Widget]) -> list[str]:
    """No text that belongs to nothing lies under a control."""
    found = []
    for text in sketch.texts:
        if text.owner is not None or text.layer not in ("window", "panel"):
            continue
        for widget in widgets:
            box = widget.box if widget.clip is None else _cut(widget.box, widget.clip)
            if _shrunk(_cut(text.ink, text.clip)).overlaps(box) and text.ink.overlaps(text.clip):
                found.append(f"'{text.words}' lies under '{widget.name}'")
    return found


_DIGIT = re.compile(r"\d")
_MORE_DIGITS = re.compile(r"[\N{THIN SPACE}.,]?\d")


def _kind(owner) -> object:
    """Controls and the page share one plane; a dialog, a notice and a tooltip lie above it."""
    return None if owner is None or isinstance(owner, Widget) else owner


def _shrunk(box: Box) -> Box:
    return box.inset(LETTERS // 2, LETTERS)


def _tall(box: Box) -> Box:
    return Box(box.x, -100_000, box.width, 200_000)


def _cut(box: Box, clip: Box) -> Box:
    return Box(*pygame.Rect(box).clip(pygame.Rect(clip)))


def inside(box: Box, room: Box, tolerance: int) -> bool:
    return bool(pygame.Rect(room).inflate(2 * tolerance, 2 * tolerance).contains(box))


@pytest.mark.parametrize("game", SESSIONS)
def test_no_panel_scrolls_with_everything_that_a_game_in_play_can_show(game, sketched):
    screen = sketched(f"{game} play")
    for key in (pygame.K_a, pygame.K_h, pygame.K_h, pygame.K_h, pygame.K_g):
        screen.key(key)
        assert [*overflows(screen, (1.0, 2.0))] == [], pygame.key.name(key)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_or_is_cut_with_large_controls(name, sketched, sketch):
    assert_nothing_overlaps(sketched(name, large_controls=True), sketch)


@pytest.mark.parametrize("name", [*GAMES, "arena boards", "arena games"])
def test_no_panel_scrolls_in_a_landscape_window_with_large_controls(name, sketched):
    assert [*overflows(sketched(name, large_controls=True), (1.0,))] == []
