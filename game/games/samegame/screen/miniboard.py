"""A SameGame board in the panel, small and without shapes, with words beside it."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.games.samegame.rules import SameGameState
from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Section, is_narrow
from game.ui.skin import Skin
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

    def height(self, skin: Skin, width: int) -> int:
        """The picture's height, and in a narrow panel the title's and the controls'."""
        if self._is_flat(skin, width):
            return skin.px(self.side)
        controls = skin.px(CONTROLS_DP + 4) if self.controlled else 0
        return skin.px(TITLE_DP) + self._picture_height(skin, width) + controls

    def _is_flat(self, skin: Skin, width: int) -> bool:
        return bool(self.side) and not is_narrow(skin, width)

    def _picture_height(self, skin: Skin, width: int) -> int:
        if not self.side:
            return skin.px(LINE_DP)
        return skin.px(self.side if self._is_flat(skin, width) else min(self.side, NARROW_DP))

    def picture_box(self, skin: Skin, box: Box) -> Box:
        """Return where the picture is."""
        side = self._picture_height(skin, box.width)
        top = 0 if self._is_flat(skin, box.width) else skin.px(TITLE_DP)
        return Box(box.x, box.y + top, min(side, box.width // 2) if self.side else 0, side)

    def control_box(self, skin: Skin, box: Box) -> Box:
        """Return where the controls are: below the text, or below everything."""
        tall = skin.px(CONTROLS_DP)
        left = box.x
        if self._is_flat(skin, box.width):
            left = self.picture_box(skin, box).right + skin.px(16)
        return Box(left, box.bottom - tall, box.right - left, tall)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the well, the tiles, the outline and the text."""
        theme = skin.theme
        well = self.picture_box(skin, box)
        text = Box(box.x, box.y, box.width, box.height)
        if self.side:
            draw.fill_round(surface, well, skin.px(RADIUS.row), theme.well)
            if self.state is not None:
                draw_tiles(surface, skin, well, self.state, self.group)
            draw.stroke_round(surface, well, skin.px(RADIUS.row), theme.well_rim, skin.px(1))
            left = well.right + skin.px(16)
            text = Box(left, box.y, box.right - left, box.height)
        title = text if self._is_flat(skin, box.width) else box
        y = box.y + self._write(surface, skin, f"**{self.title}**", title, TYPE.body, 1)
        y = max(y + skin.px(2), 0 if title is text else well.y)
        bottom = text.bottom if self._is_flat(skin, box.width) else well.bottom
        for words, dp in ((self.text, TYPE.table), (self.quiet, TYPE.caption)):
            room = (bottom - y) // skin.fonts.line_height(skin.text(dp))
            if words and room > 0:
                place = text._replace(y=y)
                y += self._write(surface, skin, words, place, dp, min(3, room)) + skin.px(4)

    @staticmethod
    def _write(
        surface: pygame.Surface, skin: Skin, text: str, box: Box, dp: int, lines: int
    ) -> int:
        """Write a few lines from the top of a box; return their height."""
        theme = skin.theme
        return skin.paragraph(
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
    skin: Skin,
    well: Box,
    state: SameGameState,
    group: tuple[int, ...] = (),
) -> None:
    """Draw a position without shapes, centred on the floor of a well, one group outlined."""
    columns, rows = state.parameters.columns, state.parameters.rows
    margin = skin.px(MARGIN_DP)
    tile = max(2, min((well.width - 2 * margin) // columns, (well.height - 2 * margin) // rows))
    left = well.x + (well.width - columns * tile) // 2
    bottom = well.bottom - margin
    gap = 1 if tile >= 5 else 0
    for x, column in enumerate(state.columns):
        for y, colour in enumerate(column):
            place = (left + x * tile, bottom - (y + 1) * tile, tile - gap, tile - gap)
            surface.fill(skin.theme.tiles[colour].fill, place)
    line = max(1, skin.px(1.5))
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
