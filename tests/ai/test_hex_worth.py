"""What alpha-beta's evaluation makes of a position against counts of its windows."""

import itertools

import numpy as np

from benchmarks import hex_worth
from game.games.hex_gomoku.kernels import alphabeta as kernel
from game.games.hex_gomoku.kernels.position import POSITION_LENGTH, do
from game.games.hex_gomoku.kernels.tables import TEMPO, make_tables
from game.games.hex_gomoku.kernels.worth import UNIT, kinds_of_windows, window_worth
from game.games.hex_gomoku.rules import HexParameters


def worth_of_kinds():
    """What each kind is worth waiting and to place, from the table of all windows."""
    worth = window_worth(5, fitted=True).reshape(32, 2, 2, 2)
    return [
        worth[sum(1 << k for k in range(5) if text[1 + k] == "x")][
            int(text[0] == "|"), int(text[6] == "|")
        ]
        for text in kinds_of_windows()
    ]


def test_the_evaluation_is_what_was_fitted_over_counts_of_windows():
    games = list(hex_worth.self_play(6, 3))
    boards, scores, numbers = hex_worth.positions(games)
    assert set(numbers) == set(range(6))
    assert set(scores) == {0.0, 0.5, 1.0}
    waiting, placing = np.transpose(worth_of_kinds())
    tables = make_tables(HexParameters())
    expected = hex_worth.window_counts(boards) @ [*placing, *waiting, tables[TEMPO]]
    store = np.zeros(kernel.STORE_LENGTH, np.int64)
    for board, value in zip(boards, expected, strict=True):
        stones = [np.flatnonzero(board[:-1] == colour) for colour in (1, 2)]
        first = int(len(stones[0]) < len(stones[1]))  # who has more placed first
        position = np.zeros(POSITION_LENGTH, np.int64)
        in_turn = itertools.chain(*itertools.zip_longest(stones[first], stones[1 - first]))
        for cell in (each for each in in_turn if each is not None):
            do(tables, position, cell)
        assert kernel.evaluate(tables, position, store) == value


def test_the_regression_finds_the_weights_that_made_the_scores():
    rng = np.random.default_rng(5)
    counts = rng.integers(-3, 4, (20_000, 3)).astype(float)
    counts[:, -1] = 1
    weights = np.array([0.8, -0.3, 0.2])
    scores = (rng.random(20_000) < 1 / (1 + np.exp(-counts @ weights))).astype(float)
    found = hex_worth.fit(counts, scores)
    assert np.abs(found - weights).max() < 0.06
    assert hex_worth.loss(counts, scores, found) < hex_worth.loss(counts, scores, weights)
    assert round(UNIT * found[0]) in range(74, 87)
