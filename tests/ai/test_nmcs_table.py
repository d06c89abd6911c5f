from statistics import fmean, pstdev, stdev

import pytest

from ai.search.nmcs_table import LineTable, ScoredLine


def table_with(scores: dict[int, float]) -> LineTable:
    table = LineTable((1, 2, 3, 4))
    for move, score in scores.items():
        assert table.entries[move].offer(ScoredLine(score, (move,), clears=False))
    return table


def test_only_a_better_line_is_taken_or_an_equal_one_that_clears() -> None:
    entry = table_with({1: 5.0}).entries[1]
    assert not entry.offer(ScoredLine(5.0, (1, 8), clears=False))
    assert entry.offer(ScoredLine(5.0, (1, 9), clears=True))
    assert not entry.offer(ScoredLine(5.0, (1, 8), clears=False))
    assert not entry.offer(ScoredLine(5.0, (1, 8), clears=True))
    assert entry.offer(ScoredLine(6.0, (1, 9), clears=True))
    assert entry.line == ScoredLine(6.0, (1, 9), clears=True)


def test_negative_scores_are_scores() -> None:
    table = table_with({2: -50.0, 3: -40.0})
    assert [c.move for c in table.candidates()] == [3, 2]


def test_candidates_are_ordered_by_value_then_visits() -> None:
    table = table_with({1: 5.0, 2: 7.0, 3: 7.0})
    table.entries[3].playouts = 10
    assert [(c.move, c.value, c.visits) for c in table.candidates()] == [
        (3, 7.0, 10),
        (2, 7.0, 0),
        (1, 5.0, 0),
    ]


def test_of_equal_values_the_one_that_clears_comes_first() -> None:
    table = table_with({1: 7.0, 2: 6.0})
    table.entries[1].playouts = 10
    table.entries[3].offer(ScoredLine(7.0, (3,), clears=True))
    assert [c.move for c in table.candidates()] == [3, 1, 2]


def test_the_error_is_the_spread_of_the_searches() -> None:
    table = table_with({1: 30.0, 2: 20.0, 3: 10.0})
    assert table.candidates()[0].error == pytest.approx(pstdev([30, 20, 10]))
    results = {1: [12.0, 30.0, 21.0], 2: [20.0, 5.0]}
    for move, scores in results.items():
        for score in (*scores, float("-inf")):  # a stopped search found nothing
            table.entries[move].note(score)
    errors = {c.move: c.error for c in table.candidates()}
    assert errors[1] == pytest.approx(stdev(results[1]))
    assert errors[2] == pytest.approx(stdev(results[2]))
    assert errors[3] == pytest.approx(fmean([errors[1], errors[2]]))


def test_exact_values_have_no_error() -> None:
    table = table_with({1: 30.0})
    lines = {move: (ScoredLine(float(move), (move,), clears=True), 7) for move in table.entries}
    table.set_exact(lines)
    assert [(c.move, c.value, c.error, c.visits) for c in table.candidates()] == [
        (move, float(move), 0.0, 7) for move in (4, 3, 2, 1)
    ]
