"""Words about proofs: what is only believed is never called proven."""

from dataclasses import replace

import pytest

from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.lattice.reading import (
    TWO_CELLS,
    by_fours,
    by_threes,
    forced_block,
    must_block,
    with_reason,
)
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen.words import explain as explain_samegame
from game.play.session import Session
from game.screens.play.commentary import explain_duel
from game.ui.layout import game_layout, panel_content
from game.ui.overlay import build_overlay
from game.ui.panel.basics import Sentence
from tests.rig import skin


@pytest.mark.parametrize("value", list(Proof))
def test_a_belief_is_told_as_one(value):
    state = new_game(HexParameters(), 0)
    believed = Candidate(45, 1000, 0.9, distance=7, line=(45,), estimate=value)
    overlay = build_overlay(SearchInfo(candidates=(believed,)), one_player=False)
    words = explain_duel(state, overlay, "Black", "White")
    assert "seems" in words
    assert "not proven" in words
    proven = Candidate(45, 1000, 0.9, distance=7, line=(45,), proof=value)
    overlay = build_overlay(SearchInfo(candidates=(proven,)), one_player=False)
    assert "seems" not in explain_duel(state, overlay, "Black", "White")


def test_the_sentence_is_about_the_line_that_is_shown():
    """A hint's line stays the one of the move it named, even where the search moves on."""
    state = new_game(HexParameters(), 0)
    best, hinted = Candidate(45, 1000, 0.62, line=(45,)), Candidate(44, 900, 0.58, line=(44,))
    overlay = build_overlay(SearchInfo(candidates=(best, hinted)), one_player=False)
    first, second = overlay.marks
    said = explain_duel(state, overlay, "Black", "White", second)
    names = [f"**{state.move_label(mark.move)}**" for mark in (first, second)]
    expected = f"begins with {names[1]}. The AI now prefers {names[0]}, better by 4.0 %."
    assert expected in said
    assert explain_duel(state, overlay, "Black", "White", first) == explain_duel(
        state, overlay, "Black", "White"
    )


def test_a_hint_that_is_certain_does_not_give_way_to_an_estimate():
    state = Session("tictactoe").state
    estimated, true = Candidate(0, 900, 0.7, line=(0,)), Candidate(4, 500, 0.4, line=(4,))
    exact = (ExactValue(0, Proof.LOSS, 4), ExactValue(4, Proof.WIN, 5))
    info = SearchInfo(candidates=(estimated, true), exact=exact)
    overlay = build_overlay(info, one_player=False)
    said = explain_duel(state, overlay, "X", "O", overlay.mark_of(4))
    assert said == "**b2** wins for sure. The estimate still prefers **a1**."


@pytest.mark.parametrize("game", ["hex", "tictactoe"])
def test_how_a_forced_win_goes_fits_into_the_panel(make_rig, game):
    rig = make_rig(hex_side=8, tictactoe_columns=15, tictactoe_rows=15, tictactoe_in_a_row=5)
    scene = rig.open(game)
    room, sentence = next(
        (box, each) for each, box, _ in scene.panel.places if isinstance(each, Sentence)
    )
    state = scene.session.state
    win = Candidate(max(state.legal_moves), 9, 1.0, proof=Proof.WIN, distance=27, line=(3,))
    overlay = build_overlay(SearchInfo(candidates=(win,), proof=Proof.WIN), one_player=False)
    proven = explain_duel(state, overlay, *scene.colours)
    for how in (TWO_CELLS, by_fours(5), by_threes(5)):
        whole = replace(sentence, text=f"{proven} {how}", lines=0)
        assert whole.height(scene.skin, room.width) <= sentence.height(scene.skin, room.width), how


@pytest.mark.parametrize(("stones", "blocks"), [((16, 15, 17, 0, 18), 1), ((16, 0, 17, 5, 18), 2)])
def test_where_every_move_loses_no_single_block_is_told(stones, blocks):
    """It is the move that may last longest, and both sentences were too long for the panel."""
    state = new_game(HexParameters(side=4, in_a_row=4), 0)
    for move in stones:
        state = state.play(move)
    assert len(must_block(state)) == blocks
    assert with_reason("Every move loses.", state, ()) == (
        forced_block(state) if blocks > 1 else "Every move loses."
    )


def test_a_block_is_named_as_on_the_board():
    state = new_game(HexParameters(side=4, in_a_row=4), 0)
    for move in (16, 0, 17, 5, 18):
        state = state.play(move)
    (cell, other) = must_block(state)
    told = forced_block(state)
    assert f"**{state.move_label(cell)}** and **{state.move_label(other)}**" in told


def test_a_samegame_hint_tells_of_its_own_line():
    state = Session("samegame", SameGameParameters(5, 5, 3), seed=4).state
    first, second = state.legal_moves[:2]
    marks = (Candidate(first, 9, 50.0, line=(first,)), Candidate(second, 8, 40.0, line=(second,)))
    overlay = build_overlay(SearchInfo(candidates=marks), one_player=True)
    said = explain_samegame(state, overlay, shown=overlay.marks[1])
    assert f"**{state.move_label(second)}**" in said
    assert f"**{state.move_label(first)}**" not in said


def test_what_is_proven_of_one_move_is_not_claimed_of_all():
    state = new_game(HexParameters(), 0)
    others = [Candidate(move, 400, 0.4, line=(move,)) for move in (44, 46)]
    drawn = Candidate(45, 9, 0.5, proof=Proof.DRAW, line=(45,))
    lost = [Candidate(move, 9, 0.0, proof=Proof.LOSS, distance=6, line=(move,)) for move in (1, 2)]
    for candidates, proof, claims, denies in (
        ((drawn, *others), None, "may still win", "neither side can do better"),
        ((drawn, *others), Proof.DRAW, "neither side can do better", "may still win"),
        (lost, None, "Every move tried so far loses", "by force"),
        (lost, Proof.LOSS, "Every move loses", "so far"),
        ((others[0], *lost), None, "tried so far", "the only move"),
    ):
        info = SearchInfo(candidates=tuple(candidates), proof=proof)
        said = explain_duel(state, build_overlay(info, one_player=False), "Black", "White")
        assert claims in said
        assert denies not in said


def test_a_move_that_was_hardly_tried_is_nobodys_rival():
    state = new_game(HexParameters(), 0)
    best, lucky = Candidate(45, 9_000, 0.52, 0.01, line=(45,)), Candidate(44, 3, 0.9, line=(44,))
    overlay = build_overlay(SearchInfo(candidates=(best, lucky)), one_player=False)
    said = explain_duel(state, overlay, "Black", "White")
    assert "level within the error" not in said
    assert state.move_label(44) not in said


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        *[((640, 480), 1.0), ((640, 480), 1.25), ((900, 640), 0.75)],
        *[((900, 640), 1.0), ((900, 640), 1.25), ((1120, 760), 1.5)],
    ],
)
@pytest.mark.parametrize("second", [0.62, 0.48])
def test_two_moves_with_long_names_are_compared_where_there_is_little_room(size, scale, second):
    state = Session("breakthrough").state
    best, other = state.legal_moves[-2:]
    line = (best, state.play(best).legal_moves[0])
    marks = (
        Candidate(best, 90_000, 0.62, line=line),
        Candidate(other, 9_000, second, line=(other,)),
    )
    overlay = build_overlay(SearchInfo(candidates=marks), one_player=False)
    said = explain_duel(state, overlay, "Black", "White")
    layout, drawn_with = game_layout(size, scale), skin(size=size, scale=scale)
    width = panel_content(layout.panel, drawn_with.unit).width
    folded = Sentence(said, 2, spared=1)
    tall = drawn_with.paragraph_height(said, folded.words_dp(drawn_with, width), width)
    assert tall <= folded.height(drawn_with, width), said
