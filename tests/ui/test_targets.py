"""What is pressed is large enough for a hand that shakes: WCAG 2.2, 2.5.8, with its exceptions.

With large controls it is 44 dp (2.5.5). Cells of a board are as large as the window lets them be.
"""

import itertools

import pytest

from game.screens.arena.panel import GameList
from game.screens.review.graph import ReviewGraph
from game.ui.layout import LARGE_TARGET_DP, TARGET_DP
from game.ui.panel.basics import Sentence
from game.ui.panel.graphs import GameGraph
from game.ui.widgets import Stepper
from game.ui.widgets.tabs import OneOf
from tests.ui.screens import NAMES

ELSEWHERE = (
    Sentence,  # a move's name in a line of text
    GameGraph,  # a move, which is in the list of moves as well, and the keys lead there
    ReviewGraph,
    GameList,  # a board's own number in its row, which opens the better one's
)
"""Where a smaller one has its size from what it stands in, or another one does the same."""


def test_the_sizes_are_those_of_the_guidelines():
    assert (TARGET_DP, LARGE_TARGET_DP) == (24, 44)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_controls_and_hits_are_large_enough(sketched, sketch, name, large):
    screen = sketched(name, large_controls=large)
    for _, where in sketch.windows(screen, [(1120, 760), (640, 480), (640, 900)]):
        assert not [*small(screen.scene, LARGE_TARGET_DP if large else TARGET_DP)], where


def small(scene, dp):
    """Yield what is pressed and is lower or narrower than that, or lies over something else."""
    least = scene.skin.unit.px(dp)
    dialog = getattr(scene, "dialog", None)
    groups = [scene.group, *([dialog.group] if dialog is not None else [])]
    shown = [each for group in groups for each in group.widgets if each.visible and each.box.width]
    for widget in shown:
        boxes = [widget.box, *(widget.cells() if isinstance(widget, OneOf) else ())]
        yield from (f"{widget.name} {box}" for box in boxes if min(box.size) < least)
        if isinstance(widget, Stepper):
            edge, y = widget.box.x + least - 1, widget.box.centre[1]
            assert widget.meaning_at((edge, y)) == widget.meaning_at((widget.box.x, y))
    stacks = [getattr(scene, "content", None), getattr(scene, "panel", None)]
    stacks += [dialog.content] if dialog is not None else []
    for place in (each for stack in stacks for each in getattr(stack, "places", ())):
        if not isinstance(place.section, ELSEWHERE):
            hits = [each for each in place.section.hits(scene.skin, place.box) if each.name]
            if any(hit.box.within(place.box) != hit.box for hit in hits):
                yield f"{place.section} has no room for what is pressed in it"
            for one, other in itertools.combinations(hits, 2):
                shared = one.box.within(other.box)
                if one.box.overlaps(other.box) and shared not in (one.box, other.box):
                    yield f"{place.section}: {one} lies over {other}"
            for hit in hits:
                alike = (each for each in hits if (each.name, each.value) == (hit.name, hit.value))
                if all(min(each.box.size) < least for each in alike):
                    yield f"{place.section}: {hit}"
