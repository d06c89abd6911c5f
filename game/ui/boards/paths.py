"""Points along the shapes the boards are made of: pure geometry in pixels, y down."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
Cell = tuple[int, int]

SQRT3 = sqrt(3.0)
_ARC_STEP = pi / 45


def arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    """Return points every 4 degrees from angle `start` to `end` (0 is right, clockwise)."""
    x, y = centre
    return [(x + radius * across, y + radius * down) for across, down in _unit_arc(start, end)]


@lru_cache(maxsize=256)
def _unit_arc(start: float, end: float) -> tuple[Point, ...]:
    """Return the points of `arc` for a circle of radius 1 around the origin."""
    steps = max(1, ceil(abs(end - start) / _ARC_STEP))
    angles = (start + (end - start) * i / steps for i in range(steps + 1))
    return tuple((cos(angle), sin(angle)) for angle in angles)


def circle(centre: Point, radius: float) -> list[Point]:
    """Return a circle as a polygon, from 12 o'clock and clockwise."""
    return arc(centre, radius, -pi / 2, 3 * pi / 2)[:-1]


def wedge(centre: Point, radius: float, share: float) -> list[Point]:
    """Return the slice of a pie that takes `share` of it, from 12 o'clock and clockwise."""
    return [centre, *arc(centre, radius, -pi / 2, -pi / 2 + 2 * pi * share)]


def rectangle(left: float, top: float, width: float, height: float) -> list[Point]:
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


def round_rectangle(
    left: float, top: float, width: float, height: float, radius: float
) -> list[Point]:
    """Return a rectangle, clockwise, whose corners are quarters of circles."""
    radius = max(0.0, min(radius, width / 2, height / 2))
    right, bottom = left + width - radius, top + height - radius
    left, top = left + radius, top + radius
    quarter = pi / 2
    return [
        *arc((right, top), radius, -quarter, 0.0),
        *arc((right, bottom), radius, 0.0, quarter),
        *arc((left, bottom), radius, quarter, 2 * quarter),
        *arc((left, top), radius, 2 * quarter, 3 * quarter),
    ]


def hexagon(centre: Point, radius: float, *, flat_top: bool = False) -> list[Point]:
    """Return the corners of a regular hexagon, a corner on top unless `flat_top`."""
    turn = 0.0 if flat_top else -pi / 2
    return [
        (centre[0] + radius * cos(turn + i * pi / 3), centre[1] + radius * sin(turn + i * pi / 3))
        for i in range(6)
    ]


def star(centre: Point, radius: float) -> list[Point]:
    corners = []
    for i in range(10):
        reach = radius if i % 2 == 0 else 0.45 * radius
        angle = -pi / 2 + i * pi / 5
        corners.append((centre[0] + reach * cos(angle), centre[1] + reach * sin(angle)))
    return corners


def plus(centre: Point, half: float, thickness: float) -> list[Point]:
    """Return an upright cross of arms `half` long."""
    x, y = centre
    a, b = half, thickness / 2
    return [
        (x - b, y - a), (x + b, y - a), (x + b, y - b), (x + a, y - b),
        (x + a, y + b), (x + b, y + b), (x + b, y + a), (x - b, y + a),
        (x - b, y + b), (x - a, y + b), (x - a, y - b), (x - b, y - b),
    ]  # fmt: skip


def rounded(corners: Sequence[Point], radius: float) -> list[Point]:
    """Round the corners of a closed polygon with curves that begin `radius` from each corner.

    Where two corners are close, the curves meet half way.
    """
    points: list[Point] = []
    for i, corner in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        start = _towards(corner, before, radius)
        end = _towards(corner, after, radius)
        steps = max(2, min(12, round(radius)))
        points.extend(_quadratic(start, corner, end, j / steps) for j in range(steps + 1))
    return points


def dashes(
    path: Sequence[Point], on: float, off: float, *, closed: bool = True
) -> list[list[Point]]:
    """Cut a path into dashes; a closed one gets a whole number of them, so no seam shows."""
    points = [*path, path[0]] if closed else list(path)
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
    if closed:
        count = max(1, round(length / (on + off)))
        on, off = on * length / (count * (on + off)), off * length / (count * (on + off))
    pieces: list[list[Point]] = []
    drawing, left = True, on
    piece = [points[0]]
    for start, end in pairwise(points):
        step = hypot(end[0] - start[0], end[1] - start[1])
        done = 0.0
        while step - done > left:
            done += left
            here = _towards(start, end, done, whole=True)
            if drawing:
                pieces.append([*piece, here])
            piece = [here]
            drawing, left = not drawing, off if drawing else on
        left -= step - done
        if drawing:
            piece.append(end)
    if drawing and len(piece) > 1 and left < on * 0.98:
        pieces.append(piece)
    return pieces


def corner_strokes(corners: Sequence[Point], share: float) -> list[list[Point]]:
    """Return the outline of a polygon without the middles of its sides.

    Each stroke bends round one corner and takes `share` of both sides that meet there.
    """
    strokes = []
    for i, corner in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        strokes.append([along(corner, before, share), corner, along(corner, after, share)])
    return strokes


def round_corner_strokes(
    left: float, top: float, width: float, height: float, radius: float, length: float
) -> list[list[Point]]:
    """Return the corners of a rounded rectangle; each stroke takes `length` of both sides."""
    strokes = []
    for x, y, start in ((1, 0, -pi / 2), (1, 1, 0.0), (0, 1, pi / 2), (0, 0, pi)):
        corner = (left + x * width, top + y * height)
        inward = (1 - 2 * x, 1 - 2 * y)
        middle = (corner[0] + inward[0] * radius, corner[1] + inward[1] * radius)
        along_x = (corner[0] + inward[0] * length, corner[1])
        along_y = (corner[0], corner[1] + inward[1] * length)
        begin, end = (along_x, along_y) if x != y else (along_y, along_x)
        strokes.append([begin, *arc(middle, radius, start, start + pi / 2), end])
    return strokes


def cells_outline(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Walk round a set of unit squares and return the corners of its borders.

    Cell (x, y) covers x to x + 1 and y to y + 1. With y growing downwards outer borders run
    clockwise, borders of holes counter-clockwise. Where two cells touch only at a corner the
    borders keep to their own cell.
    """
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside):
        for is_border, start, end in (
            ((x, y - 1) not in inside, (x, y), (x + 1, y)),
            ((x + 1, y) not in inside, (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1) not in inside, (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y) not in inside, (x, y + 1), (x, y)),
        ):
            if is_border:
                edges.setdefault(start, []).append(end)
    loops = []
    while edges:
        start = min(edges)
        loops.append(_without_straight(_walk(edges, start)))
    return loops


def grown(loop: Sequence[Point], distance: float) -> list[Point]:
    """Move the sides of a right-angled loop (see `cells_outline`) outwards by `distance`."""
    points = []
    for i, corner in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        x, y = corner
        for start, end in ((before, corner), (corner, after)):
            length = hypot(end[0] - start[0], end[1] - start[1])
            x += distance * (end[1] - start[1]) / length
            y -= distance * (end[0] - start[0]) / length
        points.append((x, y))
    return points


def _walk(edges: dict[Cell, list[Cell]], start: Cell) -> list[Cell]:
    """Take the border that begins at `start` out of `edges` and return its corners."""
    loop = [start]
    here = edges[start].pop()
    if not edges[start]:
        del edges[start]
    before = start
    while here != start:
        loop.append(here)
        ends = edges[here]
        turn_right = (here[0] - (here[1] - before[1]), here[1] + (here[0] - before[0]))
        end = turn_right if turn_right in ends else ends[0]
        ends.remove(end)
        if not ends:
            del edges[here]
        before, here = here, end
    return loop


def _without_straight(loop: list[Cell]) -> list[Cell]:
    corners = []
    for i, (x, y) in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        if (x - before[0]) * (after[1] - y) != (y - before[1]) * (after[0] - x):
            corners.append((x, y))
    return corners


def along(start: Point, end: Point, share: float) -> Point:
    """Return the point that lies `share` of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def thick(start: Point, end: Point, half: float) -> list[Point]:
    """Return a line that reaches `half` to either side of it, with straight ends."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    x = -(end[1] - start[1]) * half / length
    y = (end[0] - start[0]) * half / length
    return [
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    ]


def _towards(start: Point, end: Point, distance: float, *, whole: bool = False) -> Point:
    """Go `distance` from start to end, but (unless `whole`) half of the way at most."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length == 0:
        return start
    return along(start, end, min(distance / length, 1.0 if whole else 0.5))


def _quadratic(start: Point, control: Point, end: Point, t: float) -> Point:
    return along(along(start, control, t), along(control, end, t), t)
