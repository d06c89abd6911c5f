"""A move's name that is pointed at, wherever it stands, lights its cells on the board."""

import pygame
import pytest

from game.play.session import Mode
from game.screens.entry import entries
from game.screens.play.react import SetMode
from game.ui.panel.analysis import CANDIDATE
from game.ui.panel.history import PLY
from tests.fakes import info_for

GAME_NAMES = [entry.name for entry in entries()]


def hits(scene):
    """Return what can be pointed at in the panel."""
    return [
        hit
        for section, box, clip in scene.panel.places
        if clip is None
        for hit in section.hits(scene.skin, box)
    ]


def board_picture(rig):
    return pygame.image.tobytes(rig.surface.subsurface(rig.scene.layout.board), "RGB")


def opened(rig, game, mode):
    scene = rig.open(game, people=True)
    for _ in range(3):
        scene.play(scene.session.state.legal_moves[-1])
    scene.controller.give(SetMode(mode))
    rig.settle()
    return scene


def test_moves_of_the_list_light_their_cells(make_rig):
    rig = make_rig(hex_side=4, samegame_columns=6, samegame_rows=6)
    for game in GAME_NAMES:
        scene = opened(rig, game, Mode.PLAY)
        plain = board_picture(rig)
        listed = [hit for hit in hits(scene) if hit.name == PLY and hit.value]
        assert listed
        for hit in listed:
            rig.move(hit.box.centre)
            move = scene.session.record.moves[hit.value - 1]
            named = scene.board.content().named
            assert named == scene.animator.view.cells_of(scene.session.state, move) != ()
            rig.settle()
            assert board_picture(rig) != plain
        rig.move((2, 2))
        rig.settle()
        assert scene.board.content().named == ()
        scene.on_exit()


@pytest.mark.parametrize("game", GAME_NAMES)
def test_names_in_the_sentence_and_the_table_light_their_cells(make_rig, game):
    rig = make_rig(hex_side=4, samegame_columns=6, samegame_rows=6)
    scene = opened(rig, game, Mode.ANALYSE)
    rig.answer(info_for(scene.session.state.legal_moves[:3]))
    state = scene.session.state
    names = {state.move_label(move): move for move in state.legal_moves}
    said = [hit for hit in hits(scene) if hit.words in names]
    table = [hit for hit in hits(scene) if hit.name == CANDIDATE]
    assert said
    assert table
    for hit in said:
        rig.move(hit.box.centre)
        assert scene.board.content().named == scene.animator.view.cells_of(state, names[hit.words])
        assert scene.session.state is state
        rig.click(hit.box.centre)
        assert scene.session.state is state, "a click on words does nothing"
    for hit in table:
        rig.move((hit.box.x + 4, hit.box.centre[1]))
        move = scene.controller.ai.full_overlay.marks[hit.value].move
        assert scene.board.content().named == scene.animator.view.cells_of(state, move)
