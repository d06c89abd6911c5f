"""The alpha-beta searcher: what it must find, what it may claim, and how it ends."""

import random
import threading

import pytest

from ai.search.messages import Proof, StopReason
from ai.searchers import make_searcher
from game.games.hex_gomoku.rules import HexParameters, new_game
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.options import AlphaBetaOptions
from game.games.hex_gomoku.search.pairing import find_certificate
from tests.ai.hex_tactics import SMALL, assert_solved, play_names, random_state, tactics
from tests.ai.small_hex import SmallHex
from tests.thinking import think

# White threatens to win at f5 or f10; black can take one of them.
OPEN_FOUR = ["a6", "f6", "k1", "f7", "a8", "f8", "k3", "f9"]
# The same with a black stone on f10.
CLOSED_FOUR = ["f10", "f6", "a6", "f7", "k1", "f8", "a8", "f9"]
RANK_OF = {Proof.WIN: 1, Proof.DRAW: 0, Proof.LOSS: -1}


@pytest.mark.parametrize("tactic", tactics()[::2], ids=lambda tactic: tactic.name)
def test_finds_forced_wins_and_defences(tactic):
    result = think(AlphaBetaSearcher(), tactic.state, simulations=100_000)
    assert_solved(tactic, result)
    if tactic.kind != "defence":
        assert result.info.distance <= 2 * tactic.win_in + 1


def test_blocks_the_only_cell_and_knows_that_all_else_loses():
    state = play_names(new_game(HexParameters(), 0), CLOSED_FOUR)
    result = think(AlphaBetaSearcher(), state, simulations=20_000)
    assert state.move_to_string(result.move) == "f5"
    assert result.reason is StopReason.ONLY_MOVE
    losses = [c for c in result.info.candidates if c.proof is Proof.LOSS]
    assert len(losses) == len(state.legal_moves) - 1
    assert {loss.distance for loss in losses} == {2}
    for loss in losses:
        assert state.play(loss.move).play(loss.line[1]).winning_colour == 2


def test_a_position_with_two_threats_against_it_is_proven_lost():
    state = play_names(new_game(HexParameters(), 0), OPEN_FOUR)
    result = think(AlphaBetaSearcher(), state, simulations=20_000)
    assert result.info.proof is Proof.LOSS
    assert result.info.distance == 2
    assert result.reason is StopReason.PROVEN


@pytest.mark.parametrize(("threads", "positions"), [(1, 120), (2, 60), (4, 60)])
def test_no_proof_is_false_on_a_board_small_enough_for_minimax(threads, positions):
    truth = SmallHex(3, 4)
    rng = random.Random(3)
    searcher = AlphaBetaSearcher(options=AlphaBetaOptions(threads=threads))
    proofs = 0
    for _ in range(positions):
        state = random_state(rng, SMALL, rng.randint(10, 15))
        ranks = {move: truth.rank_of_move(state, move) for move in state.legal_moves}
        best = max(ranks.values())
        result = think(searcher, state, simulations=3_000 * threads)
        assert (ranks[result.move] > 0) == (best > 0), state.to_text()
        assert (ranks[result.move] < 0) == (best < 0), state.to_text()
        if result.info.proof is not None:
            assert RANK_OF[result.info.proof] == (best > 0) - (best < 0), state.to_text()
        for candidate in result.info.candidates:
            assert candidate.proof is None or candidate.estimate is None
            if candidate.proof is not None:
                proofs += 1
                rank = ranks[candidate.move]
                assert RANK_OF[candidate.proof] == (rank > 0) - (rank < 0), state.to_text()
                assert rank == 0 or 1000 - abs(rank) <= candidate.distance, state.to_text()
    assert proofs > 1.5 * positions


def test_knows_a_draw_when_no_window_is_open():
    rng = random.Random(5)
    proven = 0
    for _ in range(60):
        state = random_state(rng, HexParameters(side=4), 32)
        result = think(AlphaBetaSearcher(), state, simulations=500)
        if result.info.proof is Proof.DRAW:
            proven += 1
            assert result.info.distance == len(state.legal_moves)
            while not state.is_terminal:
                state = state.play(rng.choice(state.legal_moves))
            assert state.winning_colour is None
    assert proven > 10


def test_top_moves_have_values_and_legal_lines_of_their_own():
    state = play_names(new_game(HexParameters(), 0), ["f6", "e7", "g5", "d7"])
    info = think(AlphaBetaSearcher(options=AlphaBetaOptions(top=4)), state, simulations=60_000).info
    assert len(info.candidates) > 10
    values = [candidate.value for candidate in info.candidates]
    assert values == sorted(values, reverse=True)
    for candidate in info.candidates[:4]:
        assert len(candidate.line) > 1
        assert candidate.line[0] == candidate.move
        after = state
        for move in candidate.line:
            after = after.play(move)


@pytest.mark.parametrize("style", ["aggressive", "solid"])
def test_a_style_gives_up_little_and_reports_balanced_values(style):
    state = play_names(new_game(HexParameters(), 0), ["f6", "e7", "g5", "d7", "h4"])
    result = think(
        AlphaBetaSearcher(options=AlphaBetaOptions(style=style)), state, simulations=40_000
    )
    values = {candidate.move: candidate.value for candidate in result.info.candidates}
    assert result.move == result.info.candidates[0].move
    assert values[result.move] >= max(values.values()) - 0.05


def test_the_solid_style_comes_to_a_certificate():
    state = play_names(new_game(HexParameters(), 0), ["f6", "e7", "g5", "d8"])
    searcher = AlphaBetaSearcher(options=AlphaBetaOptions(style="solid"))
    while not state.is_terminal and state.stones < 26:
        state = state.play(think(searcher, state, simulations=20_000).move)
    assert any(find_certificate(state, colour) for colour in (1, 2))


def test_plain_uct_is_there_to_be_measured_by():
    tactic = next(each for each in tactics() if each.name == "vcf-001")
    searcher = make_searcher("uct-plain", "hex", seed=1)
    assert think(searcher, tactic.state, simulations=3_000).move in tactic.state.legal_moves
    assert think(searcher, tactic.state, simulations=3_000).info.proof is None


@pytest.mark.parametrize(("side", "in_a_row"), [(3, 4), (4, 4), (5, 5), (7, 5), (8, 5)])
def test_plays_on_every_board(side, in_a_row):
    state = new_game(HexParameters(side=side, in_a_row=in_a_row), 0)
    searcher = AlphaBetaSearcher()
    for _ in range(9):
        state = state.play(think(searcher, state, simulations=2_000).move)
        if state.is_terminal:
            break
    assert state.is_terminal or state.stones == 9


def test_helpers_stop_when_the_search_ends_and_share_its_budget():
    state = play_names(new_game(HexParameters(), 0), ["f6", "e7", "g5"])
    before = threading.active_count()
    searcher = AlphaBetaSearcher(options=AlphaBetaOptions(threads=3, style="solid"))
    info = think(searcher, state, simulations=60_000).info
    assert threading.active_count() == before
    assert info.threads == 3
    assert 20_000 < info.simulations < 63_000  # each thread ends a little past its share


def test_takes_over_a_strong_first_stone_but_not_a_weak_one():
    rules = HexParameters(opening="swap")
    for name, takes in (("f6", True), ("a6", False)):
        state = play_names(new_game(rules, 0), [name])
        result = think(AlphaBetaSearcher(), state, simulations=20_000)
        assert (result.move == state.swap_move) == takes
    for style in ("balanced", "aggressive", "solid"):
        first = think(
            AlphaBetaSearcher(options=AlphaBetaOptions(style=style)),
            new_game(rules, 0),
            simulations=20_000,
        )
        assert abs(first.info.value - 0.5) < 0.02
        assert first.move != play_names(new_game(rules, 0), ["f6"]).last_move


def test_says_what_is_wrong_with_an_option():
    with pytest.raises(ValueError, match="balanced, aggressive, solid"):
        AlphaBetaOptions(style="wild")
