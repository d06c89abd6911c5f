"""Short remarks side by side."""

from dataclasses import dataclass

import pygame

from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Section
from game.ui.panel.basics import Ink, ink_of
from game.ui.theme import TYPE


@dataclass(frozen=True, slots=True)
class Note:
    """A few words in their colour."""

    text: str
    ink: Ink = "caption"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Notes(Section):
    """Remarks in one line: the first at the left, the last at the right edge.

    Attributes:
        notes: From left to right; what does not fit is left out, the last first.
    """

    tall = 16

    notes: tuple[Note, ...]

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw what fits."""
        theme, y = look.theme, box.centre[1]
        x, gap = box.x, look.px(14)
        for index, note in enumerate(self.notes):
            width = look.width(note.text, TYPE.caption, bold=note.bold)
            if x + width > box.right:
                return
            is_last = index == len(self.notes) - 1 and index > 0
            at = (box.right if is_last else x, y)
            look.write(
                surface,
                note.text,
                at,
                TYPE.caption,
                ink_of(theme, note.ink),
                bold=note.bold,
                anchor="midright" if is_last else "midleft",
            )
            x += width + gap
