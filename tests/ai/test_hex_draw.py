"""Proofs of wins and draws in hex Gomoku: true, and refused by their checker once damaged."""

import copy
import random
from collections import Counter
from contextlib import nullcontext

import pytest

from benchmarks import hex_draw
from benchmarks.hex_draw_checker import ProofCheck
from benchmarks.hex_provers import DrawProver, WinProver, proof_of
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
