"""The badge of a side that cannot lose, in the panel."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Brush, Hit, Section
from game.ui.panel.basics import MarkKind, draw_mark
from game.ui.theme import RADIUS, TYPE

SAFETY: Final = "safety"
HEIGHT_DP: Final = 34
TOOLTIP: Final = "Whoever answers in the pair cannot lose. Click or P shows the pairs."


@dataclass(frozen=True, slots=True)
class Safe:
    """A side that is proven not to lose.

    Attributes:
        side: 0 or 1, what a click on it says.
        mark: Its stone.
        name: Its name.
        pairs: How many pairs the proof has.
        shown: Whether the board shows them.
    """

    side: int
    mark: MarkKind
    name: str
    pairs: int
    shown: bool = False


@dataclass(frozen=True, slots=True)
class SafetyBadges(Section):
    """Side by side, the sides that cannot lose; a hover or a click shows why on the board."""

    sides: tuple[Safe, ...]

    def height(self, look: Look, width: int) -> int:
        """One row."""
        del width
        return look.px(HEIGHT_DP)

    def hits(self, look: Look, box: Box) -> tuple[Hit, ...]:
        """Every badge, by its side."""
        gap = look.px(8)
        width = (box.width - gap * (len(self.sides) - 1)) // len(self.sides)
        return tuple(
            Hit(Box(box.x + i * (width + gap), box.y, width, box.height), SAFETY, s.side, TOOLTIP)
            for i, s in enumerate(self.sides)
        )

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Draw shield, stone, words and the number of pairs of each side."""
        for hit, safe in zip(self.hits(brush.look, box), self.sides, strict=True):
            self._draw_badge(surface, brush, hit.box, safe)

    def _draw_badge(self, surface: pygame.Surface, brush: Brush, box: Box, safe: Safe) -> None:
        look = brush.look
        theme, y = look.theme, box.centre[1]
        draw.fill_round(surface, box, look.px(RADIUS.row), theme.raised)
        ink = theme.ai if safe.shown else theme.ctrl
        draw.stroke_round(surface, box, look.px(RADIUS.row), ink, look.px(2 if safe.shown else 1))
        side = look.px(18)
        _draw_shield(surface, look, (box.x + look.px(17), y), look.unit.exact(8))
        draw_mark(surface, brush, safe.mark, (box.x + look.px(40), y), side)
        left, right = box.x + look.px(55), box.right - look.px(10)
        words = f"{safe.name} cannot lose"
        count = f"{safe.pairs} pairs" if safe.pairs != 1 else "1 pair"
        room = right - left
        if brush.width(words, TYPE.caption, bold=True) > room:
            words = "cannot lose"
        elif (
            brush.width(words, TYPE.caption, bold=True)
            + look.px(10)
            + brush.width(count, TYPE.axis)
            <= room
        ):
            brush.write(surface, count, (right, y), TYPE.axis, theme.text3, anchor="midright")
        words = brush.fit(words, TYPE.caption, room)
        brush.write(surface, words, (left, y), TYPE.caption, theme.text, bold=True)


def _draw_shield(
    surface: pygame.Surface, look: Look, centre: tuple[int, int], reach: float
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
    draw.polygon(surface, outline, look.theme.ai)
    tick = [
        (x - 0.38 * reach, y),
        (x - 0.08 * reach, y + 0.32 * reach),
        (x + 0.42 * reach, y - 0.32 * reach),
    ]
    draw.strokes(surface, [tick], look.unit.exact(1.8), look.theme.on_ai)
