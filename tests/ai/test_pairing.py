"""Pairing certificates: found when they exist, right by definition, and true in play."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from ai.search.messages import Certificate
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.hex_gomoku.search.pairing import find_certificate, holds, open_windows, pairs_needed
from tests.ai.hex_tactics import SMALL, random_state
from tests.ai.small_hex import SmallHex


def exists(windows, free):
    """Whether disjoint pairs of free cells hit all windows, by trying everything."""
    if not windows:
        return True
    for pair in combinations([cell for cell in windows[0] if cell in free], 2):
        rest = [window for window in windows if not set(pair) <= set(window)]
        if exists(rest, free - set(pair)):
            return True
    return False


def exists_here(state, colour):
    """The same for a position: without and, where the colour is to move, with a stone first."""
    free = {cell for cell, stone in enumerate(state.cells) if not stone}
    if exists(open_windows(state, 3 - colour), free):
        return True
    if state.colour_to_place != colour:
        return False
    after = (state.play(cell) for cell in state.legal_moves)
    return any(exists(open_windows(each, 3 - colour), free - {each.last_move}) for each in after)


def test_finds_a_certificate_exactly_when_there_is_one():
    rng, found, with_stone = random.Random(1), 0, 0
    for _ in range(250):
        state = random_state(rng, SMALL, rng.randint(2, 12))
        for colour in (1, 2):
            certificate = find_certificate(state, colour)
            assert (certificate is not None) == exists_here(state, colour)
            if certificate is not None:
                found += 1
                with_stone += certificate.first is not None
                assert certificate.colour == colour
                assert holds(state, certificate)
    assert 50 < found < 450
    assert with_stone > 10


def test_never_asks_for_more_pairs_than_a_certificate_has():
    rng = random.Random(6)
    for _ in range(150):
        state = random_state(rng, HexParameters(side=5), rng.randint(10, 30))
        certificate = find_certificate(state, 1)
        if certificate is not None and certificate.first is None:
            assert pairs_needed(state, 1) <= len(certificate.pairs)


@pytest.mark.thorough
def test_a_colour_with_a_certificate_does_not_lose_in_truth():
    truth, rng, checked = SmallHex(3, 4), random.Random(2), 0
    for _ in range(150):
        state = random_state(rng, SMALL, rng.randint(9, 14))
        best = max(truth.ranks(state).values())
        for colour in (1, 2):
            if find_certificate(state, colour) is not None:
                checked += 1
                assert best >= 0 if colour == state.colour_to_place else best <= 0
    assert checked > 50


@pytest.mark.parametrize("side", [5, 6])
def test_answering_in_the_pair_holds_the_draw_to_the_last_stone(side):
    rng, games = random.Random(side), 0
    while games < 8:
        state = random_state(rng, HexParameters(side), rng.randint(20, 40))
        colour = rng.choice((1, 2))
        certificate = find_certificate(state, colour)
        if certificate is None:
            continue
        games += 1
        if certificate.first is not None:
            state = state.play(certificate.first)
        partner = {one: two for pair in certificate.pairs for one, two in (pair, pair[::-1])}
        while not state.is_terminal:
            wanted = partner.get(state.last_move) if state.last_move is not None else None
            answer = state.colour_to_place == colour and wanted in state.legal_moves
            state = state.play(wanted if answer else rng.choice(state.legal_moves))
        assert state.winning_colour != 3 - colour


def test_the_verifier_refuses_what_does_not_hold():
    rng, certificate = random.Random(4), None
    while certificate is None or len(certificate.pairs) < 3 or certificate.first is not None:
        state = random_state(rng, HexParameters(), 45)
        certificate = find_certificate(state, 1)
    pairs, used = certificate.pairs, {cell for pair in certificate.pairs for cell in pair}
    taken = next(cell for cell, stone in enumerate(state.cells) if stone)
    free = next(c for c, stone in enumerate(state.cells) if not stone and c not in used)
    assert holds(state, certificate)
    for more in ((pairs[0][0], free), (taken, free)):
        assert not holds(state, replace(certificate, pairs=(*pairs, more)))
    for first in (taken, pairs[0][0]):
        assert not holds(state, replace(certificate, first=first))
    assert not holds(state, replace(certificate, pairs=()))
    start = new_game(HexParameters(), 0)
    assert not holds(start, Certificate(1, pairs))
    assert find_certificate(start, 2) is None, "it has none to be found"
