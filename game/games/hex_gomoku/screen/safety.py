"""The badge of a side that cannot lose, in the panel."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.panel.base import Hit, Section, is_narrow
from game.ui.panel.basics import draw_mark
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE

SAFETY: Final = "safety"
HEIGHT_DP: Final = 34
GAP_DP: Final = 8
TOOLTIP: Final = (
    "Proven: whoever always answers in the other cell of a pair cannot lose. "
    "Click or P shows the pairs."
)


@dataclass(frozen=True, slots=True)
class Safe:
    """A side that is proven not to lose.

    Attributes:
        side: 0 or 1, what a click on it says.
        mark: Its stone.
        shown: Whether the board shows them.
    """

    side: int
    mark: str
    name: str
    shown: bool = False


@dataclass(frozen=True, slots=True)
class SafetyBadges(Section):
    """The sides that cannot lose, side by side or one below the other.

    A hover or a click shows why on the board.
    """

    sides: tuple[Safe, ...]

    def height(self, skin: Skin, width: int) -> int:
        """One row, or one a side where it is narrow."""
        rows = len(self.sides) if is_narrow(skin, width) else 1
        return rows * skin.px(HEIGHT_DP) + (rows - 1) * skin.px(GAP_DP)

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Every badge, by its side."""
        gap, tall = skin.px(GAP_DP), skin.px(HEIGHT_DP)
        stacked = is_narrow(skin, box.width)
        a_row = 1 if stacked else len(self.sides)
        width = (box.width - gap * (a_row - 1)) // a_row
        across, down = (0, tall + gap) if stacked else (width + gap, 0)
        return tuple(
            Hit(Box(box.x + i * across, box.y + i * down, width, tall), SAFETY, s.side, TOOLTIP)
            for i, s in enumerate(self.sides)
        )

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw shield, stone and words of each side, and the key that shows why."""
        for hit, safe in zip(self.hits(skin, box), self.sides, strict=True):
            self._draw_badge(surface, skin, hit.box, safe)

    def _draw_badge(self, surface: pygame.Surface, skin: Skin, box: Box, safe: Safe) -> None:
        theme, y = skin.theme, box.centre[1]
        draw.fill_round(surface, box, skin.px(RADIUS.row), theme.raised)
        ink = theme.ai if safe.shown else theme.ctrl
        draw.stroke_round(surface, box, skin.px(RADIUS.row), ink, skin.px(2 if safe.shown else 1))
        side = skin.px(18)
        _draw_shield(surface, skin, (box.x + skin.px(17), y), skin.unit.exact(8))
        draw_mark(surface, skin, safe.mark, (box.x + skin.px(40), y), side)
        left, right = box.x + skin.px(55), box.right - skin.px(10)
        words = f"{safe.name} cannot lose"
        count = "P: why"
        room = right - left
        if skin.width(words, TYPE.caption, bold=True) > room:
            words = "cannot lose"
        elif (
            skin.width(words, TYPE.caption, bold=True) + skin.px(10) + skin.width(count, TYPE.axis)
            <= room
        ):
            skin.write(surface, count, (right, y), TYPE.axis, theme.text3, anchor="midright")
        words = skin.fit(words, TYPE.caption, room)
        skin.write(surface, words, (left, y), TYPE.caption, theme.text, bold=True)


def _draw_shield(
    surface: pygame.Surface, skin: Skin, centre: tuple[int, int], reach: float
) -> None:
    """Draw a shield with a tick in it, so that the badge is known by its shape."""
    x, y = centre
    outline = [
        (x, y - reach),
        (x + 0.85 * reach, y - 0.65 * reach),
        (x + 0.80 * reach, y + 0.10 * reach),
        (x + 0.45 * reach, y + 0.65 * reach),
        (x, y + reach),
        (x - 0.45 * reach, y + 0.65 * reach),
        (x - 0.80 * reach, y + 0.10 * reach),
        (x - 0.85 * reach, y - 0.65 * reach),
    ]
    draw.polygon(surface, outline, skin.theme.ai)
    tick = [
        (x - 0.38 * reach, y),
        (x - 0.08 * reach, y + 0.32 * reach),
        (x + 0.42 * reach, y - 0.32 * reach),
    ]
    draw.strokes(surface, [tick], skin.unit.exact(1.8), skin.theme.on_ai)
