from dataclasses import replace

import pytest

from ai.search.messages import ExactValue, Limit, Proof, StopReason
from ai.search.order import beside_truth, best_truth
from game.games.hex_gomoku.rules import HexParameters
from game.games.samegame.rules import SameGameParameters
from game.play.grading import (
    KEPT_LINE,
    LEAST_LOOK,
    SECOND_LOOK,
    evaluation_of,
    evaluations_by_ply,
    grade_of,
    grades,
    grades_of_interest,
    worst,
)
from game.play.session import Evaluation, Seat, Session
from game.play.thinker import Analysis
from tests.evaluations import JUDGE, JUDGE_OF_ONE, evaluations_of, judged, judged_score
from tests.fakes import info_for
from tests.saved import read_back
from tests.sessions import AGAINST_AI, play_out, session_of


def game(moves=(0, 4, 8, 2), seats=None):
    return session_of("tictactoe", moves, seats=seats)


def note(session, *values, visits=5_000, error=0.005, **more):
    for ply, value in enumerate(values):
        session.record.nodes[ply].position.learn(judged(value, error, visits, **more))


def test_a_move_loses_what_it_takes_from_its_own_player():
    session = game()
    note(session, 0.6, 0.5, 0.7, 0.7, 0.9)
    losses = [round(grade.loss, 6) for grade in grades(session.record)]
    assert losses == [10.0, 20.0, 0.0, 20.0]
    assert [grade.loss_class for grade in grades(session.record)] == ["D", "E", "A", "E"]
    assert [grade.player for grade in grades(session.record)] == [0, 1, 0, 1]
    assert grade_of(session.record, 2).before == pytest.approx(0.5)
    assert grade_of(session.record, 2).after == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("visits", "seconds", "graded"),
    [
        (LEAST_LOOK.simulations - 1, 0.9, []),
        (LEAST_LOOK.simulations, 0.9, [1]),
        (100, 3.0, [1]),  # what was searched for long, however little was searched
    ],
)
def test_a_move_is_graded_on_enough_search_before_and_after_it(visits, seconds, graded):
    session = game()
    note(session, 0.6, 0.2, visits=visits, seconds=seconds)
    assert [grade.ply for grade in grades(session.record)] == graded
    assert grade_of(session.record, 2) is None


def test_a_loss_within_the_noise_is_no_mistake():
    session = game()
    note(session, 0.6, 0.4, error=0.06)
    assert grades(session.record)[0].loss_class == "E"
    assert grades(session.record)[0].shown_class is None
    assert not grades(session.record)[0].is_mistake
    session.record.nodes[1].position.learn(judged(0.55, 0.06, 9_000))
    assert not grades(session.record)[0].is_sure
    session.record.nodes[1].position.learn(judged(0.59, 0.06, 19_000))
    assert grades(session.record)[0].shown_class == "B", "that little was lost is no accusation"


@pytest.mark.parametrize(("left", "letter"), [(0.5954, "A"), (0.5946, "A"), (0.5944, "B")])
def test_a_letter_fits_the_loss_as_it_is_shown(left, letter):
    session = game()
    note(session, 0.6, left, error=0.0)
    assert grades(session.record)[0].loss_class == letter


def test_a_proof_outweighs_the_estimate_and_the_end_of_a_game_is_one():
    session = game()
    note(session, 0.6, 0.6)
    session.record.nodes[1].position.learn(
        judged(0.6, 0.4, 10, line=(4,), proof=Proof.WIN, distance=5)
    )
    grade = grade_of(session.record, 1)
    assert grade.after == 0.0
    assert grade.is_mistake
    session = game((0, 3, 1, 4, 2))
    session.record.nodes[4].position.learn(judged(0.9, 0.01, 9_000))
    known, grade = evaluations_by_ply(session.record)[5], grade_of(session.record, 5)
    assert (known.proof, known.distance) == ("loss", 0)
    assert (grade.after, grade.loss) == (1.0, 0.0)


def test_what_is_proven_after_a_move_holds_before_it_and_a_loss_holds_after_any():
    """A graph fell to 0 and rose to 68 between two positions that were proven to be lost."""
    session = game()
    note(session, 0.58, 0.57, 0.75, 0.68, 0.9)
    session.record.nodes[2].position.learn(judged(0.76, line=(6,), proof=Proof.LOSS, distance=4))
    known = evaluations_by_ply(session.record)
    assert [known[ply].value for ply in range(5)] == [0.58, 0.0, 0.0, 0.0, 0.9]
    assert (known[1].proof, known[1].distance, known[1].line) == (Proof.WIN, 5, (4, 6))
    assert (known[3].proof, known[3].line) == (Proof.WIN, ()), "nobody knows which move wins"
    assert [grade.ply for grade in worst(grades(session.record))] == [4, 1], (
        "it was lost by the first"
    )
    assert grade_of(session.record, 3).loss == 0.0


def test_where_all_is_lost_or_won_a_grade_tells_how_far_off_the_end_was_put():
    session = game()

    def prove(ply, proof, distance, visits=10):
        known = judged(0.0, 0.0, visits, line=(8,), proof=proof, distance=distance)
        session.record.nodes[ply].position.learn(known)

    lost, won = Proof.LOSS, Proof.WIN
    for ply, (proof, distance) in enumerate(((lost, 14), (won, 13), (lost, 12), (won, 3))):
        prove(ply, proof, distance)
    found = grades(session.record)
    assert [(grade.loss, grade.loss_class) for grade in found] == [(0.0, each) for each in "AAC"]
    assert not any(grade.is_mistake for grade in found)
    assert [(grade.proof, grade.distance) for grade in found[:2]] == [(lost, 14), (won, 13)]
    prove(2, lost, 16, visits=20)
    assert grade_of(session.record, 2).loss_class == "B", "the win is two moves slower"
    prove(1, won, 11, visits=20)
    assert grade_of(session.record, 1).loss_class == "B", "the defence is a move shorter"


def swapped():
    """Return a game in which the first stone, in the centre, was taken by a swap."""
    session = Session("hex", HexParameters(opening="swap"))
    session.play(session.state.legal_moves[45])
    session.play(session.state.swap_move)
    return session


@pytest.mark.parametrize(("share", "loss"), [(0.2, 0.0), (0.5, 0.0), (0.65, 30.0)])
def test_a_swap_is_graded_as_the_choice_between_the_two_sides(share, loss):
    """Who swaps gets what the next player would otherwise play against: 1 - share for share."""
    session = swapped()
    note(session, 0.5, 0.1)  # whatever a search of all moves beside the swap may say
    session.record.nodes[2].position.learn(judged(share, 0.005, 5_000, line=(44, 46)))
    grade = grade_of(session.record, 2)
    assert grade.player == 1
    assert grade.after == pytest.approx(1 - share)
    assert grade.before == pytest.approx(max(share, 1 - share))
    assert grade.loss == pytest.approx(loss)
    assert grade.is_mistake == (loss > 0)
    assert grade.line == (44, 46), "what the swapper should have played himself"


@pytest.mark.parametrize(("proof", "after"), [(Proof.WIN, 0.0), (Proof.LOSS, 1.0)])
def test_a_swap_whose_outcome_is_proven_was_a_choice_of_a_won_side(proof, after):
    session = swapped()
    note(session, 0.5, 0.5)
    session.record.nodes[2].position.learn(judged(0.5, 0.1, 9_000, proof=proof))
    grade = grade_of(session.record, 2)
    assert (grade.before, grade.after, grade.proof) == (1.0, after, Proof.WIN)


def test_moves_that_the_ai_made_for_the_player_are_not_the_players():
    session = Session("samegame", SameGameParameters(4, 4, 2), seed=3)
    session.play(session.state.legal_moves[0])
    session.play(session.state.legal_moves[0], for_player=True)
    for ply in range(3):
        session.record.nodes[ply].position.learn(judged_score(90.0 - ply, visits=9_000))
    assert [grade.ply for grade in grades(session.record)] == [1, 2]
    assert [grade.ply for grade in grades_of_interest(session.record)] == [1]


@pytest.mark.parametrize("ply", [1, 2])
def test_an_advised_move_is_graded_by_what_was_said_of_it_and_tells_what_was_found_since(ply):
    session = game()
    note(session, 0.6, 0.6, 0.6)
    mover = 1.0 if ply == 1 else -1.0
    session.record.nodes[ply].position.learn(judged(0.6 - 0.3 * mover, 0.005, 9_000))
    session.go_to(ply - 1)
    session.record.node.position.advise(session.record.moves[ply - 1], 0.5, 0.5 - 0.03 * mover)
    grade = grade_of(session.record, ply)
    assert (grade.before, grade.after) == (pytest.approx(0.5), pytest.approx(0.47))
    assert (grade.loss, grade.loss_class) == (pytest.approx(3.0), "C")
    assert (grade.advised, grade.later_loss) == (True, pytest.approx(30.0))
    session.record.node.position.advise(session.record.moves[ply - 1], 0.5, 0.5 + 0.03 * mover)
    assert (grade_of(session.record, ply).loss, grade_of(session.record, ply).loss_class) == (
        0.0,
        "A",
    )
    noisy = judged(0.6 - 0.3 * mover, 0.2, 99_000)
    session.record.nodes[ply].position.learn(noisy)
    assert grade_of(session.record, ply).later_loss == 0.0, "what is nothing but noise is not told"


def test_an_advised_move_that_did_as_well_as_was_said_keeps_its_own_grade():
    session = game()
    note(session, 0.6, 0.57)
    session.go_to(0)
    session.record.node.position.advise(0, 0.5, 0.46)
    grade = grade_of(session.record, 1)
    assert (grade.before, grade.after, grade.loss_class) == (0.6, 0.57, "C")
    assert (grade.advised, grade.later_loss) == (True, 0.0)


def test_an_advised_move_of_one_player_is_told_in_points_of_the_score():
    line, _ = opening(1)
    session = followed(*line, line=(), found=[(1, 60.0)])
    session.go_to(0)
    session.record.node.position.advise(*line, 90.0, 86.0)
    grade = grade_of(session.record, 1)
    assert (grade.before, grade.after) == (90.0, 86.0)
    assert (grade.loss, grade.loss_class, grade.later_loss) == (4.0, "C", 40.0)


def test_the_worst_come_first_and_only_the_humans_count_against_the_ai():
    session = game(seats=(Seat.AI, Seat.HUMAN))
    note(session, 0.9, 0.5, 0.7, 0.2, 0.9)
    assert [grade.ply for grade in worst(grades(session.record))] == [4, 3, 1, 2]
    assert [grade.ply for grade in worst(grades_of_interest(session.record), 1)] == [4]
    assert {grade.player for grade in grades_of_interest(session.record)} == {1}


BOARD = SameGameParameters(5, 5, 3)


def opening(count):
    """Return some moves that can be played one after the other, and another last one."""
    session = session_of("samegame", count, BOARD, seed=3)
    other = session.record.nodes[count - 1].state.legal_moves[1]
    return session.record.moves, other


def followed(*moves, line, found=()):
    """Return a game whose first position promised 100 points, and what was found at others."""
    session = session_of("samegame", moves, BOARD, seed=3)
    session.record.nodes[0].position.learn(judged_score(100.0, visits=9_000, line=line))
    for ply, score, *later in found:
        known = judged_score(score, visits=9_000, line=later[0] if later else ())
        session.record.nodes[ply].position.learn(known)
    return session


def values(session):
    return {ply: known.value for ply, known in evaluations_by_ply(session.record).items()}


def test_a_score_that_was_reached_later_could_be_reached_before():
    line, _ = opening(3)
    session = followed(*line, line=line[:2], found=[(1, 60.0), (2, 120.0), (3, 90.0)])
    assert values(session) == {0: 120.0, 1: 120.0, 2: 120.0, 3: 90.0}
    assert [grade.loss for grade in grades(session.record)] == [0.0, 0.0, 30.0]


def test_what_a_line_promised_stands_as_long_as_it_is_followed():
    line, other = opening(3)
    session = followed(*line[:2], other, line=line, found=[(3, 60.0)])
    known = evaluations_by_ply(session.record)
    assert [(known[ply].value, known[ply].line) for ply in range(3)] == [
        (100.0, line[ply:]) for ply in range(3)
    ]
    assert [grade.loss for grade in grades(session.record)] == [0.0, 0.0, 40.0]
    assert grade_of(session.record, 3).line == line[2:]


def test_a_promise_ends_with_the_game():
    session = play_out(Session("samegame", BOARD, seed=3))
    session.record.nodes[0].position.learn(
        judged_score(1_000.0, visits=9_000, line=session.record.moves)
    )
    *others, last = grades(session.record)
    assert {grade.loss for grade in others} == {0.0}
    assert last.loss == 1_000.0 - session.state.returns[0]


def test_a_line_that_was_left_promises_nothing_and_one_that_came_later_does():
    (first, second, _), _ = opening(3)
    assert set(values(followed(first, second, line=(77,)))) == {0}
    session = followed(first, second, line=(77,), found=[(1, 50.0, (second, 8))])
    assert values(session) == {0: 100.0, 1: 50.0, 2: 50.0}
    assert evaluations_by_ply(session.record)[2].line == (8,)


@pytest.mark.parametrize(
    ("found", "value", "line"), [(80.0, 100.0, 1), (100.0, 100.0, 0), (120.0, 120.0, 0)]
)
def test_the_better_of_what_was_promised_and_what_was_found_counts(found, value, line):
    moves, _ = opening(3)
    session = followed(moves[0], line=moves, found=[(1, found, (88,))])
    known = evaluations_by_ply(session.record)[1]
    assert (known.value, known.line) == (value, moves[1:] if line else (88,))


def test_of_true_values_the_fastest_win_is_best():
    exact = (ExactValue(1, Proof.WIN, 5), ExactValue(2, Proof.WIN, 3), ExactValue(3, Proof.LOSS, 8))
    assert best_truth(exact).move == 2
    assert best_truth((*exact[2:], ExactValue(4, Proof.LOSS, 2))).move == 3


def kept(info, ply=0):
    """Return what a game keeps of the analysis of the position after `ply` moves."""
    known = Analysis(info, Limit(), JUDGE, running=False, reason=StopReason.TIME)
    return evaluation_of(known, game().record.nodes[ply].state)


def test_a_game_keeps_the_value_for_its_first_player_the_effort_and_the_line():
    info = replace(info_for((4, 0), 900, value=0.7), reused_visits=100, line=tuple(range(9)))
    first, second = kept(info), kept(info, 1)
    assert (first.value, second.value) == (0.7, pytest.approx(0.3))
    assert (first.error, first.visits, first.line) == (0.01, 1_000, tuple(range(KEPT_LINE)))
    assert kept(replace(info, line=())).line == (4,), "a search may tell it with its first move"
    assert kept(replace(info, line=(), candidates=())).line == ()
    proven = kept(replace(info, proof=Proof.WIN, distance=3))
    assert (proven.proof, proven.distance) == (Proof.WIN, 3)
    known = Analysis(info_for((4, 0), 900, value=250.0), Limit(), JUDGE, running=False)
    alone = Session("samegame", BOARD, seed=3)
    assert evaluation_of(known, alone.state).value == 250.0, "a score as it is"


def test_a_game_keeps_the_truth_where_it_is_known():
    exact = (ExactValue(0, Proof.LOSS, 6), ExactValue(8, Proof.WIN, 3))
    info = beside_truth(info_for((0, 8)), exact)
    known = kept(info)
    assert (known.proof, known.distance, known.line) == (Proof.WIN, 3, (8,))
    assert kept(replace(info, line=(8, 1, 2))).line == (8, 1, 2)


def test_more_search_wins_a_proof_is_not_lost_and_both_survive_a_save():
    session = game()
    first = judged(0.25, 0.5, 100, line=(1, 2))
    session.record.nodes[2].position.learn(first)
    session.record.nodes[2].position.learn(judged(0.5, 0.1, 200))
    assert session.record.nodes[2].position.evaluations[JUDGE] == judged(0.5, 0.1, 200)
    proven = replace(first, proof=Proof.WIN, distance=4, visits=5)
    session.record.nodes[2].position.learn(proven)
    session.record.nodes[2].position.learn(judged(0.5, 0.1, 900))
    session.record.nodes[3].position.learn(judged(0.5, 0.5, 100))
    again = read_back(session)
    assert again.record.nodes[2].position.evaluations[JUDGE] == proven
    assert evaluations_of(again) == evaluations_of(session)


def test_what_an_opponent_thinks_is_no_verdict():
    """The centre was called a mistake: a tree search thought before it, alpha-beta after it."""
    session = Session("hex", HexParameters(side=8), seats=AGAINST_AI, level="max")
    centre, other = (session.record.root.state.move_from_string(name) for name in ("h8", "g8"))
    session.play(centre)
    session.record.nodes[0].position.learn(judged(0.6098, 0.002, 264_000, line=(other,)))
    session.record.nodes[1].position.learn(
        Evaluation(0.512, 0.0, 759_554, searcher="alphabeta:top=1")
    )
    assert grades(session.record) == ()
    assert set(evaluations_by_ply(session.record)) == {0}
    assert set(evaluations_by_ply(session.record, "alphabeta:top=1")) == {1}
    session.record.nodes[1].position.learn(judged(0.601, 0.002, 264_000))
    assert grade_of(session.record, 1).loss_class == "B"
    assert evaluations_by_ply(session.record)[1].value == 0.601, (
        "more search by another counts for nothing"
    )
    again = read_back(session)
    assert evaluations_by_ply(again.record) == evaluations_by_ply(session.record)
    proven = Evaluation(1.0, searcher="alphabeta:top=1", proof=Proof.WIN, distance=9)
    session.record.nodes[1].position.learn(proven)
    assert evaluations_by_ply(session.record)[1].proof is Proof.WIN, (
        "what is proven compares with everything"
    )
    assert grade_of(session.record, 1).loss_class == "E"


def test_a_verdict_needs_a_second_look_and_a_loss_beyond_all_doubt():
    session, looks = game(), SECOND_LOOK.simulations

    def graded(left, visits, seconds=3.0):
        note(session, 0.6, left, error=0.001, visits=visits, seconds=seconds)
        return grade_of(session.record, 1)

    grade = graded(0.4, 40_000, 0.6)
    assert (grade.loss_class, grade.shown_class, grade.needs_look) == ("E", None, True)
    assert grade.is_open, "it may have been a mistake"
    grade = graded(0.595, 41_000, 0.6)
    assert (grade.shown_class, grade.needs_look) == ("A", False)
    grade = graded(0.4, looks)
    assert (grade.shown_class, grade.is_open) == ("E", False)
    doubtful = graded(0.57, looks + 1)
    assert (doubtful.loss_class, doubtful.shown_class) == ("C", None), "ten times as much may say B"
    assert not doubtful.needs_look
    slight = graded(0.593, looks + 2)
    assert (slight.shown_class, slight.is_sure) == ("B", False), "which is no lesson"
    note(session, 0.6, 0.585, error=0.0, visits=10**10)
    assert (grade_of(session.record, 1).shown_class, grade_of(session.record, 1).is_sure) == (
        "B",
        True,
    )


def test_what_does_not_say_who_searched_grades_nothing():
    session = game()
    for ply, value in enumerate((0.6, 0.2)):
        session.record.nodes[ply].position.learn(Evaluation(value, 0.0, 90_000))
    session = read_back(session)
    assert [each[""].value for each in evaluations_of(session).values()] == [0.6, 0.2]
    assert grades(session.record) == ()


@pytest.mark.parametrize("reason", [StopReason.TIME, StopReason.PROVEN, StopReason.EXHAUSTED])
def test_a_search_that_left_nothing_to_search_has_had_all_its_time(reason):
    session = Session("samegame", SameGameParameters(5, 5, 3), seed=3)
    session.play(session.state.legal_moves[0])
    limit = Limit(seconds=SECOND_LOOK.seconds)
    for ply, score in enumerate((1_260.0, 280.0)):
        found = replace(info_for((4, 0), 900, score), error=0.0, elapsed=0.01)
        known = Analysis(found, limit, JUDGE_OF_ONE, running=False, reason=reason)
        session.record.nodes[ply].position.learn(
            evaluation_of(known, session.record.nodes[ply].state)
        )
    assert grade_of(session.record, 1).is_mistake
    cut = replace(known, reason=StopReason.STOPPED)
    assert evaluation_of(cut, session.state).seconds == 0.01
