"""How sections and controls share the panel: one item after the other, from top to bottom."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.analysis import EngineStrip
from game.ui.panel.base import Brush, Section
from game.ui.theme import SIZE, TYPE, Colour
from game.ui.widgets import Button, Widget

Arrange = Callable[[Look, Box], None]
BUTTON_GAP: Final = 10


def _nothing(look: Look, box: Box) -> None:
    del look, box


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the panel.

    Attributes:
        section: What is drawn.
        widgets: Controls that lie on it.
        arrange: Places the controls in the section's box.
        stretch: Whether it takes the height that is left over.
        sticky: Whether it stands at the lower edge.
        gap: Space above it in dp, None for the panel's usual one.
    """

    section: Section
    widgets: tuple[Widget, ...] = ()
    arrange: Arrange = _nothing
    stretch: bool = False
    sticky: bool = False
    gap: int | None = None


class RaisedButton(Button):
    """A button on a raised ground, where the usual one would not be seen."""

    def _ground(self, look: Look) -> Colour:
        theme = look.theme
        if self.primary or self.lit > 0 or self.pressed or not self.enabled:
            return super()._ground(look)
        return theme.hover


@dataclass(frozen=True, slots=True)
class Space(Section):
    """Room for controls.

    Attributes:
        dp: Its height.
    """

    dp: int

    def height(self, look: Look, width: int) -> int:
        """The height asked for."""
        del width
        return look.px(self.dp)

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Leave it to the controls."""


@dataclass(frozen=True, slots=True)
class Label(Section):
    """The words beside a control: what it sets and a caption below."""

    title: str
    caption: str = ""
    room: int = 132

    def height(self, look: Look, width: int) -> int:
        """Two lines, or one control."""
        del width
        return look.px(40 if self.caption else SIZE.button_small)

    def draw(self, surface: pygame.Surface, brush: Brush, box: Box) -> None:
        """Draw the title above the caption."""
        look = brush.look
        theme = look.theme
        room = box.width - look.px(self.room)
        y = box.centre[1]
        if self.caption:
            caption = look.fonts.fit(self.caption, look.text(TYPE.caption), room)
            brush.write(surface, caption, (box.x, y + look.px(10)), TYPE.caption, theme.text3)
            y -= look.px(9)
        title = look.fonts.fit(self.title, look.text(TYPE.body), room)
        brush.write(surface, title, (box.x, y), TYPE.body, theme.text)


def button_row(*widgets: Widget, sticky: bool = False, fixed: bool = False) -> Item:
    """Return controls side by side: sharing the width, or each as wide as it likes (`fixed`)."""

    def arrange(look: Look, box: Box) -> None:
        shown = [widget for widget in widgets if widget.visible]
        gap = look.px(BUTTON_GAP)
        wanted = [widget.width(look) for widget in shown]
        spare = box.width - gap * (len(shown) - 1) - sum(wanted)
        x = box.x
        for index, (widget, width) in enumerate(zip(shown, wanted, strict=True)):
            if not fixed:
                width += spare // len(shown)
            if index == len(shown) - 1:
                width = box.right - x if not fixed else width
            height = widget.height(look)
            widget.place(Box(x, box.centre[1] - height // 2, width, height))
            x += width + gap

    return Item(Space(SIZE.button), widgets, arrange, sticky=sticky)


def navigation_row(left: tuple[Widget, ...], right: Widget | None = None) -> Item:
    """Return small controls at the left and one at the right end."""

    def arrange(look: Look, box: Box) -> None:
        x = box.x
        for widget in left:
            width, height = widget.width(look), widget.height(look)
            widget.place(Box(x, box.centre[1] - height // 2, width, height))
            x += width + look.px(2)
        if right is not None:
            width, height = right.width(look), right.height(look)
            right.place(Box(box.right - width, box.centre[1] - height // 2, width, height))

    widgets = (*left, right) if right is not None else left
    return Item(Space(SIZE.icon_button), widgets, arrange, gap=6)


def full_row(widget: Widget, sticky: bool = False) -> Item:
    """Return a control as wide as the panel."""

    def arrange(look: Look, box: Box) -> None:
        height = widget.height(look)
        widget.place(Box(box.x, box.centre[1] - height // 2, box.width, height))

    return Item(Space(36), (widget,), arrange, sticky=sticky)


def setting_row(title: str, caption: str, widget: Widget, room: int = 132) -> Item:
    """Return a control at the right with its words at the left."""

    def arrange(look: Look, box: Box) -> None:
        width, height = widget.width(look), widget.height(look)
        widget.place(Box(box.right - width, box.centre[1] - height // 2, width, height))

    return Item(Label(title, caption, room), (widget,), arrange)


def strip_item(strip: EngineStrip, button: Widget) -> Item:
    """Return the engine strip with its button in the upper right corner."""

    def arrange(look: Look, box: Box) -> None:
        width = min(button.width(look), look.px(strip.button_room))
        height = button.height(look)
        button.place(
            Box(
                box.right - look.px(14) - width,
                box.y + look.px(27) - height // 2,
                width,
                height,
            )
        )

    return Item(strip, (button,), arrange, sticky=True)
