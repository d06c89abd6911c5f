import random
from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Candidate, ExactValue, Proof, SearchInfo
from ai.search.order import beside_truth, in_order
from game.games.tictactoe.rules import TicTacToeParameters
from game.ui.boards.marks import _score_text
from game.ui.boards.view import BoardContent
from game.ui.layout import Unit
from game.ui.overlay import (
    HOLD_SECONDS,
    WIN_POINT_LIMITS,
    RankHold,
    Values,
    build_overlay,
    loss_class,
    score_limits,
)
from tests.boards.contents import hex_position, played, view


def info(*candidates, exact=()):
    """Return what a search found: candidates, or what they are made of."""
    found = (Candidate(*each) if isinstance(each, tuple) else each for each in candidates)
    told = SearchInfo(candidates=tuple(found))
    return beside_truth(told, tuple(exact)) if exact else told


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


LOST = [Candidate(n, 50, 0, proof=Proof.LOSS, distance=d) for n, d in enumerate((14, 10, 4))]
WON = [Candidate(n, 50, 1, proof=Proof.WIN, distance=d) for n, d in enumerate((3, 5, 11))]
BELIEVED = [Candidate(n, 50, 0, estimate=Proof.LOSS, distance=d) for n, d in enumerate((14, 4))]
TRULY_LOST = [ExactValue(n, Proof.LOSS, d) for n, d in enumerate((14, 10, 4))]
A_LOSS = Candidate(2, 900, 0.7, proof=Proof.LOSS, distance=6, estimate=Proof.WIN)
ONE_OF_EACH = [
    ExactValue(*each) for each in ((0, Proof.DRAW, 9), (1, Proof.WIN, 5), (2, Proof.LOSS, 4))
]
DRAWS = [ExactValue(move, Proof.DRAW, 9) for move in range(7)]
PLANS = info(
    Candidate(4, 500, 900.0, plan=0, error=80.0),
    Candidate(7, 300, 900.0, plan=0, error=20.0),
    Candidate(9, 800, 880.0, plan=1),
    Candidate(1, 700, 900.0, plan=0),
    Candidate(2, 700, 870.0),
)
SCORES = {"one_player": True}


def with_visits(*visits, exact=()):
    return info(*((move, count, 0.5) for move, count in enumerate(visits)), exact=exact)


def case(searched, options=None, **marks):
    """Return a search, how it is shown, and what its marks say then, best first."""
    return searched, {"one_player": False} | (options or {}), marks


MARKS = {
    "losses count from the first candidate, in points of a hundred": case(
        info((5, 1000, 0.571), (7, 900, 0.343), (8, 800, 0.56)),
        move=[5, 8, 7],
        rank=[1, 2, 3],
        loss=[0, 1.1, 22.8],
        loss_class=[*"ABE"],
    ),
    "a better value with fewer visits is told as no better": case(
        info((1, 1000, 0.5), (2, 100, 0.6)), value=[0.5, 0.5], loss=[0, 0], loss_class=[*"AA"]
    ),
    "the order is that of the numbers, and what was hardly tried stands last": case(
        info((1, 1000, 0.5), (2, 400, 0.3), (3, 300, 0.4), (4, 2, 0.9)),
        move=[1, 3, 2, 4],
        has_numbers=[True, True, True, False],
    ),
    "the sooner loss is worse": case(info(*LOST), loss_class=[*"ABC"], loss=[0, 0, 0]),
    "the later win is worse": case(info(*WON), loss_class=[*"ABC"]),
    "a solver's sooner loss is worse": case(
        with_visits(50, 50, 50, exact=TRULY_LOST), loss_class=[*"ABC"]
    ),
    "a belief is not graded by its distance": case(info(*BELIEVED), loss_class=[*"AA"]),
    "moves of one plan are one mark": case(
        PLANS,
        SCORES | {"leader": 7},
        move=[7, 9, 2],
        same_plan=[(4, 1), (), ()],
        visits=[1500, 800, 700],
    ),
    "proven values outweigh estimates": case(
        info((1, 1000, 0.52), A_LOSS, Candidate(3, 800, 0.1, proof=Proof.DRAW)),
        loss=[0, 2, 52],
        distance=[None, None, 6],
        value=[0.52, 0.5, 0.0],
    ),
    "values of a game for one are scores": case(
        info(*((i, 500, 2451 - loss) for i, loss in enumerate((0, 40, 100, 200, 300)))),
        SCORES | {"top_n": 5},
        loss_class=[*"ABCDE"],
        value=[2451, 2411, 2351, 2251, 2151],
    ),
    "a proven value is the value, whatever the estimate, and decides the class and the order": case(
        info((0, 900, 0.9), (1, 90, 0.4), (2, 80, 0.8), exact=ONE_OF_EACH),
        move=[1, 0, 2],
        loss_class=[*"AEE"],
        loss=[0, 50, 100],
        value=[1, 0.5, 0],
        guess=[0.4, 0.9, 0.8],
    ),
    "where the estimates alone are chosen they order, and the classes stay true": case(
        info((0, 900, 0.9), (1, 90, 0.4), (2, 80, 0.8), exact=ONE_OF_EACH),
        {"values": Values.ESTIMATE},
        move=[0, 2, 1],
        loss_class=[*"EEA"],
        value=[0.5, 0, 1],
        guess=[0.9, 0.8, 0.4],
    ),
    "a loss that nobody tried stands after what was hardly tried, a win before all": case(
        info((1, 90_000, 0.5), Candidate(3, 0, 0.0, proof=Proof.LOSS, distance=9), (2, 900, 0.4)),
        move=[1, 2, 3],
        has_numbers=[True, False, True],
    ),
    "every winner stands before what is open, the fastest first": case(
        info(
            (1, 90_000, 0.9), *(Candidate(n, 0, 1.0, proof=Proof.WIN, distance=n) for n in (7, 5))
        ),
        move=[5, 7, 1],
    ),
    "weights grow with the logarithm of the visits": case(
        with_visits(10_000, 100, 1), weight=pytest.approx([1, 0.5, 0])
    ),
    "what was not tried has full weight and no text": case(
        with_visits(0), weight=[1], labelled=[False]
    ),
    "nor has what was hardly tried": case(with_visits(1), weight=[1], labelled=[False]),
    "only the first few moves with enough visits carry text": case(
        with_visits(35_000, 700, 699, 690, 5_000),
        {"top_n": 4},
        labelled=[True, True, True, False, False],
        move=[0, 1, 4, 2, 3],
    ),
    "fifty visits are enough": case(with_visits(60, 49), {"top_n": 4}, labelled=[True, False]),
    "beside the truth every move that was tried is written about": case(
        with_visits(900, 60, 9, 4, 2, 1, 0, exact=DRAWS),
        {"top_n": 3},
        labelled=7 * [True],
        guess=6 * [0.5] + [None],
    ),
    "without it only those with enough visits are": case(
        with_visits(900, 60, 9, 4, 2, 1, 0), labelled=2 * [True] + 5 * [False]
    ),
    "a proof carries text however few its visits": case(
        info((0, 9000, 0.5), replace(A_LOSS, visits=2)), labelled=[True, True]
    ),
    "moves that were hardly tried are not even dots": case(
        with_visits(10_000, 9_000, 101, 99), {"top_n": 1}, is_dot=[False, True, True, False]
    ),
    "the best is to be seen before moves that were tried more": case(
        info((1, 1, 0.4), (2, 5, 0.0), (3, 4, 0.0)), is_dot=[True, True, True]
    ),
    "there are never more than a few dots": case(
        with_visits(*90 * [1_000]), {"top_n": 3}, is_dot=3 * [False] + 8 * [True] + 79 * [False]
    ),
    "of different scores a held leader stands where its own puts it": case(
        info((4, 9, 120.0), (7, 9, 110.0), (9, 9, 90.0)),
        SCORES | {"leader": 9},
        move=[4, 7, 9],
        loss=[0.0, 10.0, 30.0],
    ),
    "of equal scores it comes first": case(
        info((4, 9, 120.0), (7, 9, 120.0), (9, 9, 120.0)), SCORES | {"leader": 9}, move=[9, 4, 7]
    ),
    "in a game for two it keeps rank 1 and is what losses count from": case(
        info((4, 500, 0.6), (9, 480, 0.58)),
        {"leader": 9},
        move=[9, 4],
        rank=[1, 2],
        loss=[0, 0],
        value=[0.58, 0.58],
    ),
    "what is only believed is marked as estimated": case(
        info(Candidate(1, 1000, 0.99, distance=7, estimate=Proof.WIN), A_LOSS),
        proof=[Proof.WIN, Proof.LOSS],
        estimated=[True, False],
        theorem=[None, Proof.LOSS],
        distance=[7, 6],
    ),
    "no search shows nothing": case(SearchInfo(), move=[]),
}


def test_what_marks_say_of_a_search(subtests):
    for words, (searched, options, expected) in MARKS.items():
        marks = build_overlay(searched, **options).marks
        for name, values in expected.items():
            with subtests.test(words, attribute=name):
                assert [getattr(mark, name) for mark in marks] == values


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("one_player", [False, True])
def test_numbers_never_grow_from_rank_to_rank(seed, one_player):
    """Whatever a search says, and whichever move is held at rank 1."""
    rng = random.Random(seed)
    moves = range(rng.randint(1, 12))
    candidates = in_order(
        sorted(
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
            key=lambda each: -each.visits,
        )
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


def test_what_the_search_would_play_stands_first_before_there_is_enough_to_write():
    tried = [Candidate(4, 30, 0.5), Candidate(6, 20, 0.6), Candidate(7, 1, 1.0)]
    shown = build_overlay(info(*tried), one_player=False)
    assert [mark.move for mark in shown.marks] == [4, 6, 7]
    assert not any(mark.has_numbers for mark in shown.marks)


def test_a_move_finds_the_mark_of_its_plan():
    overlay = build_overlay(PLANS, leader=7, **SCORES)
    assert overlay.marks[0].weight == 1.0
    assert overlay.mark_of(1) is overlay.marks[0]
    assert overlay.mark_of(None) is None


@pytest.mark.parametrize("others", [3, 20])
def test_one_number_for_a_move_is_the_true_one_where_that_is_known(others):
    worths = (Proof.LOSS, Proof.WIN, *[Proof.DRAW] * others)
    exact = [ExactValue(move, worth, 5) for move, worth in enumerate(worths)]
    searched = info(*((move, 900 - 40 * move, 0.7 - 0.01 * move) for move in range(3)), exact=exact)
    overlay = build_overlay(searched, one_player=False, values=Values.EITHER)
    told = [(mark.move, mark.value) for mark in overlay.marks]
    drawn = [(move, 0.5) for move in range(2, 2 + others)]
    assert told == [(1, 1.0), *drawn, (0, 0.0)]
    assert overlay.true_share == 1.0


def test_estimates_are_hidden_only_beside_the_truth():
    tried = with_visits(900, exact=DRAWS[:1])
    for known, expected in ((tried, False), (replace(tried, exact=()), True)):
        overlay = build_overlay(known, one_player=False, values=Values.EXACT)
        assert overlay.exact == tuple((each.move, each.proof, 9) for each in known.exact)
        assert bool(overlay.estimates) is expected


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
    assert build_overlay(info(*candidates, exact=exact), one_player=False).is_decided is settled


def test_a_proven_win_does_not_say_what_to_play_before_a_move_is_known_to_win():
    won = SearchInfo(candidates=(Candidate(0, 90, 0.1),), proof=Proof.WIN)
    assert not build_overlay(won, one_player=False).is_decided
    found = replace(won, candidates=(Candidate(0, 90, 1.0, proof=Proof.WIN),))
    assert build_overlay(found, one_player=False).is_decided


def test_a_proof_is_not_held_back():
    open_moves = info(Candidate(4, 500, 0.6), Candidate(9, 480, 0.58))
    hold = RankHold().update(open_moves, 0.0)
    won = info(Candidate(9, 480, 1.0, proof=Proof.WIN, distance=5), Candidate(4, 500, 0.6))
    assert hold.update(won, 0.1).leader == 9
    lost = info(Candidate(9, 480, 0.58), Candidate(4, 500, 0.0, proof=Proof.LOSS, distance=4))
    assert hold.update(lost, 0.1).leader == 9


HOLDS = {
    "rank 1 changes only after the hold": [
        *((10.0, "49", 4), (11.0, "94", 4)),
        *((11.0 + HOLD_SECONDS - 0.01, "94", 4), (11.0 + HOLD_SECONDS, "94", 9)),
    ],
    "a lead that comes and goes starts the hold again": [
        *((0.0, "49", 4), (1.0, "94", 4), (1.2, "49", 4)),
        *((1.3, "94", 4), (1.5, "94", 4), (1.75, "94", 9)),
    ],
    "another challenger waits its own time": [
        *((0.0, "497", 4), (1.0, "947", 4), (1.3, "749", 4), (1.5, "749", 4), (1.75, "749", 7))
    ],
    "a leader that is behind goes even if no challenger stays": [
        *((0.0, "0123", 0), (1.0, "1023", 0), (1.2, "2013", 0), (1.4, "3012", 0)),
        (1.8, "2013", 2),
    ],
    "a leader that is gone is replaced at once": [(0.0, "4", 4), (0.1, "9", 9), (1.0, "", None)],
}


def test_the_leader_is_held_for_a_while(subtests):
    for words, told in HOLDS.items():
        with subtests.test(words):
            hold = RankHold()
            for seconds, order, leader in told:
                best_first = enumerate(map(int, order))
                found = ((move, 500 - 20 * i, 0.6 - 0.02 * i) for i, move in best_first)
                hold = hold.update(info(*found), seconds)
                assert hold.leader == leader
            assert hold == RankHold(leader), "nothing is left that waits"


def test_a_score_is_written_as_it_is():
    texts = [_score_text(score) for score in (7.2, -3.0, 12_345.0, 1_234_567.0)]
    assert texts == ["7", "-3", "12345", "1.2M"]


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
    shown = replace(plain, line=moves[:4])
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
