"""What games begin with, and who has which colour."""

from collections import Counter
from dataclasses import asdict

import pytest

from ai.contract.games import game_spec
from ai.match.events import MatchPlan, Side
from ai.match.play import first_side, opening_of, seeds_of, start_of
from ai.search.messages import Limit
from tests.games import GAMES

SIDE = Side("mcts", "mcts", Limit(simulations=1))
TWO_PLAYER = [spec.name for spec in GAMES if spec.players == 2]


def plan(game: str, plies: int = 2, seed: int = 1) -> MatchPlan:
    parameters = asdict(game_spec(game).parameters())
    return MatchPlan(game, parameters, (SIDE, SIDE), games=40, seed=seed, opening_plies=plies)


@pytest.mark.parametrize("game", TWO_PLAYER)
def test_each_opening_is_played_with_both_colours_and_leaves_the_game_open(game: str) -> None:
    match = plan(game)
    seen = Counter((opening_of(match, i), first_side(match, i)) for i in range(40))
    assert seen == {(opening, side): 1 for opening in range(20) for side in (0, 1)}
    assert len({seed for i in range(40) for seed in seeds_of(match, i)}) == 80, "one a searcher"
    starts = [start_of(match, opening) for opening in range(20)]
    assert starts == [start_of(plan(game), opening) for opening in range(20)]
    assert len({start.moves for start in starts}) > 10
    assert starts != [start_of(plan(game, seed=2), opening) for opening in range(20)]
    assert {(len(start.moves), start.state.move_count) for start in starts} == {(2, 2)}
    for start in (start_of(plan(game, plies=4), opening) for opening in range(20)):
        mover = start.state.current_player
        ends = [start.state.play(move) for move in start.state.legal_moves]
        assert not any(end.returns[mover] > 0 for end in ends)


def test_an_opening_of_no_moves_is_the_first_position_and_one_of_hex_never_swaps() -> None:
    start = start_of(plan("hex", plies=0), 3)
    assert start.moves == ()
    assert start.state.move_count == 0
    swap = MatchPlan("hex", {"side": 5, "opening": "swap"}, (SIDE, SIDE), 2, opening_plies=3)
    for opening in range(10):
        assert "swap" not in start_of(swap, opening).moves


def test_solvers_get_one_board_a_game() -> None:
    match = plan("samegame")
    assert [opening_of(match, i) for i in range(3)] == [0, 1, 2]
    boards = [start_of(match, i).state for i in range(3)]
    assert len(set(boards)) == 3
