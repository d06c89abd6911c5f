"""A SameGame board in the panel, small and without shapes, with words beside it."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.games.samegame.rules import SameGameState
from game.ui import draw
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Section, is_narrow
from game.ui.theme import RADIUS, SIZE, TYPE, WHITE

MINI_DP: Final = 122
MIDDLE_DP: Final = 142
LARGE_DP: Final = 165
NARROW_DP: Final = 104
"""Height of the picture in a narrow panel."""
TITLE_DP: Final = 22
LINE_DP: Final = 20
SCRUBBER_DP: Final = 26
CONTROLS_DP: Final = SCRUBBER_DP + 6 + SIZE.button_small
MARGIN_DP: Final = 3


@dataclass(frozen=True, slots=True)
class MiniBoard(Section):
    """A position, one group of it outlined, and a few lines of text at its right.

    In a narrow panel the title stands above them, and the controls below.

    Attributes:
        state: The position; None leaves the well empty.
        group: Cells to outline.
        title: Bold first line.
        text: Marked-up lines below.
        quiet: A caption below that.
        side: Height of the picture in dp; 0 for title, one line and controls alone.
        controlled: Whether it keeps room for controls.
    """

    state: SameGameState | None
    group: tuple[int, ...] = ()
    title: str = ""
    text: str = ""
    quiet: str = ""
    side: int = MINI_DP
    controlled: bool = False

    def height(self, look: Look, width: int) -> int:
        """The picture's height, and in a narrow panel the title's and the controls'."""
        if self._is_flat(look, width):
            return look.px(self.side)
        controls = look.px(CONTROLS_DP + 4) if self.controlled else 0
        return look.px(TITLE_DP) + self._picture_height(look, width) + controls

    def _is_flat(self, look: Look, width: int) -> bool:
        return bool(self.side) and not is_narrow(look, width)

    def _picture_height(self, look: Look, width: int) -> int:
        if not self.side:
            return look.px(LINE_DP)
        return look.px(self.side if self._is_flat(look, width) else min(self.side, NARROW_DP))

    def picture_box(self, look: Look, box: Box) -> Box:
        """Return where the picture is."""
        side = self._picture_height(look, box.width)
        top = 0 if self._is_flat(look, box.width) else look.px(TITLE_DP)
        return Box(box.x, box.y + top, min(side, box.width // 2) if self.side else 0, side)

    def control_box(self, look: Look, box: Box) -> Box:
        """Return where the controls are: below the text, or below everything."""
        tall = look.px(CONTROLS_DP)
        left = box.x
        if self._is_flat(look, box.width):
            left = self.picture_box(look, box).right + look.px(16)
        return Box(left, box.bottom - tall, box.right - left, tall)

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw the well, the tiles, the outline and the text."""
        theme = look.theme
        well = self.picture_box(look, box)
        text = Box(box.x, box.y, box.width, box.height)
        if self.side:
            draw.fill_round(surface, well, look.px(RADIUS.row), theme.well)
            if self.state is not None:
                draw_tiles(surface, look, well, self.state, self.group)
            draw.stroke_round(surface, well, look.px(RADIUS.row), theme.well_rim, look.px(1))
            left = well.right + look.px(16)
            text = Box(left, box.y, box.right - left, box.height)
        title = text if self._is_flat(look, box.width) else box
        y = box.y + self._write(surface, look, f"**{self.title}**", title, TYPE.body, 1)
        y = max(y + look.px(2), 0 if title is text else well.y)
        bottom = text.bottom if self._is_flat(look, box.width) else well.bottom
        for words, dp in ((self.text, TYPE.table), (self.quiet, TYPE.caption)):
            room = (bottom - y) // look.fonts.line_height(look.text(dp))
            if words and room > 0:
                place = text._replace(y=y)
                y += self._write(surface, look, words, place, dp, min(3, room)) + look.px(4)

    @staticmethod
    def _write(
        surface: pygame.Surface, look: Look, text: str, box: Box, dp: int, lines: int
    ) -> int:
        """Write a few lines from the top of a box; return their height."""
        theme = look.theme
        return look.paragraph(
            surface,
            text,
            (box.x, box.y),
            dp,
            box.width,
            theme.text3 if dp == TYPE.caption else theme.text2,
            bold_ink=theme.text,
            max_lines=lines,
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
    if cell - rows not in group:
        surface.fill(WHITE, (box.left - 1, box.top, line, box.height))
    if cell + rows not in group:
        surface.fill(WHITE, (box.right - line, box.top, line, box.height))
    if (cell + 1) not in group or (cell + 1) % rows == 0:
        surface.fill(WHITE, (box.left - 1, box.top - 1, box.width + 1, line))
    if (cell - 1) not in group or cell % rows == 0:
        surface.fill(WHITE, (box.left - 1, box.bottom - line, box.width + 1, line))
