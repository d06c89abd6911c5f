"""Words about proofs: what is only believed is never called proven."""

from dataclasses import replace

import pytest

from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo
from ai.search.order import beside_truth
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.lattice.reading import (
    BY_FOURS,
    BY_THREES,
    TWO_CELLS,
    forced_block,
    must_block,
    with_reason,
)
from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen.words import explain as explain_samegame
from game.play.session import Session
from game.screens.play.commentary import explain_duel
from game.ui.layout import game_layout, panel_content
from game.ui.overlay import Values, build_overlay
from game.ui.panel.basics import Sentence
from tests.games import after
from tests.rig import skin
from tests.sessions import session_of

EMPTY = new_game(HexParameters(), 0)


BEST = Candidate(45, 1000, 0.62, line=(45,))


def overlay_of(*candidates, one_player=False, **known):
    return build_overlay(SearchInfo(candidates=candidates, **known), one_player=one_player)


def said(*candidates, state=EMPTY, shown=None, **known):
    """Return what is said of a position in which these moves are known."""
    overlay = overlay_of(*candidates, **known)
    return explain_duel(state, overlay, "Black", "White", overlay.mark_of(shown) if shown else None)


@pytest.mark.parametrize("value", list(Proof))
def test_a_belief_is_told_as_one(value):
    believed = said(replace(BEST, distance=7, estimate=value))
    assert "seems" in believed
    assert "not proven" in believed
    assert "seems" not in said(replace(BEST, distance=7, proof=value))


def test_the_sentence_is_about_the_line_that_is_shown():
    """A hint's line stays the one of the move it named, even where the search moves on."""
    both = BEST, Candidate(44, 900, 0.58, line=(44,))
    names = [f"**{EMPTY.move_label(each.move)}**" for each in both]
    expected = f"begins with {names[1]}. The AI now prefers {names[0]}, better by 4.0 %."
    assert expected in said(*both, shown=44)
    assert said(*both, shown=45) == said(*both)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (Values.BOTH, "Only **b2** wins. The estimate for **b2** is 40 %."),
        (Values.ESTIMATE, "In the order of the **estimate alone**, with **a1** at 70 % first."),
    ],
)
def test_what_is_certain_does_not_give_way_to_an_estimate(values, expected):
    tried = Candidate(0, 900, 0.7, line=(0,)), Candidate(4, 500, 0.4, line=(4,))
    exact = (ExactValue(0, Proof.LOSS, 4), ExactValue(4, Proof.WIN, 5))
    info = beside_truth(SearchInfo(candidates=tried), exact)
    overlay = build_overlay(info, one_player=False, values=values)
    state = Session("tictactoe").state
    assert explain_duel(state, overlay, "X", "O", overlay.marks[0]) == expected


@pytest.mark.parametrize("game", ["hex", "tictactoe"])
def test_how_a_forced_win_goes_fits_into_the_panel(make_rig, game):
    rig = make_rig(hex_side=8, tictactoe_columns=15, tictactoe_rows=15, tictactoe_in_a_row=5)
    scene = rig.open(game)
    room, sentence = next(
        (box, each) for each, box, _ in scene.panel.places if isinstance(each, Sentence)
    )
    state = scene.session.state
    win = Candidate(max(state.legal_moves), 9, 1.0, proof=Proof.WIN, distance=27, line=(3,))
    proven = explain_duel(state, overlay_of(win, proof=Proof.WIN), *scene.face.colours)
    for how in (TWO_CELLS, BY_FOURS[5], BY_THREES[5]):
        whole = replace(sentence, text=f"{proven} {how}", lines=0)
        assert whole.height(scene.skin, room.width) <= sentence.height(scene.skin, room.width), how


@pytest.mark.parametrize(("stones", "blocks"), [((16, 15, 17, 0, 18), 1), ((16, 0, 17, 5, 18), 2)])
def test_where_every_move_loses_no_single_block_is_told(stones, blocks):
    """It is the move that may last longest, and both sentences were too long for the panel."""
    state = after(new_game(HexParameters(side=4, in_a_row=4), 0), stones)
    cells = must_block(state)
    assert len(cells) == blocks
    told = with_reason("Every move loses.", state, ())
    assert told == (forced_block(state) if blocks > 1 else "Every move loses.")
    assert blocks == 1 or " and ".join(f"**{state.move_label(each)}**" for each in cells) in told
    winning = session_of("tictactoe", "a1 a2 b1 b2").state
    assert must_block(winning) == (), "who wins at once has nothing to block"


def test_a_samegame_hint_tells_of_its_own_line():
    state = Session("samegame", SameGameParameters(5, 5, 3), seed=4).state
    first, second = state.legal_moves[:2]
    marks = (Candidate(first, 9, 50.0, line=(first,)), Candidate(second, 8, 40.0, line=(second,)))
    overlay = overlay_of(*marks, one_player=True)
    said = explain_samegame(state, overlay, shown=overlay.marks[1])
    assert f"**{state.move_label(second)}**" in said
    assert f"**{state.move_label(first)}**" not in said


OTHERS = [Candidate(move, 400, 0.4, line=(move,)) for move in (44, 46)]


DRAWN = Candidate(45, 9, 0.5, proof=Proof.DRAW, line=(45,))


LOST = [Candidate(move, 9, 0.0, proof=Proof.LOSS, distance=6, line=(move,)) for move in (1, 2)]


@pytest.mark.parametrize(
    ("candidates", "proof", "claims", "denies"),
    [
        ((DRAWN, *OTHERS), None, "may still win", "neither side can do better"),
        ((DRAWN, *OTHERS), Proof.DRAW, "neither side can do better", "may still win"),
        (LOST, None, "Every move tried so far loses", "by force"),
        (LOST, Proof.LOSS, "Every move loses", "so far"),
        ([replace(move, distance=None) for move in LOST], Proof.LOSS, "by force", "longest"),
        ((OTHERS[0], *LOST), None, "tried so far", "the only move"),
    ],
)
def test_what_is_proven_of_one_move_is_not_claimed_of_all(candidates, proof, claims, denies):
    words = said(*candidates, proof=proof)
    assert claims in words
    assert denies not in words


def test_a_move_that_was_hardly_tried_is_nobodys_rival():
    words = said(Candidate(45, 9_000, 0.52, 0.01, line=(45,)), Candidate(44, 3, 0.9, line=(44,)))
    assert "level within the error" not in words
    assert EMPTY.move_label(44) not in words


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
    marks = Candidate(best, 90_000, 0.62, line=line), Candidate(other, 9_000, second, line=(other,))
    words = said(*marks, state=state)
    layout, drawn_with = game_layout(size, scale), skin(size=size, scale=scale)
    width = panel_content(layout.panel, drawn_with.unit).width
    folded = Sentence(words, 2, spared=1)
    tall = drawn_with.paragraph_height(words, folded.words_dp(drawn_with, width), width)
    assert tall <= folded.height(drawn_with, width), words
