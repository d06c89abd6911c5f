"""What the AI thinks, on a Breakthrough board: arrows and discs, ghosts of the line, dots."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import pygame

from game.games.breakthrough.board.line import LINE_WIDTH, Arrow, Disc, NumberedStep, steps_of
from game.games.breakthrough.race import MOST_CELLS
from game.games.breakthrough.rules import BreakthroughState
from game.games.lattice.square_board import EMPTY
from game.ui.boards import square_cells as pictures
from game.ui.boards import stones
from game.ui.boards.arrows import draw_arrow
from game.ui.boards.base import BoardLook
from game.ui.boards.kit import Kit, blit_centred
from game.ui.boards.marks import disc_radius, draw_disc, draw_dot, proof_badge, step_disc
from game.ui.boards.paths import Point
from game.ui.layout import GridGeometry
from game.ui.overlay import Mark, Overlay
from game.ui.theme import LOSS, STONES

HEX_SIZE: Final = 0.54
"""The stones' pictures are made for hexagons of this corner radius, in cells."""
_CORNER: Final = 0.34
"""How far from its middle a cell is entered by a diagonal move, in cells, along each axis."""
_BEYOND: Final = 0.2
"""How far past the middle a straight move's disc gives way to those of diagonal ones, in cells."""
_LONE_DISC: Final = 0.43
_MEETING_DISC: Final = 0.30
"""Radius of the room for a candidate's disc, in cells, where it is alone and where not."""
_BADGE: Final = 0.19
"""Height of the badge with a move's true value, in cells."""


@dataclass(frozen=True, slots=True)
class MarkPlace:
    """Where a candidate is drawn: its disc's middle, and the circle there is room for."""

    mark: Mark
    centre: Point
    inradius: float


def shown_marks(overlay: Overlay | None, chosen: int | None) -> tuple[Mark, ...]:
    """Return the candidates of the chosen piece, or of all while none is; a hint always.

    There are none where only true values are to be seen.
    """
    marks = overlay.marks if overlay is not None and overlay.show_estimate else ()
    is_hint = len(marks) == 1
    return tuple(mark for mark in marks if is_hint or chosen in (None, mark.move // MOST_CELLS))


def places_of(look: BoardLook, geometry: GridGeometry) -> tuple[MarkPlace, ...]:
    """Return where the candidates with numbers stand, best first.

    On a free cell a disc has the middle. Where it would hide a piece to be taken, or where
    several candidates meet, it stands smaller at the side that its move comes from.
    """
    state = cast(BreakthroughState, look.state)
    shown = [mark for mark in shown_marks(look.overlay, look.chosen) if mark.labelled]
    meeting = Counter(mark.move % MOST_CELLS for mark in shown)
    size = geometry.size
    places = []
    for mark in shown:
        target = mark.move % MOST_CELLS
        alone = meeting[target] == 1 and state.cells[target] == EMPTY
        entrance = _entrance(geometry, mark.move, _BEYOND)
        centre = geometry.cell_box(target).centre if alone else entrance
        places.append(MarkPlace(mark, centre, (_LONE_DISC if alone else _MEETING_DISC) * size))
    return tuple(places)


def paint_overlay(
    kit: Kit, surface: pygame.Surface, look: BoardLook, geometry: GridGeometry
) -> None:
    """Paint everything that is not on the board but in the AI's mind."""
    size = geometry.size
    for cell in look.region:
        picture = pictures.region_cell(kit, size)
        blit_centred(surface, picture, geometry.cell_box(cell).centre)
    for cell in look.must_block:
        picture = pictures.must_block(kit, size)
        blit_centred(surface, picture, geometry.cell_box(cell).centre)
    overlay = look.overlay or Overlay()
    beside_truth = overlay.show_exact and bool(overlay.exact)
    for mark in shown_marks(overlay, look.chosen):
        if mark.dotted and not beside_truth:
            at = _entrance(geometry, mark.move)
            draw_dot(kit, surface, mark.loss_class, at, size)
    places = places_of(look, geometry)
    arrows = candidate_arrows(geometry, places)
    steps = steps_of(look.line, geometry, arrows, candidate_discs(places))
    for place in reversed(places):
        arrow, colour = arrows[place.mark.move], LOSS[place.mark.loss_class].fill
        width = _candidate_width(geometry, place)
        draw_arrow(kit, surface, arrow.tail, arrow.tip, width, colour)
    _paint_line(kit, surface, look, geometry, steps, set(arrows))
    for place in reversed(places):
        draw_disc(
            kit,
            surface,
            place.mark,
            place.centre,
            place.inradius,
            2.4 * place.inradius,
            badge_height=None if beside_truth else 0.6 * place.inradius,
            metric=overlay.metric,
        )
    if beside_truth:
        _paint_truth(kit, surface, look.chosen, overlay, geometry, places)
    for step in steps:
        picture = step_disc(kit, step.disc.radius, step.number)
        blit_centred(surface, picture, step.disc.centre)


def _paint_truth(
    kit: Kit,
    surface: pygame.Surface,
    chosen: int | None,
    overlay: Overlay,
    geometry: GridGeometry,
    places: Sequence[MarkPlace],
) -> None:
    """Badge every move, or those of the chosen piece: above its disc, or where it comes in."""
    discs = {place.mark.move: place for place in places}
    for move, proof, distance in overlay.exact:
        if chosen not in (None, move // MOST_CELLS):
            continue
        place = discs.get(move)
        x, y = _entrance(geometry, move, -_CORNER) if place is None else place.centre
        if place is not None:  # beside its letter
            radius = disc_radius(place.mark, place.inradius)
            x, y = x - 0.45 * radius, y - radius
        badge = proof_badge(kit, proof, distance, _BADGE * geometry.size)
        blit_centred(surface, badge, (x, y))


def candidate_arrows(geometry: GridGeometry, places: Sequence[MarkPlace]) -> dict[int, Arrow]:
    """Return each candidate's arrow, by its move."""
    arrows = {}
    for place in places:
        start = geometry.cell_box(place.mark.move // MOST_CELLS).centre
        rim = disc_radius(place.mark, place.inradius)
        room, width = 0.45 * piece_radius(geometry), _candidate_width(geometry, place)
        arrows[place.mark.move] = Arrow.joining(start, place.centre, room, 1.02 * rim, width)
    return arrows


def candidate_discs(places: Sequence[MarkPlace]) -> list[Disc]:
    """Return the circles that the candidates' discs take."""
    return [Disc(place.centre, disc_radius(place.mark, place.inradius)) for place in places]


def _candidate_width(geometry: GridGeometry, place: MarkPlace) -> float:
    return (0.085 if place.mark.rank == 1 else 0.055) * geometry.size


def _paint_line(
    kit: Kit,
    surface: pygame.Surface,
    look: BoardLook,
    geometry: GridGeometry,
    steps: tuple[NumberedStep, ...],
    shown: set[int],
) -> None:
    """Show the moves of the line as arrows, and as ghosts the pieces where they come to."""
    state = cast(BreakthroughState, look.state)
    size = geometry.size
    covered = {move % MOST_CELLS for move in shown}
    player = state.current_player
    for step in steps:
        if step.move not in shown:
            width, colour = LINE_WIDTH * size, STONES[player].plain
            draw_arrow(kit, surface, step.arrow.tail, step.arrow.tip, width, colour)
        cell = step.move % MOST_CELLS
        if cell not in covered:
            ghost = stones.ghost(kit, STONES[player], HEX_SIZE * size)
            # Twice over a piece that is taken, which would show through.
            for _ in range(1 if state.cells[cell] == EMPTY else 2):
                blit_centred(surface, ghost, geometry.cell_box(cell).centre)
        covered.add(cell)
        player = 1 - player


def piece_radius(geometry: GridGeometry) -> int:
    """Return the radius of a piece."""
    return max(2, round(stones.BODY * HEX_SIZE * geometry.size))


def ends_of(geometry: GridGeometry, move: int) -> tuple[Point, Point]:
    """Return the middles of the cells a move goes from and to."""
    start, target = divmod(move, MOST_CELLS)
    return geometry.cell_box(start).centre, geometry.cell_box(target).centre


def _entrance(geometry: GridGeometry, move: int, beyond: float = 0.0) -> Point:
    """Return the corner of the target by which a diagonal move comes.

    For a straight move it is the middle, or a point so many cells beyond it.
    """
    (x0, y0), (x1, y1) = ends_of(geometry, move)
    if x0 == x1:
        return x1, y1 + (beyond if y1 > y0 else -beyond) * geometry.size
    reach = _CORNER * geometry.size
    return x1 + (reach if x0 > x1 else -reach), y1 + (reach if y0 > y1 else -reach)
