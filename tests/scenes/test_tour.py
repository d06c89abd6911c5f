"""The tour: each step is there, what it says is so, and nothing moves from one to the next."""

from dataclasses import replace

import pygame
import pytest

from ai.search.inside import Watched, watch
from ai.search.messages import Proof
from ai.searchers import parse_spec
from game.screens.base import OpenScene
from game.screens.help import HelpScene
from game.screens.inside.run import SEED
from game.screens.inside.tour import tour
from game.ui.widgets import Action
from game.window.scenes import make_scene
from tests.rig import written
from tests.waiting import wait_for


@pytest.fixture
def scene(rig):
    yield rig.show(OpenScene("tour"), (1120, 760))
    rig.scene.on_exit()


def search(number: int, count: int, exploration: float | None = None) -> Watched:
    stop = tour()[number - 1]
    given = "" if exploration is None else f",exploration={exploration}"
    options = parse_spec(f"mcts:expand_at=1{given}", stop.game)[1]
    watched = watch(stop.game, stop.position[0], replace(options, seed=SEED))
    watched.go_to(count)
    return watched


def test_there_are_eight_steps_of_three_games() -> None:
    assert [each.step.number for each in tour()] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {each.game for each in tour()} == {"tictactoe", "hex", "samegame"}
    assert not any(each.position[0].is_terminal for each in tour())


def test_without_exploration_one_move_gets_nearly_all_visits() -> None:
    shares = []
    for exploration in (tour()[2].step.exploration, 1.4):
        visits = [each.visits for each in search(3, 200, exploration).tree.children(())]
        shares.append(max(visits) / sum(visits))
    assert shares[0] > 0.8
    assert shares[1] < 0.3


def test_what_is_said_to_be_won_is_proven() -> None:
    assert any(each.proof is Proof.WIN for each in search(6, 1000).tree.children(()))


def test_the_trap_looks_as_good_as_any_move_until_it_is_proven_to_lose() -> None:
    state = tour()[7].position[0]
    trap = state.move_from_string("c1")

    def moves(count):
        return {each.path[-1]: each for each in search(8, count).tree.children(())}

    early, late = moves(20), moves(100)
    assert early[trap].proof is None
    assert early[trap].value >= sorted(each.value for each in early.values())[-2]
    assert late[trap].proof is Proof.LOSS


def test_every_step_can_be_gone_to_and_back_under_one_pointer(rig, scene) -> None:
    places, titles = set(), []
    for _ in tour():
        places.add(tuple(scene.group.widget(name).box for name in ("tour on", "tour back")))
        titles.append(scene.caption.partition(",")[0])
        wait_for(lambda: scene.run.is_there, meanwhile=lambda: scene.update(1 / 30))
        rig.frame()
        if scene.group.widget("tour on").enabled:
            assert scene.on_action(Action("tour on")) is None
    assert len(places) == 1
    assert titles == ["Tic-Tac-Toe"] * 4 + ["Hex Gomoku", "Tic-Tac-Toe", "SameGame", "Tic-Tac-Toe"]
    scene.on_action(Action("tour back"))
    assert scene.run.count == 0
    assert scene.group.widget("tour on").enabled


def test_space_runs_the_search_after_a_click_on_the_next_step_at_the_speed_chosen(rig, scene):
    scene.on_action(Action("rate", 1))
    chosen = scene.run.rate
    rig.click(scene.group.widget("tour on").box.centre)
    assert "2 of 8" in written(scene)
    wait_for(lambda: scene.run.is_there, meanwhile=lambda: scene.update(1 / 30))
    rig.key(pygame.K_SPACE)
    assert ("2 of 8" in written(scene), scene.run.is_running) == (True, True)
    assert scene.run.rate == chosen > 1


def test_help_and_looking_inside_lead_to_it(rig) -> None:
    for page in (HelpScene(rig.context), make_scene(OpenScene("inside"), rig.context)):
        page.resize((1120, 760))
        assert any(each.name == "tour" for each in page.group.widgets)
        assert page.on_action(Action("tour")) == OpenScene("tour")
