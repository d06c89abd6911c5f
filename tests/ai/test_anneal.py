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
from tests.thinking import think

START = new_game(SameGameParameters(), 11)


def check_line(position: SameGameState, info: SearchInfo) -> None:
    assert played_out(position, info.line).score == info.value <= info.upper_bound


def test_progress_only_gets_better() -> None:
    progress: list[SearchInfo] = []
    think(AnnealSearcher(), START, 150_000, told=progress)
    values = [info.value for info in progress]
    assert values
    assert values == sorted(values)
    for info in progress:
        check_line(START, info)


def test_after_another_move_the_solutions_are_replayed_on_the_new_board() -> None:
    searcher = AnnealSearcher()
    before = think(searcher, START, 20_000)
    other = next(move for move in START.legal_moves if move != before.move)
    searcher.advance((other,))
    after = START.play(other)
    result = think(searcher, after, 1)
    fresh = think(AnnealSearcher(), after, 1)
    assert result.info.reused_of > 0
    assert result.info.value > fresh.info.value
    check_line(after, result.info)


def test_a_list_of_cells_may_be_longer_than_a_game() -> None:
    state = new_game(SameGameParameters(4, 4, 3), 7)
    annealer = Annealer(state, 1, 0, np.zeros(1, np.uint8))
    cells = tuple(range(16)) * 2
    assert annealer.solution(cells, 1).cells


def test_moves_it_does_not_know_make_it_start_afresh() -> None:
    searcher = AnnealSearcher()
    think(searcher, START, 500)
    searcher.advance((224, 224, 224))
    assert think(searcher, START, 500).info.reused_of == 0
    searcher.advance(None)
    assert think(searcher, START, 500).info.reused_of == 0
    searcher.advance((START.legal_moves[0],))
    assert think(searcher, START, 500).info.reused_of == 0


@pytest.mark.parametrize("seed", range(5))
def test_tiles_are_followed_over_moves(seed) -> None:
    rng = random.Random(seed)
    position = new_game(SameGameParameters(6, 9, 3), seed)
    moves = []
    after = position
    for _ in range(6):
        moves.append(rng.choice(after.legal_moves))
        after = after.play(moves[-1])
    end, places = cells_after(position, moves)
    assert end == after
    rows = position.parameters.rows
    present = [cell for cell, place in enumerate(places) if place >= 0]
    assert len(present) == after.tiles_left
    assert len({places[cell] for cell in present}) == len(present)
    for cell in present:
        colour = position.colour_at(*divmod(cell, rows))
        assert colour == after.colour_at(*divmod(places[cell], rows))
    assert carried_over(tuple(present), places) == tuple(places[cell] for cell in present)


def test_the_tabu_colour_of_a_line_is_that_of_its_largest_group() -> None:
    position = SameGameState(SameGameParameters(4, 4, 3), ((0, 1, 1), (0, 1, 2), (2, 2, 2)))
    after = position.play(8)  # the three in column 2, which leave one alone
    assert tabu_colour(position, [8, *after.legal_moves[:1]]) == 3
    assert tabu_colour(position, [0]) == 1


def test_the_upper_bound_knows_single_tiles() -> None:
    parameters = SameGameParameters(4, 4, 3)
    position = SameGameState(parameters, ((0, 0), (0, 1), (2, 2)), points=10)
    assert upper_bound(position) == 10 + 1 + 0 - 1
    free = SameGameState(SameGameParameters(4, 4, 3, "none"), ((0, 0), (0, 1), (2, 2)))
    assert upper_bound(free) == 1
    assert upper_bound(SameGameState(parameters, ((0, 0), (2, 2)))) == 1000
