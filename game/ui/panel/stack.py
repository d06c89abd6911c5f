"""Items from top to bottom: how the panel beside a board and the pages are laid out."""

import sys
from collections.abc import Hashable, Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from game.ui.layout import Box
from game.ui.panel.base import Hit, Section
from game.ui.panel.compose import Composed
from game.ui.panel.folding import Folding
from game.ui.panel.items import Item
from game.ui.skin import Skin
from game.ui.theme import SIZE
from game.ui.widgets import Action, ScrollArea, Widget, draw_tooltip

_ROUNDING_DP: Final = 2
"""So little too high is a matter of rounding: nothing scrolls for that."""


class PlacedSection(NamedTuple):
    """Where a section is, and what can be seen of it if it lies in what scrolls."""

    section: Section
    box: Box
    clip: Box | None


class Stack:
    """Items in a column, with the sticky ones at its lower edge.

    What height is spare goes to the items that stretch; where there is too little, items fold,
    unless it is told to do without that, and what is still too high scrolls.

    Attributes:
        hovered: What reacts to the pointer where it is, if anything.
    """

    def __init__(self, *, folds: bool = True) -> None:
        self._folds = folds
        self.scroll = ScrollArea()
        self.places: tuple[PlacedSection, ...] = ()
        self._parts: list[tuple[tuple[Section, Box], ...]] = []  # of each place, laid out once
        self.hovered: Hit | None = None
        self._pointer = (-1, -1)
        self._items: tuple[Item, ...] = ()
        self._shown: tuple[Item, ...] = ()
        self._widgets: tuple[Widget, ...] = ()
        self._folding: Folding | None = None
        self._view = self.column = Box(0, 0, 1, 1)
        self._edge = 0
        self._padding = (0, 0)
        self._gap = SIZE.section_gap
        self._skin: Skin | None = None

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The controls in it, in the order of Tab."""
        return self._widgets

    def fit(
        self,
        view: Box,
        column: Box,
        skin: Skin,
        *,
        edge: int = 0,
        padding: tuple[int, int] = (0, 0),
    ) -> None:
        """Take a place and a skin, for the next time that something is shown.

        Args:
            view: What can be seen of items that scroll, over the column's whole height.
            column: Where the items stand in it, in pixels of the window.
            edge: Pixels from the scroll bar to the view's right edge.
            padding: Pixels above the first item and below the last that scroll with them.
        """
        self._view, self.column, self._skin = view, column, skin
        self._edge, self._padding = edge, padding

    def show(self, items: tuple[Item, ...], gap: int = SIZE.section_gap) -> None:
        """Show these items from now on; `gap` is the space between them in dp."""
        self._items, self._gap = items, gap
        self.lay_out()

    def reveal(self, widget: Widget | None) -> None:
        """Scroll as little as needed to show one of its controls."""
        if widget is None or widget.clip is None or widget not in self.widgets:
            return
        if self.scroll.reveal(widget.box):
            self.lay_out()

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Scroll, or answer with the hit that was clicked."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            self._find_hovered()
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer, self.hovered = (-1, -1), None
        if self.scroll.handle_event(event):
            self.lay_out()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            hit = self._hit_at(event.pos)
            if hit is not None and hit.name:
                return Action(hit.name, hit.value)
        return None

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press on one of the hits means; None where there is none."""
        hit = self._hit_at(position)
        return None if hit is None else (hit.name, hit.value, hit.words)

    def draw_items(self, surface: pygame.Surface, corner: tuple[int, int] = (0, 0)) -> None:
        """Draw the sections that are in sight; `corner` is the surface's pixel of the window."""
        if self._skin is None:
            return
        dx, dy = -corner[0], -corner[1]
        for (_, box, clip), parts in zip(self.places, self._parts, strict=True):
            seen = clip or self._view
            if box.overlaps(seen):
                surface.set_clip(pygame.Rect(seen.moved(dx, dy)))
                for part, place in parts:
                    part.draw(surface, self._skin, place.moved(dx, dy))
        surface.set_clip(None)

    def draw_tooltip(self, surface: pygame.Surface) -> None:
        """Say what is to be said of what lies under the pointer; call it after everything else."""
        hit = self.hovered
        if self._skin is not None and hit is not None and hit.tooltip:
            draw_tooltip(surface, self._skin, hit.tooltip, hit.box)

    def lay_out(self) -> None:
        if self._skin is None:
            return
        skin, column = self._skin, self.column
        least = column.height if self._folds else sys.maxsize
        folding = Folding(self._items, self._gap, skin, column.width, least, self._folding)
        self._folding = folding
        self._shown = tuple(folding.items)
        sticky = next((i for i, item in enumerate(self._shown) if item.sticky), len(self._shown))
        foot = self._shown[sticky:]
        tall = sum(folding.height_of(item) + folding.gap_above(item) for item in foot)
        room = column._replace(height=max(0, column.height - tall))
        body = self._shown[:sticky]
        heights = [folding.height_of(item) for item in body]
        gaps = [folding.gap_above(item) if index else 0 for index, item in enumerate(body)]
        height = sum(heights) + sum(gaps)
        # The bar stands beside the items, so that nothing lies under it.
        view = self._view._replace(y=room.y, height=room.height)
        scrolled = height + sum(self._padding)
        if scrolled - view.height <= skin.px(_ROUNDING_DP):
            scrolled = min(scrolled, view.height)
        self.scroll.place(view._replace(width=view.width - self._edge), scrolled, skin)
        stretching = [index for index, item in enumerate(body) if item.stretch]
        for index in stretching:
            heights[index] += max(0, room.height - height) // len(stretching)
        clip = view if self.scroll.most else None
        self.places, self._widgets, self._parts = (), (), []
        y = room.y + self._padding[0] - self.scroll.offset
        for item, gap, tall in zip(body, gaps, heights, strict=True):
            self._put(item, Box(column.x, y + gap, column.width, tall), clip)
            y += gap + tall
        y = room.bottom
        for item in foot:
            y += folding.gap_above(item)
            self._put(item, Box(column.x, y, column.width, folding.height_of(item)), None)
            y += folding.height_of(item)
        self._find_hovered()

    def _put(self, item: Item, box: Box, clip: Box | None) -> None:
        """Place an item; `clip` is what can be seen of what scrolls."""
        assert self._skin is not None
        assert self._folding is not None
        self.places = (*self.places, PlacedSection(item.section, box, clip))
        laid = tuple(self._folding.laid_of(item).at(box.x, box.y))
        parts = laid if isinstance(item.section, Composed) else ((item.section, box),)
        self._parts.append(parts)
        for part, place in parts:
            for widget in part.arrange(self._skin, place):
                widget.clip = clip
                self._widgets += (widget,)

    def has(self, name: str) -> bool:
        return any(hit.name == name for parts in self._parts for hit in self._hits(parts))

    def _hits(self, parts: Sequence[tuple[Section, Box]]) -> Iterator[Hit]:
        if self._skin is not None:
            for part, place in reversed(parts):  # the last is on top
                yield from part.hits(self._skin, place)

    def _find_hovered(self) -> None:
        self.hovered = self._hit_at(self._pointer)

    def _hit_at(self, position: tuple[int, int]) -> Hit | None:
        for (_, box, clip), parts in zip(self.places, self._parts, strict=True):
            if box.contains(position) and (clip or box).contains(position):
                for hit in self._hits(parts):
                    if hit.box.contains(position):
                        return hit
        return None
