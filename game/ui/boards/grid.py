"""Boards of square cells, and boards on which a move puts a piece on a cell.

A position has `cells` (0 empty, 1 and 2 the players' pieces) numbered row by row from the
lower left, and parameters with `columns` and `rows`.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, ClassVar, Final

import pygame

from ai.contract.rules import GameSpec, State
from game.games.lattice.grid_text import square_name
from game.games.lattice.lines import Rays, square_lattice
from game.ui.animation import ease_out
from game.ui.boards import square_cells as pictures
from game.ui.boards import stones
from game.ui.boards.ending import (
    LIGHT_PIECE,
    LitRow,
    draw_row,
    first_lit,
    is_drawn,
    paint_veil,
    veil_share,
)
from game.ui.boards.marks import best_disc, draw_disc, draw_dot, grade_ring, proof_badge, step_disc
from game.ui.boards.plates import draw_seams
from game.ui.boards.sprites import blit_centred, share_of
from game.ui.boards.view import LINE_MOVES, Board, BoardContent
from game.ui.layout import Box, GridGeometry
from game.ui.overlay import Mark, Overlay, Values
from game.ui.theme import ENDING, GHOST_LINE, MOTION, STONES, StoneStyle, lightness
from game.words import boards as words

_geometry = lru_cache(maxsize=64)(GridGeometry)
"""Returns the geometry of a board, cached: it has worked out where the cells are."""
_PIECE: Final = 0.38
"""Radius of a piece, in cells."""
_SEEN_AT_ONCE: Final = 9
"""A board of at most so many cells needs no mark of the last move."""


def added_piece(before: Any, after: Any) -> int | None:
    """Return the one cell that is taken in `after` and free in `before`, else None."""
    if before.parameters != after.parameters:
        return None
    pairs = zip(before.cells, after.cells, strict=True)
    changed = [cell for cell, (old, new) in enumerate(pairs) if old != new]
    return changed[0] if len(changed) == 1 and not before.cells[changed[0]] else None


class GridBoard(Board):
    """A plate of square cells, which are separate as it stands.

    Attributes:
        gap: Space between cells, in cells; 0 for cells that touch.
    """

    gap: ClassVar[float] = GridGeometry.gap

    def cell_at(self, state: State, position: tuple[int, int]) -> int | None:
        """Return the cell under a pixel; None in the gaps."""
        return self.geometry(state).cell_at(self.local(position))

    def box_of(self, state: State, cell: int) -> Box:
        return self.geometry(state).cell_box(cell)

    def step(self, state: State, cell: int | None, dx: int, dy: int) -> int:
        size: Any = state.parameters
        if cell is None:
            return self.first_cell(state)
        if self._turned:
            dx, dy = -dx, -dy
        row, column = divmod(cell, size.columns)
        column = min(max(column + dx, 0), size.columns - 1)
        row = min(max(row - dy, 0), size.rows - 1)
        return int(row * size.columns + column)

    def cell_name(self, state: Any, cell: int) -> str:
        return square_name(*divmod(cell, state.parameters.columns))

    def lines_at(self, state: Any, cell: int) -> tuple[tuple[int, ...], ...]:
        """Return the lines of its lattice, as far as they have more than one cell."""
        lines = ((*reversed(behind), cell, *ahead) for behind, ahead in self.rays(state, cell))
        return tuple(line for line in lines if len(line) > 1)

    def rays(self, state: Any, cell: int) -> Rays:
        """Return the cells behind and ahead of one in each direction of its lattice."""
        size = state.parameters
        return square_lattice(size.columns, size.rows).rays[cell]

    def first_cell(self, state: State) -> int:
        """Return where the keyboard cursor begins: in the middle."""
        size: Any = state.parameters
        return int(size.rows // 2 * size.columns + size.columns // 2)

    def contents(self, state: Any, spec: GameSpec) -> dict[int, str]:
        return {cell: self.cell_words(state, cell, spec) for cell in range(len(state.cells))}

    def geometry(self, state: State) -> GridGeometry:
        size: Any = state.parameters
        of_board = partial(
            _geometry, size.columns, size.rows, self.frame, self.gap, turned=self._turned
        )
        return of_board(rim=self.label_room(of_board().size))

    def blit_plate(self, surface: pygame.Surface, geometry: Any) -> None:
        """Draw the board without anything on it."""

        def paint(layer: pygame.Surface) -> None:
            self.paint_plate(layer, geometry)
            self._paint_labels(layer, geometry)

        self.layers.blit(surface, "plate", geometry, paint)

    def _paint_labels(self, surface: pygame.Surface, geometry: GridGeometry) -> None:
        if self.names_cells:
            self.paint_labels(surface, geometry)

    def paint_labels(self, surface: pygame.Surface, geometry: GridGeometry) -> None:
        """Paint the names of rows and columns, if there is room for them."""
        if geometry.rim:
            pictures.paint_labels(self.skin, surface, geometry)

    def paint_plate(self, surface: pygame.Surface, geometry: GridGeometry) -> None:
        """Paint the empty board, without the names of rows and columns."""
        pictures.paint_plate(self.skin, surface, geometry)

    # A game that is over.

    def blit_veil(self, surface: pygame.Surface, geometry: Any, share: float) -> None:
        """Let all that has been drawn step back by `share`, 0 to 1, but for the names of rows."""

        def paint(layer: pygame.Surface) -> None:
            paint_veil(layer, self.layers.painted("plate"), self.skin.theme)
            self._paint_labels(layer, geometry)

        self.layers.blit(surface, "veil", geometry, paint, share)


class PlacingBoard(GridBoard):
    """A grid on which a move is the cell that a piece comes to, and where rows win.

    Its positions have a `winning_line`, the cells in order, empty while there is none. As it
    stands it draws stones, black ones for the first player.

    Attributes:
        arrival: Seconds that a piece takes to come.
    """

    styles: ClassVar[tuple[StoneStyle, StoneStyle]] = STONES
    arrival: ClassVar[float] = MOTION.stone_drop

    def graded_cells(self, state: Any, move: int) -> tuple[int, ...]:
        """Return the cell of a move; a move may be none, as passing is."""
        return (move,) if 0 <= move < len(state.cells) else ()

    # What a game may draw otherwise.

    def move_at(self, state: State, cell: int) -> int | None:
        """Return the move that a click on this cell means: the cell, if that is legal."""
        return cell if cell in state.legal_moves else None

    def piece(self, player: int, size: int) -> pygame.Surface:
        """Return the picture of a piece of player 1 or 2, for a cell of this size."""
        return stones.stone(self.skin, self.styles[player - 1], round(_PIECE * size))

    def piece_radius(self, geometry: Any) -> float:
        """Return the radius of a piece in pixels."""
        return float(_PIECE * geometry.size)

    def ghost(self, state: State, cell: int, size: int) -> pygame.Surface | None:
        """Return what a move would bring to a cell; None where a move takes what is there."""
        del cell
        return self.piece(state.current_player + 1, size)

    def draw_arriving(
        self, surface: pygame.Surface, geometry: GridGeometry, state: Any, cell: int, share: float
    ) -> None:
        """Draw a piece on its way to its cell, from 0 to 1."""
        piece = self.piece(state.cells[cell], geometry.size)
        self.blit_cell(surface, geometry, cell, piece, share)

    def eased(self, share: float) -> float:
        """Return how far a piece has come after a share of its time."""
        return ease_out(share)

    def draw_row(
        self, surface: pygame.Surface, geometry: GridGeometry, state: Any, seconds: float
    ) -> None:
        """Draw the row that has won, so many seconds after the move that completed it."""
        row, size = self.lit_row(geometry, state), geometry.size
        player = state.cells[state.winning_line[0]]

        def draw_piece(index: int, swollen: float) -> None:
            piece = self.piece(player, round(swollen * size))
            blit_centred(surface, piece, row.middles[index])

        draw_row(self.skin, surface, row, seconds, draw_piece)

    def notes(self, content: BoardContent) -> Iterator[tuple[int, str]]:
        yield from super().notes(content)
        state: Any = content.state
        yield from ((cell, words.IN_ROW) for cell in state.winning_line)

    # A position at rest.

    def lit_row(self, geometry: GridGeometry, state: Any) -> LitRow:
        line = state.winning_line
        return LitRow(
            tuple(geometry.middle(cell) for cell in line),
            first_lit(line, state.last_move),
            self.piece_radius(geometry),
            is_light=lightness(self.styles[state.cells[line[0]] - 1].plain) > LIGHT_PIECE,
        )

    def ending_seconds(self, state: Any) -> float:
        """Return how long a row, or a draw, is shown."""
        if state.winning_line:
            return ENDING.row
        return ENDING.draw if is_drawn(state) else 0.0

    def caption(self, content: BoardContent) -> str:
        """Return the name of the move under the pointer."""
        move = None if content.hover is None else self.move_at(content.state, content.hover)
        return "" if move is None else content.state.move_to_string(move)

    def motion_seconds(self, before: State, after: State) -> float:
        pieces = added_piece(before, after), added_piece(after, before)
        return 0.0 if pieces == (None, None) else self.arrival

    def paint(self, surface: pygame.Surface, content: BoardContent) -> None:
        state: Any = content.state
        geometry = self.geometry(state)
        size, target = geometry.size, self.target_of(content)
        self.blit_plate(surface, geometry)
        if target is not None:
            self.blit_cell(surface, geometry, target, pictures.lit_cell(self.skin, size))
        self._blit_pieces(surface, geometry, state)
        seconds = content.ending
        if state.winning_line:
            self.blit_veil(surface, geometry, veil_share(seconds))
            self.draw_row(surface, geometry, state, seconds)
        elif is_drawn(state):
            draw_seams(self.skin, surface, geometry, seconds)
        self.blit_overlay(surface, content, lambda layer: self._paint_overlay(layer, content))
        for cell, loss_class in content.grades:
            ring = grade_ring(self.skin, loss_class, 0.42 * size)
            self.blit_cell(surface, geometry, cell, ring)
        if content.best is not None:
            self.blit_cell(surface, geometry, content.best, best_disc(self.skin, 0.3 * size))
        if target is not None and not _is_covered(content, target):
            self._blit_ghost(surface, geometry, state, target, 0.45)
        if content.cursor is not None:
            self.blit_cell(surface, geometry, content.cursor, pictures.cursor(self.skin, size))

    def paint_motion(self, surface: pygame.Surface, content: BoardContent, before: State) -> None:
        state: Any = content.state
        geometry = self.geometry(state)
        seconds = content.progress * self.motion_seconds(before, state)
        drawn = share_of(seconds, 0.0, self.arrival)
        placed, lifted = added_piece(before, state), added_piece(state, before)
        self.blit_plate(surface, geometry)
        if lifted is not None:
            self._blit_pieces(surface, geometry, state)
            self.draw_arriving(surface, geometry, before, lifted, 1.0 - self.eased(drawn))
        elif placed is not None:
            self._blit_pieces(surface, geometry, before)
            self.draw_arriving(surface, geometry, state, placed, self.eased(drawn))

    def _blit_pieces(self, surface: pygame.Surface, geometry: GridGeometry, state: Any) -> None:
        def paint(layer: pygame.Surface) -> None:
            for cell, player in enumerate(state.cells):
                if player:
                    self.blit_cell(layer, geometry, cell, self.piece(player, geometry.size))
            shows_last = len(state.cells) > _SEEN_AT_ONCE and not state.winning_line
            if state.last_move is not None and shows_last:
                dot = pictures.last_dot(self.skin, geometry.size)
                self.blit_cell(layer, geometry, state.last_move, dot)

        self.layers.blit(surface, "pieces", state, paint)

    def blit_cell(
        self,
        surface: pygame.Surface,
        geometry: GridGeometry,
        cell: int,
        picture: pygame.Surface,
        alpha: float = 1.0,
    ) -> None:
        if 0 <= cell < geometry.columns * geometry.rows:  # a move may be none, as passing is
            blit_centred(surface, picture, geometry.middle(cell), alpha)

    def _blit_ghost(
        self, surface: pygame.Surface, geometry: GridGeometry, state: State, cell: int, alpha: float
    ) -> None:
        ghost = self.ghost(state, cell, geometry.size)
        if ghost is not None:
            self.blit_cell(surface, geometry, cell, ghost, alpha)

    # What the AI thinks.

    def _paint_overlay(self, surface: pygame.Surface, content: BoardContent) -> None:
        state: Any = content.state
        geometry = self.geometry(state)
        size = geometry.size
        for cell in content.region:
            self.blit_cell(surface, geometry, cell, pictures.region_cell(self.skin, size))
        for cell in content.must_block:
            self.blit_cell(surface, geometry, cell, pictures.must_block(self.skin, size))
        self._paint_line(surface, content)
        overlay = content.overlay or Overlay()
        legal = {move for move in state.legal_moves if move < len(state.cells)}
        for mark in reversed(overlay.estimates):
            if mark.move in legal:
                self._paint_estimate(surface, state, overlay, mark)
        for cell, proof, distance in overlay.truths:
            if cell not in legal:
                continue
            height = 0.19 * size if overlay.values is Values.BOTH else 0.26 * size
            badge = proof_badge(self.skin, proof, distance, height)
            x, y = geometry.middle(cell)
            y -= 0.32 * size if overlay.values is Values.BOTH else 0.0
            blit_centred(surface, badge, (x, y))

    def _paint_estimate(
        self, surface: pygame.Surface, state: State, overlay: Overlay, mark: Mark
    ) -> None:
        geometry = self.geometry(state)
        size = geometry.size
        beside_truth = bool(overlay.truths)
        x, y = geometry.middle(mark.move)
        y += 0.115 * size if beside_truth else 0.0
        if mark.is_dot:
            draw_dot(self.skin, surface, mark.loss_class, (x, y), size)
        if not mark.labelled:
            return
        inradius = size / 3 if beside_truth else 0.44 * size
        draw_disc(
            self.skin,
            surface,
            mark,
            (x, y),
            inradius,
            1.6 * inradius if size < 60 else 2.4 * inradius,
            badge_height=None if overlay.shows_guesses else 0.26 * size,
            is_score=len(state.returns) == 1,
        )

    def _paint_line(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Show the pieces that the line would bring, numbered; discs stay on top of them."""
        state: Any = content.state
        geometry = self.geometry(state)
        for number, cell in enumerate(content.line[:LINE_MOVES], start=1):
            if cell not in state.legal_moves or cell >= len(state.cells):
                break
            if not _is_covered(content, cell):
                self._blit_ghost(surface, geometry, state, cell, GHOST_LINE.piece_alpha)
            if number > 1 or not _is_covered(content, cell):
                x, y = geometry.middle(cell)
                shift = 0.35 * geometry.size  # to the upper left, where a disc has no text
                step = step_disc(self.skin, max(7.0, 0.10 * geometry.size), number)
                blit_centred(surface, step, (x - shift, y - shift))
            state = state.play(cell)


def _is_covered(content: BoardContent, cell: int) -> bool:
    """Tell whether a cell carries numbers, which nothing may cover."""
    if content.overlay is None:
        return False
    labelled = (mark.move for mark in content.overlay.estimates if mark.labelled)
    return cell in labelled or any(cell == move for move, _, _ in content.overlay.truths)
