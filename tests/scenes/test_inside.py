"""Look inside: a search one simulation at a time, in its tree and on the board."""

import time
from dataclasses import replace

import pygame
import pytest

from game.play.session import Mode
from game.screens.base import Back, OpenInside, OpenScene
from game.screens.catalogue import make_scene
from game.screens.inside.stage import Phase, moments_of
from game.ui.widgets import Action
from tests.rig import move

GAMES = ("tictactoe", "hex", "breakthrough", "samegame")


@pytest.fixture
def inside(rig):
    """Return what opens the search of a game from its Analyse, and waits for its tree."""

    def opened(game, **settings):
        scene = rig.open(game)
        rig.context.settings = rig.context.settings.changed(motion="off", **settings)
        scene.controller.set_mode(Mode.ANALYSE)
        rig.frame()
        command = rig.key(pygame.K_x)
        assert isinstance(command, OpenInside)
        assert command.position == scene.session.state
        rig.scene = make_scene(command, rig.context)
        rig.scene.resize((1120, 760))
        rig.scene.on_enter()
        until(rig, lambda: rig.scene.run.stage.tree is not None)
        return rig.scene

    yield opened
    rig.scene.on_exit()


def until(rig, is_so):
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        rig.scene.update(1 / 30)
        time.sleep(0.002)


def rest(rig):
    until(rig, lambda: not rig.scene.run.watcher.is_waiting)


@pytest.mark.parametrize("game", GAMES)
def test_a_simulation_is_seen_phase_by_phase_and_undone(rig, inside, game):
    scene = inside(game)
    phases = []
    for _ in range(12):
        rig.key(pygame.K_RIGHT)
        rest(rig)
        rig.scene.update(1 / 30)
        phases.append(scene.run.stage.phase)
        rig.frame()
    told = scene.run.stage.simulation
    first = Phase.EXPANSION if game == "samegame" else Phase.SELECTION
    assert set(phases) >= {first, Phase.PLAYOUT, Phase.BACKPROPAGATION}
    assert told.number >= 3
    rig.key(pygame.K_LEFT)
    rest(rig)
    undone = scene.run.stage.simulation
    assert undone.number == told.number - 1
    assert scene.run.stage.node(()).visits == told.number - 1
    assert scene.run.stage.is_last
    rig.key(pygame.K_s)
    until(rig, lambda: scene.run.stage.node(()).visits == told.number)
    assert scene.run.stage.is_last
    assert scene.run.stage.simulation.path == told.path


def test_each_number_on_the_path_changes_in_its_turn(rig, inside):
    scene = inside("tictactoe")
    scene.on_action(Action("goal", -1))
    scene.on_action(Action("goal", -1))
    scene.run.rate = 1_000
    rig.key(pygame.K_SPACE)
    until(rig, lambda: not scene.run.is_running and not scene.run.watcher.is_waiting)
    assert scene.run.stage.node(()).visits == 10
    rig.key(pygame.K_RIGHT)
    rest(rig)
    told = scene.run.stage.simulation
    path = told.path
    assert [each.phase for each in moments_of(told)][-1] is Phase.BACKPROPAGATION
    stage = scene.run.stage.at_end()
    seen = [replace(stage, progress=step / 8).node(()).visits for step in range(9)]
    assert seen[0] == 10
    assert seen[-1] == 11
    leaf = [replace(stage, progress=step / 8).node(path) for step in range(9)]
    assert sum(not each or not each.visits for each in leaf) < sum(each == 10 for each in seen)


def test_any_node_is_opened_and_esc_closes_it(rig, inside):
    scene = inside("hex")
    scene.run.rate = 1_000
    rig.key(pygame.K_SPACE)
    until(rig, lambda: scene.run.stage.tree and scene.run.count >= 100)
    rig.key(pygame.K_ESCAPE)
    assert not scene.run.is_running
    rest(rig)
    rig.frame()
    layout = scene.tree._layout
    node, box = next(
        (node, box)
        for node, box in zip(layout.nodes, layout.boxes, strict=True)
        if scene.run.stage.children((*scene.tree._base, *node.path))
    )
    rig.handle(move(box.centre))
    rig.click(box.centre)
    assert scene._listed == (*scene.tree._base, *node.path)
    before = scene.tree._layout.boxes
    rig.frame()
    assert scene.tree._layout.boxes == before, "nothing moves under the hand"
    child = scene.run.stage.children(scene._listed)[-1].path
    scene.on_action(Action("child", len(scene.run.stage.children(scene._listed)) - 1))
    assert scene._looked == child
    assert rig.key(pygame.K_ESCAPE) is None
    assert scene._looked is None
    assert isinstance(rig.key(pygame.K_ESCAPE), Back)


def test_what_if_changes_the_search_at_once(rig, inside):
    scene = inside("hex")
    scene.run.rate = 1_000
    rig.key(pygame.K_SPACE)
    until(rig, lambda: scene.run.count >= 100)
    rig.key(pygame.K_SPACE)
    rest(rig)
    count, usual = scene.run.count, [each.visits for each in scene.run.stage.tree.children(())]
    for _ in range(3):
        scene.on_action(Action("exploration", 1))
    rest(rig)
    other = [each.visits for each in scene.run.stage.tree.children(())]
    assert scene.run.count == count
    assert max(other) < max(usual), "who explores more tries more moves"
    scene.on_action(Action("filter", -1))
    rest(rig)
    assert len(scene.run.stage.tree.children(())) == len(scene._state.legal_moves)


def test_a_finished_game_has_nothing_to_look_into(rig):
    scene = rig.open("tictactoe")
    for cell in (0, 3, 1, 4, 2):
        scene.session.play(cell)
    assert rig.key(pygame.K_x) is None
    assert "Nothing to look into" in scene.toasts.notice.text


def test_help_leads_inside(rig):
    rig.scene = make_scene(OpenScene("help"), rig.context)
    rig.scene.resize((1120, 760))
    assert rig.press("inside") == rig.key(pygame.K_x) == OpenScene("inside")
    assert make_scene(OpenScene("inside"), rig.context)._spec.players == 2


def test_a_failed_search_is_told_once(rig, inside, monkeypatch):
    scene = inside("tictactoe")
    scene.run.searcher = "mcts:expand_at=0"
    scene.run.sight = None
    scene.run.ask(0)
    rest(rig)
    rig.frame()
    assert "expand_at must be" in scene.run.error
    assert not scene.run.watcher.is_waiting
