"""The hexagonal board: plate, cells, stones, and the AI's discs on the empty cells."""

from typing import Any, NamedTuple, cast

import pygame

from ai.contract.rules import State
from ai.phrases import N_
from game.games.hex_gomoku.board import pictures as hex_pictures
from game.games.hex_gomoku.board.cells import Cells, hex_cells
from game.games.hex_gomoku.rules import DIRECTIONS, HexState, distance, geometry
from game.games.lattice.lines import Rays
from game.ui.animation import ease_in, ease_out
from game.ui.boards import stones
from game.ui.boards.canvas import Canvas
from game.ui.boards.ending import SEAM_STEPS, draw_row, seam_level, veil_share
from game.ui.boards.grid import PlacingBoard, added_piece
from game.ui.boards.marks import (
    NUMBERS_FROM,
    best_disc,
    draw_disc,
    draw_dot,
    grade_ring,
    least_number,
    step_disc,
)
from game.ui.boards.paths import hexagon
from game.ui.boards.sprites import blit_centred, share_of
from game.ui.boards.view import BoardContent
from game.ui.overlay import Mark
from game.ui.skin import Skin
from game.ui.theme import AI_COLOUR, IVORY, MOSS, MOTION, STONES, Colour

_BAND_REACH = 4
_NUMBERED = {"none": 0, "last": 3, "all": 10_000}
"""How many of the last stones carry their number."""
_REGION_RADIUS = 2


class HexBoard(PlacingBoard):
    """Draws hex Gomoku and tells what lies under a pixel."""

    material = MOSS

    def paint_sign(self, canvas: Canvas, side: int, ink: Colour) -> None:
        middle = (side / 2, side / 2)
        canvas.stroke(hexagon(middle, 0.42 * side), 0.1 * side, ink, closed=True)
        canvas.circle(middle, 0.17 * side, ink)

    def move_at(self, state: State, cell: int) -> int | None:
        """Return the stone to be placed there; on the first stone, the swap if it is allowed."""
        position = cast(HexState, state)
        if position.is_terminal or not 0 <= cell < len(position.cells):
            return None
        if position.cells[cell]:
            return position.swap_move if position.can_swap else None
        return cell

    def graded_cells(self, state: State, move: int) -> tuple[int, ...]:
        """Return the cell of a move; a swap's is that of the first stone, a draw has none."""
        position = cast(HexState, state)
        if move == position.swap_move:
            return (position.cells.index(1),) if 1 in position.cells else ()
        return (move,) if move < len(position.cells) else ()

    def cell_name(self, state: HexState, cell: int) -> str:
        return state.move_label(cell)

    def rays(self, state: HexState, cell: int) -> Rays:
        return state.lattice_of(state.parameters).rays[cell]

    def ray(self, state: HexState, cell: int, dx: int, dy: int) -> tuple[int, ...]:
        """Return the cells to the border: up and down along the line of one number."""
        row, number, _ = self.rays(state, cell)
        behind, ahead = row if dx else number
        return ahead if dx + dy > 0 else behind

    def hint_region(self, state: State, move: int) -> tuple[int, ...]:
        """Return the empty cells around a point one step from the move towards the centre.

        Of a swap it is the stone that is taken over.
        """
        position = cast(HexState, state)
        if move == position.swap_move:
            return tuple(cell for cell, stone in enumerate(position.cells) if stone)
        return region_around(position, move)

    def step(self, state: State, cell: int | None, dx: int, dy: int) -> int:
        """Return the neighbour of a cell in a direction, the centre to begin with."""
        cells: Cells = self.geometry(state)
        return cells.step(cell, dx, dy)

    def caption(self, content: BoardContent) -> str:
        """Return the name of the move under the pointer."""
        state = cast(HexState, content.state)
        move = None if content.hover is None else self.move_at(state, content.hover)
        if move is None:
            return ""
        return (
            N_("Swap: take black")
            if move == state.swap_move
            else state.move_to_string(move).upper()
        )

    def geometry(self, state: State) -> Any:
        return hex_cells(cast(HexState, state).parameters.side, self.frame)

    def _frame_of(self, surface: pygame.Surface, content: BoardContent, state: State) -> "_Frame":
        cells = self.geometry(state)
        return _Frame(surface, content, cast(HexState, state), cells, self.piece_radius(cells))

    def paint(self, surface: pygame.Surface, content: BoardContent) -> None:
        at = self._frame_of(surface, content, content.state)
        state, cells = at.state, at.cells
        target = None if self.target_of(content) is None else content.hover
        self.blit_plate(surface, at.cells)
        if target is not None and not state.cells[target]:
            self._draw_bands(at, target)
        if pairs := content.pairs:
            self.layers.blit(
                surface, "pairs", pairs, lambda to: paint_pairs(self.skin, to, pairs, cells)
            )
        self._blit_stones(at)
        if state.winning_line:
            self.blit_veil(surface, cells, veil_share(content.ending))
            self.draw_row(surface, cells, state, content.ending)
        elif state.is_terminal:
            self._draw_seams(at)
        cursors = {cell for cell in (target, content.cursor) if cell is not None}
        under_discs = {c for c in cursors if has_disc(content, c) and c not in content.must_block}
        self._draw_cursors(at, under_discs)
        self.blit_overlay(surface, content, lambda to: paint_overlay(self.skin, to, content, cells))
        self._draw_grades(at)
        if target is not None and not state.cells[target] and not has_disc(content, target):
            body = stones.stone(self.skin, STONES[state.colour_to_place - 1], at.radius)
            at.put(body, target, 0.55)
        self._draw_cursors(at, cursors - under_discs)

    def paint_motion(self, surface: pygame.Surface, content: BoardContent, before: State) -> None:
        at = self._frame_of(surface, content, content.state)
        state, origin = at.state, self._frame_of(surface, content, before)
        seconds = content.progress * self.motion_seconds(before, state)
        drop = share_of(seconds, 0.0, MOTION.stone_drop)
        self.blit_plate(surface, at.cells)
        placed, lifted = added_piece(before, state), added_piece(state, before)
        if lifted is not None:
            self._blit_stones(at)
            self._draw_flying_stone(origin, lifted, 1.0 - ease_in(drop))
        elif placed is not None:
            self._blit_stones(origin, marks=False)
            self._draw_flying_stone(at, placed, ease_out(drop))

    def paint_plate(self, surface: pygame.Surface, geometry: Any) -> None:
        """Paint the plate and the empty cells."""
        hex_pictures.paint_plate(self.skin, surface, geometry)

    def paint_labels(self, surface: pygame.Surface, geometry: Any) -> None:
        """Write the names of rows and numbers on the plate's edge."""
        hex_pictures.write_labels(self.skin, surface, geometry)

    def _blit_stones(self, at: "_Frame", *, marks: bool = True) -> None:
        content = at.content
        key = (at.state, content.moves, len(content.line), content.grades, marks)
        self.layers.blit(
            at.surface,
            "stones",
            key,
            lambda to: self._paint_stones(at._replace(surface=to), marks=marks),
        )

    def _paint_stones(self, at: "_Frame", *, marks: bool) -> None:
        placed = [(cell, colour) for cell, colour in enumerate(at.state.cells) if colour]
        for cell, _ in placed:
            x, y = at.cells.centres[cell]
            shade = stones.shadow(self.skin, at.radius)
            blit_centred(at.surface, shade, (x, y + round(0.12 * at.radius)))
        for cell, colour in placed:
            at.put(stones.stone(self.skin, STONES[colour - 1], at.radius), cell)
        if marks:
            self._paint_numbers(at)
            self._paint_last_move(at)

    def _paint_numbers(self, at: "_Frame") -> None:
        content, state, cells = at.content, at.state, at.cells
        shown = self.skin.settings.move_numbers
        steps_back = state.winning_line and shown == "last"
        if cells.height < NUMBERS_FROM or steps_back:
            return
        # The line's stones have the first numbers, and no other stone has one of these.
        first = max(len(content.line), len(content.moves) - _NUMBERED[shown])
        for i, cell in enumerate(content.moves):
            is_stone = cell < len(state.cells) and state.cells[cell] != 0
            has_dot = cell == state.last_move and shown != "all"
            if i >= first and is_stone and not has_dot:
                number = str(i + 1)
                usual, most = (0.46, 0.85) if len(number) < 3 else (0.38, 0.62)
                size = round(max(9, usual * cells.s, least_number(self.skin, most * cells.s)))
                ink = STONES[state.cells[cell] - 1].on_plain
                self.skin.centred(at.surface, number, cells.centres[cell], size, ink)

    def _paint_last_move(self, at: "_Frame") -> None:
        """Mark the last stone: ring and dot, a wider ring round its number, arrows for a swap."""
        state, content, s = at.state, at.content, at.cells.s
        if state.last_move is None or state.is_agreed_draw:
            return
        if any(move == state.last_move for move, _ in content.grades):
            return
        cell = at.cell_of(state.last_move)
        style = STONES[state.cells[cell] - 1]
        if state.last_move == state.swap_move:
            picture = stones.swap_arrows(self.skin, style, s)
        elif (
            self.skin.settings.move_numbers == "all"
            and cell in content.moves
            and at.cells.height >= NUMBERS_FROM
        ):
            picture = stones.last_ring(self.skin, style, s)
        else:
            picture = stones.last_move(self.skin, style, s)
        at.put(picture, cell)

    def _draw_cursors(self, at: "_Frame", on: set[int]) -> None:
        for cell in on:
            at.put(hex_pictures.cursor(self.skin, at.cells.s), cell)

    def _draw_grades(self, at: "_Frame") -> None:
        for move, loss_class in at.content.grades:
            if move != at.state.draw_move:
                at.put(grade_ring(self.skin, loss_class, at.radius), at.cell_of(move))
        if at.content.best is not None:
            at.put(best_disc(self.skin, 0.78 * at.cells.s), at.cell_of(at.content.best))

    def _draw_bands(self, at: "_Frame", cell: int) -> None:
        """Show the three lines through a cell, as far as five in a row can reach."""
        cells = at.cells
        x, y = cells.centres[cell]
        for line, rays in zip(DIRECTIONS, geometry(cells.side).rays[cell], strict=True):
            behind, ahead = (min(len(ray), _BAND_REACH) for ray in rays)
            step_x, step_y = cells.vector(line)
            start, end = (-behind * step_x, -behind * step_y), (ahead * step_x, ahead * step_y)
            picture = hex_pictures.bar(self.skin, start, end, 0.62 * cells.s, IVORY, 0.20)
            middle = (x + (start[0] + end[0]) / 2, y + (start[1] + end[1]) / 2)
            blit_centred(at.surface, picture, middle)

    def piece_radius(self, geometry: Cells) -> int:
        return max(2, round(stones.BODY * geometry.s))

    def draw_row(self, surface: pygame.Surface, geometry: Any, state: Any, seconds: float) -> None:
        row, radius = self.lit_row(geometry, state), self.piece_radius(geometry)
        style = self.styles[state.cells[state.winning_line[0]] - 1]

        def draw_piece(index: int, size: float) -> None:
            blit_centred(surface, stones.shadow(self.skin, radius), row.middles[index])
            stone = stones.stone(self.skin, style, round(size * radius))
            blit_centred(surface, stone, row.middles[index])

        draw_row(self.skin, surface, row, seconds, draw_piece)

    def _draw_seams(self, at: "_Frame") -> None:
        """Show that nobody has won: light between all cells."""
        middle, s = at.cells.centre, at.cells.s
        reach = at.cells.plate_radius
        for cell, centre in enumerate(at.cells.centres):
            level = seam_level(at.content.ending, centre, middle, reach)
            if level:
                at.put(hex_pictures.seam(self.skin, s, level / SEAM_STEPS), cell)

    def _draw_flying_stone(self, at: "_Frame", cell: int, landed: float) -> None:
        """Draw a stone on its way: larger, higher and fainter, over a shadow that tightens."""
        x, y = at.cells.centres[cell]
        radius, height = at.radius, 1.0 - landed
        shade = stones.shadow(self.skin, radius)
        blit_centred(at.surface, shade, (x, y + (0.12 + 0.5 * height) * radius), landed)
        style = STONES[at.state.cells[cell] - 1]
        body = stones.stone(self.skin, style, round(radius * (1 + 0.18 * height)))
        lifted = (x, y - 0.55 * height * radius)
        blit_centred(at.surface, body, lifted, min(1.0, 0.25 + landed))


class _Frame(NamedTuple):
    surface: pygame.Surface
    content: BoardContent
    state: HexState
    cells: Cells
    radius: int

    def cell_of(self, move: int) -> int:
        """Return the cell of a move; a swap's is that of the first stone."""
        return self.state.cells.index(1) if move == self.state.swap_move else move

    def put(self, picture: pygame.Surface, cell: int, alpha: float = 1.0) -> None:
        blit_centred(self.surface, picture, self.cells.centres[cell], alpha)


STEP_AT = (-0.62, -0.56)
"""Where the number of a line's step stands on a candidate's cell, in sides of the cell: at the
upper left, where no text of this cell or of the one above is.
"""
STEP_RADIUS = 0.23


def has_disc(content: BoardContent, cell: int) -> bool:
    """Tell whether a cell carries a disc, which nothing may cover."""
    mark = _placed_marks(content, cast(HexState, content.state)).get(cell)
    return mark is not None and mark.labelled


def paint_overlay(skin: Skin, surface: pygame.Surface, content: BoardContent, cells: Cells) -> None:
    """Paint everything that is not on the board but in the AI's mind."""
    state = cast(HexState, content.state)
    marks = _placed_marks(content, state)
    ghosts = _ghosts(content, state)
    discs = {cell: mark for cell, mark in marks.items() if mark.labelled}
    for cell in content.region:
        blit_centred(surface, hex_pictures.region_cell(skin, cells.s), cells.centres[cell])
    for cell, mark in marks.items():
        if mark.is_dot and cell not in ghosts:
            draw_dot(skin, surface, mark.loss_class, cells.centres[cell], cells.height)
    for cell, (number, colour) in ghosts.items():
        if cell not in discs:
            ghost = stones.ghost(skin, STONES[colour - 1], cells.s, number)
            blit_centred(surface, ghost, cells.centres[cell])
    for cell in content.must_block:
        blit_centred(surface, hex_pictures.must_block(skin, cells.s), cells.centres[cell])
    for cell, mark in reversed(discs.items()):
        draw_disc(
            skin,
            surface,
            mark,
            cells.centres[cell],
            cells.inradius,
            cells.height,
            badge_height=max(0.57 * cells.s, min(skin.unit.exact(18), 0.85 * cells.s)),
        )
    for cell, (number, _) in ghosts.items():
        if cell in discs and number > 1 and cells.height >= NUMBERS_FROM:
            x, y = cells.centres[cell]
            step = step_disc(skin, STEP_RADIUS * cells.s, number)
            blit_centred(surface, step, (x + STEP_AT[0] * cells.s, y + STEP_AT[1] * cells.s))


def paint_pairs(
    skin: Skin, surface: pygame.Surface, pairs: tuple[tuple[int, ...], ...], cells: Cells
) -> None:
    """Paint pairs of cells as numbered twins, joined by a bar; a single cell bears a star."""
    twins = [pair for pair in pairs if len(pair) == 2]
    for one, two in twins:
        (x1, y1), (x2, y2) = cells.centres[one], cells.centres[two]
        reach = (x2 - x1, y2 - y1)
        link = hex_pictures.bar(skin, (0, 0), reach, 0.16 * cells.s, AI_COLOUR, 0.75)
        blit_centred(surface, link, ((x1 + x2) / 2, (y1 + y2) / 2))
    for number, pair in enumerate(twins, start=1):
        for cell in pair:
            blit_centred(surface, hex_pictures.twin(skin, cells.s, number), cells.centres[cell])
    for cell in (pair[0] for pair in pairs if len(pair) == 1):
        blit_centred(surface, hex_pictures.first_stone(skin, cells.s), cells.centres[cell])


def _placed_marks(content: BoardContent, state: HexState) -> dict[int, Mark]:
    """Return the marks by cell, best first; a swap's is on the stone that it takes."""
    if content.overlay is None:
        return {}
    placed: dict[int, Mark] = {}
    for mark in content.overlay.estimates:
        cell = state.cells.index(1) if mark.move == state.swap_move else mark.move
        if mark.move == state.swap_move or not state.cells[cell]:
            placed.setdefault(cell, mark)
    return placed


def _ghosts(content: BoardContent, state: HexState) -> dict[int, tuple[int, int]]:
    """Return for each cell of the line the number of its step and the stone's colour."""
    ghosts: dict[int, tuple[int, int]] = {}
    colour = state.colour_to_place
    for number, move in enumerate(content.line, start=1):
        if move < len(state.cells) and not state.cells[move]:
            ghosts[move] = (number, colour)
            colour = 3 - colour
    return ghosts


def region_around(state: HexState, move: int) -> tuple[int, ...]:
    """Return the empty cells near a move, centred beside it so as not to give it away."""
    side = state.parameters.side
    board = geometry(side)
    row, number = board.cells[move]
    centre = min(
        (
            (row + down, number + right)
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
            if (row + down, number + right) in board.index
        ),
        key=lambda place: distance(place, (side - 1, side)),
    )
    return tuple(
        cell
        for cell, place in enumerate(board.cells)
        if not state.cells[cell] and distance(place, centre) <= _REGION_RADIUS
    )
