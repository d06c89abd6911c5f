"""What the sheet at the bottom of a narrow window shows while it is not raised."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Brush, Section
from game.ui.panel.basics import ColourCounts, Figure, Figures, Sentence
from game.ui.panel.items import Item
from game.ui.panel.medals import MedalBar
from game.ui.theme import TYPE
from game.ui.widgets import Widget

HEIGHT: Final = 64


@dataclass(frozen=True, slots=True)
class Summary(Section):
    """Numbers, counts or a sentence side by side, with room for one control at the right.

    Attributes:
        figures: At the left.
        counts: Tiles by colour, after the figures.
        text: A marked-up sentence, below the counts or alone.
        symbols: Whether tiles carry their shape.
        room: Width in dp to keep free for the control.
        medals: A bar below the counts, in place of a sentence.
    """

    figures: tuple[Figure, ...] = ()
    counts: tuple[int, ...] = ()
    text: str = ""
    symbols: bool = True
    room: int = 110
    medals: MedalBar | None = None

    def height(self, look: Look, width: int) -> int:
        """As high as the sheet leaves."""
        del width
        return look.px(HEIGHT)

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Draw the parts from left to right."""
        look = brush.look
        x, right = box.x, box.right - look.px(self.room)
        if self.figures:
            width = min(look.px(82 * len(self.figures)), (right - x) // 2)
            Figures(self.figures, dense=True).draw(
                surface, brush, Box(x, box.y + look.px(6), width, look.px(50))
            )
            x += width + look.px(26)
        counts = ColourCounts(self.counts, self.symbols)
        if self.counts and counts.least_width(brush) <= right - x:
            width = min(right - x, look.px(290))
            height = counts.height(look, width)
            alone = not self.text and self.medals is None
            top = box.centre[1] - height // 2 if alone else box.y
            counts.draw(surface, brush, Box(x, top, width, height))
        if self.medals is not None:
            height = self.medals.height(look, right - x)
            place = Box(x, box.bottom - height - look.px(4), min(right - x, look.px(290)), height)
            self.medals.draw(surface, brush, place)
        if self.text:
            lines = 1
            if not self.counts:
                size = look.text(TYPE.body)
                lines = len(look.fonts.wrap(self.text, size, right - x, max_lines=3))
            sentence = Sentence(self.text, lines)
            height = sentence.height(look, right - x)
            top = box.bottom - height if self.counts else box.centre[1] - height // 2
            sentence.draw(surface, brush, Box(x, top, right - x, height))


def summary_item(summary: Summary, control: Widget) -> Item:
    """Return a summary with its control."""

    def arrange(look: Look, box: Box) -> None:
        width = min(control.width(look), look.px(summary.room - 10))
        height = control.height(look)
        place = Box(box.right - width, box.centre[1] - height // 2, width, height)
        control.place(place)

    return Item(summary, (control,), arrange)
