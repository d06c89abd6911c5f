"""What holds of the searchers of all games: ends, seeds, budgets, threads, whole lines."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ai import searchers
from ai.contract.rules import State
from ai.search import nmcs_explorer
from ai.search.messages import Limit, SearchResult, StopReason
from ai.searchers import kinds_of, plain_searcher
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from tests.games import played_out, position
from tests.thinking import think

SEARCHERS = [
    (game, kind.name) for game in ("tictactoe", "hex", "samegame") for kind in kinds_of(game)
]
SPENDERS = [each for each in SEARCHERS if each[1] not in ("exact", "random")]
"""Those that search as long as they may."""
EXACT_SPENDERS = [each for each in SPENDERS if each[1] not in ("alphabeta", "flat", "threat")]
"""Those that end with the very simulation that is their last."""
UNCOUNTED = ("anneal", "best", "nmcs2")
"""Those whose simulations are no visits of a first move."""
BEFORE_THE_END = "a2 c1 b3 a1 a3 c3 c2"
FOR_ONE = [kind.name for kind in kinds_of("samegame")]


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A machine of four cores, or of as many as it is told."""

    def have(count: int) -> None:
        monkeypatch.setattr(searchers, "usable_cores", lambda: count)

    have(4)
    return have


def budget_of(name: str) -> int:
    """Return enough simulations for several rounds of a searcher's polls."""
    return 101 if name == "uct-nmcs" else 2_001  # each of its simulations is a search


def start(game: str) -> State:
    return position(game, seed=11)


def search(game: str, name: str, state: State, **how: int) -> SearchResult:
    return think(plain_searcher(name, game, **how), state, budget_of(name))


def check_line(state: SameGameState, result: SearchResult) -> None:
    """The best line is a whole game, with the score that is claimed."""
    info = result.info
    assert result.move == info.line[0]
    assert played_out(state, info.line).score == info.value
    assert info.upper_bound is None or info.value <= info.upper_bound


@pytest.mark.parametrize(("game", "name"), SEARCHERS)
def test_a_finished_game_has_no_move(game: str, name: str) -> None:
    state = start(game)
    while not state.is_terminal:
        state = state.play(state.legal_moves[0])
    result = search(game, name, state)
    assert result.move is None
    if game == "samegame":
        assert result.reason is StopReason.EXHAUSTED
        assert result.info.value == state.returns[0]


@pytest.mark.parametrize(("threads", "looks"), [(1, 0), (3, 4)])
@pytest.mark.parametrize(("game", "name"), SPENDERS)
def test_a_stop_at_any_moment_still_gives_an_answer(game, name, threads, looks):
    state, left = start(game), iter(range(looks))
    searcher = plain_searcher(name, game, threads=threads)
    result = searcher.search(state, Limit(), lambda: next(left, None) is None, lambda _: None)
    assert result.reason is StopReason.STOPPED or name == "threat", "it is soon done"
    assert result.move in state.legal_moves
    if game == "samegame":
        check_line(state, result)


@pytest.mark.parametrize(("game", "name"), EXACT_SPENDERS)
def test_time_ends_a_search(game: str, name: str) -> None:
    result = think(plain_searcher(name, game), start(game), seconds=0.02)
    assert result.reason is StopReason.TIME
    assert result.info.elapsed >= 0.02


@pytest.mark.parametrize(("game", "name"), SEARCHERS)
def test_equal_seeds_repeat_a_search(game: str, name: str) -> None:
    searches = [search(game, name, start(game), seed=seed) for seed in (5, 5, 6)]
    first, again, other = (replace(each, info=replace(each.info, elapsed=0.0)) for each in searches)
    assert first == again
    if (game, name) in EXACT_SPENDERS:
        assert first != other


@pytest.mark.parametrize("simulations", [1, 31])
@pytest.mark.parametrize(("game", "name"), [*SEARCHERS, ("tictactoe", "mcts:final=mean")])
def test_a_search_plays_the_move_that_it_tells_first(game, name, simulations):
    for seed in range(4):
        result = think(plain_searcher(name, game, seed=seed), start(game), simulations)
        assert result.move == result.info.candidates[0].move == result.info.line[0]


@pytest.mark.parametrize(("simulations", "threads"), [(1, 2), (3, 4), (9, 1)])
@pytest.mark.parametrize(("game", "name"), [each for each in SPENDERS if each[0] == "tictactoe"])
def test_a_search_ends_where_each_move_ends_the_game(game, name, simulations, threads, cores):
    state = position(game, BEFORE_THE_END)
    assert all(state.play(move).is_terminal for move in state.legal_moves)
    looks = iter(range(5_000))
    searcher = plain_searcher(name, game, threads=threads)
    limit = Limit(simulations=simulations)
    result = searcher.search(state, limit, lambda: next(looks, None) is None, lambda _: None)
    assert result.reason is not StopReason.STOPPED, "it would go on for ever"


def test_a_search_for_one_ends_where_each_move_ends_the_game(monkeypatch):
    monkeypatch.setattr(nmcs_explorer, "MOST_MOVES", 0)  # as where there are more than those
    state = new_game(SameGameParameters(4, 4, 2), 1)
    while any(not state.play(move).is_terminal for move in state.legal_moves):
        state = state.play(state.legal_moves[0])
    looks = iter(range(5_000))
    result = plain_searcher("nmcs", "samegame").search(
        state, Limit(simulations=99), lambda: next(looks, None) is None, lambda _: None
    )
    assert result.reason is StopReason.SIMULATIONS


def test_no_more_threads_search_than_may_compute(cores):
    cores(3)
    assert search("tictactoe", "flat", start("tictactoe"), threads=64).info.threads == 3


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("game", "name"), EXACT_SPENDERS)
def test_threads_share_a_budget_that_is_met_exactly(game, name, threads, cores) -> None:
    info = (result := search(game, name, start(game), threads=threads)).info
    assert result.reason is StopReason.SIMULATIONS
    assert (info.simulations, info.threads) == (budget_of(name), threads)
    assert name in UNCOUNTED or sum(each.visits for each in info.candidates) == info.simulations


@pytest.mark.parametrize("name", FOR_ONE)
def test_a_longer_search_for_one_is_never_worse(name: str) -> None:
    values = [
        think(plain_searcher(name, "samegame", seed=1), start("samegame"), budget).info.value
        for budget in (1, 500, 5_000, 20_000)
    ]
    assert values == sorted(values)
    assert values[0] < values[-1]


@pytest.mark.parametrize("name", FOR_ONE)
def test_a_followed_line_for_one_is_kept(name: str) -> None:
    state, searcher = start("samegame"), plain_searcher(name, "samegame")
    before = think(searcher, state, 5_000)
    searcher.advance((before.move,))
    after = think(searcher, state.play(before.move), 1)
    assert after.info.value >= before.info.value
    assert 0 < after.info.reused_visits <= after.info.reused_of


@pytest.mark.parametrize(
    "size", [(4, 4, 2), (4, 30, 5), (30, 4, 3, "none"), (20, 25, 9), (30, 30, 9)], ids=str
)
@pytest.mark.parametrize("name", FOR_ONE)
def test_any_board_of_samegame_gets_a_whole_line(name, size):
    state = new_game(SameGameParameters(*size), 3)
    check_line(state, think(plain_searcher(name, "samegame"), state, 300))
