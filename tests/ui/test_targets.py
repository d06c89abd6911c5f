"""What is pressed is large enough for a hand that shakes: WCAG 2.2, 2.5.8, with its exceptions."""

import pytest

from game.screens.arena.panel import GameList
from game.screens.review.graph import ReviewGraph
from game.ui.panel.basics import Sentence
from game.ui.panel.graphs import GameGraph
from tests.ui.screens import NAMES

LEAST_DP = 24
ELSEWHERE = (
    Sentence,  # a move's name in a line of text
    GameGraph,  # a move, which is in the list of moves as well, and the keys lead there
    ReviewGraph,
    GameList,  # a board's own number in its row, which opens the better one's
)
"""Where a smaller one has its size from what it stands in, or another one does the same."""


@pytest.mark.parametrize("name", NAMES)
def test_controls_and_hits_are_large_enough(sketched, name):
    scene = sketched(name).scene
    least = scene.skin.unit.px(LEAST_DP)
    dialog = getattr(scene, "dialog", None)
    groups = [scene.group, *([dialog.group] if dialog is not None else [])]
    shown = [each for group in groups for each in group.widgets if each.visible and each.box.width]
    small = {each.name: each.box for each in shown if min(each.box[2:]) < least}
    assert not small
    stacks = [getattr(scene, "content", None), getattr(scene, "panel", None)]
    stacks += [dialog.content] if dialog is not None else []
    for place in (each for stack in stacks for each in getattr(stack, "places", ())):
        if not isinstance(place.section, ELSEWHERE):
            hits = [each for each in place.section.hits(scene.skin, place.box) if each.name]
            assert all(min(each.box[2:]) >= least for each in hits), place.section
