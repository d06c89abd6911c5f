"""What is played follows from the seed and a number of simulations, however fast the machine is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from ai.contract.rules import Parameters, State
from ai.search import limits, threads, tree_search
from ai.search.messages import Limit, SearchInfo, SearchResult
from ai.searchers import kinds_of, make_player
from game.games.hex_gomoku.rules import HexParameters
from game.games.lattice.square_board import BoardParameters
from game.games.samegame.rules import SameGameParameters
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import position

BOARDS: dict[str, Parameters] = {
    "samegame": SameGameParameters(6, 6, 3),
    "tictactoe": TicTacToeParameters(4, 4, 4),
    "hex": HexParameters(side=4, in_a_row=4),
    "breakthrough": BoardParameters(5, 5),
}
SEARCHERS = [
    (game, kind.name) for game in BOARDS for kind in kinds_of(game) if kind.most_cells is None
]
SIMULATIONS = (1, 30, 1_500)
SLOW = 60.0
"""Seconds that pass on a slow machine whenever somebody asks for the time."""


class Clock:
    """Tells a time that passes by being asked for."""

    def __init__(self, step: float) -> None:
        self._now, self._step = 0.0, step

    def perf_counter(self) -> float:
        self._now += self._step
        return self._now


@contextmanager
def machine(step: float) -> Iterator[None]:
    """Run on a machine on which so many seconds pass between two looks at the clock."""
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock(step)
        patch.setattr(limits, "time", clock)
        patch.setattr(tree_search, "time", clock)
        if step:
            patch.setattr(threads, "POLL_SECONDS", 0.0)  # it looks and reports all the time
        yield


def played(game: str, name: str, state: State, simulations: int) -> list[SearchResult]:
    """Return what a searcher says on its way through a game, in which it goes on from its trees."""
    searcher, results = make_player(name, game, seed=7), list[SearchResult]()
    limit, told = Limit(simulations=simulations), list[SearchInfo]()
    while not state.is_terminal:
        result = searcher.search(state, limit, lambda: False, told.append)
        info = replace(result.info, elapsed=0.0)
        results.append(replace(result, info=info))
        searcher.advance((result.move,))
        state = state.play(result.move)
    return results


@pytest.mark.thorough
@pytest.mark.parametrize("simulations", SIMULATIONS)
@pytest.mark.parametrize(("game", "name"), SEARCHERS)
def test_a_search_of_so_many_simulations_says_the_same_on_every_machine(game, name, simulations):
    start, few = position(game, (), BOARDS[game], seed=3), simulations
    if name in ("uct-nmcs", "nmcs2", "mcts-mr"):
        few = min(simulations, 200)  # each is a search, or takes as long as one
    with machine(0.0):
        fast = played(game, name, start, few)
    with machine(SLOW):
        slow = played(game, name, start, few)
    assert [each.move for each in slow] == [each.move for each in fast]
    assert slow == fast


def test_what_tree_and_threats_prove_together_ends_no_search_sooner_on_a_slow_machine():
    start = position("tictactoe", "f6 d3", TicTacToeParameters(6, 6, 4))
    with machine(0.0):
        fast = played("tictactoe", "mcts", start, 12_000)
    with machine(SLOW):
        assert played("tictactoe", "mcts", start, 12_000) == fast
