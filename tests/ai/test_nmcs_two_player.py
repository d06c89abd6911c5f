"""Nested search for two players, and the Monte Carlo players it is measured with."""

from collections.abc import Iterator

import numpy as np
import pytest

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.search import minimax_algorithm
from ai.search.messages import StopReason
from ai.search.minimax_algorithm import MinimaxGuide
from ai.search.monte_carlo import FlatSearcher
from ai.search.nmcs_two_player import NestedSearch, NestedSearcher, new_workspace
from ai.search.nmcs_two_player_algorithm import STATES, Rule
from ai.search.options import FlatOptions, NestedOptions
from ai.searchers import make_searcher
from game.games.breakthrough.rules import SPEC
from game.games.lattice.square_board import BoardParameters
from tests.games import after, position
from tests.thinking import think

PLAIN = Rule(discounting=False, cow=0, pod=0)
DISCOUNTED = Rule(discounting=True, cow=0, pod=0)
FORCED = "X O .\n. O .\n. X .\n"  # a1 threatens two lines at once
TWO_WINS = "X X .\nO O .\n. . .\n"  # c3 wins at once, other moves in three plies


def read(text: str, game: str = "tictactoe") -> State:
    spec = game_spec(game)
    return spec.state_from_text(text, spec.parameters())


def openings(game: str) -> Iterator[State]:
    """Yield positions of games played at random."""
    for plies in (2, 4):
        chooser, state = np.random.default_rng(plies), position(game)
        for _ in range(plies):
            state = state.play(int(chooser.choice(state.legal_moves)))
        yield state


def chosen(state: State, level: int, rule: Rule, game: str = "tictactoe") -> set[str]:
    search = NestedSearch(game, state.parameters, level, rule)
    return {state.move_to_string(search.choose(state, seed)) for seed in range(50)}


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough"])
@pytest.mark.parametrize("level", [2, 3])
def test_pruning_on_depth_chooses_as_the_full_search_does(game, level):
    for state in openings(game):
        full = NestedSearch(game, state.parameters, level, DISCOUNTED)
        expected = [full.choose(state, seed) for seed in range(4)]
        states = full.work.counts[STATES]
        for highest in range(1, level + 1):
            rule = DISCOUNTED._replace(pod=highest)
            pruned = NestedSearch(game, state.parameters, level, rule)
            assert [pruned.choose(state, seed) for seed in range(4)] == expected
            assert pruned.work.counts[STATES] < states
            states = pruned.work.counts[STATES]


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough"])
def test_cutting_on_wins_chooses_as_the_full_search_does_without_discounting(game):
    for state in openings(game):
        full = NestedSearch(game, state.parameters, 2, PLAIN)
        cut = NestedSearch(game, state.parameters, 2, PLAIN._replace(cow=2))
        for seed in range(20):
            assert cut.choose(state, seed) == full.choose(state, seed)
        assert cut.work.counts[STATES] < full.work.counts[STATES]


def test_a_forced_win_in_so_many_plies_is_found_at_that_level():
    assert chosen(read(TWO_WINS), 1, DISCOUNTED) == {"c3"}
    assert chosen(read(FORCED), 3, DISCOUNTED) == {"a1"}
    assert len(chosen(read(FORCED), 3, PLAIN)) > 1
    assert len(chosen(read(FORCED), 2, DISCOUNTED)) > 1


def test_discounting_prefers_the_shorter_win():
    """X is one step from the far row, and O too far from anything to stop it later, either."""
    state = read(". . O . .\nX . . . .\n. . . . X\n. . . . .\n. . . . .\n", "breakthrough")
    at_once = {"a4-a5", "a4-b5"}
    assert chosen(state, 3, DISCOUNTED, "breakthrough") == at_once
    assert chosen(state, 3, PLAIN, "breakthrough") > at_once


def test_so_many_rounds_are_made_and_no_more():
    (state, _) = openings("tictactoe")
    rounds = think(NestedSearcher("tictactoe", NestedOptions(rounds=4, level=1, seed=5)), state)
    assert rounds.reason is StopReason.EXHAUSTED
    assert [candidate.visits for candidate in rounds.info.candidates] == [4] * 7


@pytest.mark.parametrize("options", [{}, {"pod": 3}, {"cow": 3}])
def test_a_limit_too_small_for_the_level_is_spent_on_all_moves_alike(options):
    start = position("breakthrough")
    options = NestedOptions(seed=3, level=3, **options)
    for playouts in (13, 100, 900):
        found = think(NestedSearcher("breakthrough", options), start, playouts).info
        tries = [candidate.visits for candidate in found.candidates]
        assert found.simulations == playouts
        assert len(tries) == len(start.legal_moves)
        assert 1 <= min(tries) <= max(tries) <= min(tries) + 1
    # With time enough it is the level asked for that answers: X wins by a1 alone.
    forced, deep = read(FORCED), NestedSearcher("tictactoe", options)
    assert forced.move_to_string(think(deep, forced, 20_000).move) == "a1"


@pytest.mark.parametrize("spec", ["nmcs2:level=3", "flat", "uct-nmcs:pod=1", "mcts-mr", "rave"])
def test_every_player_but_the_random_one_takes_a_win(spec):
    result = think(make_searcher(spec, "tictactoe"), read(TWO_WINS), 4000)
    assert read(TWO_WINS).move_to_string(result.move) == "c3"
    assert result.info.value > 0.9


def test_minimax_rollouts_commit_suicide_only_if_they_may():
    """Whoever reaches the far row of misere Breakthrough loses: X does by any move of a4."""
    state = SPEC.state_from_text(
        ". . O . .\nX . . . .\n. . . . .\n. . . . .\n. . . . X\n", BoardParameters(misere=True)
    )
    module = kernel_of("breakthrough")
    tables = module.make_tables(state.parameters)
    loaded = np.zeros(module.state_length(tables), np.int64)
    module.load(tables, state.encode(), loaded)
    careful_move = specialise(minimax_algorithm, module).careful_move
    played = {}
    for suicide in (False, True):
        work = new_workspace(1, loaded.size, int(module.max_moves(tables)))
        guide, rng = MinimaxGuide(work, np.int64(1), suicide), new_rng(1)
        moves = [int(careful_move(tables, loaded, rng, guide)) for _ in range(50)]
        played[suicide] = {state.move_to_string(move) for move in moves}
    assert played[False] == {"e1-d2", "e1-e2"}
    assert played[True] == played[False] | {"a4-a5", "a4-b5"}


def test_flat_search_backs_up_by_minimax():
    """O threatens c2: only there does X not lose to the reply, which a fringe at 2 plies sees."""
    state = read("X . .\nO O .\n. . X\n")
    result = think(FlatSearcher("tictactoe", FlatOptions(depth=2, probes=8, rounds=1)), state)
    assert state.move_to_string(result.move) == "c2"
    assert [c.value for c in result.info.candidates[1:]] == [0.0] * 4
    assert result.info.simulations == 8 * (4 + 4 * 3)  # a reply that wins needs no probes


def test_random_moves_are_spread_over_the_board():
    searcher, start = make_searcher("random", "tictactoe", seed=1), position("tictactoe")
    assert {think(searcher, start).move for _ in range(200)} == set(range(9))


@pytest.mark.parametrize(
    "spec", ["mcts:expand_at=1", "uct-nmcs:level=1,cow=1,discounting=false", "rave"]
)
def test_trees_play_games_with_more_plies_than_the_first_position_has_moves(spec):
    state, played = SPEC.new_game(BoardParameters(misere=True), 0), None
    searcher = make_searcher(spec, "breakthrough", seed=2)
    while not state.is_terminal:
        searcher.advance(played)
        played = (think(searcher, state, 100).move,)
        state = after(state, played)
    assert state.move_count > 13
