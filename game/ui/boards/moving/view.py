"""A board of square cells with pieces that go from cell to cell, and arrows for moves.

A move is ``MOST_CELLS * start + target``; one beyond these, such as passing, is not drawn. A
position has `cells` (0 empty, 1 and 2 the players' pieces) numbered row by row from the lower left,
and parameters with `columns` and `rows`.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any, ClassVar, Final

import pygame

from ai.contract.rules import State
from game.games.lattice.square_board import EMPTY, MOST_CELLS, Cells
from game.ui.animation import ease_out
from game.ui.boards import square_cells as pictures
from game.ui.boards import stones
from game.ui.boards.canvas import Canvas
from game.ui.boards.ending import (
    LIGHT_PIECE,
    LitRow,
    draw_channel,
    draw_light,
    draw_way_signs,
    greeting,
    is_drawn,
    veil_share,
)
from game.ui.boards.grid import GridBoard
from game.ui.boards.marks import best_disc, draw_disc, draw_dot, grade_ring, step_disc
from game.ui.boards.moving.line import LINE_WIDTH, between, draw_arrow
from game.ui.boards.moving.places import (
    HEX_SIZE,
    Places,
    ends_of,
    entrance,
    lay_out,
    marked_targets,
    meant_piece,
    piece_radius,
    shown_marks,
)
from game.ui.boards.paths import Point, along
from game.ui.boards.plates import draw_seams, draw_way, goal_width
from game.ui.boards.sprites import blit_centred, drawn_once, share_of
from game.ui.boards.view import BoardContent
from game.ui.layout import GridGeometry
from game.ui.overlay import Overlay
from game.ui.skin import Skin
from game.ui.theme import ENDING, INK, IVORY, LOSS, MOTION, STONES, WHITE, StoneStyle, lightness
from game.words import boards as words
from game.words.play import NOT_THERE, PIECE_STUCK, SELECT_OWN

_LIFT: Final = 1.07
_LIFTED: Final = 1.16
_TRAIL_FROM: Final = 40
"""Smallest cell in pixels of a board that shows where the last move came from."""
_LEFT_BEHIND: Final = 0.22
"""How much is to be seen of a piece on the cell that it is dragged away from."""


def targets_of(state: State, piece: int) -> tuple[int, ...]:
    """Return the cells a piece may go to; empty for a cell that holds none that may move."""
    return tuple(move % MOST_CELLS for move in state.legal_moves if move // MOST_CELLS == piece)


class MovingBoard(GridBoard):
    """Draws pieces that move, and tells what lies under a pixel.

    Attributes:
        styles: How the players' pieces look.
        way_words: How pieces move, said to a player who tries another move.
    """

    way_words: ClassVar[str] = NOT_THERE
    styles: ClassVar[tuple[StoneStyle, StoneStyle]] = STONES

    def move_at(self, state: State, cell: int) -> int | None:
        """Return None: a move is two cells, which the scene puts together."""
        del state, cell
        return None

    def refusal(self, state: Any, cell: int, piece: int | None = None) -> str:
        """Return why neither a piece can be chosen nor a move be played on a cell."""
        if state.cells[cell] == state.current_player + 1:
            return PIECE_STUCK
        return SELECT_OWN if piece is None else self.way_words

    def graded_cells(self, state: State, move: int) -> tuple[int, ...]:
        return self.cells_of(state, move)[1:]

    def cells_of(self, state: Any, move: int) -> tuple[int, ...]:
        """Return where a piece goes from, and where to; nothing of a move without cells."""
        return divmod(move, MOST_CELLS) if is_on_board(state, move) else ()

    def hint_region(self, state: Any, move: int) -> tuple[int, ...]:
        """Return the cells around the piece of a move."""
        if not is_on_board(state, move):
            return ()
        columns, rows = state.parameters.columns, state.parameters.rows
        row, column = divmod(move // MOST_CELLS, columns)
        return tuple(
            near * columns + beside
            for near in range(max(0, row - 1), min(rows, row + 2))
            for beside in range(max(0, column - 1), min(columns, column + 2))
        )

    def caption(self, content: BoardContent) -> str:
        """Return the name of the move to the cell under the pointer, or of the piece there."""
        state, hover = content.state, content.hover
        if hover is None or not content.playable:
            return ""
        if content.chosen is not None and hover in targets_of(state, content.chosen):
            return state.move_to_string(MOST_CELLS * content.chosen + hover)
        targets = targets_of(state, hover) if content.overlay is None else ()
        names = (state.move_to_string(MOST_CELLS * hover + target) for target in targets)
        return next(names, "").partition("-")[0]

    def notes(self, content: BoardContent) -> Iterator[tuple[int, str]]:
        yield from super().notes(content)
        if content.chosen is not None:
            yield from ((c, words.IN_REACH) for c in targets_of(content.state, content.chosen))

    def first_cell(self, state: State) -> int:
        movable = sorted({m // MOST_CELLS for m in state.legal_moves if is_on_board(state, m)})
        size: Any = state.parameters
        return movable[len(movable) // 2] if movable else int(size.columns // 2)

    def motion_seconds(self, before: State, after: State) -> float:
        moved = _moved(before, after) is not None or _moved(after, before) is not None
        return MOTION.column_slide if moved else 0.0

    # A position at rest.

    def paint(self, surface: pygame.Surface, content: BoardContent) -> None:
        state: Any = content.state
        content = _with_cells(content)
        geometry = self.geometry(state)
        self._draw_plate(surface, content)
        goals = () if content.chosen is None else targets_of(state, content.chosen)
        goal = content.hover if content.dragged_to is not None and content.hover in goals else None
        for lit in (self._lit(content), goal):
            if lit is not None:
                picture = pictures.lit_cell(self.skin, geometry.size)
                blit_centred(surface, picture, geometry.cell_box(lit).centre)
        if not has_arrived(state):
            self._draw_trail(surface, geometry, state)
        if content.dragged_to is None or content.chosen is None:
            self._blit_pieces(surface, geometry, state.cells, content.chosen)
        else:
            rest = tuple(
                EMPTY if c == content.chosen else piece for c, piece in enumerate(state.cells)
            )
            self._blit_pieces(surface, geometry, rest, None)
            at, mine = geometry.cell_box(content.chosen).centre, state.cells[content.chosen]
            self.draw_piece(surface, geometry, mine, at, alpha=_LEFT_BEHIND)
        self._paint_end(surface, content)
        self._paint_marks(surface, content)
        more = content.grades, meant_piece(content)
        self.blit_overlay(
            surface, content, lambda layer: self._paint_overlay(layer, content), *more
        )
        self._paint_choice(surface, content)
        if content.cursor is not None:
            picture = pictures.cursor(self.skin, geometry.size)
            blit_centred(surface, picture, geometry.cell_box(content.cursor).centre)
        if content.dragged_to is not None and content.chosen is not None:
            at = self.local(content.dragged_to)
            self.draw_piece(surface, geometry, state.cells[content.chosen], at, _LIFTED)

    def _draw_plate(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Draw the empty board and, where each side has a way of its own, whose move it is."""
        state, geometry = content.state, self.geometry(content.state)
        self.blit_plate(surface, geometry)
        if self.has_far_side and not state.is_terminal:
            is_up = (state.current_player == 0) is not geometry.turned
            draw_way(self.skin, surface, geometry, is_up=is_up)

    def _lit(self, content: BoardContent) -> int | None:
        """Return the cell that is lit: the chosen piece's, or the piece's under the pointer."""
        if content.chosen is not None or content.hover is None:
            return content.chosen
        is_movable = content.playable and targets_of(content.state, content.hover)
        return content.hover if is_movable else None

    def _draw_trail(self, surface: pygame.Surface, geometry: GridGeometry, state: Any) -> None:
        if not _has_last(state) or geometry.size < _TRAIL_FROM:
            return
        start, target = ends_of(geometry, state.last_move)
        tail, tip = between(start, target, 0.0, 1.12 * piece_radius(geometry))
        draw_arrow(self.skin, surface, tail, tip, 0.045 * geometry.size, IVORY, 0.55)

    def _blit_pieces(
        self, surface: pygame.Surface, geometry: GridGeometry, cells: Cells, chosen: int | None
    ) -> None:
        def paint(layer: pygame.Surface) -> None:
            for cell, piece in enumerate(cells):
                if piece != EMPTY:
                    lift = _LIFT if cell == chosen else 1.0
                    self.draw_piece(layer, geometry, piece, geometry.cell_box(cell).centre, lift)

        self.layers.blit(surface, "pieces", (geometry, cells, chosen), paint)

    def draw_piece(
        self,
        surface: pygame.Surface,
        geometry: GridGeometry,
        player: int,
        at: Point,
        lift: float = 1.0,
        alpha: float = 1.0,
        size: float = 1.0,
    ) -> None:
        """Draw a piece somewhere, lifted off the board, faint, or larger than usual."""
        radius = piece_radius(geometry)
        x, y = at
        shade = stones.shadow(self.skin, radius)
        blit_centred(surface, shade, (x, y + round((0.12 + 2 * (lift - 1.0)) * radius)), alpha)
        body = stones.stone(self.skin, self.styles[player - 1], round(size * lift * radius))
        blit_centred(surface, body, (x, y - (lift - 1.0) * radius), alpha)

    def _paint_marks(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Mark the last piece, the grades of moves, and the better move."""
        state: Any = content.state
        geometry = self.geometry(state)
        graded = {move for move, _ in content.grades}
        if _has_last(state):
            target = state.last_move % MOST_CELLS
            at = geometry.cell_box(target).centre
            is_seen = not has_arrived(state) and state.cells[target] != EMPTY
            if state.last_move not in graded and is_seen:
                picture = stones.last_move(
                    self.skin, self.styles[state.cells[target] - 1], HEX_SIZE * geometry.size
                )
                blit_centred(surface, picture, at)
        for move, loss_class in content.grades:
            ring = grade_ring(self.skin, loss_class, piece_radius(geometry))
            blit_centred(surface, ring, geometry.cell_box(move % MOST_CELLS).centre)
        if content.best is not None:
            start, target_at = ends_of(geometry, content.best)
            radius = 0.3 * geometry.size
            tail, tip = between(start, target_at, 0.25 * geometry.size, radius)
            draw_arrow(self.skin, surface, tail, tip, 0.08 * geometry.size, LOSS["A"].fill)
            blit_centred(surface, best_disc(self.skin, radius), target_at)

    def _paint_choice(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Show where the chosen piece, or the one under the pointer, may go."""
        piece = self._lit(content)
        if piece is None or not content.playable:
            return
        state: Any = content.state
        geometry = self.geometry(state)
        covered = marked_targets(content)
        mine = state.current_player + 1
        for target in targets_of(state, piece):
            at = geometry.cell_box(target).centre
            takes = state.cells[target] != EMPTY
            if content.chosen is not None and target == content.hover:
                if target not in covered and content.dragged_to is None:
                    self.draw_piece(surface, geometry, mine, at, alpha=0.55)
            elif target not in covered:
                picture = target_sign(self.skin, piece_radius(geometry), takes=takes)
                blit_centred(surface, picture, at, 1.0 if content.chosen is not None else 0.6)

    # The end.

    def ending_seconds(self, state: Any) -> float:
        """Return how long a piece that ends the game, or a draw, is shown."""
        if has_arrived(state):
            return ENDING.row
        return ENDING.draw if is_drawn(state) else 0.0

    def _paint_end(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Show the piece that has ended the game, and its way; or that nobody has won."""
        state: Any = content.state
        geometry, seconds = self.geometry(state), content.ending
        if is_drawn(state):
            draw_seams(self.skin, surface, geometry, seconds)
        if not has_arrived(state) or seconds < ENDING.arrival[0]:
            return
        start, target = ends_of(geometry, state.last_move)
        player, radius = state.cells[state.last_move % MOST_CELLS], piece_radius(geometry)
        is_light = lightness(self.styles[player - 1].plain) > LIGHT_PIECE
        way = LitRow((start, target), 1, radius, is_light, ENDING.arrival)
        share = veil_share(seconds, ENDING.arrival)
        self.blit_veil(surface, geometry, share)
        if self.has_far_side:
            self._light_goal(surface, geometry, state, seconds)
        draw_channel(self.skin, surface, way, seconds)
        draw_way_signs(self.skin, surface, way, share)
        self.draw_piece(surface, geometry, player, target, size=greeting(seconds))

    def _light_goal(
        self, surface: pygame.Surface, geometry: GridGeometry, state: Any, seconds: float
    ) -> None:
        """Light the edge that a piece has reached, outwards from it."""
        cells, width = geometry.cells, goal_width(self.skin, geometry)
        row = state.last_move % MOST_CELLS // geometry.columns
        if row not in (0, geometry.rows - 1):
            return
        x, middle = geometry.cell_box(state.last_move % MOST_CELLS).centre
        y = cells.y - width / 2 if middle < cells.centre[1] else cells.bottom + width / 2
        share = ease_out(share_of(seconds, *ENDING.goal))
        start, end = (along((x, y), (side, y), share) for side in (cells.x, cells.right))
        draw_light(self.skin, surface, start, end, width, seconds)

    # A move.

    def paint_motion(self, surface: pygame.Surface, content: BoardContent, before: State) -> None:
        state: Any = content.state
        origin: Any = before
        geometry = self.geometry(state)
        self._draw_plate(surface, content)
        move = _moved(origin, state)
        share = ease_out(content.progress)
        earlier, later = (origin, state) if move is not None else (state, origin)
        if move is None:  # a move is taken back
            move, share = _moved(state, origin), 1.0 - share
        assert move is not None
        start, target = divmod(move, MOST_CELLS)
        rest = tuple(EMPTY if cell == target else piece for cell, piece in enumerate(later.cells))
        self._blit_pieces(surface, geometry, rest, None)
        (x0, y0), (x1, y1) = ends_of(geometry, move)
        if earlier.cells[target] != EMPTY:
            fade = 1.0 - share
            self.draw_piece(surface, geometry, earlier.cells[target], (x1, y1), alpha=fade)
        at = (x0 + share * (x1 - x0), y0 + share * (y1 - y0))
        self.draw_piece(surface, geometry, earlier.cells[start], at, _LIFT)

    # What the AI thinks.

    def _paint_overlay(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Paint everything that is not on the board but in the AI's mind."""
        skin, geometry = self.skin, self.geometry(content.state)
        size = geometry.size
        for cell in content.region:
            blit_centred(surface, pictures.region_cell(skin, size), geometry.cell_box(cell).centre)
        for cell in content.must_block:
            blit_centred(surface, pictures.must_block(skin, size), geometry.cell_box(cell).centre)
        overlay = content.overlay or Overlay()
        places = lay_out(skin, content, geometry)
        for mark in shown_marks(overlay, meant_piece(content)):
            if mark.is_dot and not overlay.truths and mark.move not in places.arrows:
                draw_dot(skin, surface, mark.loss_class, entrance(geometry, mark.move), size)
        for move, arrow in reversed(places.arrows.items()):
            colour = LOSS[places.classes[move]].fill
            draw_arrow(skin, surface, arrow.tail, arrow.tip, arrow.width, colour)
        self._paint_line(surface, content.state, geometry, places)
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
        self, surface: pygame.Surface, state: Any, geometry: GridGeometry, places: Places
    ) -> None:
        """Show the moves of the line as arrows, and as ghosts the pieces where they come to."""
        covered = {move % MOST_CELLS for move in places.arrows}
        player = state.current_player
        for step in places.steps:
            style, cell = self.styles[player], step.move % MOST_CELLS
            if step.move not in places.arrows:
                width, ends = LINE_WIDTH * geometry.size, (step.arrow.tail, step.arrow.tip)
                draw_arrow(self.skin, surface, *ends, width, style.plain)
            if cell not in covered:
                ghost = stones.ghost(self.skin, style, HEX_SIZE * geometry.size)
                # Twice over a piece that is taken, which would show through.
                for _ in range(1 if state.cells[cell] == EMPTY else 2):
                    blit_centred(surface, ghost, geometry.cell_box(cell).centre)
            covered.add(cell)
            player = 1 - player


def is_on_board(state: Any, move: int) -> bool:
    """Tell whether a move goes from cell to cell, as passing does not."""
    return move < MOST_CELLS * len(state.cells)


def _has_last(state: Any) -> bool:
    """Tell whether the last move went from cell to cell."""
    return state.last_move is not None and is_on_board(state, state.last_move)


def _with_cells(content: BoardContent) -> BoardContent:
    """Return the content without the moves that no cell can show."""
    shown, overlay = partial(is_on_board, content.state), content.overlay
    return replace(
        content,
        overlay=overlay
        and replace(
            overlay,
            marks=tuple(mark for mark in overlay.marks if shown(mark.move)),
            exact=tuple(each for each in overlay.exact if shown(each[0])),
        ),
        line=tuple(takewhile(shown, content.line)),
        grades=tuple(each for each in content.grades if shown(each[0])),
        best=content.best if content.best is None or shown(content.best) else None,
    )


def _moved(before: Any, after: Any) -> int | None:
    """Return the one move that leads from `before` to `after`, else None."""
    move = after.last_move
    same_board = before.parameters == after.parameters
    if not same_board or after.move_count != before.move_count + 1 or not _has_last(after):
        return None
    start, target = divmod(move, MOST_CELLS)
    came = before.cells[start] != EMPTY and after.cells[target] == before.cells[start]
    return move if came else None


def has_arrived(state: Any) -> bool:
    """Tell whether a piece has ended a game for two by its move, for one side or the other."""
    if not state.is_terminal or len(state.returns) != 2 or not _has_last(state):
        return False
    is_won = state.returns[0] != state.returns[1]
    return bool(is_won and state.cells[state.last_move % MOST_CELLS] != EMPTY)


@drawn_once
def target_sign(_skin: Skin, radius: int, *, takes: bool) -> pygame.Surface:
    """Return the dot on a cell that is free, or the ring around a piece that may be taken."""
    half = round(1.25 * radius) + 2
    canvas = Canvas((2 * half, 2 * half))
    if takes:
        canvas.ring((half, half), 1.1 * radius, 0.22 * radius, INK)
        canvas.ring((half, half), 1.1 * radius, 0.12 * radius, WHITE)
    else:
        canvas.circle((half, half), 0.30 * radius, INK)
        canvas.circle((half, half), 0.24 * radius, WHITE)
    return canvas.finish()
