"""A plug-in's game for one: it declares little, and has medals, the AI's numbers and an end."""

import pygame
import pytest

from ai.search.messages import Candidate, SearchInfo
from game.screens.play.medal_bar import MedalBar, Result
from game.ui.panel.analysis import CandidateTable
from game.ui.panel.basics import Figures, Sentence
from game.ui.tree import TreeNode
from tests.plugins import PEGS, home, loaded  # noqa: F401


@pytest.fixture
def rig(loaded, make_rig):  # noqa: F811
    loaded(PEGS)
    rig = make_rig()
    rig.open("pegs")
    return rig


def section(rig, kind):
    items = rig.scene.panel_items()
    return next(each.section for each in items if isinstance(each.section, kind))


def found(state):
    """What a search says that always takes the first move."""
    line, end = [], state
    while not end.is_terminal:
        line.append(end.legal_moves[0])
        end = end.play(line[-1])
    score, other = end.returns[0], state.legal_moves[1]
    candidates = (
        Candidate(line[0], 900, score, line=tuple(line)),
        Candidate(other, 90, score - 4, line=(other,)),
    )
    return SearchInfo(5000, score, 0.0, candidates, tuple(line), elapsed=2.0)


def test_a_score_to_beat_brings_medals(rig):
    scene = rig.scene
    assert section(rig, MedalBar).standing is None
    start = scene.session.state
    scene.play(start.legal_moves[0])
    rig.settle()
    rig.worker.say(found(start))
    rig.frame(0.3)
    standing = section(rig, MedalBar).standing
    assert (standing.score, standing.target) == (1, found(start).value)
    assert "earned **+1**" in section(rig, Sentence).text
    while not scene.session.state.is_terminal:
        scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    assert section(rig, Result).title == "As good as the AI"


def test_what_the_ai_thinks_is_told_in_points(rig):
    rig.key(pygame.K_a)
    state = rig.scene.session.state
    rig.worker.say(found(state))
    rig.frame(0.3)
    value = round(found(state).value)
    first, second = section(rig, CandidateTable).rows
    assert (first.value, first.loss, second.value) == (str(value), "best", str(value - 4))
    figures = {each.caption: each.value for each in section(rig, Figures).figures}
    assert figures["Projected"] == str(value)
    node = TreeNode((state.legal_moves[0],), -1, 10, float(value))
    assert rig.scene.node_text(state, node, value).value == str(value)
