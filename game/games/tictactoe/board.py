"""The board of Tic-Tac-Toe and its larger kin: cells with crosses and noughts."""

from typing import Any, Final

import pygame

from game.ui.animation import ease_out
from game.ui.boards import square_cells as pictures
from game.ui.boards.canvas import Canvas
from game.ui.boards.ending import capsule
from game.ui.boards.grid import PlacingBoard
from game.ui.boards.paths import Point, along
from game.ui.boards.plates import paint_slab
from game.ui.boards.sprites import blit_centred, share_of
from game.ui.layout import GridGeometry
from game.ui.theme import ENDING, MULBERRY, Colour

_THREAD: Final = 0.085
"""Width of the thread between the cells of a row, in cells."""


class TicTacToeBoard(PlacingBoard):
    """Draws Tic-Tac-Toe and tells what lies under a pixel."""

    material = MULBERRY

    def paint_sign(self, canvas: Canvas, side: int, ink: Colour) -> None:
        near, far = 0.08 * side, 0.42 * side
        cross: list[list[Point]] = [[(near, near), (far, far)], [(near, far), (far, near)]]
        canvas.strokes(cross, 0.12 * side, ink)
        canvas.ring((0.71 * side, 0.71 * side), 0.19 * side, 0.12 * side, ink)

    def hint_region(self, state: Any, move: int) -> tuple[int, ...]:
        """Return the empty cells of the row the move is in."""
        columns = state.parameters.columns
        row = move // columns
        cells = range(row * columns, (row + 1) * columns)
        return tuple(cell for cell in cells if not state.cells[cell])

    def paint_plate(self, surface: pygame.Surface, geometry: GridGeometry) -> None:
        paint_slab(self.skin, surface, geometry)

    def piece(self, player: int, size: int) -> pygame.Surface:
        return pictures.mark(self.skin, player, size, 1.0)

    def draw_arriving(
        self, surface: pygame.Surface, geometry: GridGeometry, state: Any, cell: int, share: float
    ) -> None:
        # In steps of a twentieth, so that every game draws the same few pictures.
        stage = round(20 * share) / 20
        mark = pictures.mark(self.skin, state.cells[cell], geometry.size, stage)
        self.blit_cell(surface, geometry, cell, mark)

    def draw_row(
        self, surface: pygame.Surface, geometry: GridGeometry, state: Any, seconds: float
    ) -> None:
        """Light the cells of the row one after the other, and join them by a thread."""
        row, theme, size = self.lit_row(geometry, state), self.skin.theme, geometry.size
        player = state.cells[state.winning_line[0]]
        begin = ENDING.channel[0]
        thread = ease_out(share_of(seconds, begin, begin + ENDING.thread))
        if thread:
            last = row.middles[row.last]
            start, end = (along(last, row.middles[i], thread) for i in (0, -1))
            capsule(surface, start, end, _THREAD * size, theme.lit_edge)
        body = theme.shade if row.is_light else theme.lit
        for index, middle in enumerate(row.middles):
            turn = begin + ENDING.light_gap * row.turn_of(index)
            share = share_of(seconds, turn, turn + ENDING.light)
            if share:
                blit_centred(surface, pictures.won_cell(self.skin, size, body), middle, share)
            blit_centred(surface, self.piece(player, size), middle)
