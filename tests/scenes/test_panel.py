"""The panel is worked out anew once what it is made of has changed, and only then."""

import pygame
import pytest

from ai.search.messages import ExactValue, Proof
from ai.search.order import beside_truth
from game.games.tictactoe.screen import ConvergenceGraph
from game.play.session import Mode
from game.ui.panel.history import MoveList
from tests.fakes import info_for
from tests.rig import sections
from tests.scenes.test_game_scenes import with_line
from tests.scenes.test_hex_proofs import BLACK, WHITE, analysed, badges


@pytest.mark.parametrize("changes", ["what is pointed at", "a control", "what is read"])
def test_the_panel_that_is_kept_is_the_one_that_would_be_made_anew(make_rig, changes):
    rig = make_rig(samegame_columns=5, samegame_rows=5, samegame_colours=3)
    if changes == "what is pointed at":
        scene = analysed(rig, BLACK, WHITE)
        (first, _) = badges(scene)
        rig.move(first.box.centre)
    elif changes == "a control":
        scene = rig.open("samegame", mode=Mode.ANALYSE)
        state = scene.session.state
        line = (state.legal_moves[0], state.play(state.legal_moves[0]).legal_moves[0])
        rig.say(with_line(info_for(state.legal_moves[:4], value=900.0), line))
        rig.press("step on")
        assert scene.face.walker.step == 2
    else:
        scene = rig.open("samegame")
        while not scene.session.is_over:
            scene.play(scene.session.state.legal_moves[0])
            rig.settle()
        rig.key(pygame.K_F5)
        rig.read()
    kept = scene.panel.places
    scene.screen.show_panel()
    assert scene.panel.places == kept


def test_estimates_on_their_way_to_the_truth_take_the_place_of_the_game(rig):
    scene = rig.open("tictactoe", mode=Mode.ANALYSE)
    state = scene.session.state
    exact = tuple(ExactValue(each, Proof.DRAW, 9) for each in state.legal_moves)
    for simulations in (100, 200):
        assert sections(scene, MoveList)
        rig.say(beside_truth(info_for(state.legal_moves, simulations=simulations), exact))
    (graph,) = sections(scene, ConvergenceGraph)
    assert [len(each.points) for each in graph.estimates] == [2, 2, 2]
    assert not sections(scene, MoveList)
