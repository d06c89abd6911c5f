"""What the sheet at the bottom of a narrow window shows while it is not raised."""

from dataclasses import dataclass, replace

import pygame

from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.basics import ColourCounts, Figure, Figures, Sentence
from game.ui.panel.items import Item
from game.ui.skin import Skin
from game.ui.theme import SIZE, TYPE
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

    tall = SIZE.summary

    figures: tuple[Figure, ...] = ()
    counts: tuple[int, ...] = ()
    text: str = ""
    symbols: bool = True
    room: int = 110
    bar: Section | None = None

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the parts from left to right."""
        x, right = box.x, box.right - skin.px(self.room)
        if self.figures:
            figures = Figures(self.figures, dense=True)
            width = min(skin.px(82 * len(self.figures)), (right - x) // 2)
            width = max(width, figures.least_width(skin))
            figures.draw(surface, skin, Box(x, box.y + skin.px(6), width, skin.px(50)))
            x += width + skin.px(26)
        self._draw_rest(surface, skin, Box(x, box.y, right - x, box.height))

    def _draw_rest(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw counts above bar or sentence, or whichever of them there is room for."""
        counts = ColourCounts(self.counts, self.symbols)
        width = min(box.width, skin.px(290))
        tall = counts.height(skin, width)
        is_alone = self.bar is None and not self.text
        is_short = is_alone or tall <= skin.px(24)
        shows_counts = bool(self.counts) and is_short and counts.least_width(skin) <= box.width
        if shows_counts:
            top = box.centre[1] - tall // 2 if is_alone else box.y
            counts.draw(surface, skin, Box(box.x, top, width, tall))
        below: Section | None = self.bar
        if self.text:
            size = skin.text(TYPE.body)
            lines = len(skin.fonts.wrap(self.text, size, box.width, max_lines=3))
            below = Sentence(self.text, 1 if shows_counts else lines)
            width = box.width
        if below is not None:
            tall = below.height(skin, width)
            top = box.bottom - tall if shows_counts else box.centre[1] - tall // 2
            below.draw(surface, skin, Box(box.x, top, width, tall))


def summary_item(summary: Summary, *controls: Widget | None) -> Item:
    """Return a summary with its controls, the first at the right; None keeps a place free."""

    def arrange(skin: Skin, box: Box) -> None:
        right = box.right
        for each in controls:
            if each is not None:
                width = min(each.width(skin), skin.px(summary.room - 10))
                height = each.height(skin)
                each.place(Box(right - width, box.centre[1] - height // 2, width, height))
            right -= skin.px(summary.room)

    wider = replace(summary, room=summary.room * len(controls))
    return Item(wider, tuple(each for each in controls if each is not None)[::-1], arrange)
