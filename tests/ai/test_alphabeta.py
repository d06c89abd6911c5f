"""The alpha-beta searcher: what it must find, what it may claim, and how it ends."""

import random
import threading

import pytest

from ai.search.messages import Proof, StopReason
from ai.searchers import make_searcher
from game.games.hex_gomoku.game import AlphaBetaOptions
from game.games.hex_gomoku.rules import HexParameters
from game.games.hex_gomoku.search.alphabeta import AlphaBetaSearcher
from game.games.hex_gomoku.search.pairing import find_certificate
from tests.ai.hex_tactics import SMALL, assert_solved, random_state, tactics
from tests.ai.small_hex import SmallHex, true_proofs, value_of
from tests.games import position
from tests.thinking import think

# White threatens to win at f5 or f10; black can take one of them.
OPEN_FOUR = "a6 f6 k1 f7 a8 f8 k3 f9"
# The same with a black stone on f10.
CLOSED_FOUR = "f10 f6 a6 f7 k1 f8 a8 f9"


def searched(state, simulations, **options):
    return think(AlphaBetaSearcher(options=AlphaBetaOptions(**options)), state, simulations)


@pytest.mark.parametrize("tactic", tactics()[::2], ids=lambda tactic: tactic.name)
def test_finds_forced_wins_and_defences(tactic):
    result = searched(tactic.state, 100_000)
    assert_solved(tactic, result)
    if tactic.kind != "defence":
        assert result.info.distance <= 2 * tactic.win_in + 1


def test_blocks_the_only_cell_and_knows_that_all_else_loses():
    state = position("hex", CLOSED_FOUR)
    result = searched(state, 20_000)
    assert (state.move_to_string(result.move), result.reason) == ("f5", StopReason.ONLY_MOVE)
    losses = [c for c in result.info.candidates if c.proof is Proof.LOSS]
    assert len(losses) == len(state.legal_moves) - 1
    for loss in losses:
        assert loss.distance == 2
        assert state.play(loss.move).play(loss.line[1]).winning_colour == 2
    lost = searched(position("hex", OPEN_FOUR), 20_000)
    assert (lost.info.proof, lost.info.distance, lost.reason) == (Proof.LOSS, 2, StopReason.PROVEN)


@pytest.mark.parametrize(("threads", "positions"), [(1, 120), (2, 60), (4, 60)])
def test_no_proof_is_false_on_a_board_small_enough_for_minimax(threads, positions):
    truth, rng, proofs = SmallHex(3, 4), random.Random(3), 0
    searcher = AlphaBetaSearcher(options=AlphaBetaOptions(threads=threads))
    for _ in range(positions):
        state = random_state(rng, SMALL, rng.randint(10, 15))
        ranks = truth.ranks(state)
        result = think(searcher, state, simulations=3_000 * threads)
        assert value_of(ranks[result.move]) is value_of(max(ranks.values())), state.to_text()
        proofs += true_proofs(result.info, ranks, state.to_text()).total()
        assert all(c.proof is None or c.estimate is None for c in result.info.candidates)
    assert proofs > 1.5 * positions


def test_knows_a_draw_when_no_window_is_open():
    rng, proven = random.Random(5), 0
    for _ in range(60):
        state = random_state(rng, HexParameters(side=4), 32)
        info = searched(state, 500).info
        if info.proof is Proof.DRAW:
            proven += 1
            assert info.distance == len(state.legal_moves)
            while not state.is_terminal:
                state = state.play(rng.choice(state.legal_moves))
            assert state.winning_colour is None
    assert proven > 10


def test_top_moves_have_values_and_legal_lines_of_their_own():
    info = searched(position("hex", "f6 e7 g5 d7"), 60_000, top=4).info
    assert len(info.candidates) > 10
    values = [candidate.value for candidate in info.candidates]
    assert values == sorted(values, reverse=True)
    for candidate in info.candidates[:4]:
        assert len(candidate.line) > 1
        assert candidate.line[0] == candidate.move
        assert position("hex", ("f6", "e7", "g5", "d7", *candidate.line))


@pytest.mark.parametrize("style", ["aggressive", "solid"])
def test_a_style_gives_up_little_and_reports_balanced_values(style):
    result = searched(position("hex", "f6 e7 g5 d7 h4"), 40_000, style=style)
    values = {candidate.move: candidate.value for candidate in result.info.candidates}
    assert result.move == result.info.candidates[0].move
    assert values[result.move] >= max(values.values()) - 0.05


def test_the_solid_style_comes_to_a_certificate():
    state = position("hex", "f6 e7 g5 d8")
    searcher = AlphaBetaSearcher(options=AlphaBetaOptions(style="solid"))
    while not state.is_terminal and state.stones < 26:
        state = state.play(think(searcher, state, simulations=20_000).move)
    assert any(find_certificate(state, colour) for colour in (1, 2))


def test_helpers_stop_when_the_search_ends_and_share_its_budget():
    before = threading.active_count()
    info = searched(position("hex", "f6 e7 g5"), 60_000, threads=3, style="solid").info
    assert threading.active_count() == before
    assert info.threads == 3
    assert 20_000 < info.simulations < 63_000  # each thread ends a little past its share


def test_takes_over_a_strong_first_stone_but_not_a_weak_one():
    rules = HexParameters(opening="swap")
    for name, takes in (("f6", True), ("a6", False)):
        state = position("hex", name, rules)
        assert (searched(state, 20_000).move == state.swap_move) == takes
    for style in ("balanced", "aggressive", "solid"):
        first = searched(position("hex", (), rules), 20_000, style=style)
        assert abs(first.info.value - 0.5) < 0.02
        assert first.move != position("hex", "f6", rules).last_move


# Openings that the seed draws, and the table of levels.


@pytest.mark.parametrize("spec", ["mcts:variety=true", "alphabeta:variety=true"])
def test_the_seed_draws_the_first_stones(spec):
    def first_two(seed):
        state = position("hex")
        for _ in range(2):
            searcher = make_searcher(spec, "hex", seed=seed)
            state = state.play(think(searcher, state, simulations=200).move)
        return state.cells

    assert first_two(4) == first_two(4)
    assert len({first_two(seed) for seed in range(6)}) > 3


def test_later_moves_are_the_searcher_s_own_and_one_that_may_be_taken_over_is_even():
    state = position("hex", (45, 46, 35))
    plain, varied = (
        think(make_searcher(spec, "hex", seed=3), state, simulations=300).move
        for spec in ("mcts", "mcts:variety=true")
    )
    assert plain == varied
    start = position("hex", (), HexParameters(opening="swap"))
    result = think(make_searcher("mcts:variety=true", "hex", seed=2), start, simulations=2000)
    values = {each.move: each.value for each in result.info.candidates}
    assert abs(values[result.move] - result.info.candidates[0].value) <= 0.02
