"""What a finished SameGame board says of its result, on the board itself."""

import random

import pygame
import pytest

from game.play.medals import MedalStanding
from game.play.session import Session
from game.screens.play.medal_bar import Note, Result
from game.screens.play.score_verdict import PlacedVerdict, Told, Verdict, placed
from game.ui.layout import Box
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
        session.tree.improve_target(target)
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
    verdict = scene.verdict()
    results = [each for each in scene.panel.places if isinstance(each.section, Result)]
    assert bool(verdict) or bool(results) or scene.layout.compact
    if verdict is None:
        return
    assert not results, "it is told once"
    state, view = scene.session.state, scene.animator.view
    cells = [
        column * rows + row for column, each in enumerate(state.columns) for row in range(len(each))
    ]
    assert not any(verdict.box.overlaps(view.cell_box(state, cell)) for cell in cells)
    assert pygame.Rect(scene.layout.board).contains(verdict.box)
    assert scene.board_content().told == verdict.box


def drawn(scene, seconds):
    """Return what the verdict writes at one moment."""
    verdict, skin = scene.verdict(), scene.skin
    surface = pygame.Surface(scene._size)
    verdict.draw(surface, skin, skin.theme, seconds)
    box = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
    box.invert()
    return pygame.image.tobytes(surface, "RGB"), box.get_bounding_rects()


def test_the_result_comes_in_its_time_and_box_while_what_stood_first_is_seen(finished):
    rig, scene = finished(1)
    assert isinstance(scene.verdict(), PlacedVerdict)
    blank, _ = drawn(scene, ENDING.medal[0])
    early, _ = drawn(scene, ENDING.bars[0])
    last, boxes = drawn(scene, ENDING.score)
    assert not any(blank)
    assert early not in (blank, last)
    assert drawn(scene, 99.0)[0] == last
    room = pygame.Rect(scene.verdict().box).inflate(4, 4)
    assert all(room.contains(box) for box in boxes)
    assert scene.board_content().trace is scene.session.start
    assert ENDING.score <= seconds_of(rig, scene) + FRAME <= 1.5 + FRAME
    scene.controller.undo()
    rig.settle()
    content = scene.board_content()
    assert (content.trace, content.told) == (None, None)


@pytest.mark.parametrize(
    ("side", "told"), [(420, Told.ALL), (236, Told.NOTED), (170, Told.SCORE), (60, None)]
)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_what_has_no_room_is_left_out_before_it_is_too_small_to_read(side, told, scale):
    notes = (Note("A new best", bold=True),)
    result = Result(4_029, MedalStanding(4_029, 4_493), notes)
    with_size = skin(size=(1920, 1080), scale=scale)
    room = Box(0, 0, with_size.px(side), with_size.px(side))
    verdict = placed(
        Verdict("Board cleared", "+1 000 for clearing it", result, True), with_size, room
    )
    assert (verdict and verdict.told) is told
    assert verdict is None or verdict.size >= (0.5 if told is Told.SCORE else 0.7)
