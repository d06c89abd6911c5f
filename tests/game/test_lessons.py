"""The first lessons: what they call right is right, by the rules alone where that is quick."""

import pytest

from benchmarks.drill_makers import Found, Plain
from game.play.drill import TAUGHT, Kind, lessons
from tests.games import GAMES

NAMES = [spec.name for spec in GAMES]
QUICK = 20
"""Positions with more moves are proven by the rules only if that takes one move."""


@pytest.mark.parametrize("game", NAMES)
def test_each_game_has_five_and_they_are_right(game):
    assert game in TAUGHT
    found = lessons(game)
    assert len(found) == 5
    for each in found:
        state = each.session().start
        right = {state.move_from_string(name) for name in each.right}
        assert right <= set(state.legal_moves)
        assert each.task.endswith((".", "?"))
        assert each.why.endswith(".")
        each.moves(state)
        if len(state.legal_moves) > QUICK and each.within != 1:
            continue
        kind = "best" if each.kind is Kind.CLEAR else each.kind.value
        proven = Plain().right(Found(state, kind, (), (), each.within))
        assert set(proven) == right, each.position


def test_a_game_of_a_plugin_has_none():
    assert "pegs" not in TAUGHT
    assert lessons("pegs") == ()
