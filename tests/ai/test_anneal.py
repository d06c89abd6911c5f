import random

import numpy as np
import pytest

from ai.search.messages import SearchInfo
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search.anneal import AnnealSearcher
from game.games.samegame.search.annealer import Annealer
from game.games.samegame.search.frame import upper_bound
from game.games.samegame.search.solution import carried_over, cells_after, tabu_colour
from tests.games import played_out
from tests.rules.naive import SameGameTiles
from tests.thinking import think

START = new_game(SameGameParameters(), 11)


def test_progress_only_gets_better():
    progress: list[SearchInfo] = []
    think(AnnealSearcher(), START, 150_000, told=progress)
    values = [info.value for info in progress]
    assert values
    assert values == sorted(values)
    for info in progress:
        assert played_out(START, info.line).score == info.value <= info.upper_bound


def test_after_another_move_the_solutions_are_replayed_on_the_new_board():
    searcher = AnnealSearcher()
    before = think(searcher, START, 20_000)
    other = next(move for move in START.legal_moves if move != before.move)
    searcher.advance((other,))
    after = START.play(other)
    info = think(searcher, after, 1).info
    assert info.reused_of > 0
    assert info.value > think(AnnealSearcher(), after, 1).info.value
    assert played_out(after, info.line).score == info.value <= info.upper_bound
    for unknown in ((224, 224, 224), None, (START.legal_moves[0],)):
        searcher.advance(unknown)
        assert think(searcher, START, 500).info.reused_of == 0


def test_a_list_of_cells_may_be_longer_than_a_game():
    state = new_game(SameGameParameters(4, 4, 3), 7)
    annealer = Annealer(state, 1, 0, np.zeros(1, np.uint8))
    assert annealer.solution(tuple(range(16)) * 2, 1).cells


@pytest.mark.parametrize("seed", range(5))
def test_tiles_are_followed_over_moves(seed):
    rng, moves = random.Random(seed), []
    start = new_game(SameGameParameters(6, 9, 3), seed)
    tiles = SameGameTiles(start)
    for _ in range(6):
        moves.append(rng.choice(tiles.state.legal_moves))
        tiles.play(tiles.at(moves[-1]))
    end, places = cells_after(start, moves)
    assert end == tiles.state
    assert {cell: place for cell, place in enumerate(places) if place >= 0} == tiles.places()
    present = tuple(tiles.places())
    assert carried_over(present, places) == tuple(tiles.places().values())


def test_the_tabu_colour_of_a_line_is_that_of_its_largest_group():
    position = SameGameState(SameGameParameters(4, 4, 3), ((0, 1, 1), (0, 1, 2), (2, 2, 2)))
    after = position.play(8)  # the three in column 2, which leave one alone
    assert tabu_colour(position, [8, *after.legal_moves[:1]]) == 3
    assert tabu_colour(position, [0]) == 1


def test_the_upper_bound_knows_single_tiles():
    usual, free = (SameGameParameters(4, 4, 3, leftover) for leftover in ("js-games", "none"))
    assert upper_bound(SameGameState(usual, ((0, 0), (0, 1), (2, 2)), points=10)) == 10 + 1 - 1
    assert upper_bound(SameGameState(free, ((0, 0), (0, 1), (2, 2)))) == 1
    assert upper_bound(SameGameState(usual, ((0, 0), (2, 2)))) == 1000
