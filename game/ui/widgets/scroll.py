"""A view on something higher than the room there is."""

from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import mix

SWIPE: Final = pygame.event.custom_type()
"""A finger takes what it is on along, by `pixels` downwards."""
_WHEEL_DP: Final = 52
_BAR_DP: Final = 6
_GRIP_DP: Final = 12
"""How much of the right edge takes hold of the bar; controls come nearly as far."""


class ScrollArea:
    """Keeps how far something is scrolled; its user places the content at `offset`.

    Attributes:
        offset: How many pixels of it lie above the box.
    """

    def __init__(self) -> None:
        self.box = Box(0, 0, 0, 0)
        self.content_height = 0
        self.offset = 0
        self._step = self._grip = 1
        self._dragging: int | None = None
        self._pointer = (-1, -1)

    def place(self, box: Box, content_height: int, skin: Skin) -> None:
        """Take a box and the height of the content; the offset stays inside."""
        self.box = box
        self.content_height = content_height
        self._step, self._grip = skin.px(_WHEEL_DP), skin.px(_GRIP_DP)
        if not self.most:
            self._dragging = None  # the bar that was held is gone
        self.scroll_to(self.offset)

    @property
    def most(self) -> int:
        return max(0, self.content_height - self.box.height)

    def scroll_to(self, offset: int) -> bool:
        """Scroll; return whether that changed anything."""
        before, self.offset = self.offset, max(0, min(offset, self.most))
        return before != self.offset

    def reveal(self, box: Box) -> bool:
        """Scroll as little as needed to show a box; return whether that changed anything."""
        margin = self._step // 3
        if box.y - margin < self.box.y:
            return self.scroll_to(self.offset + box.y - margin - self.box.y)
        if box.bottom + margin > self.box.bottom:
            return self.scroll_to(self.offset + box.bottom + margin - self.box.bottom)
        return False

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Scroll by wheel, finger, PgUp, PgDn or the bar; return whether it scrolled."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            if not event.buttons[0]:
                self._dragging = None  # it was let go where somebody else heard of it
            if self._dragging is not None:
                return self.scroll_to(self._offset_at(event.pos[1] - self._dragging))
        elif event.type in (pygame.MOUSEWHEEL, SWIPE) and self.box.contains(self._pointer):
            if event.dict.get("touch"):
                return False  # what it scrolls has gone along with the finger
            pixels = event.pixels if event.type == SWIPE else event.y * self._step
            return self.scroll_to(self.offset - pixels)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.most:
            bar = self._bar(self._grip)
            if bar.contains(event.pos):
                self._dragging = event.pos[1] - self._thumb(bar).y
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragging = None
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            page = self.box.height - self._step
            return self.scroll_to(self.offset + (page if event.key == pygame.K_PAGEDOWN else -page))
        return False

    def draw_bar(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the bar at the right edge, if there is anything to scroll."""
        if not self.most:
            return
        thumb = self._thumb(self._bar(skin.px(_BAR_DP)))
        colour = mix(skin.theme.panel, skin.theme.ctrl, 0.75)
        draw.fill_round(surface, thumb, thumb.width / 2, colour)

    def _bar(self, width: int) -> Box:
        return Box(self.box.right - width, self.box.y, width, self.box.height)

    def _thumb(self, bar: Box) -> Box:
        height = max(self._step // 2, bar.height * self.box.height // self.content_height)
        y = bar.y + (bar.height - height) * self.offset // self.most
        return Box(bar.x, y, bar.width, height)

    def _offset_at(self, thumb_top: int) -> int:
        bar = self._bar(1)
        room = max(1, bar.height - self._thumb(bar).height)
        return (thumb_top - bar.y) * self.most // room
