"""Proven values are theorems, and the search plays them."""

import random
from collections import Counter

import pytest

from ai.search.mcts import MctsSearcher
from ai.search.messages import Proof
from ai.search.options import MctsOptions
from ai.searchers import make_searcher
from game.games.hex_gomoku.game import HexTreeOptions
from game.games.hex_gomoku.rules import HexParameters
from game.games.tictactoe.exact import exact_values
from tests.ai.hex_tactics import random_state
from tests.ai.small_hex import SmallHex, true_proofs
from tests.games import played_out, position
from tests.thinking import think


def unfinished_tictactoe():
    start = position("tictactoe")
    found, waiting = {start.cells: start}, [start]
    while waiting:
        state = waiting.pop()
        for following in map(state.play, state.legal_moves):
            if following.cells not in found and not following.is_terminal:
                found[following.cells] = following
                waiting.append(following)
    return list(found.values())


@pytest.mark.parametrize("third", range(3))
def test_tictactoe_keeps_the_exact_value_and_proves_nothing_false_anywhere(third):
    positions, proofs = unfinished_tictactoe(), 0
    assert len(positions) == 4520
    searcher = MctsSearcher("tictactoe", MctsOptions(seed=1, reuse=False))
    for state in positions[third::3]:
        exact = {value.move: value for value in exact_values(state)}
        result = think(searcher, state, 2000)
        best = max(value.proof.share for value in exact.values())
        assert exact[result.move].proof.share == best, state.to_text()
        assert result.info.proof is None or result.info.proof.share == best, state.to_text()
        for candidate in result.info.candidates:
            if candidate.proof is not None:
                proofs += 1
                assert candidate.proof is exact[candidate.move].proof, state.to_text()
                assert candidate.distance >= exact[candidate.move].distance
    assert proofs > 1300


@pytest.mark.parametrize(("candidates", "vcf"), [("snow", True), ("adjacent", False)])
@pytest.mark.parametrize(
    ("side", "in_a_row", "stones", "count"),
    [(3, 4, (9, 10, 11, 12), 40), (4, 4, (26, 27, 28), 25), (4, 5, (28, 29, 30), 25)],
)
def test_hex_proofs_agree_with_minimax(candidates, side, in_a_row, stones, count, vcf):
    parameters = HexParameters(side=side, in_a_row=in_a_row)
    truth, rng, proofs = SmallHex(side, in_a_row), random.Random(side), Counter()
    for seed in range(count):
        state = random_state(rng, parameters, rng.choice(stones))
        for simulations in (40, 400, 10_000):
            options = HexTreeOptions(candidates=candidates, vcf=vcf, seed=seed)
            info = think(MctsSearcher("hex", options), state, simulations).info
            proofs += true_proofs(info, truth.ranks(state), state.to_text())
    assert proofs[Proof.WIN] > 10


def test_a_loss_is_proven_over_all_legal_moves_and_not_only_the_candidates():
    parameters, rng, widened = HexParameters(side=5, in_a_row=4), random.Random(3), 0
    for _ in range(60):
        state = random_state(rng, parameters, 7)
        searcher = MctsSearcher("hex", HexTreeOptions(candidates="adjacent", vcf=False))
        info = think(searcher, state, 20_000).info
        moves = {candidate.move for candidate in info.candidates}
        if info.proof is Proof.LOSS and moves == set(state.legal_moves):
            assert all(candidate.proof is Proof.LOSS for candidate in info.candidates)
            widened += 1
        if widened == 2:
            return
    pytest.fail("nothing was widened")


WIN_IN_ONE = "f6 a6 f7 a7 f8 a8 f9 k1"
WIN_IN_TWO = (
    "f6 h6 g6 h5 d8 h4 h7 i5 k5 f9 g9 h8 g7 g5 f5 i3 f4 f7 e9 e8 i2 e6 c6 c4 h2 c8 g10 g8 f2 f3"
)
WIN_IN_THREE = (
    "f6 e6 d7 g4 d9 c7 f7 c8 e7 d8 f4 f8 f5 f3 h7 g7 e8 g6 g3 i5 h6 c6 c5 d5 b7 d6 j6 a7 h8 h9 k5"
    " d11 g5 i3 c11 i2 i1 b9 k4 f2 a11 i4 i6 c10 c9"
)


@pytest.mark.parametrize(
    ("game", "moves", "plies"),
    [
        (WIN_IN_ONE, {"f5", "f10"}, 1),
        (WIN_IN_TWO, {"g2"}, 3),
        (WIN_IN_THREE, {"a6", "b6", "g2"}, 5),
    ],
)
def test_forced_hex_wins_are_found_and_proven(game, moves, plies):
    state = position("hex", game)
    result = think(MctsSearcher("hex", MctsOptions(seed=1)), state, 100_000)
    assert state.move_to_string(result.move) in moves
    info = result.info
    assert (info.proof, info.value, info.distance) == (Proof.WIN, 1.0, plies)
    assert len(info.candidates[0].line) == plies
    assert played_out(state, info.candidates[0].line).winner == state.current_player


def test_the_only_block_is_the_only_candidate_and_two_threats_at_once_are_a_loss():
    state = position("hex", "f6 f10 f7 a7 f8 b11 f9")
    result = think(MctsSearcher("hex"), state, 1)
    assert [state.move_to_string(c.move) for c in result.info.candidates] == ["f5"]
    info = think(MctsSearcher("hex"), position("hex", "f6 a6 f7 a7 f8 a8 f9"), 1000).info
    assert (info.proof, info.distance, info.value) == (Proof.LOSS, 2, 0.0)


def test_completing_six_is_no_win():
    """f4 would make six, an overline: nothing is to be won or blocked there."""
    state = position("hex", "f1 a6 f2 a8 f3 c4 f5 c8 f6 k1")
    info = think(MctsSearcher("hex", MctsOptions(candidates="all")), state, 3000).info
    move = state.move_from_string("f4")
    assert all(c.proof is not Proof.WIN for c in info.candidates if c.move == move)


@pytest.mark.parametrize("spec", ["mcts:solver=false", "uct-plain"])
def test_without_the_solver_nothing_is_proven(spec):
    state = position("hex", WIN_IN_ONE)
    result = think(make_searcher(spec, "hex"), state, 500)
    assert (result.info.proof, result.info.simulations) == (None, 500)
    assert state.move_to_string(result.move) in {"f5", "f10"}
