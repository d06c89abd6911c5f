"""The board of Tic-Tac-Toe and its larger kin: cells with crosses and noughts."""

from typing import Any

import pygame

from game.ui.boards import square_cells as pictures
from game.ui.boards.grid import PlacingBoard
from game.ui.boards.plates import paint_slab
from game.ui.layout import GridGeometry
from game.ui.theme import MULBERRY


class TicTacToeBoard(PlacingBoard):
    """Draws Tic-Tac-Toe and tells what lies under a pixel."""

    material = MULBERRY

    def paint_plate(self, surface: pygame.Surface, geometry: GridGeometry) -> None:
        """Paint one slab with grooves."""
        paint_slab(self.sprites, surface, geometry)

    def piece(self, player: int, size: int) -> pygame.Surface:
        """Return a cross or a nought."""
        return pictures.mark(self.sprites, player, size, 1.0)

    def draw_arriving(
        self, surface: pygame.Surface, geometry: GridGeometry, state: Any, cell: int, share: float
    ) -> None:
        """Draw a mark that is being written."""
        # In steps of a twentieth, so that every game draws the same few pictures.
        stage = round(20 * share) / 20
        mark = pictures.mark(self.sprites, state.cells[cell], geometry.size, stage)
        self.blit_cell(surface, geometry, cell, mark)
