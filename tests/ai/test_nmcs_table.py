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
    offers = [(5.0, 8, False), (5.0, 9, True), (5.0, 8, False), (5.0, 8, True), (6.0, 9, True)]
    taken = [entry.offer(ScoredLine(score, (1, last), clears)) for score, last, clears in offers]
    assert taken == [False, True, False, False, True]
    assert entry.line == ScoredLine(6.0, (1, 9), clears=True)


def test_candidates_are_ordered_by_value_then_by_clearing_then_by_visits() -> None:
    table = table_with({1: 7.0, 2: -50.0, 4: 7.0})
    table.entries[3].offer(ScoredLine(7.0, (3,), clears=True))
    table.entries[4].playouts = 10
    assert [(c.move, c.value, c.visits) for c in table.candidates()] == [
        (3, 7.0, 0),
        (4, 7.0, 10),
        (1, 7.0, 0),
        (2, -50.0, 0),
    ]


def test_the_error_is_the_spread_of_the_searches() -> None:
    table = table_with({1: 30.0, 2: 20.0, 3: 10.0})
    assert table.candidates()[0].error == pytest.approx(pstdev([30, 20, 10]))
    results = {1: [12.0, 30.0, 21.0], 2: [20.0, 5.0]}
    for move, scores in results.items():
        for score in (*scores, float("-inf")):  # a stopped search found nothing
            table.entries[move].note(score)
    errors = {c.move: c.error for c in table.candidates()}
    known = [stdev(scores) for scores in results.values()]
    assert [errors[move] for move in (1, 2, 3)] == pytest.approx([*known, fmean(known)])


def test_exact_values_have_no_error() -> None:
    table = table_with({1: 30.0})
    lines = {move: (ScoredLine(float(move), (move,), clears=True), 7) for move in table.entries}
    table.set_exact(lines)
    assert [(c.move, c.value, c.error, c.visits) for c in table.candidates()] == [
        (move, float(move), 0.0, 7) for move in (4, 3, 2, 1)
    ]
