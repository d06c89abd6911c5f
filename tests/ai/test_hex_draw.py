"""Proofs in hex Gomoku, refused by their checker once damaged; evaluations by counts of windows."""

import copy
import itertools
import random
from collections import Counter
from contextlib import nullcontext

import numpy as np
import pytest

from benchmarks import hex_draw, hex_worth
from benchmarks.hex_draw_checker import ProofCheck
from benchmarks.hex_provers import DrawProver, WinProver, proof_of
from game.games.hex_gomoku.kernels import alphabeta as kernel
from game.games.hex_gomoku.kernels.position import POSITION_LENGTH, do
from game.games.hex_gomoku.kernels.tables import TEMPO, make_tables
from game.games.hex_gomoku.kernels.worth import UNIT, kinds_of_windows, window_worth
from game.games.hex_gomoku.rules import BLACK, WHITE, HexParameters, new_game
from tests.ai.hex_tactics import SMALL, random_state
from tests.ai.small_hex import SmallHex


def checked(proof):
    check = ProofCheck(proof)
    check.walk()
    return check


def test_proofs_agree_with_minimax():
    rng, truth, claims = random.Random(5), SmallHex(3, 4), Counter()
    for _ in range(30):
        state = random_state(rng, SMALL, 9)
        best = max(truth.ranks(state).values())
        mover = state.colour_to_place
        for colour, is_lost in ((mover, best < 0), (3 - mover, best > 0)):
            answers = DrawProver(state.parameters, colour, most=2_000).prove(state, 6)
            assert (answers is None) == is_lost
            claims["loses" if answers is None else "holds"] += 1
            if answers is not None:
                checked(proof_of(state, colour, answers, wins=False))
        answers = WinProver(state.parameters, nodes=20_000).prove(state)
        assert (answers is not None) == (best > 0)
        if answers is not None:
            checked(proof_of(state, mover, answers, wins=True))
            claims["wins"] += 1
    assert min(claims[claim] for claim in ("loses", "holds", "wins")) >= 5


@pytest.fixture(scope="module")
def draw():
    """That white cannot lose on side 4, five in a row."""
    return hex_draw.draw_proof(new_game(HexParameters(4, in_a_row=5), 0), WHITE, 10_000)


@pytest.fixture(scope="module")
def win():
    """That black wins on side 4, four in a row."""
    start = new_game(HexParameters(side=4, in_a_row=4), 0)
    answers = WinProver(start.parameters, nodes=20_000).prove(start)
    return proof_of(start, BLACK, answers, wins=True)


def test_a_proof_needs_all_of_its_answers(draw, win):
    for proof in (draw, win):
        check = checked(proof)
        assert check.answers == len(proof["answers"])
        for name in random.Random(0).sample(sorted(proof["answers"]), 10):
            left = {key: answer for key, answer in proof["answers"].items() if key != name}
            with pytest.raises(ValueError, match="no answer in " + name):
                ProofCheck({**proof, "answers": left}).walk()


def test_a_proof_needs_its_pairs(draw):
    """Of the pairs of a cover, some may hit no run that no other one hits, but few."""
    refused = pairs = 0
    for name, (_stone, *covers) in draw["answers"].items():
        for number, cover in enumerate(covers):
            for word in cover.split():
                if "-" not in word:
                    continue
                pairs += 1
                damaged = copy.deepcopy(draw)
                damaged["answers"][name][1 + number] = cover.replace(word, "").strip()
                try:
                    checked(damaged)
                except ValueError as error:
                    refused += "has no pair" in str(error)
    assert refused > 0.7 * pairs > 100


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"wins": True}, "a draw, not a win|a cover that does not win"),
        ({"colour": "black"}, "no answer|is taken"),
        ({"in_a_row": 4}, "has no pair|the opponent wins|no answer"),
        ({"start": "1" + 36 * "0"}, None),
        ({"start": 37 * "1"}, "no position"),
        ({"start": 61 * "0"}, "no position"),
    ],
)
def test_a_proof_shows_what_it_claims_only(draw, change, words):
    expected = pytest.raises(ValueError, match=words) if words else nullcontext()
    with expected:  # after any first stone it still holds
        ProofCheck({**draw, **change}).walk()


def test_a_pair_is_of_two_free_cells_that_are_in_no_other(draw):
    name, (stone, *covers) = next(iter(draw["answers"].items()))
    one, two = covers[-1].split()[-2:]
    for pair in (f"{stone}-{two.split('-')[1]}", f"{one.split('-')[0]}-{two.split('-')[1]}"):
        damaged = copy.deepcopy(draw)
        damaged["answers"][name][-1] = f"{covers[-1]} {pair}"
        with pytest.raises(ValueError, match="no pair of free cells"):
            checked(damaged)


# Evaluations.


def worth_of_kinds():
    """What each kind is worth waiting and to place, from the table of all windows."""
    worth = window_worth(5, fitted=True).reshape(32, 2, 2, 2)
    return [
        worth[sum(1 << k for k in range(5) if text[1 + k] == "x")][
            int(text[0] == "|"), int(text[6] == "|")
        ]
        for text in kinds_of_windows()
    ]


def test_the_evaluation_is_what_was_fitted_over_counts_of_windows():
    games = list(hex_worth.self_play(6, 3))
    boards, scores, numbers = hex_worth.positions(games)
    assert set(numbers) == set(range(6))
    assert set(scores) == {0.0, 0.5, 1.0}
    waiting, placing = np.transpose(worth_of_kinds())
    tables = make_tables(HexParameters())
    expected = hex_worth.window_counts(boards) @ [*placing, *waiting, tables[TEMPO]]
    store = np.zeros(kernel.STORE_LENGTH, np.int64)
    for board, value in zip(boards, expected, strict=True):
        stones = [np.flatnonzero(board[:-1] == colour) for colour in (1, 2)]
        first = int(len(stones[0]) < len(stones[1]))  # who has more placed first
        position = np.zeros(POSITION_LENGTH, np.int64)
        in_turn = itertools.chain(*itertools.zip_longest(stones[first], stones[1 - first]))
        for cell in (each for each in in_turn if each is not None):
            do(tables, position, cell)
        assert kernel.evaluate(tables, position, store) == value


def test_the_regression_finds_the_weights_that_made_the_scores():
    rng = np.random.default_rng(5)
    counts = rng.integers(-3, 4, (20_000, 3)).astype(float)
    counts[:, -1] = 1
    weights = np.array([0.8, -0.3, 0.2])
    scores = (rng.random(20_000) < 1 / (1 + np.exp(-counts @ weights))).astype(float)
    found = hex_worth.fit(counts, scores)
    assert np.abs(found - weights).max() < 0.06
    assert hex_worth.loss(counts, scores, found) < hex_worth.loss(counts, scores, weights)
    assert round(UNIT * found[0]) in range(74, 87)
