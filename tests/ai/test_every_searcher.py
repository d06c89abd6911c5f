"""What holds of the searchers of all games: ends, seeds, budgets, threads, whole lines."""

import pytest

from ai.contract.games import game_spec
from ai.contract.rules import State
from ai.search.messages import SearchResult, StopReason
from ai.searchers import kinds_of, plain_searcher
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from tests.thinking import think

SEARCHERS = [
    (game, kind.name) for game in ("tictactoe", "hex", "samegame") for kind in kinds_of(game)
]
SPENDERS = [each for each in SEARCHERS if each[1] not in ("exact", "random")]
"""Those that search as long as they may."""
EXACT_SPENDERS = [each for each in SPENDERS if each[1] not in ("alphabeta", "flat", "threat")]
"""Those that end with the very simulation that is their last."""
FOR_ONE = [kind.name for kind in kinds_of("samegame")]
BUDGET = 2_001


def start(game: str) -> State:
    spec = game_spec(game)
    return spec.new_game(spec.parameters(), 11)


def search(
    game: str,
    name: str,
    state: State,
    simulations: int | None = BUDGET,
    stop: bool = False,
    **how: int,
) -> SearchResult:
    return think(plain_searcher(name, game, **how), state, simulations, stop=stop)


def check_line(state: SameGameState, result: SearchResult) -> None:
    """The best line is a whole game, with the score that is claimed."""
    assert result.move == result.info.line[0]
    for move in result.info.line:
        assert move in state.legal_moves
        state = state.play(move)
    assert state.is_terminal
    assert state.score == result.info.value
    assert result.info.upper_bound is None or state.score <= result.info.upper_bound


@pytest.mark.parametrize(("game", "name"), SEARCHERS)
def test_a_finished_game_has_no_move(game: str, name: str) -> None:
    state = start(game)
    while not state.is_terminal:
        state = state.play(state.legal_moves[0])
    result = search(game, name, state, None)
    assert result.move is None
    if game == "samegame":
        assert result.reason is StopReason.EXHAUSTED
        assert result.info.value == state.returns[0]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("game", "name"), SPENDERS)
def test_a_stop_at_once_still_gives_an_answer(game: str, name: str, threads: int) -> None:
    state = start(game)
    result = search(game, name, state, None, stop=True, threads=threads)
    assert result.reason is StopReason.STOPPED
    assert result.move in state.legal_moves
    if game == "samegame":
        check_line(state, result)


@pytest.mark.parametrize(("game", "name"), SEARCHERS)
def test_equal_seeds_repeat_a_search(game: str, name: str) -> None:
    first, again = (search(game, name, start(game), seed=5) for _ in range(2))
    assert first.move == again.move
    assert first.info.candidates == again.info.candidates
    assert first.info.line == again.info.line


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("game", "name"), EXACT_SPENDERS)
def test_threads_share_a_budget_that_is_met_exactly(game: str, name: str, threads: int) -> None:
    result = search(game, name, start(game), threads=threads)
    assert result.reason is StopReason.SIMULATIONS
    assert (result.info.simulations, result.info.threads) == (BUDGET, threads)


@pytest.mark.parametrize(("game", "name"), SEARCHERS)
def test_nobody_searches_with_no_thread(game: str, name: str) -> None:
    with pytest.raises(ValueError, match="threads must be a whole number from 1 to 256, not 0"):
        plain_searcher(name, game, threads=0)


@pytest.mark.parametrize(
    "parameters",
    [
        SameGameParameters(4, 4, 2),
        SameGameParameters(4, 30, 5),
        SameGameParameters(30, 4, 3, "none"),
        SameGameParameters(20, 25, 9),
        SameGameParameters(30, 30, 9),
    ],
    ids=str,
)
@pytest.mark.parametrize("name", FOR_ONE)
def test_any_board_of_samegame_gets_a_whole_line(name: str, parameters: SameGameParameters) -> None:
    state = new_game(parameters, 3)
    check_line(state, search("samegame", name, state, 300))
