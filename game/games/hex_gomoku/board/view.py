"""The hexagonal board: plate, cells, stones, and the AI's discs on the empty cells."""

from functools import partial
from math import pi, sin
from typing import cast

import pygame

from game.games.hex_gomoku.board import pictures as hex_pictures
from game.games.hex_gomoku.board.cells import LINES, Cells, hex_cells
from game.games.hex_gomoku.board.overlay import has_disc, paint_overlay, paint_pairs
from game.games.hex_gomoku.rules import HexState
from game.games.protocol import State
from game.ui.animation import ease_in, ease_out
from game.ui.boards import stones
from game.ui.boards.base import BoardLook
from game.ui.boards.grid import added_piece, placing_seconds
from game.ui.boards.kit import AI_COLOUR, blit_centred, share_of
from game.ui.boards.marks import NUMBERS_FROM, best_disc, grade_ring
from game.ui.boards.view import Board
from game.ui.theme import IVORY, MOTION, STONES

_BAND_REACH = 4
_NUMBERED = {"none": 0, "last": 3, "all": 10_000}
"""How many of the last stones carry their number."""


class HexBoard(Board):
    """Draws hex Gomoku and tells what lies under a pixel."""

    def cell_at(self, state: State, position: tuple[int, int]) -> int | None:
        """Return the cell under a pixel."""
        return self._cells(state).geometry.cell_at(self._local(position))

    def move_at(self, state: State, cell: int) -> int | None:
        """Return the stone to be placed there; on the first stone, the swap if it is allowed."""
        position = cast(HexState, state)
        if position.is_terminal or not 0 <= cell < len(position.cells):
            return None
        if position.cells[cell]:
            return position.swap_move if position.can_swap else None
        return cell

    def step(self, state: State, cell: int | None, dx: int, dy: int) -> int:
        """Return the neighbour of a cell in a direction, the centre to begin with."""
        return self._cells(state).step(cell, dx, dy)

    def caption(self, look: BoardLook) -> str:
        """Return the name of the move under the pointer."""
        state = cast(HexState, look.state)
        move = None if look.hover is None else self.move_at(state, look.hover)
        if move is None:
            return ""
        return "Swap: take black" if move == state.swap_move else state.move_to_string(move).upper()

    def _cells(self, state: State) -> Cells:
        return hex_cells(cast(HexState, state).parameters.side, self._frame)

    def _motion_seconds(self, before: State, after: State) -> float:
        return placing_seconds(before, after)

    def _paint(self, surface: pygame.Surface, look: BoardLook) -> None:
        state = cast(HexState, look.state)
        cells = self._cells(state)
        target = self._target(look)
        self._blit_plate(surface, look, cells)
        if target is not None and not state.cells[target]:
            self._draw_bands(surface, cells, target)
        if state.winning_line:
            self._draw_win_line(surface, cells, state, 1.0)
        if look.pairs:
            self._layers.blit(
                surface,
                "pairs",
                look.pairs,
                lambda layer: paint_pairs(self.kit, layer, look.pairs, cells),
            )
        self._blit_stones(surface, look, state, cells)
        cursors = {cell for cell in (target, look.cursor) if cell is not None}
        under_discs = {c for c in cursors if has_disc(look, c) and c not in look.must_block}
        self._draw_cursors(surface, cells, under_discs)
        if look.overlay is not None or look.line or look.must_block or look.region:
            key = (state, look.overlay, look.line, look.must_block, look.region)
            self._layers.blit(
                surface, "overlay", key, lambda layer: paint_overlay(self.kit, layer, look, cells)
            )
        self._draw_grades(surface, look, state, cells)
        if target is not None and not state.cells[target] and not has_disc(look, target):
            body = stones.stone(self.kit, STONES[state.colour_to_place - 1], self._radius(cells))
            blit_centred(surface, body, cells.centres[target], 0.55)
        self._draw_cursors(surface, cells, cursors - under_discs)

    def _paint_motion(self, surface: pygame.Surface, look: BoardLook, before: State) -> None:
        state, origin = cast(HexState, look.state), cast(HexState, before)
        cells = self._cells(state)
        seconds = look.progress * self._motion_seconds(before, state)
        drop = share_of(seconds, 0.0, MOTION.stone_drop)
        self._blit_plate(surface, look, cells)
        placed, lifted = added_piece(origin, state), added_piece(state, origin)
        if lifted is not None:
            self._blit_stones(surface, look, state, cells)
            self._draw_flying_stone(surface, cells, origin, lifted, 1.0 - ease_in(drop))
        elif placed is not None and drop < 1.0:
            self._blit_stones(surface, look, origin, cells, marks=False)
            self._draw_flying_stone(surface, cells, state, placed, ease_out(drop))
        else:
            growth = share_of(seconds, MOTION.stone_drop, MOTION.stone_drop + MOTION.win_line)
            self._draw_win_line(surface, cells, state, ease_out(growth))
            self._blit_stones(surface, look, state, cells)
            self._draw_pulse(surface, cells, state, growth)
            self._paint_last_move(surface, look, state, cells)

    def _radius(self, cells: Cells) -> int:
        return max(2, round(stones.BODY * cells.s))

    def _target(self, look: BoardLook) -> int | None:
        """Return the cell under the pointer, if a click there would play."""
        if look.hover is None or not look.playable:
            return None
        return look.hover if self.move_at(look.state, look.hover) is not None else None

    def _blit_plate(self, surface: pygame.Surface, look: BoardLook, cells: Cells) -> None:
        self._layers.blit(
            surface,
            "plate",
            (cells.geometry.side, look.coordinates),
            lambda layer: hex_pictures.paint_plate(self.kit, layer, cells, labels=look.coordinates),
        )

    def _blit_stones(
        self,
        surface: pygame.Surface,
        look: BoardLook,
        state: HexState,
        cells: Cells,
        *,
        marks: bool = True,
    ) -> None:
        key = (state, look.moves, look.move_numbers, look.grades, marks)
        self._layers.blit(
            surface,
            "stones",
            key,
            lambda layer: self._paint_stones(layer, look, state, cells, marks),
        )

    def _paint_stones(
        self, surface: pygame.Surface, look: BoardLook, state: HexState, cells: Cells, marks: bool
    ) -> None:
        radius = self._radius(cells)
        placed = [(cell, colour) for cell, colour in enumerate(state.cells) if colour]
        for cell, _ in placed:
            x, y = cells.centres[cell]
            shade = stones.shadow(self.kit, radius)
            blit_centred(surface, shade, (x, y + round(0.12 * radius)))
        for cell, colour in placed:
            blit_centred(
                surface, stones.stone(self.kit, STONES[colour - 1], radius), cells.centres[cell]
            )
        if marks:
            self._paint_numbers(surface, look, state, cells)
            self._paint_last_move(surface, look, state, cells)

    def _paint_numbers(
        self, surface: pygame.Surface, look: BoardLook, state: HexState, cells: Cells
    ) -> None:
        if cells.height < NUMBERS_FROM:
            return
        first = len(look.moves) - _NUMBERED[look.move_numbers]
        for i, cell in enumerate(look.moves):
            is_stone = cell < len(state.cells) and state.cells[cell] != 0
            has_dot = cell == state.last_move and look.move_numbers != "all"
            if i >= first and is_stone and not has_dot:
                number = str(i + 1)
                size = max(9, round((0.46 if len(number) < 3 else 0.38) * cells.s))
                ink = STONES[state.cells[cell] - 1].on_plain
                self.kit.text(surface, number, cells.centres[cell], size, ink)

    def _paint_last_move(
        self, surface: pygame.Surface, look: BoardLook, state: HexState, cells: Cells
    ) -> None:
        """Mark the last stone: ring and dot, a wider ring round its number, arrows for a swap."""
        if state.last_move is None or state.is_agreed_draw:
            return
        if any(move == state.last_move for move, _ in look.grades):
            return
        cell = state.cells.index(1) if state.last_move == state.swap_move else state.last_move
        style = STONES[state.cells[cell] - 1]
        if state.last_move == state.swap_move:
            picture = stones.swap_arrows(self.kit, style, cells.s)
        elif look.move_numbers == "all" and cell in look.moves and cells.height >= NUMBERS_FROM:
            picture = stones.last_ring(self.kit, style, cells.s)
        else:
            picture = stones.last_move(self.kit, style, cells.s)
        blit_centred(surface, picture, cells.centres[cell])

    def _draw_cursors(self, surface: pygame.Surface, cells: Cells, at: set[int]) -> None:
        for cell in at:
            blit_centred(surface, hex_pictures.cursor(self.kit, cells.s), cells.centres[cell])

    def _draw_grades(
        self, surface: pygame.Surface, look: BoardLook, state: HexState, cells: Cells
    ) -> None:
        for move, loss_class in look.grades:
            if move == state.draw_move:
                continue
            cell = state.cells.index(1) if move == state.swap_move else move
            ring = grade_ring(self.kit, loss_class, self._radius(cells))
            blit_centred(surface, ring, cells.centres[cell])
        if look.best is not None:
            cell = state.cells.index(1) if look.best == state.swap_move else look.best
            blit_centred(surface, best_disc(self.kit, 0.78 * cells.s), cells.centres[cell])

    def _draw_bands(self, surface: pygame.Surface, cells: Cells, cell: int) -> None:
        """Show the three lines through a cell, as far as five in a row can reach."""
        x, y = cells.centres[cell]
        for line in LINES:
            behind, ahead = cells.reach(cell, line, _BAND_REACH)
            step_x, step_y = cells.vector(line)
            start, end = (-behind * step_x, -behind * step_y), (ahead * step_x, ahead * step_y)
            key = ("band", cells.s, line, behind, ahead)
            make = partial(hex_pictures.bar, start, end, 0.62 * cells.s, IVORY, 0.20)
            picture = self.kit.picture(key, make)
            middle = (x + (start[0] + end[0]) / 2, y + (start[1] + end[1]) / 2)
            blit_centred(surface, picture, middle)

    def _draw_win_line(
        self, surface: pygame.Surface, cells: Cells, state: HexState, growth: float
    ) -> None:
        first, last = (cells.centres[state.winning_line[i]] for i in (0, -1))
        middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
        reach_x, reach_y = growth * (last[0] - middle[0]), growth * (last[1] - middle[1])
        picture = self.kit.picture(
            ("win line", cells.s, round(reach_x), round(reach_y)),
            lambda: hex_pictures.bar(
                (-reach_x, -reach_y), (reach_x, reach_y), 0.5 * cells.s, AI_COLOUR, 1.0
            ),
        )
        blit_centred(surface, picture, middle)

    def _draw_pulse(
        self, surface: pygame.Surface, cells: Cells, state: HexState, growth: float
    ) -> None:
        radius = round(self._radius(cells) * (1 + 0.06 * sin(pi * growth)))
        if radius == self._radius(cells):
            return
        for cell in state.winning_line:
            body = stones.stone(self.kit, STONES[state.cells[cell] - 1], radius)
            blit_centred(surface, body, cells.centres[cell])

    def _draw_flying_stone(
        self, surface: pygame.Surface, cells: Cells, state: HexState, cell: int, landed: float
    ) -> None:
        """Draw a stone on its way: larger, higher and fainter, over a shadow that tightens."""
        x, y = cells.centres[cell]
        radius = self._radius(cells)
        height = 1.0 - landed
        shade = stones.shadow(self.kit, radius)
        blit_centred(surface, shade, (x, y + (0.12 + 0.5 * height) * radius), landed)
        body = stones.stone(
            self.kit, STONES[state.cells[cell] - 1], round(radius * (1 + 0.18 * height))
        )
        blit_centred(surface, body, (x, y - 0.55 * height * radius), min(1.0, 0.25 + landed))
