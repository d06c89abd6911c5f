"""Items made of items: side by side, one below the other, on a card."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.layout import Box
from game.ui.panel.base import Hit, Section
from game.ui.panel.items import NOTHING, Item
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE
from game.ui.widgets.base import draw_ground

CARD_INSET: Final = 20
GRID_GAP: Final = 12
"""The space between cards in rows and columns, in dp."""


@dataclass(frozen=True, slots=True)
class Container(Section):
    """A section that shows items, each in a box of its own.

    Attributes:
        items: What it shows.
    """

    items: tuple[Item, ...]

    @abstractmethod
    def boxes(self, skin: Skin, box: Box) -> tuple[Box, ...]:
        """Return where each item goes in a box, whose height does not count."""

    @property
    def item(self) -> Item:
        """The container with the controls of all that it shows."""
        widgets = tuple(widget for item in self.items for widget in item.widgets)
        return Item(self, widgets, self._arrange)

    def _arrange(self, skin: Skin, box: Box) -> None:
        for item, place in zip(self.items, self.boxes(skin, box), strict=True):
            item.arrange(skin, place)

    def height(self, skin: Skin, width: int) -> int:
        """As far down as its items reach."""
        return max((box.bottom for box in self.boxes(skin, Box(0, 0, width, 0))), default=0)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw each item."""
        for item, place in zip(self.items, self.boxes(skin, box), strict=True):
            item.section.draw(surface, skin, place)

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Where its items react to the pointer."""
        places = zip(self.items, self.boxes(skin, box), strict=True)
        return tuple(hit for item, place in places for hit in item.section.hits(skin, place))


@dataclass(frozen=True, slots=True)
class Row(Container):
    """Items side by side, equally wide.

    Attributes:
        gap: The space between them in dp.
    """

    gap: int = 14

    def boxes(self, skin: Skin, box: Box) -> tuple[Box, ...]:
        """Return where each item goes."""
        gap = skin.px(self.gap)
        width = (box.width - gap * (len(self.items) - 1)) // len(self.items)
        return tuple(
            Box(box.x + i * (width + gap), box.y, width, item.section.height(skin, width))
            for i, item in enumerate(self.items)
        )


@dataclass(frozen=True, slots=True)
class Stacked(Container):
    """Items one below the other.

    Attributes:
        gap: The space between them in dp.
    """

    gap: int = 0

    def boxes(self, skin: Skin, box: Box) -> tuple[Box, ...]:
        """Return where each item goes."""
        y, boxes = box.y, []
        for item in self.items:
            boxes.append(Box(box.x, y, box.width, item.section.height(skin, box.width)))
            y = boxes[-1].bottom + skin.px(self.gap)
        return tuple(boxes)


@dataclass(frozen=True, slots=True)
class Card(Stacked):
    """Items on a ground of their own, below a title.

    Attributes:
        title: What it is about.
        note: A few words at the right of the title.
        quiet: Whether the title is no more than a caption.
    """

    title: str = ""
    note: str = ""
    quiet: bool = False

    def boxes(self, skin: Skin, box: Box) -> tuple[Box, ...]:
        """Return where each item goes, below the title."""
        head = skin.px(38 if self.quiet else 44)
        inner = box.inset(skin.px(CARD_INSET), 0)._replace(y=box.y + head)
        return super(Card, self).boxes(skin, inner)

    def height(self, skin: Skin, width: int) -> int:
        """As far down as its items reach, and a little more."""
        return super(Card, self).height(skin, width) + skin.px(8 if self.quiet else 12)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the ground, the title and the items."""
        theme = skin.theme
        draw_ground(surface, skin, box, skin.px(RADIUS.card), theme.panel)
        x, y = box.x + skin.px(CARD_INSET), box.y + skin.px(24)
        dp, ink = (TYPE.caption, theme.text3) if self.quiet else (TYPE.lead, theme.text)
        title = skin.write(surface, self.title, (x, y), dp, ink, bold=not self.quiet)
        right = box.right - skin.px(CARD_INSET)
        note = skin.fit(self.note, TYPE.caption, right - title.right - skin.px(12))
        skin.write(surface, note, (right, y), TYPE.caption, theme.text3, anchor="midright")
        super(Card, self).draw(surface, skin, box)


@dataclass(frozen=True, slots=True)
class Painted(Section):
    """Something that a function draws.

    Attributes:
        pixels: How high it is.
        paint: Draws it into its box.
    """

    pixels: int
    paint: Callable[[pygame.Surface, Skin, Box], None]

    def height(self, skin: Skin, width: int) -> int:
        """The height asked for."""
        del skin, width
        return self.pixels

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Have it drawn."""
        self.paint(surface, skin, box)


def in_rows(items: Sequence[Item], columns: int, gap: int) -> tuple[Item, ...]:
    """Return items in rows of so many, `gap` dp apart; the last row may have places left over."""
    if columns == 1:
        return tuple(items)
    filled = [*items, *[Item(NOTHING)] * (-len(items) % columns)]
    rows = (tuple(filled[i : i + columns]) for i in range(0, len(filled), columns))
    return tuple(Row(row, gap).item for row in rows)


def grid(skin: Skin, width: int, items: Sequence[Item], least: int) -> tuple[Item, ...]:
    """Return items in rows of as many as are at least `least` dp wide each."""
    gap = skin.px(GRID_GAP)
    return in_rows(items, max(1, (width + gap) // (skin.px(least) + gap)), GRID_GAP)
