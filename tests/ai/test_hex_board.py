"""The tree search's own tactics against the pure rules and the threat search."""

import copy
import itertools
import random
from collections import Counter
from contextlib import nullcontext

import numpy as np
import pytest

from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from benchmarks import hex_draw, hex_worth
from benchmarks.hex_draw_checker import ProofCheck
from benchmarks.hex_provers import DrawProver, WinProver, proof_of
from game.games.hex_gomoku import kernel as hex_gomoku
from game.games.hex_gomoku.kernels import alphabeta as kernel
from game.games.hex_gomoku.kernels.position import POSITION_LENGTH, do
from game.games.hex_gomoku.kernels.tables import TEMPO, make_tables
from game.games.hex_gomoku.kernels.worth import UNIT, window_worth
from game.games.hex_gomoku.rules import BLACK, WHITE, HexParameters, new_game
from game.games.hex_gomoku.search.threat_search import ThreatSolver
from game.games.lattice.kernels import board
from game.games.lattice.kernels.fours import LONGEST, search_fours
from tests.ai.hex_tactics import SMALL, random_state
from tests.ai.small_hex import SmallHex, winning_windows
from tests.ai.test_two_player_kernels import Kernel
from tests.games import after, position

by_board = pytest.mark.parametrize(
    "parameters", [HexParameters(3, in_a_row=4), HexParameters(4, in_a_row=4), HexParameters()]
)
FLAG = CancelFlag().array


def positions(parameters, games, seed, reach="adjacent"):
    """Yield the positions of random games, stones near the others unless anywhere will do."""
    chooser, kernel = random.Random(seed), Kernel("hex", parameters, reach)
    for _ in range(games):
        state = position("hex", (), parameters)
        while not state.is_terminal:
            loaded = kernel.load(state)
            yield state, kernel.tables, loaded.copy()
            state = state.play(chooser.choice(kernel.plausible(loaded)))


def winning_moves(state, colour):
    """Return where a stone of `colour` wins at once, by windows of the tests' own."""
    windows = winning_windows(state.parameters.side, state.parameters.in_a_row)
    mine = sum(1 << cell for cell, held in enumerate(state.cells) if held == colour + 1)
    return {
        cell
        for cell, held in enumerate(state.cells)
        for run, ends in windows[cell]
        if not held and (mine | 1 << cell) & run == run and not mine & ends
    }


@by_board
def test_fives_are_the_cells_where_the_rules_see_a_win(parameters):
    out, seen = np.zeros(200, np.int64), 0
    for state, tables, loaded in positions(parameters, 12, seed=1):
        for colour in (0, 1):
            n = board.wins_of(tables, loaded, colour, out)
            assert sorted(out[:n].tolist()) == sorted(winning_moves(state, colour))
            seen += n
    assert seen > 20


@by_board
def test_a_decisive_playout_ends_as_one_that_asks_the_rules(parameters):
    """Who has a five takes it, who faces one blocks it, who faces two loses."""
    rng, out, settled = new_rng(3), np.zeros(200, np.int64), 0
    for state, tables, loaded in positions(parameters, 12, seed=2):
        me = state.colour_to_place - 1
        own = board.wins_of(tables, loaded, me, out)
        theirs = board.wins_of(tables, loaded, 1 - me, out)
        if state.stones > 1 and (own or theirs > 1):
            settled += 1
            for _ in range(3):
                work = loaded.copy()
                hex_gomoku.playout(tables, work, rng)
                assert work[board.WINNER] == (me if own else 1 - me)
    assert settled > 5


@by_board
def test_a_playout_places_on_empty_cells_only(parameters):
    """A stone that stood alone comes into sight when another is placed beside it."""
    rng = new_rng(5)
    for state, tables, loaded in positions(parameters, 4, seed=6, reach="all"):
        if state.stones > 1:
            hex_gomoku.playout(tables, loaded, rng)
            masks = loaded[board.MASKS + 2 :][: 2 * tables.lines - 2].reshape(-1, 2)
            assert not (masks[:, 0] & masks[:, 1]).any()


@by_board
def test_a_win_by_fours_is_one_for_the_threat_search_too(parameters):
    solver, line, found, missed = ThreatSolver(parameters), np.zeros(200, np.int64), 0, 0
    for state, tables, loaded in positions(parameters, 25, seed=3):
        before = loaded.copy()
        plies = search_fours(tables, loaded, state.colour_to_place - 1, line, tables.fours, LONGEST)
        assert np.array_equal(loaded, before)
        known = solver.forced_win(state, FLAG, depth=0)
        if plies:
            found += 1
            assert known is not None
            assert after(state, line[:plies].tolist()).winning_line
        elif known is not None:
            missed += 1
    assert found > 20
    assert missed < found / 20


@by_board
def test_moves_that_are_left_out_lose_as_soon_as_is_said(parameters):
    solver, out, threatened = ThreatSolver(parameters), np.zeros(200, np.int64), 0
    for state, tables, loaded in positions(parameters, 25, seed=4):
        if board.wins_of(tables, loaded, state.colour_to_place - 1, out) or state.stones < 4:
            continue
        n, lost_in = hex_gomoku.candidate_moves(tables, loaded, out)
        left_out = set(state.legal_moves) - set(out[:n].tolist())
        if not lost_in or not left_out:
            continue
        threatened += 1
        assert len(set(out[:n].tolist())) == n
        for move in left_out:
            win = solver.forced_win(state.play(move), FLAG, depth=0, within=int(lost_in))
            assert win.distance <= lost_in
    assert threatened > 20


def checked(proof):
    check = ProofCheck(proof)
    check.walk()
    return check


@pytest.mark.thorough
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
        for text in hex_worth.kinds_of_windows()
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
    for cells, value in zip(boards, expected, strict=True):
        stones = [np.flatnonzero(cells[:-1] == colour) for colour in (1, 2)]
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
