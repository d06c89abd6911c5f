"""Settings do what they say on a game's screen; the files beside this one test the rest."""

import pygame

from ai.search.messages import StopSearch
from game.play.session import Mode
from game.screens.play.react import Escape, OnScreen, SetMode
from tests.fakes import info_for


def test_an_opponent_ponders_on_the_players_time_while_the_window_is_in_front(make_rig):
    rig = make_rig(ponder=True, breakthrough_level="max")
    scene = rig.open("breakthrough")
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    rig.answer()
    assert scene.session.record.length == 2
    pondering = rig.worker.searches[-1]
    assert pondering.position is scene.session.state
    assert pondering.searcher == scene.controller.session.opponent.searcher, (
        "or its tree is of no use"
    )
    count = len(rig.worker.searches)
    rig.context.focused = False
    rig.frame(0.1)
    assert isinstance(rig.worker.requests[-1], StopSearch)
    rig.context.focused = True
    rig.frame(0.1)
    assert len(rig.worker.searches) == count + 1
    assert scene.controller.give(Escape()) == (OnScreen.LEAVE,), "nobody sees it"
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert (
        rig.worker.searches[-1].history.moves_since(pondering.history)
        == scene.session.record.node.moves[-1:]
    )


def test_an_overlay_changes_five_times_a_second(make_rig):
    rig = make_rig()
    controller = rig.open("hex").controller
    controller.give(SetMode(Mode.ANALYSE))
    rig.settle()
    moves = rig.scene.session.state.legal_moves
    rig.worker.say(info_for(moves, 1_000))
    rig.frame(0.21)
    first = controller.ai.full_overlay
    rig.worker.say(info_for(moves, 9_000))
    rig.frame(0.1)
    assert controller.ai.full_overlay is first
    rig.frame(0.15)
    assert controller.ai.full_overlay is not first


def test_a_seed_of_the_players_own_makes_every_new_board(make_rig):
    rig = make_rig(samegame_seed=48_213)
    scene = rig.open("samegame")
    assert scene.session.record.start.seed == 48_213
    scene.play(scene.session.state.legal_moves[0])
    rig.key(pygame.K_n, pygame.KMOD_CTRL)
    assert scene.session.record.start.seed == 48_213
    assert scene.session.record.length == 0
    rig.context.settings = rig.context.settings.changed(samegame_seed=7)
    scene.resize(rig.surface.get_size())
    assert scene.session.record.start.seed == 7, (
        "a board that nobody has touched follows the settings"
    )
