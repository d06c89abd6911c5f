import random
from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo
from game.games.tictactoe.rules import TicTacToeParameters
from game.ui.boards.base import BoardContent
from game.ui.layout import Unit
from game.ui.overlay import (
    HOLD_SECONDS,
    WIN_POINT_LIMITS,
    RankHold,
    build_overlay,
    loss_class,
    score_limits,
)
from tests.boards.contents import hex_position, played, view


def info(*candidates, exact=()):
    return SearchInfo(candidates=candidates, exact=tuple(exact))


def classes(overlay):
    return "".join(mark.loss_class for mark in overlay.marks)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [(0, "A"), (0.5, "A"), (0.51, "B"), (2, "B"), (5, "C"), (10, "D"), (10.1, "E"), (57, "E")],
)
def test_losses_in_win_points_fall_into_the_classes_of_the_design(loss, expected):
    assert loss_class(loss, WIN_POINT_LIMITS) == expected


@pytest.mark.parametrize(
    ("best", "loss", "expected"),
    [
        (3_325, 28, "B"),
        (3_325, 0, "A"),
        (3_325, 16, "A"),
        (3_325, 100, "C"),
        (3_325, 300, "D"),
        (3_325, 333, "E"),
        (100, 28, "E"),
        (-40, 4, "C"),
    ],
)
def test_losses_in_points_are_classed_on_the_boards_own_scale(best, loss, expected):
    assert loss_class(loss, score_limits(best)) == expected
    found = info(Candidate(1, 9, best, line=(1,)), Candidate(2, 9, best - loss, line=(2,)))
    assert build_overlay(found, one_player=True).marks[1].loss_class == expected
    worse = info(Candidate(1, 9, 90.0, line=(1,)), Candidate(2, 9, 90.0 - loss, line=(2,)))
    marks = build_overlay(worse, one_player=True, best_score=best).marks
    assert marks[1].loss_class == expected, "the best of the board may lie behind"


def test_losses_count_from_the_first_candidate_in_points_of_a_hundred():
    overlay = build_overlay(
        info(Candidate(5, 1000, 0.571), Candidate(7, 900, 0.343), Candidate(8, 800, 0.56)),
        one_player=False,
    )
    assert [mark.move for mark in overlay.marks] == [5, 8, 7]
    assert [mark.rank for mark in overlay.marks] == [1, 2, 3]
    assert [mark.loss for mark in overlay.marks] == [0, 1.1, 22.8]
    assert classes(overlay) == "ABE"


def test_a_better_value_with_fewer_visits_is_told_as_no_better():
    overlay = build_overlay(info(Candidate(1, 1000, 0.5), Candidate(2, 100, 0.6)), one_player=False)
    assert [mark.value for mark in overlay.marks] == [0.5, 0.5]
    assert overlay.marks[1].loss == 0
    assert classes(overlay) == "AA"


def test_the_order_is_that_of_the_numbers_and_what_was_hardly_tried_stands_last():
    searched = info(
        Candidate(1, 1000, 0.5),
        Candidate(2, 400, 0.3),
        Candidate(3, 300, 0.4),
        Candidate(4, 2, 0.9),
    )
    overlay = build_overlay(searched, one_player=False)
    assert [mark.move for mark in overlay.marks] == [1, 3, 2, 4]
    assert [mark.has_numbers for mark in overlay.marks] == [True, True, True, False]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("one_player", [False, True])
def test_numbers_never_grow_from_rank_to_rank(seed, one_player):
    """Whatever a search says, and whichever move is held at rank 1."""
    rng = random.Random(seed)
    moves = range(rng.randint(1, 12))
    candidates = sorted(
        (
            Candidate(
                move,
                rng.choice((0, 3, 60, 500, 9_000)),
                rng.uniform(-300, 4_000) if one_player else rng.random(),
                proof=None if one_player else rng.choice((None, None, *Proof)),
                distance=rng.randint(1, 20),
                plan=rng.choice((None, rng.randint(0, 3))) if one_player else None,
            )
            for move in moves
        ),
        key=lambda each: (each.proof is not Proof.WIN, each.proof is Proof.LOSS, -each.visits),
    )
    hold = RankHold(rng.choice(moves)).update(info(*candidates), 5.0)
    overlay = build_overlay(info(*candidates), one_player=one_player, leader=hold.leader)
    known = [mark for mark in overlay.marks if mark.has_numbers or one_player]
    assert [mark.value for mark in known] == sorted((mark.value for mark in known), reverse=True)
    assert sorted(m for mark in overlay.marks for m in (mark.move, *mark.same_plan)) == list(moves)
    for mark in known:
        first = overlay.marks[0]
        assert mark.loss == pytest.approx(
            (first.value - mark.value) * (1 if one_player else 100), abs=0.06
        )
    if not one_player:
        leader = overlay.mark_of(hold.leader)
        assert overlay.marks[0] is leader or not leader.has_numbers
        assert overlay.marks[0].has_numbers or not any(mark.has_numbers for mark in overlay.marks)
        assert all(mark.value == round(mark.value, 3) for mark in overlay.marks)


def test_of_moves_that_all_lose_the_sooner_loss_is_worse():
    lost = [Candidate(n, 50, 0, proof=Proof.LOSS, distance=d) for n, d in enumerate((14, 10, 4))]
    overlay = build_overlay(info(*lost), one_player=False)
    assert classes(overlay) == "ABC"
    assert [mark.loss for mark in overlay.marks] == [0, 0, 0]
    won = [Candidate(n, 50, 1, proof=Proof.WIN, distance=d) for n, d in enumerate((3, 5, 11))]
    assert classes(build_overlay(info(*won), one_player=False)) == "ABC"
    exact = [ExactValue(n, Proof.LOSS, d) for n, d in enumerate((14, 10, 4))]
    tried = [Candidate(n, 50, 0.5) for n in range(3)]
    assert classes(build_overlay(info(*tried, exact=exact), one_player=False)) == "ABC"


def test_a_belief_is_not_graded_by_its_distance():
    believed = [Candidate(n, 50, 0, estimate=Proof.LOSS, distance=d) for n, d in enumerate((14, 4))]
    assert classes(build_overlay(info(*believed), one_player=False)) == "AA"


def test_moves_of_one_plan_are_one_mark():
    searched = info(
        Candidate(4, 500, 900.0, plan=0, error=80.0),
        Candidate(7, 300, 900.0, plan=0, error=20.0),
        Candidate(9, 800, 880.0, plan=1),
        Candidate(1, 700, 900.0, plan=0),
        Candidate(2, 700, 870.0),
    )
    overlay = build_overlay(searched, one_player=True, leader=7)
    assert [(mark.move, mark.same_plan) for mark in overlay.marks] == [
        (7, (4, 1)),
        (9, ()),
        (2, ()),
    ]
    assert [mark.visits for mark in overlay.marks] == [1500, 800, 700]
    assert overlay.marks[0].weight == 1.0
    assert overlay.mark_of(1) is overlay.marks[0]
    assert overlay.mark_of(None) is None


def test_proven_values_outweigh_estimates():
    overlay = build_overlay(
        info(
            Candidate(1, 1000, 0.52),
            Candidate(2, 900, 0.7, proof=Proof.LOSS, distance=6),
            Candidate(3, 800, 0.1, proof=Proof.DRAW),
        ),
        one_player=False,
    )
    assert [mark.loss for mark in overlay.marks] == [0, 2, 52]
    assert overlay.marks[2].distance == 6
    assert [mark.value for mark in overlay.marks] == [0.52, 0.5, 0.0]


def test_samegame_values_are_scores():
    overlay = build_overlay(
        info(*(Candidate(i, 500, 2451 - loss) for i, loss in enumerate((0, 40, 100, 200, 300)))),
        one_player=True,
        top_n=5,
    )
    assert classes(overlay) == "ABCDE"
    assert overlay.marks[4].value == 2151


@pytest.mark.parametrize("others", [3, 20])
def test_one_number_for_a_move_is_the_true_one_where_that_is_known(others):
    worths = (Proof.LOSS, Proof.WIN, *[Proof.DRAW] * others)
    exact = [ExactValue(move, worth, 5) for move, worth in enumerate(worths)]
    candidates = [Candidate(move, 900 - 40 * move, 0.7 - 0.01 * move) for move in range(3)]
    candidates.append(Candidate(99, 400, 0.6))
    overlay = build_overlay(info(*candidates, exact=exact), one_player=False, is_one_number=True)
    assert [(mark.move, mark.value) for mark in overlay.marks] == [
        (1, 1.0),
        (99, 0.6),
        (2, 0.5),
        (0, 0.0),
    ]
    assert overlay.true_share == 1.0


def test_exact_values_decide_the_class_where_they_are_known():
    exact = [
        ExactValue(0, Proof.DRAW, 9),
        ExactValue(1, Proof.WIN, 5),
        ExactValue(2, Proof.LOSS, 4),
    ]
    candidates = [Candidate(0, 900, 0.9), Candidate(1, 90, 0.4), Candidate(2, 80, 0.8)]
    overlay = build_overlay(info(*candidates, exact=exact), one_player=False)
    assert classes(overlay) == "EEA", "as reviews and lessons grade the same losses"
    assert [mark.loss for mark in overlay.marks] == [50, 100, 0]
    assert [mark.value for mark in overlay.marks] == [0.9, 0.8, 0.4]
    assert overlay.exact == ((0, Proof.DRAW, 9), (1, Proof.WIN, 5), (2, Proof.LOSS, 4))


def test_weights_grow_with_the_logarithm_of_the_visits():
    overlay = build_overlay(
        info(Candidate(0, 10_000, 0.5), Candidate(1, 100, 0.5), Candidate(2, 1, 0.5)),
        one_player=False,
    )
    assert [mark.weight for mark in overlay.marks] == pytest.approx([1, 0.5, 0])


@pytest.mark.parametrize("visits", [0, 1])
def test_a_search_that_has_hardly_begun_has_full_weight_and_no_text(visits):
    overlay = build_overlay(info(Candidate(0, visits, 0.5)), one_player=False)
    assert overlay.marks[0].weight == 1
    assert not overlay.marks[0].labelled


def test_only_the_first_few_moves_with_enough_visits_carry_text():
    visits = (35_000, 700, 699, 690, 5_000)
    overlay = build_overlay(
        info(*(Candidate(i, n, 0.5) for i, n in enumerate(visits))), one_player=False, top_n=4
    )
    assert [mark.labelled for mark in overlay.marks] == [True, True, True, False, False]
    assert [mark.move for mark in overlay.marks] == [0, 1, 4, 2, 3]
    few = build_overlay(
        info(Candidate(0, 60, 0.5), Candidate(1, 49, 0.5)), one_player=False, top_n=4
    )
    assert [mark.labelled for mark in few.marks] == [True, False]


def test_beside_the_truth_every_move_that_was_tried_is_written_about():
    exact = [ExactValue(move, Proof.DRAW, 9) for move in range(7)]
    candidates = [Candidate(i, visits, 0.5) for i, visits in enumerate((900, 60, 9, 4, 2, 1, 0))]
    overlay = build_overlay(info(*candidates, exact=exact), one_player=False, top_n=3)
    assert [mark.labelled for mark in overlay.marks] == 6 * [True] + [False]
    assert (
        sum(mark.labelled for mark in build_overlay(info(*candidates), one_player=False).marks) == 2
    )


def test_estimates_are_hidden_only_beside_the_truth():
    tried = info(Candidate(0, 900, 0.5), exact=[ExactValue(0, Proof.DRAW, 9)])
    for known, expected in ((tried, False), (replace(tried, exact=()), True)):
        overlay = build_overlay(known, one_player=False, show_estimate=False)
        assert overlay.show_estimate is expected


@pytest.mark.parametrize(
    ("truth", "settled"),
    [
        ((), False),
        (((Proof.WIN, None), (Proof.LOSS, None)), True),
        (((Proof.LOSS, 2), (Proof.LOSS, 4)), True),
        (((Proof.LOSS, None), (Proof.LOSS, None)), False),
        (((Proof.LOSS, 2), (Proof.LOSS, None)), False),  # the other may last longer
    ],
)
def test_what_to_play_is_settled_by_a_good_move_or_by_the_longest_defence(truth, settled):
    exact = [ExactValue(move, *value) for move, value in enumerate(truth)]
    candidates = [Candidate(move, 90, 0.5) for move in range(2)]
    assert build_overlay(info(*candidates, exact=exact), one_player=False).is_settled is settled


def test_a_proven_win_does_not_say_what_to_play_before_a_move_is_known_to_win():
    won = SearchInfo(candidates=(Candidate(0, 90, 0.1),), proof=Proof.WIN)
    assert not build_overlay(won, one_player=False).is_settled
    found = replace(won, candidates=(Candidate(0, 90, 1.0, proof=Proof.WIN),))
    assert build_overlay(found, one_player=False).is_settled


def test_moves_that_were_hardly_tried_are_not_even_dots():
    visits = (10_000, 9_000, 101, 99)
    overlay = build_overlay(
        info(*(Candidate(i, n, 0.5) for i, n in enumerate(visits))), one_player=False, top_n=1
    )
    assert [mark.is_dot for mark in overlay.marks] == [False, True, True, False]


def test_there_are_never_more_than_a_few_dots():
    candidates = [Candidate(i, 1_000, 0.5) for i in range(90)]
    overlay = build_overlay(info(*candidates), one_player=False, top_n=3)
    assert [mark.move for mark in overlay.marks if mark.is_dot] == list(range(3, 11))


def test_a_proof_carries_text_however_few_its_visits():
    overlay = build_overlay(
        info(Candidate(0, 9000, 0.5), Candidate(1, 2, 0.5, proof=Proof.LOSS, distance=2)),
        one_player=False,
    )
    assert overlay.marks[1].labelled


def test_no_search_shows_nothing():
    overlay = build_overlay(SearchInfo(), one_player=False, show_exact=False)
    assert overlay.marks == ()
    assert overlay.exact == ()
    assert not overlay.show_exact


def test_a_held_leader_comes_first_only_of_equal_scores():
    found = tuple(Candidate(move, 9, value) for move, value in ((4, 120.0), (7, 110.0), (9, 90.0)))
    overlay = build_overlay(SearchInfo(candidates=found), one_player=True, leader=9)
    assert [mark.move for mark in overlay.marks] == [4, 7, 9]
    assert [mark.loss for mark in overlay.marks] == [0.0, 10.0, 30.0]
    equal = tuple(replace(each, value=120.0) for each in found)
    overlay = build_overlay(SearchInfo(candidates=equal), one_player=True, leader=9)
    assert [mark.move for mark in overlay.marks] == [9, 4, 7]


def test_a_held_leader_keeps_rank_1_and_is_what_losses_count_from():
    searched = info(Candidate(4, 500, 0.6), Candidate(9, 480, 0.58))
    overlay = build_overlay(searched, one_player=False, leader=9)
    assert [mark.move for mark in overlay.marks] == [9, 4]
    assert [mark.rank for mark in overlay.marks] == [1, 2]
    assert overlay.marks[0].loss == overlay.marks[1].loss == 0
    assert overlay.marks[0].value == overlay.marks[1].value == 0.58


def test_a_proof_is_not_held_back():
    open_moves = info(Candidate(4, 500, 0.6), Candidate(9, 480, 0.58))
    hold = RankHold().update(open_moves, 0.0)
    won = info(Candidate(9, 480, 1.0, proof=Proof.WIN, distance=5), Candidate(4, 500, 0.6))
    assert hold.update(won, 0.1).leader == 9
    lost = info(Candidate(9, 480, 0.58), Candidate(4, 500, 0.0, proof=Proof.LOSS, distance=4))
    assert hold.update(lost, 0.1).leader == 9


def test_rank_1_changes_only_after_the_hold():
    first = info(Candidate(4, 500, 0.6), Candidate(9, 480, 0.58))
    swapped = info(Candidate(9, 520, 0.6), Candidate(4, 500, 0.58))
    hold = RankHold().update(first, 10.0)
    assert hold.leader == 4
    hold = hold.update(swapped, 11.0)
    assert hold.leader == 4
    hold = hold.update(swapped, 11.0 + HOLD_SECONDS - 0.01)
    assert hold.leader == 4
    hold = hold.update(swapped, 11.0 + HOLD_SECONDS)
    assert hold == RankHold(9)


def test_a_lead_that_comes_and_goes_starts_the_hold_again():
    first = info(Candidate(4, 500, 0.6), Candidate(9, 480, 0.58))
    swapped = info(Candidate(9, 520, 0.6), Candidate(4, 500, 0.58))
    hold = RankHold().update(first, 0.0).update(swapped, 1.0).update(first, 1.2)
    hold = hold.update(swapped, 1.3).update(swapped, 1.5)
    assert hold.leader == 4
    assert hold.update(swapped, 1.75).leader == 9


def test_another_challenger_waits_its_own_time():
    moves = [info(Candidate(move, 500, 0.6), Candidate(4, 400, 0.5)) for move in (4, 9, 7)]
    hold = RankHold().update(moves[0], 0.0).update(moves[1], 1.0).update(moves[2], 1.3)
    assert hold.update(moves[2], 1.5).leader == 4
    assert hold.update(moves[2], 1.75).leader == 7


def test_a_leader_that_is_gone_is_replaced_at_once():
    hold = RankHold(4).update(info(Candidate(9, 5, 0.6)), 0.0)
    assert hold.leader == 9
    assert hold.update(SearchInfo(), 1.0) == RankHold()


def test_what_is_only_believed_is_marked_as_estimated():
    believed = Candidate(1, 1000, 0.99, distance=7, estimate=Proof.WIN)
    proven = Candidate(2, 900, 0.0, proof=Proof.LOSS, distance=4, estimate=Proof.WIN)
    first, second = build_overlay(info(believed, proven), one_player=False).marks
    assert (first.proof, first.estimated, first.theorem) == (Proof.WIN, True, None)
    assert (second.proof, second.estimated, second.theorem) == (Proof.LOSS, False, Proof.LOSS)
    assert first.distance == 7


def test_a_leader_that_is_behind_goes_even_if_no_challenger_stays():
    def led_by(move):
        others = tuple(Candidate(other, 5, 0.1) for other in range(4) if other != move)
        return SearchInfo(candidates=(Candidate(move, 5, 0.6), *others))

    hold = RankHold().update(led_by(0), 0.0)
    for step, move in enumerate((1, 2, 3, 1, 2)):
        hold = hold.update(led_by(move), 1.0 + 0.2 * step)
    assert hold == RankHold(2)


def test_the_number_of_a_step_cuts_no_text_of_a_candidate():
    state = hex_position(0)[0]
    board = view("hex", (700, 640))
    middle = len(state.cells) // 2
    moves = (middle, *(cell for cell in state.legal_moves if abs(cell - middle) in (1, 10, 11)))
    candidates = tuple(
        Candidate(move, 148_000 - 900 * i, 0.56 - 0.001 * i, line=(move,))
        for i, move in enumerate(moves)
    )
    overlay = build_overlay(SearchInfo(candidates=candidates), one_player=False, top_n=9)
    plain = BoardContent(state=state, overlay=overlay)
    shown = replace(plain, line=(moves[0], moves[1], moves[2], moves[3]))
    pictures = []
    for content in (plain, shown):
        surface = pygame.Surface((700, 640))
        board.draw(surface, content)
        pictures.append(surface)
    assert pictures[0].get_view("2").raw != pictures[1].get_view("2").raw, "steps are shown"
    for cell in moves:
        box = board.cell_box(state, cell)
        text = pygame.Rect(0, 0, round(0.46 * box.width), round(0.56 * box.height))
        text.center = (box.x + box.width // 2, box.y + round(0.54 * box.height))
        before, after = (pygame.image.tobytes(each.subsurface(text), "RGB") for each in pictures)
        assert before == after, "a step's number lies over the candidate's numbers"


@pytest.mark.parametrize("side", [600, 380])
def test_the_number_of_a_step_covers_no_text_of_a_disc(side):
    state, _ = played("tictactoe", TicTacToeParameters(7, 7, 5), 4)
    first, *others = state.legal_moves[10:14]
    found = tuple(Candidate(m, 36_000 - m, 0.5, line=(m,)) for m in (first, *others))
    overlay = build_overlay(SearchInfo(candidates=found), one_player=False, top_n=4)
    board = view("tictactoe", (side, side), unit=Unit.of((1120, 760)))
    pictures = []
    for line in ((), (first, *others)):
        surface = pygame.Surface((side, side))
        board.draw(surface, BoardContent(state, overlay=overlay, line=line))
        boxes = [board.cell_box(state, cell) for cell in others]
        texts = [box.inset(round(0.2 * box.width), round(0.3 * box.height)) for box in boxes]
        pictures.append([pygame.image.tobytes(surface.subsurface(text), "RGB") for text in texts])
        lower = [box._replace(y=box.centre[1], height=box.height // 2) for box in boxes]
        pictures[-1] += [pygame.image.tobytes(surface.subsurface(box), "RGB") for box in lower]
    assert pictures[0] == pictures[1]
