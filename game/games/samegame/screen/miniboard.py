"""A SameGame board in the panel, small and without shapes, with words beside it."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.games.samegame.rules import SameGameState
from game.ui import draw
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Brush, Section
from game.ui.panel.items import Item
from game.ui.theme import RADIUS, SIZE, TYPE
from game.ui.widgets import Slider, Widget

MINI_DP: Final = 122
MIDDLE_DP: Final = 142
LARGE_DP: Final = 165
MARGIN_DP: Final = 3


@dataclass(frozen=True, slots=True)
class MiniBoard(Section):
    """A position, one group of it outlined, and a few lines of text at its right.

    Attributes:
        state: The position; None leaves the well empty.
        group: Cells to outline.
        title: Bold first line.
        text: Marked-up lines below.
        quiet: A caption below that.
        side: Height of the picture in dp.
        text_room: Height in dp that the text keeps free at the bottom, for controls.
    """

    state: SameGameState | None
    group: tuple[int, ...] = ()
    title: str = ""
    text: str = ""
    quiet: str = ""
    side: int = MINI_DP

    def height(self, look: Look, width: int) -> int:
        """The picture's height."""
        del width
        return look.px(self.side)

    def picture_box(self, look: Look, box: Box) -> Box:
        """Return where the picture is."""
        side = look.px(self.side)
        return Box(box.x, box.y, min(side, box.width // 2), side)

    def text_box(self, look: Look, box: Box) -> Box:
        """Return where the text is."""
        left = self.picture_box(look, box).right + look.px(16)
        return Box(left, box.y, box.right - left, box.height)

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Draw the well, the tiles, the outline and the text."""
        look = brush.look
        theme = look.theme
        well = self.picture_box(look, box)
        draw.fill_round(surface, well, look.px(RADIUS.row), theme.well)
        if self.state is not None:
            draw_tiles(surface, look, well, self.state, self.group)
        draw.stroke_round(surface, well, look.px(RADIUS.row), theme.well_rim, look.px(1))
        self._draw_text(surface, brush, self.text_box(look, box))

    def _draw_text(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        look = brush.look
        theme, fonts = look.theme, look.fonts
        y = box.y
        if self.title:
            y += fonts.draw_wrapped(
                surface,
                f"**{self.title}**",
                (box.x, y),
                look.text(TYPE.body),
                box.width,
                theme.text,
                max_lines=1,
            ) + look.px(2)
        if self.text:
            y += fonts.draw_wrapped(
                surface,
                self.text,
                (box.x, y),
                look.text(TYPE.table),
                box.width,
                theme.text2,
                bold_colour=theme.text,
                max_lines=3,
            ) + look.px(4)
        if self.quiet:
            fonts.draw_wrapped(
                surface,
                self.quiet,
                (box.x, y),
                look.text(TYPE.caption),
                box.width,
                theme.text3,
                max_lines=3,
            )


def draw_tiles(
    surface: pygame.Surface,
    look: Look,
    well: Box,
    state: SameGameState,
    group: tuple[int, ...] = (),
) -> None:
    """Draw a position without shapes, centred on the floor of a well, one group outlined."""
    columns, rows = state.parameters.columns, state.parameters.rows
    margin = look.px(MARGIN_DP)
    tile = max(2, min((well.width - 2 * margin) // columns, (well.height - 2 * margin) // rows))
    left = well.x + (well.width - columns * tile) // 2
    bottom = well.bottom - margin
    gap = 1 if tile >= 5 else 0
    for x, column in enumerate(state.columns):
        for y, colour in enumerate(column):
            place = (left + x * tile, bottom - (y + 1) * tile, tile - gap, tile - gap)
            surface.fill(look.theme.tiles[colour].fill, place)
    line = max(1, look.px(1.5))
    for cell in group:
        x, y = divmod(cell, rows)
        box = pygame.Rect(left + x * tile, bottom - (y + 1) * tile, tile, tile)
        _outline(surface, box, line, set(group), cell, rows)


def _outline(
    surface: pygame.Surface, box: pygame.Rect, line: int, group: set[int], cell: int, rows: int
) -> None:
    """Draw the sides of a cell that face out of the group."""
    white = (255, 255, 255)
    if cell - rows not in group:
        surface.fill(white, (box.left - 1, box.top, line, box.height))
    if cell + rows not in group:
        surface.fill(white, (box.right - line, box.top, line, box.height))
    if (cell + 1) not in group or (cell + 1) % rows == 0:
        surface.fill(white, (box.left - 1, box.top - 1, box.width + 1, line))
    if (cell - 1) not in group or cell % rows == 0:
        surface.fill(white, (box.left - 1, box.bottom - line, box.width + 1, line))


def line_item(board: MiniBoard, scrubber: Slider, controls: tuple[Widget, ...]) -> Item:
    """Return the mini-board with the scrubber and the buttons of its line beside it."""

    def arrange(look: Look, box: Box) -> None:
        text = board.text_box(look, box)
        height = scrubber.height(look)
        top = box.bottom - look.px(SIZE.button_small) - look.px(6) - height
        scrubber.place(Box(text.x, top, text.width, height))
        x = text.x
        for widget in controls:
            last = widget is controls[-1]
            width = text.right - x if last else look.px(SIZE.button_small)
            place = Box(
                x, box.bottom - look.px(SIZE.button_small), width, look.px(SIZE.button_small)
            )
            widget.place(place)
            x += width + look.px(6)

    return Item(board, (scrubber, *controls), arrange)
