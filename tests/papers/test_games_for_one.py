"""The kernels of the one-player problems, and nested search on them."""

import random
from typing import Any

import numpy as np
import pytest

from ai.contract.games import game_spec, read_game
from ai.contract.rules import PositionError
from ai.engine.specialise import kernel_of
from ai.kernels.random import new_rng
from ai.searchers import make_searcher
from tests.ai.test_two_player_kernels import GAMES_FOR_ONE
from tests.games import after, played_out, position
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.rules import naive
from tests.thinking import think

pytestmark = pytest.mark.usefixtures("papers")

LARGEST_SUDOKU = 16


@pytest.mark.parametrize("game", GAMES_FOR_ONE)
def test_playouts_and_grafts_are_games(game):
    spec, parameters = read_game(game)
    module, start = kernel_of(spec.name), spec.new_game(parameters, 4)
    tables = module.make_tables(parameters)
    root = np.zeros(module.state_length(tables), np.int64)
    module.load(tables, start.encode(), root)
    line = np.zeros(module.max_plies(tables), np.int64)
    score, end = module.record_playout(tables, root.copy(), new_rng(1), 0, line, 0)
    assert module.playout(tables, root.copy(), new_rng(1)) == score
    assert played_out(start, line[:end].tolist()).returns == (score,)
    out = np.zeros(line.size + 1, np.int64)
    for move in start.legal_moves:
        count = module.graft(tables, root, move, line, end, out)
        assert out[0] == move
        after(start, out[:count].tolist())  # each of them legal


def sudoku(*facts: int, seed: int = 0) -> Any:
    return position("sudoku", (), game_spec("sudoku").parameters(*facts), seed)


@pytest.mark.parametrize("box", [3, 4])
def test_a_sudoku_can_be_filled_and_nested_search_fills_it(box):
    cells = box**4
    start = sudoku(box, 50, seed=2)
    assert start.cells.count(0) == cells // 2
    result = think(make_searcher("nmcs:level=1", "sudoku", seed=1), start, 3000)
    assert result.info.value == cells
    state = after(start, result.info.line)
    for cell, value in enumerate(state.cells):
        assert value > 0
        assert value not in {state.cells[other] for other in naive.sudoku_peers(box, cell)}


@pytest.mark.parametrize("box", [3, 4])
def test_a_sudoku_goes_on_in_the_first_cell_with_the_fewest_values(box):
    chooser = random.Random(box)
    state = sudoku(box, seed=box)
    while True:
        free = [cell for cell, held in enumerate(state.cells) if not held]
        values = {cell: naive.sudoku_values(box, state.cells, cell) for cell in free}
        cell = min(free, key=lambda each: len(values[each]), default=None)
        expected = [] if cell is None else [LARGEST_SUDOKU * cell + v - 1 for v in values[cell]]
        assert list(state.legal_moves) == expected
        if not expected:
            return
        state = state.play(chooser.choice(expected))


def test_a_sudoku_with_a_value_twice_is_refused_at_the_second():
    rows = [". " * 9] * 8 + ["1 . . . . . . . 1"]
    with pytest.raises(PositionError, match=r"^line 9, column 17: 1 stands in its row, column"):
        game_spec("sudoku").state_from_text("\n".join(rows), sudoku(3).parameters)


@pytest.mark.parametrize("depth", [1, 9, 62])
def test_the_left_move_problem_counts_lefts_and_nested_search_solves_it(depth):
    chooser, moves = random.Random(depth), []
    start = state = position("left-move", (), game_spec("left-move").parameters(depth, -3))
    while len(moves) < depth:
        assert state.legal_moves == (0, 1)
        moves.append(chooser.choice((0, 1)))
        state = state.play(moves[-1])
        assert state.returns == (moves.count(0) - 3.0,)
    assert state.is_terminal
    names = " ".join(("left", "right")[move] for move in moves)
    assert state.to_text() == f"path {names}\n"
    info = think(make_searcher("nmcs:level=2", "left-move", seed=3), start, 5000).info
    assert depth > 9 or info.line == (0,) * depth
