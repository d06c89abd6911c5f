import random

import numpy as np
import pytest

from ai.kernels.random import new_rng
from ai.search.messages import SearchInfo
from game.games.samegame.kernels import sequence as kernel
from game.games.samegame.kernels.columns import (
    copy_board,
    final_points,
    has_usual_size,
    of_usual_size,
    tiles_of,
)
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search.anneal import AnnealSearcher
from game.games.samegame.search.annealer import Annealer
from game.games.samegame.search.frame import reusable_after, upper_bound
from game.games.samegame.search.pool import Solution, tabu_colour
from tests.games import played_out
from tests.rules.naive import SameGameTiles
from tests.thinking import think

BOARDS = [
    *(SameGameParameters(4, 4, 2), SameGameParameters(15, 15, 5)),
    *(SameGameParameters(7, 11, 3, "none"), SameGameParameters(30, 30, 9)),
    SameGameParameters(9, 30, 6, "none"),
]
by_board = pytest.mark.parametrize("parameters", BOARDS, ids=str)
NEVER, NOTHING = np.zeros(1, np.uint8), np.zeros(0, np.int32)


def make(position: SameGameState, seed: int = 1):
    layout, chain = kernel.make_chain(position.encode(), new_rng(seed))
    chain.numbers[kernel.BEST_RANK] = chain.numbers[kernel.NEAR_OBJECTIVE] = -1 << 40
    return layout, chain


def written(layout, chain, cells):
    capacity = len(chain.best)
    played = np.zeros(capacity, np.int32)
    line = np.zeros(capacity, np.int64)
    known = np.array(cells, np.int32)
    length, score, tiles = kernel.write_line(layout, chain, known, len(known), played, line)
    return played[:length].tolist(), line[:length].tolist(), score, tiles


def rows(moves):
    """What is known of each move, as a table."""
    return moves.reshape(-1, kernel.FIELDS)


def board_at(layout, chain, ply):
    """The columns that are left, from left to right; all columns' bits; the counts of tiles."""
    start = rows(chain.moves)[ply, kernel.BOARD]
    records = (layout.columns + 1) * layout.record
    board = chain.memory[start : start + layout.words]
    columns = board[:records].reshape(layout.columns + 1, layout.record)
    linked = [int(columns[layout.columns, -1])]
    while linked[-1] != layout.columns:
        linked.append(int(columns[linked[-1], -1]))
    back = [int(columns[layout.columns, -2])]
    while back[-1] != layout.columns:
        back.append(int(columns[back[-1], -2]))
    assert linked[:-1] == back[:-1][::-1] == np.flatnonzero(columns[:-1, 0]).tolist()
    return linked, columns[:, :-2], board[records:]


def ending(layout, chain, least: int):
    """What playing out the solution's last board gives, and where the board is then."""
    board = np.int64((layout.boards - 1) * layout.words)
    last = rows(chain.moves)[chain.numbers[kernel.LENGTH], kernel.BOARD]
    copy_board(layout, chain.memory, last, board)
    return kernel.play_out(layout, chain, board, least), board


def middle_position(parameters: SameGameParameters, seed: int) -> SameGameState:
    """A position after some moves, with points made."""
    position, rng = new_game(parameters, seed), random.Random(seed)
    for _ in range(rng.randrange(5)):
        if len(position.legal_moves) > 1:
            position = position.play(rng.choice(position.legal_moves))
    return position


@by_board
@pytest.mark.parametrize("seed", range(3))
def test_any_list_of_cells_becomes_a_game_that_the_rules_score_alike(parameters, seed) -> None:
    position = middle_position(parameters, seed)
    layout, chain = make(position)
    rng = random.Random(seed)
    present = [cell for cell, colour in enumerate(position.encode()[5:]) if colour]
    cells = rng.choices(present, k=len(chain.best) - 1)
    chain.numbers[kernel.TABU] = 1 + seed % parameters.colours
    played, line, score, tiles = written(layout, chain, cells)
    end = played_out(position, line)
    assert (end.score, end.tiles_left) == (score, tiles)
    assert written(layout, chain, played) == (played, line, score, tiles)


@by_board
def test_thousands_of_steps_keep_score_and_boards_equal_to_a_full_replay(parameters) -> None:
    position = middle_position(parameters, 7)
    layout, chain = make(position)
    kernel.start(layout, chain, NOTHING, 2)
    for _ in range(4):
        kernel.anneal(layout, chain, NEVER, 1000, 60.0, 20.0)
        numbers = chain.numbers
        length = int(numbers[kernel.LENGTH])
        _, fresh = make(position)
        kernel.start(layout, fresh, rows(chain.moves)[:length, kernel.CELL].astype(np.int32), 2)
        for number in (kernel.LENGTH, kernel.OBJECTIVE, kernel.RANK):
            assert fresh.numbers[number] == numbers[number]
        known = [kernel.COLOUR, kernel.SIZE, kernel.POINTS, kernel.TOUCHED, kernel.REACH]
        assert np.array_equal(rows(fresh.moves)[:length, known], rows(chain.moves)[:length, known])
        assert rows(fresh.moves)[length, kernel.POINTS] == rows(chain.moves)[length, kernel.POINTS]
        for ply in range(length + 1):
            here = board_at(layout, chain, ply)
            there = board_at(layout, fresh, ply)
            assert all(np.array_equal(mine, other) for mine, other in zip(here, there, strict=True))
        in_use = rows(chain.moves)[: length + 1, kernel.BOARD].tolist()
        boards = [*in_use, *chain.free[: numbers[kernel.FREE]].tolist()]
        assert len(set(boards)) == len(boards) == layout.boards - 1


@by_board
def test_an_ending_is_cut_short_only_where_it_would_be_too_poor(parameters) -> None:
    cut = 0
    for seed in range(30):
        layout, chain = make(middle_position(parameters, seed), seed)
        kernel.start(layout, chain, NOTHING, 1)
        points, board = ending(layout, chain, kernel.REJECTED)
        left = tiles_of(layout, chain.memory, board, 0)
        gain = points + max(1000 - kernel.TILE_PENALTY * left, 0)
        if left > 0:
            gain += final_points(layout, chain.memory, board)
        assert ending(layout, chain, gain)[0] == points
        cut += ending(layout, chain, gain + 1_000_000)[0] == kernel.REJECTED
    assert cut > 0


def test_what_is_expected_of_a_colour_is_what_the_solution_makes_of_it() -> None:
    position = new_game(SameGameParameters(9, 9, 3), 3)
    layout, chain = make(position)
    kernel.start(layout, chain, NOTHING, 1)
    kernel.anneal(layout, chain, NEVER, 20_000, 40.0, 10.0)
    cells = rows(chain.moves)[: chain.numbers[kernel.LENGTH], kernel.CELL].astype(np.int32)
    kernel.start(layout, chain, cells, 1)
    counts = [board_at(layout, chain, ply)[2] for ply in range(len(cells) + 1)]
    for colour in (1, 2, 3):
        left = counts[-1][colour]
        points = max(left - 2, 0) ** 2 if left > 1 else 0
        assert chain.expected[colour, left] == points
        for ply in range(len(cells) - 1, -1, -1):
            size = counts[ply][colour] - counts[ply + 1][colour]
            if size:
                for part in range(2, size + 1):
                    number = counts[ply + 1][colour] + part
                    assert chain.expected[colour, number] == points + (part - 2) ** 2
                points += (size - 2) ** 2


def test_the_best_solution_is_what_its_score_says() -> None:
    position = new_game(SameGameParameters(), 3)
    layout, chain = make(position)
    kernel.start(layout, chain, NOTHING, 1)
    first = int(chain.numbers[kernel.BEST_RANK])
    kernel.anneal(layout, chain, NEVER, 20_000, 40.0, 10.0)
    best = chain.best[: chain.numbers[kernel.BEST_LENGTH]].tolist()
    _, line, score, _ = written(layout, chain, best)
    end = played_out(position, line)
    assert end.score == score
    assert 2 * score + end.cleared == chain.numbers[kernel.BEST_RANK]
    assert 2 * score > first


def test_fixed_cells_stay_in_front() -> None:
    position = new_game(SameGameParameters(), 5)
    layout, chain = make(position)
    move = position.legal_moves[4]
    chain.numbers[kernel.FIXED] = 1
    kernel.start(layout, chain, np.array([move], np.int32), 1)
    kernel.anneal(layout, chain, NEVER, 5000, 40.0, 10.0)
    assert rows(chain.moves)[0, kernel.CELL] == chain.best[0] == move
    best = chain.best[: chain.numbers[kernel.BEST_LENGTH]].tolist()
    assert written(layout, chain, best)[1][0] == move


@by_board
def test_only_a_layout_of_the_usual_size_is_taken_for_one(parameters) -> None:
    layout, _ = make(new_game(parameters, 1))
    assert has_usual_size(layout) == (parameters == SameGameParameters())
    assert (of_usual_size(layout) == layout) == has_usual_size(layout)


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
    every_tile = Solution(score=0, tiles=0, moves=(), cells=tuple(tiles.places()), tabu=2)
    for _ in range(6):
        moves.append(rng.choice(tiles.state.legal_moves))
        tiles.play(tiles.at(moves[-1]))
    kept = reusable_after(start, [every_tile], tuple(moves))
    assert kept.position == tiles.state
    assert kept.solutions == ((tuple(tiles.places().values()), 2),)


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
