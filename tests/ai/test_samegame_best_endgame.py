import random

import numpy as np
import pytest

from game.games.samegame.rules import SameGameParameters, SameGameState, new_game
from game.games.samegame.search.endgame import EndgameSolver
from game.games.samegame.search.frame import upper_bound
from tests.ai.test_samegame_best import best_rank

TINY = [
    SameGameParameters(4, 4, 2),
    SameGameParameters(4, 4, 3),
    SameGameParameters(5, 4, 3, "none"),
    SameGameParameters(4, 5, 4),
]


class Followed:
    """A board whose every tile is followed in plain Python, by the cell of its beginning."""

    def __init__(self, position: SameGameState) -> None:
        self.position, rows = position, position.parameters.rows
        columns = enumerate(position.columns)
        self.names = [[x * rows + y for y in range(len(column))] for x, column in columns]

    def play(self, x: int, y: int) -> None:
        rows, group = self.position.parameters.rows, set(self.position.group_at(x, y))
        self.position = self.position.play(x * rows + y)
        left = [
            [name for y, name in enumerate(column) if x * rows + y not in group]
            for x, column in enumerate(self.names)
        ]
        self.names = [column for column in left if column]


def play_cells(position: SameGameState, cells) -> SameGameState:
    board = Followed(position)
    for cell in cells:
        board.play(*next((x, col.index(cell)) for x, col in enumerate(board.names) if cell in col))
    return board.position


@pytest.mark.parametrize("parameters", TINY, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_tiny_boards_are_solved_as_brute_force_solves_them(parameters, seed) -> None:
    position = new_game(parameters, seed)
    rng = random.Random(seed)
    for _ in range(seed % 3):
        if not position.is_terminal:
            position = position.play(rng.choice(position.legal_moves))
    true = best_rank(position)
    assert true[0] <= upper_bound(position)
    solver = EndgameSolver(position, np.zeros(1, np.uint8), table_bits=4 + seed)
    solved = solver.solve(1_000_000)
    assert solved is not None
    rank, cells = solved
    end = play_cells(position, cells)
    assert (end.score, end.cleared, end.is_terminal) == (*rank, True)
    assert rank == true


def test_a_budget_that_is_too_small_proves_nothing() -> None:
    solver = EndgameSolver(new_game(SameGameParameters(), 1), np.zeros(1, np.uint8))
    assert solver.solve(1_000) is None
    assert (
        EndgameSolver(new_game(SameGameParameters(), 1), np.ones(1, np.uint8)).solve(10**9) is None
    )


@pytest.mark.parametrize("seed", range(6))
def test_polishing_only_betters_a_line(seed) -> None:
    position = new_game(SameGameParameters(8, 8, 4), seed)
    rng = random.Random(seed)
    board, cells = Followed(position), []
    while not board.position.is_terminal:
        x, y = divmod(rng.choice(board.position.legal_moves), position.parameters.rows)
        cells.append(board.names[x][y])
        board.play(x, y)
    end = board.position
    solver = EndgameSolver(position, np.zeros(1, np.uint8))
    better = solver.polish(tuple(cells), (end.score, end.cleared), 50_000)
    assert better is not None
    assert play_cells(position, better).score > end.score
    again = play_cells(position, better)
    assert solver.polish(better, (again.score, again.cleared), 2_000) is None
