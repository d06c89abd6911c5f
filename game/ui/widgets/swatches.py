"""A choice of palettes, shown as the tiles they paint."""

from collections.abc import Sequence
from typing import Final

import pygame

from game.ui import draw
from game.ui.boards.canvas import Canvas
from game.ui.boards.tiles import draw_symbol
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TileStyle, mix
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.controls import arrow_step

_SHOWN: Final = 5
_TILE_DP: Final = 26
_GAP_DP: Final = 5
_ARROW_DP: Final = 26


class Swatches(Widget):
    """A row of tiles that leads to the next row when it is clicked; its actions are -1 and +1.

    Attributes:
        tiles: The chosen palette, of which the first five are shown.
    """

    tall = SIZE.button_small

    def __init__(self, name: str, tiles: Sequence[TileStyle]) -> None:
        super().__init__(name)
        self.tiles = tuple(tiles)

    def width(self, skin: Skin) -> int:
        return _SHOWN * (skin.px(_TILE_DP) + skin.px(_GAP_DP)) + skin.px(_ARROW_DP)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Step by an arrow key; a click goes on to the next one."""
        if self.focused and self.enabled and (step := arrow_step(event)):
            return Action(self.name, step)
        return super().handle_event(event)

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        del step
        return across

    def activate(self) -> Action | None:
        return Action(self.name, 1)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, box = skin.theme, self.box
        radius = skin.px(RADIUS.button_small)
        if self.lit > 0:
            ground = mix(theme.panel, theme.hover, self.lit)
            draw.fill_round(surface, box.inset(-skin.px(4), 0), radius, ground)
        side = skin.px(_TILE_DP)
        x, y = box.x, box.centre[1] - side // 2
        for style in self.tiles[:_SHOWN]:
            self._draw_tile(surface, skin, style, Box(x, y, side, side))
            x += side + skin.px(_GAP_DP)
        centre = (box.right - skin.px(_ARROW_DP) / 2, box.centre[1])
        ink = mix(theme.text2, theme.text, self.lit)
        skin.icons.draw(surface, "chevron-right", centre, skin.px(SIZE.icon), ink)
        self.draw_focus(surface, skin, radius)

    def _draw_tile(self, surface: pygame.Surface, skin: Skin, style: TileStyle, box: Box) -> None:
        draw.fill_round(surface, box, skin.px(RADIUS.letter), style.fill)
        canvas = Canvas(box.size)
        draw_symbol(canvas, style, (box.width / 2, box.height / 2), 0.22 * box.width)
        surface.blit(canvas.finish(), (box.x, box.y))
