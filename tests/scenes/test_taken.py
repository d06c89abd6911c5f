"""Games whose moves the AI chose or had shown: nobody is praised for them, and help is counted."""

import pygame
import pytest

from ai.search.messages import StopReason
from game.play.session import Chooser
from game.screens.review.words import figures_of
from game.words.say import counted
from tests.fakes import info_for
from tests.sessions import AGAINST_AI, PEOPLE

SHIFT = pygame.KMOD_SHIFT
MOST_MOVES = 60


def play_through(rig, *, take):
    """Play to the end with the AI's view open: its first candidate, taken with Shift+1 or not."""
    scene, session = rig.scene, rig.scene.session
    rig.key(pygame.K_a)
    for _ in range(MOST_MOVES):
        if session.is_over:
            return
        rig.frame(1.0)
        if rig.context.thinker.is_searching:
            rig.worker.finish(info_for(session.state.legal_moves, 9_000), StopReason.TIME)
        rig.frame(1.0)
        overlay = scene.controller.ai.full_overlay
        if not scene.controller.state.may_play or overlay is None:
            continue
        if take:
            rig.key(pygame.K_1, SHIFT)
        else:
            scene.play(overlay.marks[0].move)
        rig.frame(1.0)
    raise AssertionError("the game does not end")


def said(scene):
    """Return the result that stands on the board."""
    placed = scene.face.placed_result()
    assert placed is not None
    return placed.result


def test_a_board_played_with_the_ais_candidates_is_the_ais(small):
    play_through(small, take=True)
    session, result = small.scene.session, said(small.scene)
    count = session.record.length
    assert "Played by the AI" in result.words
    assert result.played_by
    assert result.medal is None, "no medal is drawn"
    told = [note.text for note in result.notes]
    assert told == ["No medal"]
    assert small.context.storage.records.scores == (), "nobody's best"
    small.key(pygame.K_z, pygame.KMOD_CTRL)
    assert session.record.cursor == count - 1, "one move is taken back, not all"


def test_a_board_played_by_clicks_on_what_is_shown_is_helped_at_each_move(small):
    play_through(small, take=False)
    session, result = small.scene.session, said(small.scene)
    count = session.record.length
    helped = [session.record.nodes[ply].chooser for ply in range(1, count + 1)]
    assert set(helped) == {Chooser.HELPED}
    assert session.record.hints == count
    (record,) = small.context.storage.records.scores
    assert record.assisted
    assert "Played with the AI" in result.words
    told = [note.text for note in result.notes]
    assert told == [f"The AI showed {count} of {counted(count, 'move')}: no medal"]


@pytest.mark.parametrize("take", [True, False])
def test_a_game_won_with_the_ais_moves_is_told_so(make_rig, take):
    rig = make_rig(motion="off", tictactoe_level="careful")
    scene = rig.open("tictactoe")
    session = scene.session
    session.set_seats(AGAINST_AI)
    play_through(rig, take=take)
    assert session.record.result == (1.0, -1.0)
    own = session.record.spec.move_number(session.record.length)
    ending = scene.face.ending
    tally = rig.context.storage.records.tally("tictactoe", "careful")
    assert "Flawless" not in ending.story
    if take:
        assert ending.title == "X wins"
        assert ending.assisted == f"The AI chose {own} of {own} moves: no record"
        assert "first win" not in ending.record
        assert tally.played == 0
        assert figures_of(session, ())[-1].value == f"{own} of {own}"
    else:
        assert ending.title == "You win"
        assert ending.assisted == f"Assisted: {own} hints"
        assert (tally.won, tally.assisted) == (1, 1)
        assert "first win" not in ending.record


def test_a_position_counts_one_hint_however_often_it_is_asked_for(make_rig):
    rig = make_rig(motion="off")
    scene = rig.open("tictactoe")
    scene.session.set_seats(PEOPLE)
    for key in (pygame.K_h, pygame.K_h, pygame.K_h, pygame.K_h, pygame.K_a, pygame.K_a, pygame.K_h):
        rig.key(key)
        rig.frame(1.0)
        if rig.context.thinker.is_searching:
            rig.worker.finish(info_for(scene.session.state.legal_moves, 9_000), StopReason.TIME)
        rig.frame(1.0)
    assert scene.session.record.hints == 1
