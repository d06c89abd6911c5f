"""The board of Tic-Tac-Toe and its larger kin: cells, crosses, noughts, truth and estimate."""

from typing import cast

import pygame

from game.games.protocol import State
from game.games.tictactoe.rules import TicTacToeState
from game.ui.animation import ease_out
from game.ui.boards import square_cells as pictures
from game.ui.boards.base import BoardLook
from game.ui.boards.kit import blit_centred, share_of
from game.ui.boards.marks import (
    best_disc,
    draw_disc,
    draw_dot,
    grade_ring,
    proof_badge,
    step_disc,
)
from game.ui.boards.paths import Point
from game.ui.boards.view import Board
from game.ui.layout import GridGeometry
from game.ui.overlay import LossClass, Mark, Overlay
from game.ui.theme import MOTION

GHOSTS = 8
"""How many marks of a line are shown."""

_OVERSHOOT = 0.29
"""How far the winning stroke goes past the middle of the last cell, in cells."""


class TicTacToeBoard(Board):
    """Draws Tic-Tac-Toe and tells what lies under a pixel."""

    def cell_at(self, state: State, position: tuple[int, int]) -> int | None:
        """Return the cell under a pixel; None in the gaps."""
        return self._geometry(state).cell_at(self._local(position))

    def move_at(self, state: State, cell: int) -> int | None:
        """Return the move that marks this cell, if it is free and the game goes on."""
        position = cast(TicTacToeState, state)
        if position.is_terminal or not 0 <= cell < len(position.cells) or position.cells[cell]:
            return None
        return cell

    def step(self, state: State, cell: int | None, dx: int, dy: int) -> int:
        """Return the neighbour of a cell in a direction, the middle to begin with."""
        size = cast(TicTacToeState, state).parameters
        if cell is None:
            return size.rows // 2 * size.columns + size.columns // 2
        row, column = divmod(cell, size.columns)
        column = min(max(column + dx, 0), size.columns - 1)
        row = min(max(row - dy, 0), size.rows - 1)
        return row * size.columns + column

    def caption(self, look: BoardLook) -> str:
        """Return the name of the cell under the pointer."""
        if look.hover is None or self.move_at(look.state, look.hover) is None:
            return ""
        return look.state.move_to_string(look.hover)

    def _geometry(self, state: State) -> GridGeometry:
        size = cast(TicTacToeState, state).parameters
        return GridGeometry(size.columns, size.rows, self._frame)

    def _motion_seconds(self, before: State, after: State) -> float:
        origin, target = cast(TicTacToeState, before), cast(TicTacToeState, after)
        if _added_mark(target, origin) is not None:
            return MOTION.stone_drop
        if _added_mark(origin, target) is None:
            return 0.0
        return MOTION.stone_drop + (MOTION.win_line if target.winning_line else 0.0)

    def _paint(self, surface: pygame.Surface, look: BoardLook) -> None:
        state = cast(TicTacToeState, look.state)
        geometry = self._geometry(state)
        target = self._target(look)
        self._blit_plate(surface, look, geometry)
        if target is not None:
            self._blit_cell(surface, geometry, target, pictures.lit_cell(self.kit, geometry.size))
        if state.winning_line:
            self._draw_win_line(surface, geometry, state, 1.0)
        self._blit_marks(surface, state)
        if look.overlay is not None or look.line or look.must_block or look.region:
            key = (state, look.overlay, look.line, look.must_block, look.region)
            self._layers.blit(
                surface, "overlay", key, lambda layer: self._paint_overlay(layer, look, geometry)
            )
        for cell, loss_class in look.grades:
            self._blit_cell(surface, geometry, cell, self._grade(geometry, loss_class))
        if look.best is not None:
            self._blit_cell(surface, geometry, look.best, best_disc(self.kit, 0.3 * geometry.size))
        if target is not None and not _is_covered(look, target):
            mark = pictures.mark(self.kit, state.current_player + 1, geometry.size, 1.0)
            self._blit_cell(surface, geometry, target, mark, 0.45)
        if look.cursor is not None:
            self._blit_cell(
                surface, geometry, look.cursor, pictures.cursor(self.kit, geometry.size)
            )

    def _paint_motion(self, surface: pygame.Surface, look: BoardLook, before: State) -> None:
        state, origin = cast(TicTacToeState, look.state), cast(TicTacToeState, before)
        geometry = self._geometry(state)
        seconds = look.progress * self._motion_seconds(before, state)
        drawn = share_of(seconds, 0.0, MOTION.stone_drop)
        placed, lifted = _added_mark(origin, state), _added_mark(state, origin)
        self._blit_plate(surface, look, geometry)
        if lifted is not None:
            self._blit_marks(surface, state)
            self._draw_growing_mark(surface, geometry, origin, lifted, 1.0 - ease_out(drawn))
        elif placed is not None and drawn < 1.0:
            self._blit_marks(surface, origin)
            self._draw_growing_mark(surface, geometry, state, placed, ease_out(drawn))
        else:
            growth = share_of(seconds, MOTION.stone_drop, MOTION.stone_drop + MOTION.win_line)
            self._draw_win_line(surface, geometry, state, ease_out(growth))
            self._blit_marks(surface, state)

    def _grade(self, geometry: GridGeometry, loss_class: LossClass) -> pygame.Surface:
        return grade_ring(self.kit, loss_class, 0.42 * geometry.size)

    def _target(self, look: BoardLook) -> int | None:
        """Return the cell under the pointer, if a click there would play."""
        if look.hover is None or not look.playable:
            return None
        return self.move_at(look.state, look.hover)

    def _blit_plate(self, surface: pygame.Surface, look: BoardLook, geometry: GridGeometry) -> None:
        self._layers.blit(
            surface,
            "plate",
            (geometry, look.coordinates),
            lambda layer: pictures.paint_plate(self.kit, layer, geometry, labels=look.coordinates),
        )

    def _blit_marks(self, surface: pygame.Surface, state: TicTacToeState) -> None:
        self._layers.blit(surface, "marks", state, lambda layer: self._paint_marks(layer, state))

    def _paint_marks(self, surface: pygame.Surface, state: TicTacToeState) -> None:
        geometry = self._geometry(state)
        for cell, player in enumerate(state.cells):
            if player:
                mark = pictures.mark(self.kit, player, geometry.size, 1.0)
                self._blit_cell(surface, geometry, cell, mark)
        # On 3x3 everyone sees what is new; on large boards the last mark needs a sign.
        if state.last_move is not None and len(state.cells) > 9 and not state.winning_line:
            dot = pictures.last_dot(self.kit, geometry.size)
            self._blit_cell(surface, geometry, state.last_move, dot)

    def _blit_cell(
        self,
        surface: pygame.Surface,
        geometry: GridGeometry,
        cell: int,
        picture: pygame.Surface,
        alpha: float = 1.0,
    ) -> None:
        blit_centred(surface, picture, _middle(geometry, cell), alpha)

    def _draw_growing_mark(
        self,
        surface: pygame.Surface,
        geometry: GridGeometry,
        state: TicTacToeState,
        cell: int,
        drawn: float,
    ) -> None:
        # In steps of a twentieth, so that every game draws the same few pictures.
        stage = round(20 * drawn) / 20
        mark = pictures.mark(self.kit, state.cells[cell], geometry.size, stage)
        self._blit_cell(surface, geometry, cell, mark)

    def _draw_win_line(
        self,
        surface: pygame.Surface,
        geometry: GridGeometry,
        state: TicTacToeState,
        growth: float,
    ) -> None:
        first = _middle(geometry, state.winning_line[0])
        last = _middle(geometry, state.winning_line[-1])
        middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
        longest = max(abs(last[0] - middle[0]), abs(last[1] - middle[1]))
        grown = growth * (1 + _OVERSHOOT * geometry.size / longest)
        reach = (grown * (last[0] - middle[0]), grown * (last[1] - middle[1]))
        picture = pictures.win_bar(self.kit, geometry.size, reach)
        blit_centred(surface, picture, middle)

    def _paint_overlay(
        self, surface: pygame.Surface, look: BoardLook, geometry: GridGeometry
    ) -> None:
        state = cast(TicTacToeState, look.state)
        size = geometry.size
        for cell in look.region:
            self._blit_cell(surface, geometry, cell, pictures.region_cell(self.kit, size))
        for cell in look.must_block:
            self._blit_cell(surface, geometry, cell, pictures.must_block(self.kit, size))
        self._paint_line(surface, look, state, geometry)
        overlay = look.overlay or Overlay()
        if overlay.show_estimate:
            for mark in reversed(overlay.marks):
                if not state.cells[mark.move]:
                    self._paint_estimate(surface, geometry, overlay, mark)
        if overlay.show_exact:
            for cell, proof, distance in overlay.exact:
                height = 0.19 * size if overlay.show_estimate else 0.26 * size
                badge = proof_badge(self.kit, proof, distance, height)
                x, y = _middle(geometry, cell)
                y -= 0.32 * size if overlay.show_estimate else 0.0
                blit_centred(surface, badge, (x, y))

    def _paint_estimate(
        self, surface: pygame.Surface, geometry: GridGeometry, overlay: Overlay, mark: Mark
    ) -> None:
        size = geometry.size
        beside_truth = overlay.show_exact and bool(overlay.exact)
        x, y = _middle(geometry, mark.move)
        if mark.dotted:
            shift = 0.115 * size if beside_truth else 0.0
            draw_dot(self.kit, surface, mark.loss_class, (x, y + shift), size)
        if not mark.labelled:
            return
        inradius = size / 3 if beside_truth else 0.44 * size
        draw_disc(
            self.kit,
            surface,
            mark,
            (x, y + (0.115 * size if beside_truth else 0.0)),
            inradius,
            1.6 * inradius if size < 60 else 2.4 * inradius,
            badge_height=None if beside_truth else 0.26 * size,
            metric=overlay.metric,
        )

    def _paint_line(
        self,
        surface: pygame.Surface,
        look: BoardLook,
        state: TicTacToeState,
        geometry: GridGeometry,
    ) -> None:
        """Show the marks that the line would bring, numbered; discs stay on top of them."""
        player = state.current_player
        for number, cell in enumerate(look.line[:GHOSTS], start=1):
            if not 0 <= cell < len(state.cells) or state.cells[cell]:
                break
            if not _is_covered(look, cell):
                ghost = pictures.mark(self.kit, player + 1, geometry.size, 1.0)
                self._blit_cell(surface, geometry, cell, ghost, 0.5)
            if number > 1 or not _is_covered(look, cell):
                x, y = _middle(geometry, cell)
                shift = 0.35 * geometry.size
                step = step_disc(self.kit, max(7.0, 0.10 * geometry.size), number)
                blit_centred(surface, step, (x - shift, y + shift))
            player = 1 - player


def _is_covered(look: BoardLook, cell: int) -> bool:
    """Tell whether a cell carries numbers, which nothing may cover."""
    if look.overlay is None:
        return False
    exact = look.overlay.show_exact and any(cell == known for known, _, _ in look.overlay.exact)
    marks = look.overlay.marks if look.overlay.show_estimate else ()
    return exact or any(mark.labelled and mark.move == cell for mark in marks)


def _middle(geometry: GridGeometry, cell: int) -> Point:
    x, y, width, height = geometry.cell_box(cell)
    return x + width / 2, y + height / 2


def _added_mark(before: TicTacToeState, after: TicTacToeState) -> int | None:
    """Return the one cell that is marked in `after` and free in `before`, else None."""
    same_board = before.parameters == after.parameters
    if not same_board or after.move_count != before.move_count + 1:
        return None
    pairs = zip(before.cells, after.cells, strict=True)
    changed = [cell for cell, (old, new) in enumerate(pairs) if old != new]
    return changed[0] if len(changed) == 1 else None
