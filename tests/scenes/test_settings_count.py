"""Settings do what they say on a game's screen; the files beside this one test the rest."""

import pygame
import pytest

from ai.search.messages import StopReason, StopSearch
from game.play.session import Mode
from game.screens.play.live_overlay import OVERLAY_SECONDS
from tests.fakes import info_for


def opponent(make_rig, **settings):
    rig = make_rig(**settings)
    scene = rig.open("tictactoe")
    scene.play(4)
    rig.settle()
    return rig


@pytest.mark.parametrize("level", ["max"])
def test_an_opponent_with_a_time_limit_ponders_on_the_players_time(make_rig, level):
    rig = opponent(make_rig, ponder=True, tictactoe_level=level)
    rig.worker.finish()
    rig.settle()
    scene = rig.scene
    assert scene.session.length == 2
    pondering = rig.worker.searches[-1]
    assert pondering.position is scene.session.state
    assert pondering.searcher == scene.controller.level.searcher, "or its tree is of no use"
    rig.worker.say(info_for(scene.session.state.legal_moves))
    rig.frame(0.3)
    scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert rig.worker.searches[-1].history.since(pondering.history) == scene.session.played[-1:]


def test_pondering_stops_with_escape_and_without_the_window(make_rig):
    rig = opponent(make_rig, ponder=True, tictactoe_level="max")
    rig.worker.finish()
    rig.settle()
    count = len(rig.worker.searches)
    rig.context.focused = False
    rig.frame(0.1)
    assert isinstance(rig.worker.requests[-1], StopSearch)
    rig.context.focused = True
    rig.frame(0.1)
    assert len(rig.worker.searches) == count + 1
    assert rig.scene.controller.stop_thinking()
    rig.worker.finish(reason=StopReason.STOPPED)
    rig.settle()
    assert len(rig.worker.searches) == count + 1


def test_a_calm_overlay_changes_half_as_often(make_rig):
    assert OVERLAY_SECONDS == {"calm": 0.5, "normal": 0.2}
    rig = make_rig(overlay_rate="calm")
    controller = rig.open("hex").controller
    controller.set_mode(Mode.ANALYSE)
    rig.settle()
    moves = rig.scene.session.state.legal_moves
    rig.worker.say(info_for(moves, 1_000))
    rig.frame(0.51)
    first = controller.full_overlay
    rig.worker.say(info_for(moves, 9_000))
    rig.frame(0.3)
    assert controller.full_overlay is first
    rig.frame(0.3)
    assert controller.full_overlay is not first


def test_a_seed_of_the_players_own_makes_every_new_board(make_rig):
    rig = make_rig(samegame_seed=48_213)
    scene = rig.open("samegame")
    assert scene.session.tree.seed == 48_213
    scene.play(scene.session.state.legal_moves[0])
    rig.key(pygame.K_n, pygame.KMOD_CTRL)
    assert scene.session.tree.seed == 48_213
    assert scene.session.length == 0
    rig.context.settings = rig.context.settings.changed(samegame_seed=7)
    scene.resize(rig.surface.get_size())
    assert scene.session.tree.seed == 7, "a board that nobody has touched follows the settings"
