"""Nested search for two players, and the Monte Carlo players it is measured with."""

import numpy as np
import pytest

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.engine.specialise import kernel_of, specialise
from ai.kernels.random import new_rng
from ai.kinds import SearcherOptions
from ai.search import minimax_algorithm
from ai.search.messages import Limit, StopReason
from ai.search.minimax_algorithm import MinimaxGuide
from ai.search.monte_carlo import FlatSearcher, RandomSearcher
from ai.search.nmcs_two_player import NestedSearch, NestedSearcher, new_workspace
from ai.search.nmcs_two_player_algorithm import STATES, Rule
from ai.search.options import FlatOptions, NestedOptions
from ai.searchers import make_searcher
from tests.thinking import think

PLAIN = Rule(discounting=False, cow=0, pod=0)
DISCOUNTED = Rule(discounting=True, cow=0, pod=0)

UNBOUNDED = Limit()
FORCED = "X O .\n. O .\n. X .\n"  # a1 threatens two lines at once
TWO_WINS = "X X .\nO O .\n. . .\n"  # c3 wins at once, other moves in three plies


def read(game: str, text: str = "") -> State:
    spec = game_spec(game)
    if text:
        return spec.state_from_text(text, spec.parameters())
    return spec.new_game(spec.parameters(), 0)


def opening(game: str, plies: int) -> State:
    """Return a position of a game played at random."""
    chooser = np.random.default_rng(plies)
    state = read(game)
    for _ in range(plies):
        state = state.play(int(chooser.choice(state.legal_moves)))
    return state


def choices(position: State, game: str, level: int, rule: Rule, runs: int) -> list[str]:
    search = NestedSearch(game, position.parameters, level, rule)
    moves = [search.choose(position, seed) for seed in range(runs)]
    return [position.move_to_string(move) for move in moves if move is not None]


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough"])
@pytest.mark.parametrize("level", [2, 3])
def test_pruning_on_depth_chooses_as_the_full_search_does(game: str, level: int) -> None:
    for plies in (2, 4):
        position = opening(game, plies)
        full = NestedSearch(game, position.parameters, level, DISCOUNTED)
        expected = [full.choose(position, seed) for seed in range(4)]
        states = full.work.counts[STATES]
        for highest in range(1, level + 1):
            pruned = NestedSearch(
                game, position.parameters, level, DISCOUNTED._replace(pod=highest)
            )
            assert [pruned.choose(position, seed) for seed in range(4)] == expected
            assert pruned.work.counts[STATES] < states
            states = pruned.work.counts[STATES]


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough"])
def test_cutting_on_wins_chooses_as_the_full_search_does_without_discounting(game: str) -> None:
    for plies in (2, 4):
        position = opening(game, plies)
        full = NestedSearch(game, position.parameters, 2, PLAIN)
        cut = NestedSearch(game, position.parameters, 2, PLAIN._replace(cow=2))
        for seed in range(20):
            assert cut.choose(position, seed) == full.choose(position, seed)
        assert cut.work.counts[STATES] < full.work.counts[STATES]


def test_a_forced_win_in_so_many_plies_is_found_at_that_level() -> None:
    assert set(choices(read("tictactoe", TWO_WINS), "tictactoe", 1, DISCOUNTED, 50)) == {"c3"}
    position = read("tictactoe", FORCED)
    assert set(choices(position, "tictactoe", 3, DISCOUNTED, 50)) == {"a1"}
    assert len(set(choices(position, "tictactoe", 3, PLAIN, 50))) > 1
    assert len(set(choices(position, "tictactoe", 2, DISCOUNTED, 50))) > 1


def test_discounting_prefers_the_shorter_win() -> None:
    """X is one step from the far row, and O too far from anything to stop it later, either."""
    position = read("breakthrough", ". . O . .\nX . . . .\n. . . . X\n. . . . .\n. . . . .\n")
    at_once = {"a4-a5", "a4-b5"}
    assert set(choices(position, "breakthrough", 3, DISCOUNTED, 40)) == at_once
    assert set(choices(position, "breakthrough", 3, PLAIN, 40)) > at_once


def test_a_search_is_repeated_by_its_seed_and_kept_to_its_limit() -> None:
    position = opening("tictactoe", 2)
    results = [
        think(NestedSearcher("tictactoe", NestedOptions(seed=5)), position, 3000) for _ in range(2)
    ]
    assert results[0].info.candidates == results[1].info.candidates
    assert results[0].info.simulations == 3000
    assert results[0].reason is StopReason.SIMULATIONS
    rounds = think(NestedSearcher("tictactoe", NestedOptions(rounds=4, level=1, seed=5)), position)
    assert rounds.reason is StopReason.EXHAUSTED
    assert [candidate.visits for candidate in rounds.info.candidates] == [4] * 7


@pytest.mark.parametrize("options", [{"level": 3}, {"level": 3, "pod": 3}, {"level": 3, "cow": 3}])
def test_a_limit_too_small_for_the_level_is_spent_on_all_moves_alike(
    options: dict[str, int],
) -> None:
    position = read("breakthrough")
    for playouts in (13, 100, 900):
        searcher = NestedSearcher("breakthrough", NestedOptions(seed=3, **options))
        found = think(searcher, position, playouts).info
        tries = [candidate.visits for candidate in found.candidates]
        assert found.simulations == playouts
        assert len(tries) == len(position.legal_moves)
        assert 1 <= min(tries) <= max(tries) <= min(tries) + 1
    # With time enough it is the level asked for that answers: X wins by a1 alone.
    forced = read("tictactoe", FORCED)
    deep = NestedSearcher("tictactoe", NestedOptions(seed=3, **{**options, "level": 3}))
    assert forced.move_to_string(think(deep, forced, 20_000).move) == "a1"


@pytest.mark.parametrize("spec", ["nmcs2:level=3", "flat", "uct-nmcs:pod=1", "mcts-mr", "rave"])
def test_every_player_but_the_random_one_takes_a_win(spec: str) -> None:
    position = read("tictactoe", TWO_WINS)
    result = think(make_searcher(spec, "tictactoe"), position, 4000)
    assert position.move_to_string(result.move) == "c3"
    assert result.info.value > 0.9


@pytest.mark.parametrize("spec", ["nmcs2", "flat", "flat:depth=2"])
def test_a_search_ends_where_each_move_ends_the_game(spec: str) -> None:
    """Then no playout is needed, and a limit in simulations alone is never reached."""
    position = read("tictactoe", "X . X\nO X O\n. O .\n")
    result = think(make_searcher(spec, "tictactoe"), position, 100, seconds=60)
    assert result.reason is StopReason.EXHAUSTED
    assert [candidate.value for candidate in result.info.candidates] == [1.0] * 3


def test_minimax_rollouts_commit_suicide_only_if_they_may() -> None:
    """Whoever reaches the far row of misere Breakthrough loses: X does by any move of a4."""
    spec = game_spec("misere-breakthrough")
    position = spec.state_from_text(
        ". . O . .\nX . . . .\n. . . . .\n. . . . .\n. . . . X\n", spec.parameters()
    )
    module = kernel_of(spec.name)
    tables = module.make_tables(position.parameters)
    state = np.zeros(module.state_length(tables), np.int64)
    module.load(tables, position.encode(), state)
    careful_move = specialise(minimax_algorithm, module).careful_move
    played = {}
    for suicide in (False, True):
        work = new_workspace(1, state.size, int(module.max_moves(tables)))
        guide = MinimaxGuide(work, np.int64(1), suicide)
        rng = new_rng(1)
        moves = [int(careful_move(tables, state, rng, guide)) for _ in range(50)]
        played[suicide] = {position.move_to_string(move) for move in moves}
    assert played[False] == {"e1-d2", "e1-e2"}
    assert played[True] == played[False] | {"a4-a5", "a4-b5"}


def test_flat_search_backs_up_by_minimax() -> None:
    """O threatens c2: only there does X not lose to the reply, which a fringe at 2 plies sees."""
    position = read("tictactoe", "X . .\nO O .\n. . X\n")
    result = think(FlatSearcher("tictactoe", FlatOptions(depth=2, probes=8, rounds=1)), position)
    assert position.move_to_string(result.move) == "c2"
    others = [c.value for c in result.info.candidates[1:]]
    assert others == [0.0] * 4
    assert result.info.simulations == 8 * (4 + 4 * 3)  # a reply that wins needs no probes


def test_random_moves_are_spread_over_the_board() -> None:
    searcher = RandomSearcher("tictactoe", SearcherOptions(seed=1))
    position = read("tictactoe")
    assert {think(searcher, position).move for _ in range(200)} == set(range(9))


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"level": 0}, "level"),
        ({"pod": 1, "discounting": False}, "pruning on depth"),
        ({"rounds": -1}, "rounds"),
        ({"threads": 0}, "threads"),
    ],
)
def test_bad_options_are_told(options: dict[str, object], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        NestedOptions(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spec", ["mcts:expand_at=1", "uct-nmcs:level=1,cow=1,discounting=false", "rave"]
)
def test_trees_play_games_with_more_plies_than_the_first_position_has_moves(spec: str) -> None:
    position = read("misere-breakthrough")
    searcher = make_searcher(spec, "misere-breakthrough", seed=2)
    played = None
    while not position.is_terminal:
        searcher.advance(played)
        result = think(searcher, position, 100)
        assert result.move in position.legal_moves
        played = (result.move,)
        position = position.play(result.move)
    assert position.move_count > 13
