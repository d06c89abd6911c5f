import itertools
from math import hypot, pi

import pytest

from game.ui.boards.paths import (
    arc,
    cells_outline,
    circle,
    corner_strokes,
    dashes,
    grown,
    hexagon,
    rectangle,
    round_corner_strokes,
    round_rectangle,
    rounded,
    star,
    wedge,
)


def area(loop):
    """Twice the signed area: positive for clockwise loops with y growing downwards."""
    ends = [*loop[1:], loop[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, ends, strict=True))


def length(path):
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(path))


RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]


def test_an_outline_goes_clockwise_and_has_corners_only_where_it_turns():
    assert cells_outline([(2, 3)]) == [[(2, 3), (3, 3), (3, 4), (2, 4)]]
    (loop,) = cells_outline([(0, 0), (0, 1), (1, 1)])
    assert loop == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)]


def test_a_ring_has_an_outer_border_and_a_hole_that_runs_the_other_way():
    outer, hole = cells_outline(RING)
    assert outer == [(0, 0), (3, 0), (3, 3), (0, 3)]
    assert sorted(hole) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert area(outer) > 0 > area(hole)


def test_borders_that_touch_at_a_corner_keep_to_their_own_cells():
    loops = cells_outline([(0, 0), (1, 1)])
    assert [len(loop) for loop in loops] == [4, 4]
    assert all(area(loop) == 2 for loop in loops)


def test_outlines_enclose_as_many_cells_as_there_are():
    cells = {(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (4, 4), (0, 3)}
    assert sum(area(loop) for loop in cells_outline(cells)) == 2 * len(cells)


def test_growing_moves_every_side_outwards_and_those_of_a_hole_inwards():
    (loop,) = cells_outline([(0, 0), (0, 1), (1, 1)])
    corners = grown([(10 * x, 10 * y) for x, y in loop], 1)
    assert corners == [(-1, -1), (11, -1), (11, 9), (21, 9), (21, 21), (-1, 21)]
    hole = grown(cells_outline(RING)[1], 0.1)
    assert min(x for x, _ in hole) == pytest.approx(1.1)
    assert max(x for x, _ in hole) == pytest.approx(1.9)


def test_rounding_stays_inside_and_leaves_the_middles_of_the_sides():
    path = rounded(rectangle(0, 0, 10, 10), 2)
    assert all(0 <= x <= 10 and 0 <= y <= 10 for x, y in path)
    assert (0, 0) not in path
    assert min(x for x, _ in path) == 0
    sharp = rounded(rectangle(0, 0, 10, 2), 5)
    assert all(0 <= y <= 2 for _, y in sharp)


def test_round_rectangles_reach_their_sides_and_cut_their_corners():
    path = round_rectangle(0, 0, 20, 10, 4)
    assert min(x for x, _ in path) == pytest.approx(0)
    assert max(y for _, y in path) == pytest.approx(10)
    assert area(path) / 2 == pytest.approx(200 - (4 - pi) * 16, rel=0.01)
    assert area(round_rectangle(0, 0, 20, 10, 99)) > 0


def test_dashes_of_a_closed_path_share_it_without_a_seam():
    path = circle((0, 0), 30)
    around = length([*path, path[0]])
    pieces = dashes(path, 5, 4)
    count = round(around / 9)
    assert len(pieces) == count
    assert sum(map(length, pieces)) == pytest.approx(around * 5 / 9, rel=1e-6)


def test_dashes_of_an_open_path_end_with_it():
    pieces = dashes([(0, 0), (0, 22)], 5, 4, closed=False)
    assert [piece[0][1] for piece in pieces] == [0, 9, 18]
    assert pieces[-1][-1] == (0, 22)


def test_corner_strokes_leave_the_middles_of_the_sides_open():
    strokes = corner_strokes(rectangle(0, 0, 10, 10), 0.3)
    assert len(strokes) == 4
    assert strokes[0] == [(0, 3), (0, 0), (3, 0)]
    for stroke in round_corner_strokes(0, 0, 10, 10, 2, 3):
        assert length(stroke) == pytest.approx(2 + pi, rel=0.01)


def test_round_shapes():
    assert arc((0, 0), 1, 0, pi / 2)[-1] == pytest.approx((0, 1), abs=1e-9)
    assert wedge((0, 0), 10, 0.25)[0] == (0, 0)
    assert wedge((0, 0), 10, 0.25)[-1] == pytest.approx((10, 0), abs=1e-9)
    assert len(hexagon((0, 0), 1)) == 6
    assert star((0, 0), 2)[0] == pytest.approx((0, -2))
