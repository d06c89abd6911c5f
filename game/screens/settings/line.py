"""A row of the settings as it stands on a card: title, what it does, control."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pygame

from game.screens.settings.kinds import PageRow, Range
from game.store.settings import Settings
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Section
from game.ui.panel.items import Item
from game.ui.theme import TYPE
from game.ui.widgets import Slider, Widget

_ROW_DP: Final = 53
_VALUE_DP: Final = 62


@dataclass(frozen=True, slots=True)
class SettingLine(Section):
    """Title and caption beside a control, or above it for want of room.

    Attributes:
        title: What is set.
        about: What that does.
        control: What sets it.
        text: Writes the value of a slider, which stands at its right.
    """

    title: str
    about: str
    control: Widget
    text: Callable[[Any], str] | None = None

    def _is_stacked(self, look: Look, width: int) -> bool:
        wanted = look.width(self.title, TYPE.lead) + self.control.width(look)
        return wanted + self._value_room(look) + look.px(20) > width

    def _value_room(self, look: Look) -> int:
        return look.px(_VALUE_DP) if self.text is not None else 0

    def height(self, look: Look, width: int) -> int:
        """One row, and the control below it if it stands there."""
        below = self.control.height(look) + look.px(2) if self._is_stacked(look, width) else 0
        return look.px(_ROW_DP) + below

    def control_box(self, look: Look, box: Box) -> Box:
        """Return where the control goes."""
        width, height = min(self.control.width(look), box.width), self.control.height(look)
        if self._is_stacked(look, box.width):
            return Box(box.x, box.y + look.px(_ROW_DP) - look.px(6), width, height)
        left = box.right - width - self._value_room(look)
        return Box(left, box.y + (box.height - height) // 2, width, height)

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw title, caption and value."""
        theme, control, x = look.theme, self.control_box(look, box), box.x
        stacked = self._is_stacked(look, box.width)
        room = (box.right if stacked else control.x - look.px(14)) - x
        shown = bool(self.about) and (stacked or look.width(self.about, TYPE.caption) <= room)
        middle = box.y + look.px(_ROW_DP) // 2
        title_y = middle - look.px(9) if shown else middle
        look.write(surface, self.title, (x, title_y), TYPE.lead, theme.text)
        if shown:
            about, at = look.fit(self.about, TYPE.caption, room), (x, middle + look.px(10))
            look.write(surface, about, at, TYPE.caption, theme.text3)
        if self.text is not None and isinstance(self.control, Slider):
            value, at = self.text(self.control.value), (box.right, control.centre[1])
            look.write(surface, value, at, TYPE.body, theme.text, bold=True, anchor="midright")


def line_item(row: PageRow, control: Widget, settings: Settings) -> Item:
    """Return a row with its control."""
    text = row.text if isinstance(row, Range) else None
    line = SettingLine(row.title, row.caption(settings), control, text)
    return Item(line, (control,), lambda look, box: control.place(line.control_box(look, box)))
