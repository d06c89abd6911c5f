"""Words about proofs: what is only believed is never called proven."""

import pytest

from ai.messages import Candidate, Proof, SearchInfo
from game.rules.hex_gomoku import HexParameters, new_game
from game.scenes.commentary import explain_duel
from game.ui.overlay import build_overlay


@pytest.mark.parametrize("value", list(Proof))
def test_a_belief_is_told_as_one(value):
    state = new_game(HexParameters(), 0)
    believed = Candidate(45, 1000, 0.9, distance=7, line=(45,), estimate=value)
    overlay = build_overlay(SearchInfo(candidates=(believed,)), one_player=False)
    words = explain_duel(state, overlay, "Black", "White", 1000)
    assert "seems" in words
    assert "not proven" in words
    proven = Candidate(45, 1000, 0.9, distance=7, line=(45,), proof=value)
    overlay = build_overlay(SearchInfo(candidates=(proven,)), one_player=False)
    assert "seems" not in explain_duel(state, overlay, "Black", "White", 1000)
