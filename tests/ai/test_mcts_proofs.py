"""Proven values are theorems, and the search plays them."""

import random

import pytest

from ai.contract.games import game_spec
from ai.search.mcts import MctsSearcher
from ai.search.messages import Proof
from ai.search.options import MctsOptions
from game.games.hex_gomoku.rules import HexParameters
from game.games.hex_gomoku.search.options import HexTreeOptions
from game.games.tictactoe.exact import exact_values
from game.games.tictactoe.rules import TicTacToeParameters
from tests.ai.small_hex import SmallHex
from tests.games import after
from tests.thinking import think

RANK_OF = {Proof.WIN: 1, Proof.DRAW: 0, Proof.LOSS: -1}


def hex_position(text, parameters=None):
    return after(game_spec("hex").new_game(parameters or HexParameters(), 0), text)


def unfinished_tictactoe():
    start = game_spec("tictactoe").new_game(TicTacToeParameters(), 0)
    found, waiting = {start.cells: start}, [start]
    while waiting:
        state = waiting.pop()
        for following in map(state.play, state.legal_moves):
            if following.cells not in found and not following.is_terminal:
                found[following.cells] = following
                waiting.append(following)
    return list(found.values())


def test_tictactoe_keeps_the_exact_value_and_proves_nothing_false_anywhere():
    positions = unfinished_tictactoe()
    assert len(positions) == 4520
    searcher = MctsSearcher("tictactoe", MctsOptions(seed=1, reuse=False))
    proofs = 0
    for position in positions:
        exact = {value.move: value for value in exact_values(position)}
        result = think(searcher, position, 2000)
        best = max(value.proof.share for value in exact.values())
        assert exact[result.move].proof.share == best, position.to_text()
        if result.info.proof is not None:
            assert result.info.proof.share == best
        for candidate in result.info.candidates:
            if candidate.proof is not None:
                proofs += 1
                assert candidate.proof is exact[candidate.move].proof, position.to_text()
                assert candidate.distance >= exact[candidate.move].distance
    assert proofs > 4000


def random_hex_positions(parameters, stones, count, seed):
    chooser = random.Random(seed)
    found = []
    while len(found) < count:
        state = game_spec("hex").new_game(parameters, 0)
        wanted = chooser.choice(stones)
        while state.stones < wanted and not state.is_terminal:
            state = state.play(chooser.choice(state.legal_moves))
        if not state.is_terminal:
            found.append(state)
    return found


@pytest.mark.parametrize(("candidates", "vcf"), [("snow", True), ("adjacent", False)])
@pytest.mark.parametrize(
    ("side", "in_a_row", "stones", "count"),
    [(3, 4, (9, 10, 11, 12), 40), (4, 4, (26, 27, 28), 25), (4, 5, (28, 29, 30), 25)],
)
def test_hex_proofs_agree_with_minimax(candidates, side, in_a_row, stones, count, vcf):
    parameters = HexParameters(side=side, in_a_row=in_a_row)
    truth = SmallHex(side, in_a_row)
    proofs = dict.fromkeys(Proof, 0)
    for seed, position in enumerate(random_hex_positions(parameters, stones, count, side)):
        best = max(truth.rank_of_move(position, move) for move in position.legal_moves)
        for simulations in (40, 400, 10_000):
            searcher = MctsSearcher(
                "hex", HexTreeOptions(candidates=candidates, vcf=vcf, seed=seed)
            )
            info = think(searcher, position, simulations).info
            if info.proof is not None:
                assert RANK_OF[info.proof] == (best > 0) - (best < 0)
            for candidate in info.candidates:
                if candidate.proof is not None:
                    proofs[candidate.proof] += 1
                    rank = truth.rank_of_move(position, candidate.move)
                    assert RANK_OF[candidate.proof] == (rank > 0) - (rank < 0)
                    if rank:
                        assert candidate.distance >= 1000 - abs(rank)
    assert proofs[Proof.WIN] > 10


def test_a_loss_is_proven_over_all_legal_moves_and_not_only_the_candidates():
    parameters = HexParameters(side=5, in_a_row=4)
    widened = []
    for position in random_hex_positions(parameters, (7,), 60, seed=3):
        searcher = MctsSearcher("hex", HexTreeOptions(candidates="adjacent", vcf=False))
        info = think(searcher, position, 20_000).info
        moves = {candidate.move for candidate in info.candidates}
        if info.proof is Proof.LOSS and moves == set(position.legal_moves):
            assert all(candidate.proof is Proof.LOSS for candidate in info.candidates)
            widened.append(position)
        if len(widened) == 2:
            break
    assert len(widened) == 2


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
    position = hex_position(game)
    result = think(MctsSearcher("hex", MctsOptions(seed=1)), position, 100_000)
    assert position.move_to_string(result.move) in moves
    assert result.info.proof is Proof.WIN
    assert result.info.value == 1.0
    assert result.info.distance == plies
    line = result.info.candidates[0].line
    assert len(line) == plies
    for move in line:
        position = position.play(move)
    assert position.is_terminal


def test_the_only_block_is_the_only_candidate():
    position = hex_position("f6 f10 f7 a7 f8 b11 f9")
    result = think(MctsSearcher("hex"), position, 1)
    assert [position.move_to_string(c.move) for c in result.info.candidates] == ["f5"]


def test_two_threats_at_once_are_a_proven_loss():
    info = think(MctsSearcher("hex"), hex_position("f6 a6 f7 a7 f8 a8 f9"), 1000).info
    assert (info.proof, info.distance, info.value) == (Proof.LOSS, 2, 0.0)


def test_completing_six_is_no_win():
    """f4 would make six, an overline: nothing is to be won or blocked there."""
    position = hex_position("f1 a6 f2 a8 f3 c4 f5 c8 f6 k1")
    info = think(MctsSearcher("hex", MctsOptions(candidates="all")), position, 3000).info
    move = position.move_from_string("f4")
    assert all(c.proof is not Proof.WIN for c in info.candidates if c.move == move)


@pytest.mark.parametrize("seed", range(2))
def test_without_the_solver_nothing_is_proven(seed):
    searcher = MctsSearcher("hex", MctsOptions(solver=False, seed=seed))
    result = think(searcher, hex_position(WIN_IN_ONE), 500)
    assert result.info.proof is None
    assert result.info.simulations == 500
    assert hex_position(WIN_IN_ONE).move_to_string(result.move) in {"f5", "f10"}
