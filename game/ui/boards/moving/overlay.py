"""What the AI thinks, on a board of moving pieces: arrows and discs, ghosts of the line, dots."""

from typing import Any

import pygame

from game.games.lattice.square_board import EMPTY, MOST_CELLS
from game.ui.boards import square_cells as pictures
from game.ui.boards import stones
from game.ui.boards.arrows import draw_arrow
from game.ui.boards.base import BoardContent
from game.ui.boards.marks import draw_disc, draw_dot, step_disc
from game.ui.boards.moving.line import LINE_WIDTH
from game.ui.boards.moving.places import (
    HEX_SIZE,
    Places,
    entrance,
    lay_out,
    meant_piece,
    shown_marks,
)
from game.ui.boards.sprites import blit_centred
from game.ui.layout import GridGeometry
from game.ui.overlay import Overlay
from game.ui.skin import Skin
from game.ui.theme import LOSS, StoneStyle


def paint_overlay(
    skin: Skin,
    surface: pygame.Surface,
    content: BoardContent,
    geometry: GridGeometry,
    styles: tuple[StoneStyle, StoneStyle],
) -> None:
    """Paint everything that is not on the board but in the AI's mind."""
    size = geometry.size
    for cell in content.region:
        picture = pictures.region_cell(skin, size)
        blit_centred(surface, picture, geometry.cell_box(cell).centre)
    for cell in content.must_block:
        picture = pictures.must_block(skin, size)
        blit_centred(surface, picture, geometry.cell_box(cell).centre)
    overlay = content.overlay or Overlay()
    places = lay_out(skin, content, geometry)
    for mark in shown_marks(overlay, meant_piece(content)):
        if mark.is_dot and not overlay.truths and mark.move not in places.arrows:
            draw_dot(skin, surface, mark.loss_class, entrance(geometry, mark.move), size)
    for move, arrow in reversed(places.arrows.items()):
        colour = LOSS[places.classes[move]].fill
        draw_arrow(skin, surface, arrow.tail, arrow.tip, arrow.width, colour)
    _paint_line(skin, surface, content, geometry, places, styles)
    for place in reversed(places.marks):
        draw_disc(
            skin,
            surface,
            place.mark,
            place.disc.centre,
            place.inradius,
            2.4 * place.inradius,
            badge_height=None if overlay.shows_guesses else 0.6 * place.inradius,
            is_score=len(content.state.returns) == 1,
        )
    for badge in places.badges:
        blit_centred(surface, badge.picture, badge.centre)
    for step in places.steps:
        picture = step_disc(skin, step.disc.radius, step.number)
        blit_centred(surface, picture, step.disc.centre)


def _paint_line(
    skin: Skin,
    surface: pygame.Surface,
    content: BoardContent,
    geometry: GridGeometry,
    places: Places,
    styles: tuple[StoneStyle, StoneStyle],
) -> None:
    """Show the moves of the line as arrows, and as ghosts the pieces where they come to."""
    state: Any = content.state
    size = geometry.size
    covered = {move % MOST_CELLS for move in places.arrows}
    player = state.current_player
    for step in places.steps:
        if step.move not in places.arrows:
            width, colour = LINE_WIDTH * size, styles[player].ghost
            draw_arrow(skin, surface, step.arrow.tail, step.arrow.tip, width, colour)
        cell = step.move % MOST_CELLS
        if cell not in covered:
            ghost = stones.ghost(skin, styles[player], HEX_SIZE * size)
            # Twice over a piece that is taken, which would show through.
            for _ in range(1 if state.cells[cell] == EMPTY else 2):
                blit_centred(surface, ghost, geometry.cell_box(cell).centre)
        covered.add(cell)
        player = 1 - player
