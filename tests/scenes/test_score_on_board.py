"""What a finished SameGame board says of its result, on the board itself."""

import random

import pygame
import pytest

from game.play.medals import MedalStanding
from game.play.session import Mode, Session
from game.screens.play.react import SetMode
from game.screens.play.result_card import ResultInPanel
from game.screens.play.score_on_board import PlacedResult, placed
from game.screens.play.score_result import ScoreResult
from game.ui.layout import Box
from game.ui.panel.basics import ColourCounts, Figures, Note, Sentence
from game.ui.panel.panel import Summary
from game.ui.theme import ENDING
from tests.rig import skin
from tests.scenes.test_endings import FRAME, seconds_of


@pytest.fixture
def finished(make_rig):
    """Return a rig whose board has just been finished by random moves."""

    def finish(seed, size=(1120, 760), target=2_000, **settings):
        rig = make_rig(**settings)
        scene = rig.open("samegame")
        rig.resize(size)
        session: Session = scene.session
        session.new_game(seed=seed)
        session.record.improve_target(target)
        chance = random.Random(seed)
        while True:
            move = chance.choice(session.state.legal_moves)
            if session.state.play(move).is_terminal:
                break
            session.play(move)
        rig.settle()
        session.play(move)
        rig.frame()
        return rig, scene

    return finish


@pytest.mark.parametrize("size", [(640, 480), (720, 1000), (1120, 760), (1920, 1080)])
@pytest.mark.parametrize("side", [(5, 5), (8, 8), (15, 15)])
@pytest.mark.parametrize("seed", range(3))
def test_no_text_covers_a_tile_or_leaves_the_board(finished, seed, side, size):
    columns, rows = side
    board = {"samegame_columns": columns, "samegame_rows": rows, "samegame_colours": 4}
    _, scene = finished(seed, size, motion="off", **board)
    placed = scene.face.placed_result()
    told = told_in_panel(scene)
    assert bool(placed) is not bool(told), "it is told once"
    if placed is None:
        assert "left" in told[0].partition("**: ")[0]
        return
    state, view = scene.session.state, scene.animator.view
    cells = [
        column * rows + row for column, each in enumerate(state.columns) for row in range(len(each))
    ]
    assert not any(placed.box.overlaps(view.cell_box(state, cell)) for cell in cells)
    assert pygame.Rect(scene.layout.board).contains(placed.box)
    assert scene.board.content().result == placed.box


def told_in_panel(scene):
    """Return what the panel, or the sheet of a narrow window, says of the result."""
    shown = [place.section for place in scene.panel.places]
    cards = [each.result.sentence for each in shown if isinstance(each, ResultInPanel)]
    return cards + [each.text for each in shown if isinstance(each, Summary) and each.text]


def drawn(scene, seconds):
    """Return what the result writes at one moment."""
    placed, skin = scene.face.placed_result(), scene.skin
    surface = pygame.Surface(pygame.Rect(scene.layout.board).union(scene.panel.box).bottomright)
    placed.draw(surface, skin, skin.theme, seconds)
    box = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
    box.invert()
    return pygame.image.tobytes(surface, "RGB"), box.get_bounding_rects()


def test_the_result_comes_in_its_time_and_box_while_what_stood_first_is_seen(finished):
    rig, scene = finished(1)
    assert isinstance(scene.face.placed_result(), PlacedResult)
    blank, _ = drawn(scene, ENDING.medal[0])
    early, _ = drawn(scene, ENDING.bars[0])
    last, boxes = drawn(scene, ENDING.score)
    assert not any(blank)
    assert early not in (blank, last)
    assert drawn(scene, 99.0)[0] == last
    room = pygame.Rect(scene.face.placed_result().box).inflate(4, 4)
    assert all(room.contains(box) for box in boxes)
    assert scene.board.content().trace is scene.session.record.root.state
    assert ENDING.score <= seconds_of(rig, scene) + FRAME <= 1.5 + FRAME
    scene.controller.give("undo")
    rig.settle()
    content = scene.board.content()
    assert content.result is None


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("size", [(1120, 760), (720, 1000)])
def test_the_panel_repeats_nothing_of_what_the_board_tells(finished, mode, size):
    rig, scene = finished(1, size, motion="off")
    scene.controller.give(SetMode(mode))
    rig.frame()
    assert scene.face.placed_result() is not None
    sections = [place.section for place in scene.panel.places]
    assert not any(isinstance(each, Figures | ColourCounts | Sentence) for each in sections)
    assert told_in_panel(scene) == []


@pytest.mark.parametrize(("side", "fits"), [(420, True), (170, False)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_what_has_no_room_is_left_to_the_panel_before_it_is_too_small_to_read(side, fits, scale):
    notes = (Note("A new best", bold=True),)
    standing = MedalStanding(4_029, 4_493)
    result = ScoreResult("Board cleared", 4_029, standing, "+1 000 for clearing it", notes)
    with_size = skin(size=(1920, 1080), scale=scale)
    room = Box(0, 0, with_size.px(side), with_size.px(side))
    on_board = placed(result, with_size, room)
    assert (on_board is not None) is fits
    assert on_board is None or on_board.size >= 0.7
