"""Buttons, icon buttons and the chip."""

from collections.abc import Hashable
from typing import Final

import pygame

from game.ui import draw
from game.ui.elements import Element
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.text import parse_markup, plain
from game.ui.theme import RADIUS, SIZE, TYPE, Colour, Theme, mix
from game.ui.widgets.base import (
    HOLD_SECONDS,
    Action,
    Grip,
    Widget,
    draw_border,
    draw_ground,
    draw_key_cap,
    key_cap_width,
)

_PADDING: Final = 14
_PADDING_SMALL: Final = 12
_GAP: Final = 8


class Button(Widget):
    """A labelled button with an icon at the left and its key at the right.

    What does not fit its box is left out: the key, then the icon, or else the label.

    Attributes:
        icon: A lucide name, or empty.
        primary: Filled in the colour of the one main action of a screen.
    """

    def __init__(
        self,
        name: str,
        label: str,
        *,
        icon: str = "",
        key: str = "",
        tooltip: str = "",
        primary: bool = False,
        small: bool = False,
        flat: bool = False,
        enabled: bool = True,
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key, enabled=enabled)
        self.label = label
        self.icon = icon
        self.primary = primary
        self.small = small
        self.flat = flat

    def meaning_at(self, position: tuple[float, float]) -> Hashable:
        """Return what it says it does: the same button may stop something and go on with it."""
        del position
        return self.name, self.label

    def words(self, skin: Skin) -> str:
        return self.label or super().words(skin)

    def describe(self, skin: Skin, title: str = "", value: str = "") -> Element:
        """Return what it is; where it sets something, its label is what that is set to."""
        return super().describe(skin, title, value or (self.label if title else ""))

    def height(self, skin: Skin) -> int:
        return skin.target(SIZE.button_small if self.small else SIZE.button)

    def width(self, skin: Skin) -> int:
        padding = _PADDING_SMALL if self.small else _PADDING
        content = self._content_width(skin, self.icon, self.label, self.key)
        return max(skin.target(0), content + 2 * skin.px(padding))

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        ground = self._ground(skin)
        ink = self._ink(skin, ground)
        radius = skin.px(RADIUS.button_small if self.small else RADIUS.button)
        box = self.box.moved(0, skin.px(1)) if self.pressed and self.hovered else self.box
        if not self.flat or self.lit > 0:
            draw.fill_round(surface, box, radius, ground)
        if not self.flat and not self._is_filled(skin.theme):
            draw_border(surface, skin, box, radius)
        self._draw_content(surface, skin, box.centre, ink, ground)
        self.draw_focus(surface, skin, radius)

    def _ground(self, skin: Skin) -> Colour:
        theme = skin.theme
        is_down = self.pressed and self.hovered
        if self.primary:
            rest, over, down = theme.primary, theme.primary_hover, theme.primary_pressed
        else:
            rest = theme.bg if self.flat else theme.raised
            over, down = theme.raised if self.flat else theme.hover, theme.pressed
        if not self.enabled:
            return theme.panel if theme.bordered else theme.faded(rest, theme.panel)
        return down if is_down else mix(rest, over, self.lit)

    def _ink(self, skin: Skin, ground: Colour) -> Colour:
        theme = skin.theme
        ink = theme.on_primary if self._is_filled(theme) else theme.text
        return self.ink(theme, ink, ground)

    def _is_filled(self, theme: Theme) -> bool:
        return self.primary and (self.enabled or not theme.bordered)

    def _content_width(self, skin: Skin, icon: str, label: str, key: str) -> int:
        width = skin.width(label, TYPE.body, bold=not self.flat) if label else 0
        if icon:
            width += skin.px(SIZE.icon) + (skin.px(_GAP) if label else 0)
        if key:
            width += skin.px(_GAP) + key_cap_width(skin, self.key)
        return width

    def _draw_content(
        self,
        surface: pygame.Surface,
        skin: Skin,
        centre: tuple[int, int],
        ink: Colour,
        ground: Colour,
    ) -> None:
        room = self.box.width - 2 * skin.px(8)
        full = (self.icon, self.label, self.key)
        fewer = (full, (self.icon, self.label, ""), ("", self.label, ""))
        fitting = (e for e in fewer if any(e) and self._content_width(skin, *e) <= room)
        icon, label, key = next(fitting, (self.icon, "" if self.icon else self.label, ""))
        x, y = centre[0] - self._content_width(skin, icon, label, key) // 2, centre[1]
        if icon:
            size = skin.px(SIZE.icon)
            skin.draw_icon(surface, icon, (x + size / 2, y), size, ink)
            x += size + skin.px(_GAP)
        if label:
            bold = not self.flat
            text = skin.fit(label, TYPE.body, room, bold=bold)
            box = skin.write(surface, text, (x, y), TYPE.body, ink, bold=bold)
            x = box.right + skin.px(_GAP)
        if key:
            draw_key_cap(surface, skin, key, (x, y), ink, ground)


class IconButton(Widget):
    """A square button with an icon only; its tooltip says what it does and its key."""

    def __init__(self, name: str, icon: str, tooltip: str, *, key: str = "") -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self.icon = icon
        self.on = False

    @property
    def is_on(self) -> bool | None:
        return self.on or None

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        side = min(self.box.width, self.box.height)
        box = self.box.fitted(side, side)
        radius = skin.px(RADIUS.icon_button)
        is_down = self.pressed and self.hovered and self.enabled
        light = 1.0 if self.on else self.lit
        if is_down or light > 0:
            lit = mix(theme.bg, theme.raised, light)
            draw.fill_round(surface, box, radius, theme.pressed if is_down else lit)
        if light > 0:
            draw_border(surface, skin, box, radius)
        ink = self.ink(theme, mix(theme.text2, theme.text, light), theme.bg)
        centre = (box.centre[0], box.centre[1] + (skin.px(1) if is_down else 0))
        skin.draw_icon(surface, self.icon, centre, skin.px(SIZE.icon), ink)
        self.draw_focus(surface, skin, radius)


class HoldButton(IconButton):
    """One that also means something for as long as it is held; a short press is a click."""

    grip = Grip.HOLD

    def __init__(self, name: str, icon: str, tooltip: str, *, key: str = "") -> None:
        super().__init__(name, icon, tooltip, key=key)
        self._pressed_seconds = 0.0

    @property
    def is_held(self) -> bool:
        return False  # what it shows meanwhile may change

    @property
    def is_animating(self) -> bool:
        return super().is_animating or (self.pressed and self._pressed_seconds <= HOLD_SECONDS)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        was_long = self._pressed_seconds > HOLD_SECONDS
        action = super().handle_event(event)
        if not self.pressed:
            self._pressed_seconds = 0.0
        return None if was_long else action

    def update(self, dt: float, skin: Skin) -> bool:
        self._pressed_seconds += dt if self.pressed else 0.0
        return super().update(dt, skin)


class Chip(Widget):
    """A pill with a marked-up caption, an icon and a key: the legend, a state, a hint.

    Attributes:
        caption: Text with **bold** values.
        icon: A lucide name, or empty.
        light: Colour of a state light at the left, or None.
    """

    tall = SIZE.chip

    def __init__(
        self, name: str, caption: str, *, icon: str = "", key: str = "", clickable: bool = True
    ) -> None:
        super().__init__(name, key=key, enabled=clickable)
        self.caption = caption
        self.icon = icon
        self.light: Colour | None = None

    def words(self, skin: Skin) -> str:
        del skin
        return plain(self.caption)

    def fit(self, room: Box, skin: Skin) -> None:
        """Place the chip at the left of its room, only as wide as its words."""
        whole = self.width(skin)
        wide = whole if whole <= room.width else self._width_without_key(skin)
        self.place(room._replace(width=min(room.width, wide)))

    def short_width(self, skin: Skin, caption: str) -> int:
        before, self.caption = self.caption, caption
        width, self.caption = self.width(skin), before
        return width

    def width(self, skin: Skin) -> int:
        return self._width_without_key(skin) + (
            skin.px(9) + key_cap_width(skin, self.key) if self.key else 0
        )

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw it; its key and then the end of its words give way where it is too narrow."""
        theme = skin.theme
        shows_key = bool(self.key) and self.width(skin) <= self.box.width
        radius = self.box.height / 2
        ground = mix(theme.panel, theme.hover, self.lit)
        draw_ground(surface, skin, self.box, radius, ground)
        x, y = self.box.x + skin.px(12), self.box.centre[1]
        if self.icon:
            size = skin.px(SIZE.icon_small)
            skin.draw_icon(surface, self.icon, (x + size / 2, y), size, theme.text2)
            x += size + skin.px(8)
        if self.light is not None:
            draw.disc(surface, (x + skin.px(4), y), skin.unit.exact(4), self.light)
            x += skin.px(8) + skin.px(8)
        size = skin.text(TYPE.caption)
        if self._width_without_key(skin) > self.box.width:
            text = skin.fit(plain(self.caption), TYPE.caption, self.box.right - skin.px(10) - x)
            skin.write(surface, text, (x, y), TYPE.caption, theme.text2)
        else:
            for run in parse_markup(self.caption):
                ink = theme.text if run.bold else theme.text2
                x += skin.write(surface, run.text, (x, y), TYPE.caption, ink, bold=run.bold).width
            if shows_key:
                draw_key_cap(surface, skin, self.key, (x + skin.px(9), y), theme.text2, ground)
        self.draw_focus(surface, skin, radius)

    def _width_without_key(self, skin: Skin) -> int:
        width = skin.px(12) + skin.px(10)
        width += sum(
            skin.width(run.text, TYPE.caption, bold=run.bold) for run in parse_markup(self.caption)
        )
        if self.icon:
            width += skin.px(SIZE.icon_small) + skin.px(8)
        if self.light is not None:
            width += skin.px(16)
        return width
