"""Items from top to bottom, in panels and pages, and which of them give way where room is short."""

import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from game.ui.elements import Element, distinct, nested
from game.ui.layout import Box
from game.ui.panel.base import Hit, Laid, Section
from game.ui.panel.basics import Hairline
from game.ui.panel.compose import NOTHING, Composed, ControlSpace
from game.ui.panel.items import FoldStage, Item
from game.ui.skin import Skin
from game.ui.theme import SIZE
from game.ui.widgets import Action, ScrollArea, Widget, draw_tooltip

GAPS_DP: Final = (9, 6, 4)
"""The spaces between items, in dp, that take the place of a wider one where it doesn't fit."""
OTHERS_DP: Final = 156
"""What the other items need where they have given way as far as they can, in dp."""
_GAP: Final = -1
"""Stands for the gap among the numbers of the items."""


class Folding:
    """Items in a column, as large as its height allows.

    Attributes:
        gap: The space between them in dp.
    """

    def __init__(
        self,
        items: Sequence[Item],
        gap: int,
        skin: Skin,
        width: int,
        room: int,
        before: "Folding | None" = None,
    ) -> None:
        """Let items give way until they fit, and take back what was more than needed.

        Args:
            items: What is to be shown, from top to bottom.
            gap: The space between them in dp, where there is enough of it.
            width: The column's width in pixels.
            room: Its height in pixels.
            before: How the column was laid out last: most of it is still the same.
        """
        self._versions = [(item, *(fold.item for fold in item.folds)) for item in items]
        self._gaps = [gap, *(each for each in GAPS_DP if each < gap)]
        self._skin = skin
        self._width = width
        self._laid: dict[int, Laid] = {}
        is_same = before is not None and (before._skin, before._width) == (skin, width)
        self._before = before._steady if before is not None and is_same else []
        self._steady: list[tuple[Section, Laid]] = []
        # How often each item has given way, and the gap.
        self._depths = dict.fromkeys([*range(len(items)), _GAP], 0)
        steps = [
            (item.settled, fold.stage, place, index)
            for index, item in enumerate(items)
            for place, fold in enumerate(item.folds)
        ]
        steps += [(False, FoldStage.GAPS, place, _GAP) for place in range(len(self._gaps) - 1)]
        steps.sort()
        self._settle([index for is_settled, _, _, index in steps if is_settled], room)
        done: list[int] = []
        given = Counter(self._depths)
        for *_, index in steps:
            if given[index]:  # it has given way already
                given[index] -= 1
            elif self.height > room:
                self._depths[index] += 1
                done.append(index)
            else:
                break
        for index in reversed(done):
            self._depths[index] -= 1
            if self.height > room:
                self._depths[index] += 1

    def _settle(self, steps: Sequence[int], room: int) -> None:
        """Let settled items give way until they leave enough room to any others, come what may."""
        enough = room - self._skin.px(OTHERS_DP)
        for index in steps:
            if self._settled_height <= enough:
                return
            self._depths[index] += 1

    @property
    def _settled_height(self) -> int:
        versions = (each[self._depths[index]] for index, each in enumerate(self._versions))
        fixed = [item for item in versions if item is not None and (item.settled or item.sticky)]
        return sum([self.height_of(item) + self.gap_above(item) for item in fixed])

    @property
    def gap(self) -> int:
        """The space between the items, in dp."""
        return self._gaps[self._depths[_GAP]]

    @property
    def items(self) -> list[Item]:
        """What is left of them; no line stands where it parts nothing."""
        items: list[Item] = []
        last: Item | None = None  # that takes any room
        for index, versions in enumerate(self._versions):
            item = versions[self._depths[index]]
            if item is None:
                continue
            after_line = last is not None and type(last.section) is Hairline
            if type(item.section) is Hairline and (after_line or not items):
                continue
            if item.sticky and after_line and items[-1] is last:
                items.pop()
            items.append(item)
            if item.section != NOTHING:
                last = item
        return items

    @property
    def height(self) -> int:
        """The height of what is left, in pixels."""
        items = self.items
        heights = sum([self.height_of(item) for item in items])
        return heights + sum([self.gap_above(item) for item in items[1:]])

    def height_of(self, item: Item) -> int:
        """Return an item's height in pixels."""
        return self.laid_of(item).height

    def laid_of(self, item: Item) -> Laid:
        """Return where the parts of an item stand.

        What has no control and is equal to something of before stands as that did.
        """
        key, section = id(item), item.section  # the versions live as long as this does
        if key not in self._laid:
            earlier = next((laid for each, laid in self._before if each == section), None)
            laid = earlier or section.lay(self._skin, self._width)
            self._laid[key] = laid
            if isinstance(section, Composed) and not any(
                isinstance(part, ControlSpace) for part, _ in laid.places
            ):
                self._steady.append((section, laid))
        return self._laid[key]

    def gap_above(self, item: Item) -> int:
        """Return the space above an item, in pixels.

        What stands at the lower edge keeps its own, so that how much gives way above moves neither
        it nor the buttons that end right above it.
        """
        if item.gap is None:
            return self._skin.px(self.gap)
        keeps = item.sticky or item.settled
        return self._skin.px(item.gap if keeps else min(item.gap, self.gap))


_ROUNDING_DP: Final = 2
"""So little too high is a matter of rounding: nothing scrolls for that."""


class PlacedSection(NamedTuple):
    """Where a section is, and what can be seen of it if it lies in what scrolls."""

    section: Section
    box: Box
    clip: Box | None


def _is_value(place: PlacedSection) -> bool:
    """Tell whether an equal section always says the same, as one that changes may not."""
    return type(place.section).__eq__ is not object.__eq__


class Stack:
    """Items in a column, with the sticky ones at its lower edge.

    What height is spare goes to the items that stretch; where there is too little, items fold,
    unless it is told to do without that, and what is still too high scrolls.

    Attributes:
        view: What can be seen of items that scroll, over the column's whole height.
        column: Where the items stand in it, in pixels of the window.
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
        self.widgets: tuple[Widget, ...] = ()
        self._folding: Folding | None = None
        self.view = self.column = Box(0, 0, 1, 1)
        self._edge = 0
        self._padding = (0, 0)
        self._gap = SIZE.section_gap
        self._skin: Skin | None = None
        self._told: dict[Box, tuple[object, tuple[Element, ...]]] = {}

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
            edge: Pixels from the scroll bar to the view's right edge.
            padding: Pixels above the first item and below the last that scroll with them.
        """
        self.view, self.column, self._skin = view, column, skin
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
            seen = clip or self.view
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
        view = self.view._replace(y=room.y, height=room.height)
        scrolled = height + sum(self._padding)
        if scrolled - view.height <= skin.px(_ROUNDING_DP):
            scrolled = min(scrolled, view.height)
        self.scroll.place(view._replace(width=view.width - self._edge), scrolled, skin)
        stretching = [index for index, item in enumerate(body) if item.stretch]
        for index in stretching:
            heights[index] += max(0, room.height - height) // len(stretching)
        clip = view if self.scroll.most else None
        self.places, self.widgets, self._parts = (), (), []
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
                self.widgets += (widget,)

    def describe(self) -> tuple[Element, ...]:
        """Return what stands in it to those who do not see it, from top to bottom.

        What is equal to something of before, with equal controls, says what that did.
        """
        skin, before, self._told = self._skin, self._told, {}
        told: list[Element] = []
        for place, parts in zip(self.places, self._parts, strict=True):
            assert skin is not None  # or nothing would be placed
            controls = [
                [*part.said(skin, box)] for part, box in parts if isinstance(part, ControlSpace)
            ]
            made_of: object = (place, skin, controls) if _is_value(place) else None
            known, elements = before.get(place.box, (None, ()))
            if made_of is None or known != made_of:
                elements = nested(each for part, box in parts for each in part.said(skin, box))
                if place.clip is not None:
                    elements = tuple(each.within(place.clip) for each in elements)
            self._told[place.box] = made_of, elements
            told += elements
        return distinct(told)

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
