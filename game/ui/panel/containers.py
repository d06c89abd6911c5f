"""Cards, and items side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.compose import NOTHING, Column, Composed, Inset, Row
from game.ui.panel.items import Item
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE
from game.ui.widgets.base import draw_ground

CARD_INSET: Final = 20
GRID_GAP: Final = 12
"""The space between cards in rows and columns, in dp."""


@dataclass(frozen=True, slots=True)
class Card(Composed):
    """Sections on a ground of their own, below a title.

    Attributes:
        note: A few words at the right of the title.
        quiet: Whether the title is no more than a caption.
    """

    sections: tuple[Section, ...]
    title: str = ""
    note: str = ""
    quiet: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        del skin, width
        title = quiet(self.title) if self.quiet else Phrase(self.title, TYPE.lead, bold=True)
        note = quiet(self.note, right=True, stretch=True)
        above, tall, below = (10, 28, 8) if self.quiet else (4, 40, 12)
        head = Row(title, 12, note, tall=tall)
        ground = Painted(0, _draw_ground)
        return Inset(Column(above, head, *self.sections, below), CARD_INSET, behind=ground)


def _draw_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw_ground(surface, skin, box, skin.px(RADIUS.card), skin.theme.panel)


def in_rows(items: Sequence[Item], columns: int, gap: int) -> tuple[Item, ...]:
    """Return items in rows of so many, `gap` dp apart; the last row may have places left over."""
    if columns == 1:
        return tuple(items)
    filled = [*items, *[Item(NOTHING)] * (-len(items) % columns)]
    rows = (tuple(filled[i : i + columns]) for i in range(0, len(filled), columns))
    return tuple(
        Item(Row(*(Column(item.section) for item in row), gap=gap, top=True)) for row in rows
    )


def in_columns(skin: Skin, width: int, cards: Sequence[Card], least: int) -> tuple[Item, ...]:
    """Return cards in two columns, each at least `least` dp wide, or in one where these are not.

    They stay in their order: the first column has those that make both about equally high.
    """
    wide = (width - skin.px(GRID_GAP)) // 2
    if wide < skin.px(least):
        return tuple(map(Item, cards))
    heights = [card.height(skin, wide) for card in cards]

    def unevenness(first: int) -> int:
        return abs(sum(heights[:first]) - sum(heights[first:]))

    first = min(range(1, len(cards) + 1), key=unevenness)
    columns = (Column(*part, gap=GRID_GAP) for part in (cards[:first], cards[first:]))
    return (Item(Row(*columns, gap=GRID_GAP, top=True)),)


def grid(skin: Skin, width: int, items: Sequence[Item], least: int) -> tuple[Item, ...]:
    """Return items in rows of as many as are at least `least` dp wide each."""
    gap = skin.px(GRID_GAP)
    return in_rows(items, max(1, (width + gap) // (skin.px(least) + gap)), GRID_GAP)
