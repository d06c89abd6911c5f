"""What the sheet at the bottom of a narrow window shows while it is not raised."""

from dataclasses import dataclass
from typing import Final

from game.ui.panel.base import Laid, Section
from game.ui.panel.basics import ColourCounts, Figure, Figures, Sentence
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Inset, Row
from game.ui.skin import Skin
from game.ui.theme import SIZE, TYPE
from game.ui.widgets import Widget

_PLACE_DP: Final = 130
"""Width of the place of each control."""


@dataclass(frozen=True, slots=True)
class Summary(Composed):
    """Numbers, counts or a sentence side by side, and controls at the right.

    Attributes:
        controls: At the right, the first one last; None keeps a place free.
        counts: Tiles by colour, after the figures.
        text: A marked-up sentence, below the counts or alone.
        bar: A section below the counts, in place of a sentence.
    """

    controls: tuple[Widget | None, ...]
    figures: tuple[Figure, ...] = ()
    counts: tuple[int, ...] = ()
    text: str = ""
    bar: Section | None = None

    def lay(self, skin: Skin, width: int) -> Laid:
        """Return where its parts stand; what is too high reaches out above and below."""
        laid, tall = super(Summary, self).lay(skin, width), skin.px(SIZE.summary)
        return Laid(tall, list(laid.at(0, tall // 2 - laid.height // 2)))

    def content(self, skin: Skin, width: int) -> Section:
        place = skin.px(_PLACE_DP)
        width -= place * len(self.controls)
        places = [
            Inset(Row(10, SPRING, ControlSpace(each) if each else None), wide=place)
            for each in reversed(self.controls)
        ]
        figures = None
        if self.figures:
            numbers, gap = Figures(self.figures, dense=True), skin.px(26)
            wide = min(skin.px(82 * len(self.figures)), width // 2)
            wide = max(wide, numbers.least_width(skin))
            if wide + gap <= width:  # the controls keep their places, whatever has to go
                figures = Row(Inset(Column(numbers, 4), wide=wide), 26)
                width -= wide + gap
        return Row(figures, self._rest(skin, width), *places)

    def _rest(self, skin: Skin, width: int) -> Section:
        """Return counts above bar or sentence, or whichever of them there is room for."""
        counts = ColourCounts(self.counts)
        wide = min(width, skin.px(290))
        is_alone = self.bar is None and not self.text
        is_short = is_alone or counts.height(skin, wide) <= skin.px(24)
        shows_counts = bool(self.counts) and is_short and counts.least_width(skin) <= width
        below: Section | None = self.bar and Inset(self.bar, wide=wide)
        if self.text:
            lines = 1 if shows_counts else min(3, skin.lines(self.text, TYPE.body, width))
            below = Inset(Sentence(self.text, lines), wide=width)
        both = (SPRING, below) if below else ()
        above = Inset(counts, wide=wide) if shows_counts else None
        return Column(above, *both, tall=SIZE.summary if above and below else 0)
