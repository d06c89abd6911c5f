"""Where what the AI thinks stands on a board of moving pieces: no mark lies over another.

Discs come first, best first, then arrows, then badges, then the numbers of a line. What has no
free place is left out: the table beside the board has it, and so has its piece, pointed at.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import dist
from typing import Any, Final

import pygame

from ai.search.messages import Proof
from ai.search.order import rank
from game.games.lattice.square_board import EMPTY, MOST_CELLS
from game.ui.boards import stones
from game.ui.boards.marks import disc_radius, letter_place, proof_badge
from game.ui.boards.moving.line import Arrow, Disc, NumberedStep, between, steps_of
from game.ui.boards.paths import Point
from game.ui.boards.view import BoardContent
from game.ui.layout import GridGeometry
from game.ui.overlay import LossClass, Mark, Overlay
from game.ui.skin import Skin

HEX_SIZE: Final = 0.54
"""The stones' pictures are made for hexagons of this corner radius, in cells."""
_CORNER: Final = 0.34
"""How far from its middle a cell is entered by a diagonal move, in cells, along each axis."""
_BEYOND: Final = 0.2
"""How far past the middle a straight move's disc gives way to those of diagonal ones, in cells."""
_LONE_DISC: Final = 0.43
_MEETING_DISC: Final = 0.30
"""Radius of the room for a candidate's disc, in cells, where it is alone and where not."""
_BADGED_DISC: Final = 0.28
_BADGE_SHIFT: Final = 0.13
"""The same beside the badge of its move, and how far it gives way to that, in cells."""
_CROSSING: Final = 0.31
_CROSSING_DISC: Final = 0.21
"""The same, and its distance from the middle, where straight moves come from all sides."""
_BADGE: Final = 0.17
_LARGE_BADGE: Final = 0.20
"""Height of the badge with a true value, in cells: of a piece, and where a move is shown."""
_SHOULDERS: Final = ((0.27, -0.29), (-0.27, -0.29), (0.27, 0.29), (-0.27, 0.29))
"""Where a badge may stand in a cell, from its middle, in cells; the first that is free."""
_EDGE: Final = 0.36
"""How far from the middle of a cell a badge stands above its disc, or below it, in cells."""
_LEAST_BADGE: Final = 10
_BADGES_FROM: Final = 36
"""Badges are no lower than so many pixels, and there are none on smaller cells."""
_MOST_BESIDE_TRUTH: Final = 3
"""How many candidates have an arrow beside true values, unless their piece is meant."""
_LEADER, _OTHER, _PLAIN = 0.085, 0.055, 0.045
"""Width of the arrow of the first candidate, of another one, and of one without a disc."""
_TOUCH: Final = -1.0
"""Rims may meet."""

_Truth = tuple[int, Proof, int | None]


@dataclass(frozen=True, slots=True)
class MarkPlace:
    """Where a candidate is drawn: its disc, and the radius that there is room for."""

    mark: Mark
    disc: Disc
    inradius: float

    @property
    def discs(self) -> tuple[Disc, Disc]:
        return self.disc, Disc(*letter_place(self.disc.centre, self.disc.radius))


@dataclass(frozen=True, slots=True)
class Badge:
    """The badge of a true value: its picture, and where the middle of that is."""

    move: int
    picture: pygame.Surface
    centre: Point

    @property
    def discs(self) -> tuple[Disc, ...]:
        width, height = self.picture.get_size()
        (x, y), reach = self.centre, max(0.0, (width - height) / 2)
        return tuple(Disc((x + at * reach, y), height / 2) for at in (-1.0, -0.5, 0.0, 0.5, 1.0))


@dataclass(frozen=True, slots=True)
class Places:
    """Everything that is drawn of what the AI thinks, and where.

    Attributes:
        marks: The candidates with numbers, best first.
        arrows: The arrow of each move that has one, in the order of the candidates.
        steps: The moves of the line that is shown.
    """

    marks: tuple[MarkPlace, ...]
    arrows: dict[int, Arrow]
    classes: dict[int, LossClass]
    badges: tuple[Badge, ...]
    steps: tuple[NumberedStep, ...]


def shown_marks(overlay: Overlay | None, chosen: int | None) -> tuple[Mark, ...]:
    """Return the candidates of the chosen piece, or of all while none is; a hint always.

    There are none where only true values are to be seen; beside these, which every move has, the
    best few.
    """
    marks = overlay.estimates if overlay is not None else ()
    is_hint = len(marks) == 1
    if overlay is not None and overlay.exact and chosen is None:
        marks = marks[:_MOST_BESIDE_TRUTH]
    return tuple(mark for mark in marks if is_hint or chosen in (None, mark.move // MOST_CELLS))


def meant_piece(content: BoardContent) -> int | None:
    """Return the piece whose moves alone are shown: the chosen one, or the one pointed at."""
    if content.chosen is not None:
        return content.chosen
    is_movable = any(move // MOST_CELLS == content.hover for move in content.state.legal_moves)
    return content.hover if content.playable and is_movable else None


def marked_targets(content: BoardContent) -> set[int]:
    """Return the cells on which a move's disc or badge says that a piece may go there."""
    marks = {mark.move % MOST_CELLS for mark in _numbered(content)}
    return marks | {move % MOST_CELLS for move, _, _ in _meant_truths(content)}


def lay_out(skin: Skin, content: BoardContent, geometry: GridGeometry) -> Places:
    """Return where everything stands that is drawn of what the AI thinks."""
    candidates = content.overlay.marks if content.overlay is not None else ()
    classes = {mark.move: mark.loss_class for mark in candidates}
    marks: list[MarkPlace] = []
    arrows: dict[int, Arrow] = {}
    taken: list[Disc] = []
    for place in _places_of(skin, content, geometry):
        arrow = _arrow_to(geometry, place).stopped_by(arrows.values())
        if is_free((*place.discs, arrow.head), taken):
            marks.append(place)
            arrows[place.mark.move] = arrow
            taken += (*place.discs, arrow.head)
    radius = piece_radius(geometry)
    for move in _without_disc(content, {*arrows}):
        ends = between(*ends_of(geometry, move), 0.45 * radius, 1.05 * radius)
        arrow = Arrow(*ends, _PLAIN * geometry.size).stopped_by(arrows.values())
        if is_free((arrow.head,), taken):
            arrows[move] = arrow
            taken.append(arrow.head)
    discs = [disc for place in marks for disc in place.discs]
    strokes = chain.from_iterable(arrow.discs for arrow in arrows.values())
    badges = _badges(skin, content, geometry, marks, [*discs, *strokes])
    taken = [*discs, *(disc for badge in badges for disc in badge.discs)]
    steps = steps_of(content.line, geometry, arrows, taken)
    return Places(tuple(marks), arrows, classes, badges, steps)


def _numbered(content: BoardContent) -> list[Mark]:
    """Return the candidates whose numbers are wanted: the best, or all of the piece meant."""
    meant = meant_piece(content)
    shown = shown_marks(content.overlay, meant)
    return [mark for mark in shown if mark.labelled or (meant is not None and mark.has_numbers)]


def _without_disc(content: BoardContent, drawn: set[int]) -> list[int]:
    """Return the other moves that are shown by their arrows alone, best first."""
    numbered = [mark.move for mark in _numbered(content)]
    overlay, truths = content.overlay, {move for move, _, _ in _meant_truths(content)}
    candidates = () if overlay is None else overlay.marks
    moves = [*numbered, *(mark.move for mark in candidates if mark.move in truths)]
    return [move for move in dict.fromkeys(moves) if move not in drawn]


def _shown_truth(content: BoardContent) -> Sequence[_Truth]:
    return content.overlay.truths if content.overlay is not None else ()


def _meant_truths(content: BoardContent) -> list[_Truth]:
    """Return the true values of the moves of the piece that is meant."""
    meant = meant_piece(content)
    return [value for value in _shown_truth(content) if value[0] // MOST_CELLS == meant]


def _places_of(skin: Skin, content: BoardContent, geometry: GridGeometry) -> list[MarkPlace]:
    """Return where the candidates with numbers are to stand, best first.

    On a free cell a disc has the middle, or all but an edge where its badge comes. Where it would
    hide a piece to be taken, or where several candidates meet, it stands smaller at the side that
    its move comes from; smaller still where they may come from all sides.
    """
    state: Any = content.state
    shown = _numbered(content)
    meeting = Counter(mark.move % MOST_CELLS for mark in shown)
    ends = [(mark.move % MOST_CELLS, ends_of(geometry, mark.move)) for mark in shown]
    sideways = {target for target, (start, end) in ends if start[1] == end[1]}
    badged = {move for move, _, _ in _meant_truths(content)}
    size = geometry.size
    places: list[MarkPlace] = []
    for mark in shown:
        target = mark.move % MOST_CELLS
        x, y = geometry.cell_box(target).centre
        at: Point = x, y
        if target in sideways and meeting[target] > 1:
            at, room = entrance(geometry, mark.move, -_CROSSING), _CROSSING_DISC
        elif meeting[target] > 1 or state.cells[target] != EMPTY:
            at, room = entrance(geometry, mark.move, _BEYOND), _MEETING_DISC
        elif mark.move in badged:
            at = x, y - _badge_side(geometry, mark.move) * _BADGE_SHIFT * size
            room = _BADGED_DISC
        else:
            room = _LONE_DISC
        disc = Disc(at, disc_radius(skin, mark, room * size))
        places.append(MarkPlace(mark, disc, room * size))
    return places


def is_free(parts: Iterable[Disc], taken: Sequence[Disc]) -> bool:
    """Tell whether no part of a mark lies over what is there."""
    return all(part.gap(other) >= _TOUCH for part in parts for other in taken)


def _arrow_to(geometry: GridGeometry, place: MarkPlace) -> Arrow:
    start, _ = ends_of(geometry, place.mark.move)
    disc, letter = place.discs
    width = (_LEADER if place.mark.rank == 1 else _OTHER) * geometry.size
    room = 0.45 * piece_radius(geometry)
    arrow = Arrow(*between(start, disc.centre, room, 1.02 * disc.radius), width)
    if arrow.head.gap(letter) >= _TOUCH:
        return arrow
    return Arrow(*between(start, disc.centre, room, disc.radius + letter.radius), width)


def _badges(
    skin: Skin,
    content: BoardContent,
    geometry: GridGeometry,
    marks: Sequence[MarkPlace],
    taken: list[Disc],
) -> tuple[Badge, ...]:
    """Badge each move of the piece that is meant, and each other piece with the best it can reach.

    Args:
        taken: What no badge may lie on.
    """
    size = geometry.size
    if size < _BADGES_FROM:
        return ()
    badges: list[Badge] = []
    blocked = [*taken, *_grade_letters(content, geometry)]

    def add(move: int, picture: pygame.Surface, centres: Iterable[Point]) -> None:
        for centre in centres:
            badge = Badge(move, picture, centre)
            if is_free(badge.discs, blocked):
                badges.append(badge)
                blocked.extend(badge.discs)
                return

    discs = {place.mark.move: place for place in marks}
    large = max(_LEAST_BADGE, _LARGE_BADGE * size)
    for move, proof, distance in _meant_truths(content):
        picture = proof_badge(skin, proof, distance, large)
        add(move, picture, _at_target(content, geometry, move, has_disc=move in discs))
    meant = meant_piece(content)
    for piece, (move, proof, distance) in _best_of_pieces(_shown_truth(content)).items():
        if piece == meant:
            continue
        height = large if move in discs else max(_LEAST_BADGE, _BADGE * size)
        picture = proof_badge(skin, proof, distance if move in discs else None, height)
        add(move, picture, _shoulders(geometry, piece))
    return tuple(badges)


def _shoulders(geometry: GridGeometry, cell: int) -> list[Point]:
    (x, y), size = geometry.cell_box(cell).centre, geometry.size
    return [(x + dx * size, y + dy * size) for dx, dy in _SHOULDERS]


def _at_target(
    content: BoardContent, geometry: GridGeometry, move: int, *, has_disc: bool
) -> list[Point]:
    """Return where the badge of a move may stand on its target, the best place first.

    That is the middle of a free cell, or beyond the disc there, and the far side of a piece.
    """
    state: Any = content.state
    start, (x, y) = ends_of(geometry, move)
    edges = [(x, y + side * _EDGE * geometry.size) for side in (-1, 1)]
    around = [*_shoulders(geometry, move % MOST_CELLS), *edges]
    away = sorted(around, key=lambda at: -dist(at, start))
    if state.cells[move % MOST_CELLS] != EMPTY:
        return away
    beyond = x, y + _badge_side(geometry, move) * _EDGE * geometry.size
    return [beyond if has_disc else (x, y), *away]


def _badge_side(geometry: GridGeometry, move: int) -> int:
    """Return where a badge stands in a free target: above its disc (-1), where that comes by."""
    (_, y0), (_, y1) = ends_of(geometry, move)
    return 1 if y1 > y0 else -1


def _grade_letters(content: BoardContent, geometry: GridGeometry) -> list[Disc]:
    radius = piece_radius(geometry)
    middles = [geometry.cell_box(move % MOST_CELLS).centre for move, _ in content.grades]
    return [Disc(*letter_place(middle, radius)) for middle in middles]


def _best_of_pieces(truth: Sequence[_Truth]) -> dict[int, _Truth]:
    """Return the best true value that each piece can reach, with its move."""
    best: dict[int, _Truth] = {}
    for value in truth:
        piece = value[0] // MOST_CELLS
        if piece not in best or rank(*value[1:]) < rank(*best[piece][1:]):
            best[piece] = value
    return best


def piece_radius(geometry: GridGeometry) -> int:
    return max(2, round(stones.BODY * HEX_SIZE * geometry.size))


def ends_of(geometry: GridGeometry, move: int) -> tuple[Point, Point]:
    start, target = divmod(move, MOST_CELLS)
    return geometry.cell_box(start).centre, geometry.cell_box(target).centre


def entrance(geometry: GridGeometry, move: int, beyond: float = 0.0) -> Point:
    """Return the corner of the target by which a diagonal move comes.

    For a straight move it is the middle, or a point so many cells beyond it.
    """
    (x0, y0), (x1, y1) = ends_of(geometry, move)
    if x0 == x1:
        return x1, y1 + (beyond if y1 > y0 else -beyond) * geometry.size
    if y0 == y1:
        return x1 + (beyond if x1 > x0 else -beyond) * geometry.size, y1
    reach = _CORNER * geometry.size
    return x1 + (reach if x0 > x1 else -reach), y1 + (reach if y0 > y1 else -reach)
