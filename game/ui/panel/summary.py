"""What the sheet at the bottom of a narrow window shows while it is not raised."""

from dataclasses import dataclass, replace

import pygame

from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Section
from game.ui.panel.basics import ColourCounts, Figure, Figures, Sentence
from game.ui.panel.items import Item
from game.ui.theme import TYPE
from game.ui.widgets import Widget


@dataclass(frozen=True, slots=True)
class Summary(Section):
    """Numbers, counts or a sentence side by side, with room for one control at the right.

    Attributes:
        figures: At the left.
        counts: Tiles by colour, after the figures.
        text: A marked-up sentence, below the counts or alone.
        symbols: Whether tiles carry their shape.
        room: Width in dp to keep free for the control.
        bar: A section below the counts, in place of a sentence.
    """

    tall = 64

    figures: tuple[Figure, ...] = ()
    counts: tuple[int, ...] = ()
    text: str = ""
    symbols: bool = True
    room: int = 110
    bar: Section | None = None

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw the parts from left to right."""
        x, right = box.x, box.right - look.px(self.room)
        if self.figures:
            figures = Figures(self.figures, dense=True)
            width = min(look.px(82 * len(self.figures)), (right - x) // 2)
            width = max(width, figures.least_width(look))
            figures.draw(surface, look, Box(x, box.y + look.px(6), width, look.px(50)))
            x += width + look.px(26)
        self._draw_rest(surface, look, Box(x, box.y, right - x, box.height))

    def _draw_rest(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw counts above bar or sentence, or whichever of them there is room for."""
        counts = ColourCounts(self.counts, self.symbols)
        width = min(box.width, look.px(290))
        tall = counts.height(look, width)
        is_alone = self.bar is None and not self.text
        is_short = is_alone or tall <= look.px(24)
        shows_counts = bool(self.counts) and is_short and counts.least_width(look) <= box.width
        if shows_counts:
            top = box.centre[1] - tall // 2 if is_alone else box.y
            counts.draw(surface, look, Box(box.x, top, width, tall))
        below: Section | None = self.bar
        if self.text:
            size = look.text(TYPE.body)
            lines = len(look.fonts.wrap(self.text, size, box.width, max_lines=3))
            below = Sentence(self.text, 1 if shows_counts else lines)
            width = box.width
        if below is not None:
            tall = below.height(look, width)
            top = box.bottom - tall if shows_counts else box.centre[1] - tall // 2
            below.draw(surface, look, Box(box.x, top, width, tall))


def summary_item(summary: Summary, *controls: Widget | None) -> Item:
    """Return a summary with its controls, the first at the right; None keeps a place free."""

    def arrange(look: Look, box: Box) -> None:
        right = box.right
        for each in controls:
            if each is not None:
                width = min(each.width(look), look.px(summary.room - 10))
                height = each.height(look)
                each.place(Box(right - width, box.centre[1] - height // 2, width, height))
            right -= look.px(summary.room)

    wider = replace(summary, room=summary.room * len(controls))
    return Item(wider, tuple(each for each in controls if each is not None)[::-1], arrange)
