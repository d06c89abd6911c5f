"""What is said of a bad move is true by the rules: who wins by what, and where to block."""

import random
import re

import pytest

from ai.search.messages import Proof
from game.play.grading import grade_of
from game.play.session import Session
from game.screens.play.causes import cause_of, letter_words, winning_moves
from tests.evaluations import judged, judged_score
from tests.games import GAMES
from tests.sessions import AGAINST_AI, session_of

DUELS = [spec for spec in GAMES if spec.players == 2]


def graded(session, before, after):
    """Return the grade of the last move, by what the AI thought before and after it."""
    ply = session.record.length
    session.record.nodes[ply - 1].position.learn(before)
    session.record.nodes[ply].position.learn(after)
    return grade_of(session.record, ply)


def known(value, line=(), proof=None, distance=None):
    return judged(value, 0.001, 60_000, line=line, proof=proof, distance=distance)


def tictactoe(*moves):
    return session_of("tictactoe", moves, seats=AGAINST_AI)


def test_a_threat_that_was_not_seen_is_named_with_its_block():
    session = tictactoe("b2", "a1", "c3", "c1", "a2")
    block = session.state.move_from_string("b1")
    after = known(0.0, (block,), Proof.WIN, 1)
    grade = graded(session, known(0.5, (block,), Proof.DRAW, 5), after)
    assert cause_of(session, grade).text == "**a2** lets O win by **b1**. Block at **b1**."


def test_a_win_that_was_missed_is_named():
    session = tictactoe("a1", "a2", "b1", "b2", "c3")
    win = session.record.nodes[4].state.move_from_string("c1")
    reply = session.state.move_from_string("c2")
    grade = graded(session, known(1.0, (win,), Proof.WIN, 1), known(0.0, (reply,), Proof.WIN, 1))
    assert cause_of(session, grade).text == (
        "**c3** misses **c1**, which wins at once, and lets O win by **c2**."
    )


@pytest.mark.parametrize(
    ("had", "has", "words"),
    [
        (Proof.DRAW, Proof.WIN, "**b1** turns a draw into a loss. **a1** holds the draw."),
        (Proof.WIN, Proof.DRAW, "**b1** turns a win into a draw. **a1** wins."),
        (Proof.WIN, None, "**b1** gives a sure win away. **a1** wins."),
        (
            None,
            Proof.WIN,
            "**b1** lets O win in at most 2 moves by **b2**. **a1** was best: 50 % to win.",
        ),
        (None, None, "**b1** loses 40 %: O could answer **b2**. **a1** was best: 50 % to win."),
    ],
)
def test_what_was_given_away_is_told_by_what_is_proven(had, has, words):
    session = tictactoe("b1")
    reply = (session.state.move_from_string("b2"),)
    best = (session.record.root.state.move_from_string("a1"),)
    before = known(0.5 if had is None else had.share, best, had, 5)
    after = known(0.1, reply, has, 3)
    assert cause_of(session, graded(session, before, after)).text == words


def test_a_slower_win_is_no_loss():
    session = tictactoe("b1")
    best = (session.record.root.state.move_from_string("a1"),)
    grade = graded(session, known(1.0, best, Proof.WIN, 3), known(1.0, (), Proof.LOSS, 6))
    assert cause_of(session, grade).text == "**b1** keeps a win; **a1** may win sooner."


@pytest.mark.parametrize("spec", DUELS, ids=lambda spec: spec.name)
def test_whoever_wins_at_once_is_named_with_a_move_that_does(spec):
    choose, found = random.Random(3), 0
    for _ in range(60):
        session = Session(spec.name, seed=1, seats=AGAINST_AI)
        while not session.state.is_terminal and session.record.length < 120:
            session.play(choose.choice(session.state.legal_moves))
        for ply in range(session.record.length - 3, session.record.length):
            before, after = session.record.nodes[ply - 1].state, session.record.nodes[ply].state
            if ply < 1 or after.is_terminal or not (replies := winning_moves(after)):
                continue
            line = (
                choose.choice(
                    [m for m in before.legal_moves if m != session.record.moves[ply - 1]]
                ),
            )
            walk = Session.of(session.record.view())
            walk.go_to(ply)
            walk.play_from_here()
            value = 0.0 if before.current_player == 0 else 1.0
            cause = cause_of(walk, graded(walk, known(0.5, line), known(value, (), Proof.WIN, 1)))
            side = spec.sides[spec.side_of(after, after.current_player)]
            named = re.findall(r"\*\*(.+?)\*\*", cause.words.partition(f"lets {side} win by")[2])
            assert named, cause
            assert set(named) <= {after.move_label(move) for move in replies}
            if "Block" in cause.better:
                assert line[0] in replies
            found += 1
        if found > 8:
            return
    assert found


def test_points_are_told_in_a_game_for_one():
    session = Session("samegame", seed=5)
    best = session.state.legal_moves[-1]
    session.play(session.state.legal_moves[0])
    grade = graded(
        session, judged_score(2_400.0, 0.001, line=(best,)), judged_score(2_304.0, 0.001)
    )
    name = session.record.root.state.move_label(best)
    assert "loses 96 points" in cause_of(session, grade).words
    assert cause_of(session, grade).better == f"**{name}** leads to 2\u2009400."


@pytest.mark.parametrize("letter", "ABCDE")
def test_letters_are_told_with_their_limits(letter):
    assert letter_words(letter).startswith(f"**{letter}**: ")
