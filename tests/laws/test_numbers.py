"""Bar, table and board tell one number, whatever was promised before and whatever is held."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from ai.search.messages import StopReason
from game.play.session import Mode
from tests.fakes import info_for
from tests.laws.facts import Memory
from tests.laws.promises import a_number_is_one_number
from tests.rig import Rig, down, up


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.open("breakthrough", mode=Mode.ANALYSE)
    return rig


def hold(rig: Rig) -> None:
    """Hold what is shown now against the law."""
    scene: Any = rig.scene
    sections = tuple(section for section, *_ in scene.panel.places)
    world: Any = SimpleNamespace(
        game=scene, content=scene.board.content(), dialog=scene.dialog, sections=sections
    )
    a_number_is_one_number(world, Memory())


def test_the_bar_tells_of_the_position_where_a_hint_is_no_longer_best(rig: Rig) -> None:
    scene, thinker = rig.scene, rig.context.thinker
    moves = scene.session.state.legal_moves
    rig.key(pygame.K_a)
    rig.key(pygame.K_h)
    rig.answer(info_for(moves[:4], simulations=4_000, value=0.5), StopReason.TIME)
    for _ in range(2):
        rig.key(pygame.K_h)
    hold(rig)
    asked = rig.worker.searches[-1]
    thinker.forget("breakthrough")
    thinker.think(scene.session, asked.searcher, asked.limit)
    rig.answer(info_for(moves[3::-1], simulations=90_000, value=0.6), StopReason.TIME)
    (hinted,), best = scene.board.content().overlay.marks, scene.controller.ai.shown_best
    assert (hinted.move, best.move) == (moves[0], moves[3])
    assert best.value > hinted.value
    hold(rig)


def test_no_number_changes_on_the_board_while_a_control_is_held(rig: Rig) -> None:
    moves = rig.scene.session.state.legal_moves
    rig.say(info_for(moves[:4], value=0.6))
    held = rig.scene.group.widget("details").box.centre
    rig.move(held)
    rig.handle(down(held))
    before = rig.scene.board.content().overlay
    rig.say(info_for(moves[:4], simulations=90_000, value=0.7))
    rig.frame(1.0)
    hold(rig)
    assert rig.scene.board.content().overlay == before
    rig.handle(up(held))
    rig.frame(1.0)
    hold(rig)
    assert rig.scene.board.content().overlay != before
