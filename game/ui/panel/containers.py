"""Items made of items: side by side, one below the other, on a card."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Hit, Section
from game.ui.panel.items import NOTHING, Item
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
    def boxes(self, look: Look, box: Box) -> tuple[Box, ...]:
        """Return where each item goes in a box, whose height does not count."""

    @property
    def item(self) -> Item:
        """The container with the controls of all that it shows."""
        widgets = tuple(widget for item in self.items for widget in item.widgets)
        return Item(self, widgets, self._arrange)

    def _arrange(self, look: Look, box: Box) -> None:
        for item, place in zip(self.items, self.boxes(look, box), strict=True):
            item.arrange(look, place)

    def height(self, look: Look, width: int) -> int:
        """As far down as its items reach."""
        return max((box.bottom for box in self.boxes(look, Box(0, 0, width, 0))), default=0)

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw each item."""
        for item, place in zip(self.items, self.boxes(look, box), strict=True):
            item.section.draw(surface, look, place)

    def hits(self, look: Look, box: Box) -> tuple[Hit, ...]:
        """Where its items react to the pointer."""
        places = zip(self.items, self.boxes(look, box), strict=True)
        return tuple(hit for item, place in places for hit in item.section.hits(look, place))


@dataclass(frozen=True, slots=True)
class Row(Container):
    """Items side by side, equally wide.

    Attributes:
        gap: The space between them in dp.
    """

    gap: int = 14

    def boxes(self, look: Look, box: Box) -> tuple[Box, ...]:
        """Return where each item goes."""
        gap = look.px(self.gap)
        width = (box.width - gap * (len(self.items) - 1)) // len(self.items)
        return tuple(
            Box(box.x + i * (width + gap), box.y, width, item.section.height(look, width))
            for i, item in enumerate(self.items)
        )


@dataclass(frozen=True, slots=True)
class Stacked(Container):
    """Items one below the other.

    Attributes:
        gap: The space between them in dp.
    """

    gap: int = 0

    def boxes(self, look: Look, box: Box) -> tuple[Box, ...]:
        """Return where each item goes."""
        y, boxes = box.y, []
        for item in self.items:
            boxes.append(Box(box.x, y, box.width, item.section.height(look, box.width)))
            y = boxes[-1].bottom + look.px(self.gap)
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

    def boxes(self, look: Look, box: Box) -> tuple[Box, ...]:
        """Return where each item goes, below the title."""
        head = look.px(38 if self.quiet else 44)
        inner = box.inset(look.px(CARD_INSET), 0)._replace(y=box.y + head)
        return super(Card, self).boxes(look, inner)

    def height(self, look: Look, width: int) -> int:
        """As far down as its items reach, and a little more."""
        return super(Card, self).height(look, width) + look.px(8 if self.quiet else 12)

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw the ground, the title and the items."""
        theme = look.theme
        draw_ground(surface, look, box, look.px(RADIUS.card), theme.panel)
        x, y = box.x + look.px(CARD_INSET), box.y + look.px(24)
        dp, ink = (TYPE.caption, theme.text3) if self.quiet else (TYPE.lead, theme.text)
        title = look.write(surface, self.title, (x, y), dp, ink, bold=not self.quiet)
        right = box.right - look.px(CARD_INSET)
        note = look.fit(self.note, TYPE.caption, right - title.right - look.px(12))
        look.write(surface, note, (right, y), TYPE.caption, theme.text3, anchor="midright")
        super(Card, self).draw(surface, look, box)


@dataclass(frozen=True, slots=True)
class Painted(Section):
    """Something that a function draws.

    Attributes:
        pixels: How high it is.
        paint: Draws it into its box.
    """

    pixels: int
    paint: Callable[[pygame.Surface, Look, Box], None]

    def height(self, look: Look, width: int) -> int:
        """The height asked for."""
        del look, width
        return self.pixels

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Have it drawn."""
        self.paint(surface, look, box)


def in_rows(items: Sequence[Item], columns: int, gap: int) -> tuple[Item, ...]:
    """Return items in rows of so many, `gap` dp apart; the last row may have places left over."""
    if columns == 1:
        return tuple(items)
    filled = [*items, *[Item(NOTHING)] * (-len(items) % columns)]
    rows = (tuple(filled[i : i + columns]) for i in range(0, len(filled), columns))
    return tuple(Row(row, gap).item for row in rows)


def grid(look: Look, width: int, items: Sequence[Item], least: int) -> tuple[Item, ...]:
    """Return items in rows of as many as are at least `least` dp wide each."""
    gap = look.px(GRID_GAP)
    return in_rows(items, max(1, (width + gap) // (look.px(least) + gap)), GRID_GAP)
