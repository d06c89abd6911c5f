"""What the AI thinks, on a board of moving pieces: arrows and discs, ghosts of the line, dots."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pygame

from ai.search.messages import Proof
from game.games.lattice.square_board import EMPTY, MOST_CELLS
from game.ui.boards import square_cells as pictures
from game.ui.boards import stones
from game.ui.boards.arrows import draw_arrow
from game.ui.boards.base import BoardContent
from game.ui.boards.marks import disc_radius, draw_disc, draw_dot, proof_badge, step_disc
from game.ui.boards.moving.line import LINE_WIDTH, Arrow, Disc, NumberedStep, steps_of
from game.ui.boards.paths import Point
from game.ui.boards.sprites import SpriteCache, blit_centred
from game.ui.layout import GridGeometry
from game.ui.overlay import Mark, Overlay
from game.ui.theme import LOSS, StoneStyle

HEX_SIZE: Final = 0.54
"""The stones' pictures are made for hexagons of this corner radius, in cells."""
_CORNER: Final = 0.34
"""How far from its middle a cell is entered by a diagonal move, in cells, along each axis."""
_BEYOND: Final = 0.2
"""How far past the middle a straight move's disc gives way to those of diagonal ones, in cells."""
_LONE_DISC: Final = 0.43
_MEETING_DISC: Final = 0.30
"""Radius of the room for a candidate's disc, in cells, where it is alone and where not."""
_CROSSING: Final = 0.31
_CROSSING_DISC: Final = 0.21
"""The same, and its distance from the middle, where straight moves come from all sides."""
_BADGE: Final = 0.17
_LARGE_BADGE: Final = 0.20
"""Height of the badge with a true value, in cells: of a piece, and where a move is shown."""
_SHOULDER: Final = (0.27, -0.29)
"""Where the badge of a piece stands, from the middle of its cell, in cells."""
_LEAST_BADGE: Final = 10
_BADGES_FROM: Final = 36
"""Badges are no lower than so many pixels, and there are none on smaller cells."""


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


def meant_piece(content: BoardContent) -> int | None:
    """Return the piece whose moves alone are shown: the chosen one, or the one pointed at."""
    if content.chosen is not None:
        return content.chosen
    is_movable = any(move // MOST_CELLS == content.hover for move in content.state.legal_moves)
    return content.hover if content.playable and is_movable else None


def places_of(content: BoardContent, geometry: GridGeometry) -> tuple[MarkPlace, ...]:
    """Return where the candidates with numbers stand, best first.

    On a free cell a disc has the middle. Where it would hide a piece to be taken, or where
    several candidates meet, it stands smaller at the side that its move comes from; smaller still
    where they may come from all sides.
    """
    state: Any = content.state
    shown = [mark for mark in shown_marks(content.overlay, meant_piece(content)) if mark.labelled]
    meeting = Counter(mark.move % MOST_CELLS for mark in shown)
    crossed = {
        mark.move % MOST_CELLS
        for mark in shown
        if meeting[mark.move % MOST_CELLS] > 1 and _is_sideways(geometry, mark.move)
    }
    size = geometry.size
    places = []
    for mark in shown:
        target = mark.move % MOST_CELLS
        if target in crossed:
            entrance = _entrance(geometry, mark.move, -_CROSSING)
            places.append(MarkPlace(mark, entrance, _CROSSING_DISC * size))
            continue
        alone = meeting[target] == 1 and state.cells[target] == EMPTY
        entrance = _entrance(geometry, mark.move, _BEYOND)
        centre = geometry.cell_box(target).centre if alone else entrance
        places.append(MarkPlace(mark, centre, (_LONE_DISC if alone else _MEETING_DISC) * size))
    return tuple(places)


def paint_overlay(
    sprites: SpriteCache,
    surface: pygame.Surface,
    content: BoardContent,
    geometry: GridGeometry,
    styles: tuple[StoneStyle, StoneStyle],
) -> None:
    """Paint everything that is not on the board but in the AI's mind."""
    size = geometry.size
    for cell in content.region:
        picture = pictures.region_cell(sprites, size)
        blit_centred(surface, picture, geometry.cell_box(cell).centre)
    for cell in content.must_block:
        picture = pictures.must_block(sprites, size)
        blit_centred(surface, picture, geometry.cell_box(cell).centre)
    overlay = content.overlay or Overlay()
    beside_truth = overlay.show_exact and bool(overlay.exact)
    for mark in shown_marks(overlay, meant_piece(content)):
        if mark.is_dot and not beside_truth:
            at = _entrance(geometry, mark.move)
            draw_dot(sprites, surface, mark.loss_class, at, size)
    places = places_of(content, geometry)
    arrows = candidate_arrows(geometry, places)
    steps = steps_of(content.line, geometry, arrows, candidate_discs(places))
    for place in reversed(places):
        arrow, colour = arrows[place.mark.move], LOSS[place.mark.loss_class].fill
        width = _candidate_width(geometry, place)
        draw_arrow(sprites, surface, arrow.tail, arrow.tip, width, colour)
    _paint_line(sprites, surface, content, geometry, steps, set(arrows), styles)
    for place in reversed(places):
        draw_disc(
            sprites,
            surface,
            place.mark,
            place.centre,
            place.inradius,
            2.4 * place.inradius,
            badge_height=None if beside_truth else 0.6 * place.inradius,
            metric=overlay.metric,
            is_score=len(content.state.returns) == 1,
        )
    if beside_truth:
        _paint_truth(sprites, surface, content, geometry, places)
    for step in steps:
        picture = step_disc(sprites, step.disc.radius, step.number)
        blit_centred(surface, picture, step.disc.centre)


def _paint_truth(
    sprites: SpriteCache,
    surface: pygame.Surface,
    content: BoardContent,
    geometry: GridGeometry,
    places: Sequence[MarkPlace],
) -> None:
    """Badge each piece with the best that it can reach, and each move of the one that is meant."""
    size, overlay = geometry.size, content.overlay
    if overlay is None or size < _BADGES_FROM:
        return
    discs = {place.mark.move: place for place in places}
    meant, best = meant_piece(content), _best_of_pieces(overlay)
    for piece, (move, proof, distance) in best.items():
        x, y = geometry.cell_box(piece).centre
        shoulder = x + _SHOULDER[0] * size, y + _SHOULDER[1] * size
        is_shown = move in discs
        height = max(_LEAST_BADGE, (_LARGE_BADGE if is_shown else _BADGE) * size)
        badge = proof_badge(sprites, proof, distance if is_shown else None, height)
        if piece != meant:
            blit_centred(surface, badge, shoulder)
    for move, proof, distance in overlay.exact:
        if move // MOST_CELLS == meant:
            badge = proof_badge(sprites, proof, distance, max(_LEAST_BADGE, _LARGE_BADGE * size))
            blit_centred(surface, badge, _badge_place(content, geometry, move, discs.get(move)))


def _best_of_pieces(overlay: Overlay) -> dict[int, tuple[int, Proof, int | None]]:
    """Return the best true value that each piece can reach, with its move."""
    best: dict[int, tuple[int, Proof, int | None]] = {}
    for value in overlay.exact:
        piece = value[0] // MOST_CELLS
        if piece not in best or _worth(value) > _worth(best[piece]):
            best[piece] = value
    return best


def _worth(value: tuple[int, Proof, int | None]) -> tuple[float, int]:
    """Order true values: a win the sooner the better, a loss the later."""
    _, proof, distance = value
    plies = distance or 0
    return proof.share, -plies if proof is Proof.WIN else plies


def _badge_place(
    content: BoardContent, geometry: GridGeometry, move: int, place: MarkPlace | None
) -> Point:
    """Return where the badge of a move stands: on its target, beside what else is there."""
    state: Any = content.state
    x, y = geometry.cell_box(move % MOST_CELLS).centre
    if state.cells[move % MOST_CELLS] != EMPTY:  # opposite of where the move comes in
        entrance = _entrance(geometry, move)
        return 2 * x - entrance[0], entrance[1]
    if place is None:  # above the dot that says that the piece may go there
        return x, y + _SHOULDER[1] * geometry.size
    radius = disc_radius(place.mark, place.inradius)
    return place.centre[0] - 0.45 * radius, place.centre[1] - radius


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
    sprites: SpriteCache,
    surface: pygame.Surface,
    content: BoardContent,
    geometry: GridGeometry,
    steps: tuple[NumberedStep, ...],
    shown: set[int],
    styles: tuple[StoneStyle, StoneStyle],
) -> None:
    """Show the moves of the line as arrows, and as ghosts the pieces where they come to."""
    state: Any = content.state
    size = geometry.size
    covered = {move % MOST_CELLS for move in shown}
    player = state.current_player
    for step in steps:
        if step.move not in shown:
            width, colour = LINE_WIDTH * size, styles[player].ghost
            draw_arrow(sprites, surface, step.arrow.tail, step.arrow.tip, width, colour)
        cell = step.move % MOST_CELLS
        if cell not in covered:
            ghost = stones.ghost(sprites, styles[player], HEX_SIZE * size)
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


def _is_sideways(geometry: GridGeometry, move: int) -> bool:
    (_, y0), (_, y1) = ends_of(geometry, move)
    return y0 == y1


def _entrance(geometry: GridGeometry, move: int, beyond: float = 0.0) -> Point:
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
