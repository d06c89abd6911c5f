"""The panel beside the board, or the sheet below it in narrow windows."""

from typing import NamedTuple

import pygame

from game.ui import draw
from game.ui.boards.kit import Kit
from game.ui.layout import Box, panel_content
from game.ui.look import Look
from game.ui.panel.base import Brush, Hit, Section
from game.ui.panel.folding import Folding
from game.ui.panel.items import Item
from game.ui.theme import RADIUS, SIZE
from game.ui.widgets import Action, ScrollArea, Widget

GRIP = (36, 4)


class _Place(NamedTuple):
    """Where a section is, and what can be seen of it if it lies in what scrolls."""

    section: Section
    box: Box
    clip: Box | None


class Panel:
    """Stacks items, with the sticky ones at its lower edge.

    What height is spare goes to the items that stretch; where there is too little, items fold,
    and what is still too high scrolls.

    Attributes:
        hovered: The hit under the pointer, if any.
    """

    def __init__(self) -> None:
        self.hovered: Hit | None = None
        self._items: tuple[Item, ...] = ()
        self._shown: tuple[Item, ...] = ()
        self._places: tuple[_Place, ...] = ()
        self._drawn: tuple[object, ...] = ()
        self._picture = pygame.Surface((1, 1))
        self._scroll = ScrollArea()
        self._box = Box(0, 0, 1, 1)
        self._content = Box(0, 0, 1, 1)
        self._is_sheet = self._has_grip = False
        self._gap = SIZE.section_gap
        self._brush: Brush | None = None
        self._pointer = (-1, -1)

    @property
    def box(self) -> Box:
        """Where the panel is."""
        return self._box

    @property
    def overflow(self) -> int:
        """How many pixels of its content lie out of sight; 0 if nothing scrolls."""
        return self._scroll.most

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The controls in it, in the order of Tab."""
        return tuple(widget for item in self._shown for widget in item.widgets)

    def place(self, box: Box, look: Look, *, sheet: bool = False, grip: bool | None = None) -> None:
        """Take a place and a look.

        Args:
            box: Where it is.
            look: What to draw with.
            sheet: Whether it stands below the board instead of beside it.
            grip: Whether a grip says that it can be raised, as most sheets can.
        """
        if self._brush is None or self._brush.look != look:
            self._brush = Brush(look, Kit(look.unit, look.theme, look.fonts))
            self._drawn = ()
        self._box = box
        self._is_sheet = sheet
        self._has_grip = sheet if grip is None else grip
        self._content = panel_content(box, look.unit)
        if self._has_grip:
            room = look.px(10)
            self._content = self._content._replace(
                y=self._content.y + room, height=self._content.height - room
            )
        self._lay_out()

    def show(self, items: tuple[Item, ...], gap: int = SIZE.section_gap) -> None:
        """Show these items from now on; `gap` is the space between them in dp."""
        self._items = items
        self._gap = gap
        self._lay_out()

    def reveal(self, widget: Widget) -> None:
        """Scroll as little as needed to show one of its controls."""
        if widget in self.widgets and self._scroll.reveal(widget.box):
            self._lay_out()

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Scroll, or answer with the hit that was clicked."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            self._find_hovered()
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer, self.hovered = (-1, -1), None
        if self._scroll.handle_event(event):
            self._lay_out()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            hit = self._hit_at(event.pos)
            if hit is not None:
                return Action(hit.name, hit.value)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the ground and the sections; the controls are drawn by their group."""
        if self._brush is None:
            return
        look = self._brush.look
        key = (self._places, self._box.size, self._is_sheet, self._scroll.offset)
        if key != self._drawn:
            self._drawn = key
            self._paint(look)
        surface.blit(self._picture, (self._box.x, self._box.y))
        self._scroll.draw_bar(surface, look)

    def _paint(self, look: Look) -> None:
        assert self._brush is not None
        if self._picture.get_size() != self._box.size:
            self._picture = pygame.Surface(self._box.size)
        picture, theme = self._picture, look.theme
        picture.fill(theme.bg)
        ground = Box(0, 0, *self._box.size)
        corners = draw.TOP if self._is_sheet else draw.TOP_LEFT
        radius = look.px(RADIUS.panel)
        draw.fill_round(picture, ground, radius, theme.panel, corners)
        if theme.bordered:
            draw.stroke_round(picture, ground, radius, theme.ctrl, look.px(1.5), corners)
        if self._has_grip:
            width, height = look.px(GRIP[0]), look.px(GRIP[1])
            grip = Box((self._box.width - width) // 2, look.px(9), width, height)
            draw.fill_round(picture, grip, height / 2, theme.ctrl)
        for section, box, clip in self._places:
            seen = clip or self._box
            if box.overlaps(seen):
                picture.set_clip(pygame.Rect(seen.moved(-self._box.x, -self._box.y)))
                section.draw(picture, self._brush, box.moved(-self._box.x, -self._box.y))
        picture.set_clip(None)

    @property
    def _clip(self) -> Box:
        """What scrolls, with its side padding, which raised rows reach into."""
        margin = self._content.x - self._box.x
        room = self._scroll.box
        return Box(self._box.x, room.y, self._content.width + 2 * margin, room.height)

    def _lay_out(self) -> None:
        if self._brush is None:
            return
        look, content = self._brush.look, self._content
        folding = Folding(self._items, self._gap, look, content.width, content.height)
        self._shown = tuple(folding.items)
        sticky = next((i for i, item in enumerate(self._shown) if item.sticky), len(self._shown))
        foot = self._shown[sticky:]
        tall = sum(folding.height_of(item) + folding.gap_above(item) for item in foot)
        room = content._replace(height=max(0, content.height - tall))
        body = self._shown[:sticky]
        heights = [folding.height_of(item) for item in body]
        gaps = [folding.gap_above(item) if index else 0 for index, item in enumerate(body)]
        height = sum(heights) + sum(gaps)
        # The bar stands in the padding, so that nothing lies under it.
        bar = content.x - self._box.x - look.px(5)
        self._scroll.place(room._replace(width=room.width + bar), height, look)
        stretching = [index for index, item in enumerate(body) if item.stretch]
        for index in stretching:
            heights[index] += max(0, room.height - height) // len(stretching)
        clip = self._clip if self._scroll.most else None
        y = room.y - self._scroll.offset
        self._places = ()
        for item, gap, tall in zip(body, gaps, heights, strict=True):
            self._put(item, Box(content.x, y + gap, content.width, tall), clip)
            y += gap + tall
        y = room.bottom
        for item in foot:
            y += folding.gap_above(item)
            self._put(item, Box(content.x, y, content.width, folding.height_of(item)), None)
            y += folding.height_of(item)
        self._find_hovered()

    def _put(self, item: Item, box: Box, clip: Box | None) -> None:
        """Place an item; `clip` is what can be seen of what scrolls."""
        assert self._brush is not None
        self._places = (*self._places, _Place(item.section, box, clip))
        item.arrange(self._brush.look, box)
        for widget in item.widgets:
            widget.clip = clip

    def _find_hovered(self) -> None:
        self.hovered = self._hit_at(self._pointer)

    def _hit_at(self, position: tuple[int, int]) -> Hit | None:
        if self._brush is None:
            return None
        for section, box, clip in self._places:
            if box.contains(position) and (clip or box).contains(position):
                for hit in section.hits(self._brush.look, box):
                    if hit.box.contains(position):
                        return hit
        return None
