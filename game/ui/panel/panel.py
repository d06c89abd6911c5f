"""The panel beside the board, or the sheet below it in narrow windows."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box, panel_content
from game.ui.panel.base import Laid, Section
from game.ui.panel.basics import ColourCounts, Figure, Figures, Sentence
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Inset, Row
from game.ui.panel.stack import Stack
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE
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


GRIP = (36, 4)
RISE_DP = 12
"""How far below its place what comes up begins."""


class Panel(Stack):
    """Items on a ground of their own, painted again only when they change."""

    def __init__(self) -> None:
        super().__init__()
        self.box = Box(0, 0, 1, 1)
        self._drawn: tuple[object, ...] = ()
        self._picture = pygame.Surface((1, 1))
        self._is_sheet = self._has_grip = False

    def place(self, box: Box, skin: Skin, *, sheet: bool = False, grip: bool | None = None) -> None:
        """Take a place and a skin.

        Args:
            sheet: Whether it stands below the board instead of beside it.
            grip: Whether a grip says that it can be raised, as most sheets can.
        """
        if self._skin is not None and self._skin == skin:
            skin = self._skin  # with the pictures that it has made
        else:
            self._drawn = ()
        self.box, self._is_sheet = box, sheet
        self._has_grip = sheet if grip is None else grip
        column = panel_content(box, skin.unit)
        if self._has_grip:
            room = skin.px(SIZE.sheet_grip)
            column = column._replace(y=column.y + room, height=column.height - room)
        self.fit(box, column, skin, edge=skin.px(5))
        self.lay_out()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the ground and the sections; the controls are drawn by their group."""
        if self._skin is None:
            return
        key = (self.places, self.box.size, self._is_sheet, self.scroll.offset)
        if key != self._drawn:
            self._drawn = key
            self._paint(self._skin)
        surface.blit(self._picture, (self.box.x, self.box.y))
        self.scroll.draw_bar(surface, self._skin)

    def draw_arriving(self, surface: pygame.Surface, share: float, *, rises: bool) -> None:
        """Draw once more what comes up, as far as it has come; its place is kept for it.

        Args:
            share: How far it has come, 0 to 1.
            rises: Whether it comes from below, rather than fading in where it stays.
        """
        if self._skin is None or share >= 1.0:
            return
        # Nothing is drawn once more that was not drawn before, as in a panel too low for it.
        whole = self._picture.get_rect(topleft=(self.box.x, self.box.y))
        for section, box, clip in self.places:
            seen = pygame.Rect(box).clip(clip or self.view).clip(whole)
            if section.arrives and seen:
                picture = self._picture.subsurface(seen.move(-self.box.x, -self.box.y)).copy()
                picture.set_alpha(round(255 * share))
                surface.fill(self._skin.theme.panel, seen)
                drop = round((1.0 - share) * self._skin.px(RISE_DP)) if rises else 0
                surface.blit(picture, seen.move(0, drop))

    def _paint(self, skin: Skin) -> None:
        if self._picture.get_size() != self.box.size:
            self._picture = pygame.Surface(self.box.size)
        picture, theme = self._picture, skin.theme
        picture.fill(theme.bg)
        ground = Box(0, 0, *self.box.size)
        corners = draw.TOP if self._is_sheet else draw.TOP_LEFT
        radius = skin.px(RADIUS.panel)
        draw.fill_round(picture, ground, radius, theme.panel, corners)
        if theme.bordered:
            draw.stroke_round(picture, ground, radius, theme.ctrl, skin.px(1.5), corners)
        if self._has_grip:
            width, height = skin.px(GRIP[0]), skin.px(GRIP[1])
            grip = Box((self.box.width - width) // 2, skin.px(9), width, height)
            draw.fill_round(picture, grip, height / 2, theme.ctrl)
        self.draw_items(picture, (self.box.x, self.box.y))
