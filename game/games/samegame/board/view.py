"""The SameGame board: a well of fused tiles, previews of a removal, and the AI's candidates."""

from functools import lru_cache, partial, reduce
from typing import cast

import pygame

from ai.contract.rules import GameSpec, State
from ai.phrases import N_
from game.games.samegame.board.collapse import (
    Collapse,
    Grid,
    collapse,
    grid_of,
    is_removal,
    joined_flags,
)
from game.games.samegame.board.overlay import paint_overlay
from game.games.samegame.board.pictures import (
    Layer,
    cursor,
    draw_particles,
    draw_trace,
    orphan_ring,
    paint_preview,
    paint_well,
)
from game.games.samegame.rules import SameGameState, removal_points
from game.ui.animation import ease_in
from game.ui.boards import tiles
from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import round_rectangle
from game.ui.boards.sprites import blit_centred
from game.ui.boards.view import Board, BoardContent
from game.ui.layout import Box, TileGeometry
from game.ui.theme import ENDING, WELL, Colour
from game.words import boards
from game.words.numbers import signed
from game.words.say import counted, listed

_PARTICLES_FROM = 6
_REGION_REACH = 2.5
_TOOLTIP_DP = 32
_WIDE = 1.4
"""How wide a result is at least, over its height."""
_geometry = lru_cache(maxsize=64)(TileGeometry)
"""The same one for the same board, which has worked out already where its tiles are."""


class SameGameBoard(Board):
    """Draws SameGame and tells what lies under a pixel."""

    material = WELL

    def paint_sign(self, canvas: Canvas, side: int, ink: Colour) -> None:
        tile = 0.42 * side
        for x, y in ((0.04, 0.04), (0.04, 0.54), (0.54, 0.54)):
            canvas.polygon(round_rectangle(x * side, y * side, tile, tile, 0.1 * side), ink)

    def cell_at(self, state: State, position: tuple[int, int]) -> int | None:
        """Return the cell under a pixel, whether or not a tile stands there."""
        return self.geometry(state).cell_at(self.local(position))

    def box_of(self, state: State, cell: int) -> Box:
        return self.geometry(state).cell_box(cell)

    def move_at(self, state: State, cell: int) -> int | None:
        """Return the move that removes the group of this cell, if it can be removed."""
        group = cast(SameGameState, state).group_of(cell)
        return group[0] if len(group) > 1 else None

    def refusal(self, state: State, cell: int, piece: int | None = None) -> str:
        """Return why a tile cannot be removed; nothing where there is none."""
        del piece
        is_tile = bool(cast(SameGameState, state).group_of(cell))
        return N_("A single tile can't be removed. Groups need two or more.") if is_tile else ""

    def graded_cells(self, state: State, move: int) -> tuple[int, ...]:
        return cast(SameGameState, state).group_of(move)

    def cells_of(self, state: State, move: int) -> tuple[int, ...]:
        """Return the cell that a group is called by."""
        del state
        return (move,)

    def cell_words(self, state: SameGameState, cell: int, spec: GameSpec) -> str:
        """Return the colour of a tile, or that there is none."""
        del spec
        colour = state.colour_of(cell)
        return boards.EMPTY if colour is None else self.skin.theme.tiles[colour].name

    def lines_at(self, state: SameGameState, cell: int) -> tuple[tuple[int, ...], ...]:
        """Return the row and the column of a cell, whether or not tiles stand there."""
        rows, columns = state.parameters.rows, state.parameters.columns
        column, row = divmod(cell, rows)
        whole = range(rows * columns)
        return tuple(whole[row::rows]), tuple(whole[column * rows : (column + 1) * rows])

    def ray(self, state: SameGameState, cell: int, dx: int, dy: int) -> tuple[int, ...]:
        row, column = self.lines_at(state, cell)
        line = row if dx else column
        at = line.index(cell)
        return line[at + 1 :] if dx - dy > 0 else line[:at][::-1]

    def hint_region(self, state: State, move: int) -> tuple[int, ...]:
        """Return the cells around the middle of the group."""
        position = cast(SameGameState, state)
        rows, group = position.parameters.rows, position.group_of(move)
        middle_x = sum(cell // rows for cell in group) / len(group)
        middle_y = sum(cell % rows for cell in group) / len(group)
        return tuple(
            x * rows + y
            for x, column in enumerate(position.columns)
            for y in range(len(column))
            if abs(x - middle_x) <= _REGION_REACH and abs(y - middle_y) <= _REGION_REACH
        )

    def tooltip_box(self, state: State, cell: int) -> Box:
        """Return a box whose lower neighbour is the free space above the group's columns."""
        position, box_of = cast(SameGameState, state), partial(self.cell_box, state)
        rows = position.parameters.rows
        group = position.group_of(cell) or (cell,)
        columns = [each // rows for each in group]
        left, right = min(columns), max(columns)
        height = max(len(column) for column in position.columns[left : right + 1])
        first, last = box_of(left * rows), box_of(right * rows)
        top = box_of(left * rows + height - 1).y - self.skin.px(_TOOLTIP_DP + 14)
        if top < self._area.y:
            lowest = min(each % rows for each in group)
            bottom = box_of(left * rows + lowest).bottom
            return Box(first.x, bottom - 1, last.right - first.x, 1)
        return Box(first.x, top - self.skin.px(8), last.right - first.x, 1)

    def line_content(self, state: State, line: tuple[int, ...]) -> BoardContent:
        """Return the board before the line's last removal: a collapse would hide what goes."""
        *before, last = line
        return BoardContent(reduce(lambda at, move: at.play(move), before, state), best=last)

    def step(self, state: State, cell: int | None, dx: int, dy: int) -> int:
        """Return the tile in a direction; the cursor stays on tiles."""
        position = cast(SameGameState, state)
        if not position.columns:
            return 0
        rows = position.parameters.rows
        column, row = divmod(cell, rows) if cell is not None else (len(position.columns) // 2, 0)
        column = min(max(column + dx, 0), len(position.columns) - 1)
        row = min(max(row - dy, 0), len(position.columns[column]) - 1)
        return column * rows + row

    def caption(self, content: BoardContent) -> str:
        """Return how many tiles the group under the pointer has and what it earns."""
        if content.hover is None or self.move_at(content.state, content.hover) is None:
            return ""
        size = len(cast(SameGameState, content.state).group_of(content.hover))
        return f"{counted(size, 'tile')}  {signed(removal_points(size))}"

    def contents(self, state: State, spec: GameSpec) -> dict[int, str]:
        """Return the tile of each cell, and what its group would earn."""
        position = cast(SameGameState, state)
        size, told = position.parameters, dict[int, str]()
        for group in position.groups():
            told |= dict.fromkeys(group, boards.group(len(group), removal_points(len(group))))
        tiles = (self.cell_words(position, cell, spec) for cell in range(size.columns * size.rows))
        return {
            cell: listed((tile, told.get(cell, "" if tile == boards.EMPTY else boards.SINGLE)))
            for cell, tile in enumerate(tiles)
        }

    def last_cells(self, state: State, move: int) -> tuple[int, ...]:
        """Return none: what a move removes is gone, and so is what a line would remove."""
        del state, move
        return ()

    def geometry(self, state: State) -> TileGeometry:
        size = cast(SameGameState, state).parameters
        of_board = partial(_geometry, size.columns, size.rows, self.frame)
        return of_board(margin=self.label_room(of_board().tile))

    def motion_seconds(self, before: State, after: State) -> float:
        motion = self._collapse(before, after) or self._collapse(after, before)
        return motion.seconds if motion else 0.0

    def _collapse(self, before: State, after: State) -> Collapse | None:
        first, second = cast(SameGameState, before), cast(SameGameState, after)
        return collapse(first, second) if is_removal(first, second) else None

    def ending_seconds(self, state: State) -> float:
        """Return how long the result is shown that a finished board has come to."""
        return ENDING.score if state.is_terminal else 0.0

    def free_box(self, state: State) -> Box | None:
        """Return the best room over the tiles that are left, or all of the well."""
        position, geometry = cast(SameGameState, state), self.geometry(state)
        heights = [len(column) for column in position.columns]
        heights += [0] * (geometry.columns - len(heights))
        boxes = (
            _room_over(geometry, heights, left, right)
            for left in range(geometry.columns)
            for right in range(left + 1, geometry.columns + 1)
        )
        best = max(boxes, key=lambda box: (min(box.width, _WIDE * box.height), box.height))
        return best.moved(self._area.x, self._area.y)

    def paint(self, surface: pygame.Surface, content: BoardContent) -> None:
        state = cast(SameGameState, content.state)
        geometry = self.geometry(state)
        self._blit_well(surface, geometry)
        self._draw_trace(surface, content, geometry)
        self.layers.blit(surface, "tiles", state, lambda layer: self._paint_tiles(layer, state))
        target = self.target_of(content)
        if target is not None:
            self.layers.blit(
                surface,
                "preview",
                (state, target),
                lambda layer: paint_preview(Layer(self.skin, layer, geometry), state, target),
            )
        self.blit_overlay(
            surface,
            content,
            lambda layer: paint_overlay(Layer(self.skin, layer, geometry), content),
            content.grades,
            content.best,
            has_extras=bool(content.grades) or content.best is not None,
        )
        if content.cursor is not None:
            at = geometry.middle(content.cursor)
            blit_centred(surface, cursor(self.skin, geometry.tile), at)

    def paint_motion(self, surface: pygame.Surface, content: BoardContent, before: State) -> None:
        motion = self._collapse(before, content.state)
        share = content.progress
        if motion is None:
            motion = self._collapse(content.state, before)
            share = 1.0 - share
        if motion is None:
            return
        geometry = self.geometry(content.state)
        seconds = share * motion.seconds
        self._blit_well(surface, geometry)
        self._draw_trace(surface, content, geometry)
        stage = motion.stage_at(seconds)
        self.layers.blit(
            surface, "still", stage, lambda to: self._paint_grid(to, geometry, dict(stage.still))
        )
        if len(motion.removed) >= _PARTICLES_FROM and content.state.move_count > before.move_count:
            draw_particles(Layer(self.skin, surface, geometry), motion, seconds)
        going = dict.fromkeys(motion.removed, motion.colour)
        self.layers.blit(
            surface,
            "going",
            motion,
            lambda layer: self._paint_grid(layer, geometry, going),
            1.0 - ease_in(motion.removal_at(seconds)),
        )
        self._draw_flights(surface, geometry, motion, seconds)

    def _blit_well(self, surface: pygame.Surface, geometry: TileGeometry) -> None:
        def paint(layer: pygame.Surface) -> None:
            paint_well(Layer(self.skin, layer, geometry), labels=self.names_cells)

        self.layers.blit(surface, "well", geometry, paint)

    def _draw_trace(
        self, surface: pygame.Surface, content: BoardContent, geometry: TileGeometry
    ) -> None:
        """Show what stood first where a finished board is empty now."""
        if content.trace is None or not content.state.is_terminal:
            return
        spared = content.result and content.result.moved(-self._area.x, -self._area.y)
        draw_trace(Layer(self.skin, surface, geometry), content, spared)

    def _paint_tiles(self, surface: pygame.Surface, state: SameGameState) -> None:
        geometry = self.geometry(state)
        grid = grid_of(state)
        self._paint_grid(surface, geometry, grid)
        for colour, count in enumerate(state.colour_counts):
            if count == 1:
                place = next(place for place, other in grid.items() if other == colour)
                x, y = geometry.place(*place)
                ring = orphan_ring(self.skin, geometry.tile)
                symbol_x, symbol_y = tiles.symbol_middle(geometry.tile, tiles.ALONE)
                blit_centred(surface, ring, (x + symbol_x, y + symbol_y))

    def _paint_grid(self, surface: pygame.Surface, geometry: TileGeometry, grid: Grid) -> None:
        size = geometry.tile
        pictures = []
        for place, colour in grid.items():
            joined = joined_flags(grid, place)
            picture = tiles.tile(self.skin, colour, size, joined)
            pictures.append((picture, geometry.place(*place)))
        surface.fblits(pictures)

    def _draw_flights(
        self, surface: pygame.Surface, geometry: TileGeometry, motion: Collapse, seconds: float
    ) -> None:
        size = geometry.tile
        pictures = []
        for flight in motion.stage_at(seconds).flights:
            picture = tiles.tile(self.skin, flight.colour, size, flight.joined)
            x, y = geometry.place(*motion.place_at(flight, seconds))
            pictures.append((picture, (round(x), round(y))))
        surface.fblits(pictures)


def _room_over(geometry: TileGeometry, heights: list[int], left: int, right: int) -> Box:
    x, y = geometry.place(left, geometry.rows - 1)
    free = geometry.rows - max(heights[left:right])
    return Box(int(x), int(y), (right - left) * geometry.tile, free * geometry.tile)
