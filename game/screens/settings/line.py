"""A row of the settings as it stands on a card: title, what it does, control."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pygame

from game.screens.settings.kinds import PageRow, Range
from game.store.settings import Settings
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.items import Item
from game.ui.skin import Skin
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

    def _is_stacked(self, skin: Skin, width: int) -> bool:
        wanted = skin.width(self.title, TYPE.lead) + self.control.width(skin)
        return wanted + self._value_room(skin) + skin.px(20) > width

    def _value_room(self, skin: Skin) -> int:
        return skin.px(_VALUE_DP) if self.text is not None else 0

    def height(self, skin: Skin, width: int) -> int:
        """One row, and the control below it if it stands there."""
        below = self.control.height(skin) + skin.px(2) if self._is_stacked(skin, width) else 0
        return skin.px(_ROW_DP) + below

    def control_box(self, skin: Skin, box: Box) -> Box:
        """Return where the control goes."""
        width, height = min(self.control.width(skin), box.width), self.control.height(skin)
        if self._is_stacked(skin, box.width):
            return Box(box.x, box.y + skin.px(_ROW_DP) - skin.px(6), width, height)
        left = box.right - width - self._value_room(skin)
        return Box(left, box.y + (box.height - height) // 2, width, height)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw title, caption and value."""
        theme, control, x = skin.theme, self.control_box(skin, box), box.x
        stacked = self._is_stacked(skin, box.width)
        room = (box.right if stacked else control.x - skin.px(14)) - x
        shown = bool(self.about) and (stacked or skin.width(self.about, TYPE.caption) <= room)
        middle = box.y + skin.px(_ROW_DP) // 2
        title_y = middle - skin.px(9) if shown else middle
        skin.write(surface, self.title, (x, title_y), TYPE.lead, theme.text)
        if shown:
            about, at = skin.fit(self.about, TYPE.caption, room), (x, middle + skin.px(10))
            skin.write(surface, about, at, TYPE.caption, theme.text3)
        if self.text is not None and isinstance(self.control, Slider):
            value, at = self.text(self.control.value), (box.right, control.centre[1])
            skin.write(surface, value, at, TYPE.body, theme.text, bold=True, anchor="midright")


def line_item(row: PageRow, control: Widget, settings: Settings) -> Item:
    """Return a row with its control."""
    text = row.text if isinstance(row, Range) else None
    line = SettingLine(row.title, row.caption(settings), control, text)
    return Item(line, (control,), lambda skin, box: control.place(line.control_box(skin, box)))
