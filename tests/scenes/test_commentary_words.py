"""Words about proofs: what is only believed is never called proven."""

import pytest

from ai.search.messages import Candidate, Proof, SearchInfo
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.words import explain as explain_samegame
from game.screens.play.commentary import explain_duel, move_name
from game.session import Session
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


def test_the_sentence_is_about_the_line_that_is_shown():
    """A hint's line stays the one of the move it named, even where the search moves on."""
    state = new_game(HexParameters(), 0)
    best, hinted = Candidate(45, 1000, 0.62, line=(45,)), Candidate(44, 900, 0.58, line=(44,))
    overlay = build_overlay(SearchInfo(candidates=(best, hinted)), one_player=False)
    first, second = overlay.marks
    said = explain_duel(state, overlay, "Black", "White", 1000, second)
    names = [f"**{move_name(state, mark.move)}**" for mark in (first, second)]
    expected = f"begins with {names[1]}; the search has come to prefer {names[0]} by 4.0 points."
    assert expected in said
    assert explain_duel(state, overlay, "Black", "White", 1000, first) == explain_duel(
        state, overlay, "Black", "White", 1000
    )


def test_a_samegame_hint_tells_of_its_own_line():
    state = Session("samegame", SameGameParameters(5, 5, 3), seed=4).state
    first, second = state.legal_moves[:2]
    marks = (Candidate(first, 9, 50.0, line=(first,)), Candidate(second, 8, 40.0, line=(second,)))
    overlay = build_overlay(SearchInfo(candidates=marks), one_player=True)
    said = explain_samegame(state, overlay, shown=overlay.marks[1])
    assert f"**{move_name(state, second)}**" in said
    assert f"**{move_name(state, first)}**" not in said
