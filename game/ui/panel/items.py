"""How sections and controls share the panel: one item after the other, from top to bottom."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final, NamedTuple

import pygame

from game.ui.layout import Box
from game.ui.panel.analysis import CandidateTable, EngineStrip
from game.ui.panel.base import Section
from game.ui.panel.basics import Footer, Heading, Sentence
from game.ui.panel.history import MoveList, RemovalList
from game.ui.skin import Skin
from game.ui.theme import SIZE, TYPE, Colour
from game.ui.widgets import Button, Tabs, Widget

Arrange = Callable[[Skin, Box], None]
BUTTON_GAP: Final = 10
LEAST_PADDING: Final = 8
"""Space at either side of a button's words, at least, in dp."""
LEAST_ROWS: Final = 1
CAPTION_ROOM_DP: Final = 130
"""Width of the words beside a control from which on they have a caption."""


def _nothing(skin: Skin, box: Box) -> None:
    del skin, box


class FoldStage(IntEnum):
    """When something gives way in a panel that is too low, the first stage first."""

    ROWS = 0
    """Tables and lists lose rows."""
    GRAPH = 1
    """Graphs become lower, and then a line without axes."""
    GAPS = 2
    """What stands between the items shrinks."""
    EXTRAS = 3
    """What can be had or seen elsewhere goes."""
    LAST = 4
    """What is left becomes as small as it can be read."""


class Fold(NamedTuple):
    """What takes the place of an item when its stage has come; None if nothing does."""

    stage: FoldStage
    item: "Item | None" = None


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the panel.

    Attributes:
        section: What is drawn.
        widgets: Controls that lie on it.
        arrange: Places the controls in the section's box.
        stretch: Whether it takes the height that is left over.
        sticky: Whether it and all below it stand at the lower edge, and never scroll.
        gap: Space above it in dp at most, None for the panel's usual one.
        settled: Whether only the panel's size decides how far it gives way, not what else is
            shown, as long as there is room: so it stays where it is.
        folds: What becomes of it, one after the other, where the panel is too low for all.
    """

    section: Section
    widgets: tuple[Widget, ...] = ()
    arrange: Arrange = _nothing
    stretch: bool = False
    sticky: bool = False
    gap: int | None = None
    settled: bool = False
    folds: tuple[Fold, ...] = ()

    def settling(self, gap: int) -> "Item":
        """Return it, and what becomes of it, settled below a gap in dp."""
        folds = (
            fold if fold.item is None else fold._replace(item=fold.item.settling(gap))
            for fold in self.folds
        )
        return replace(self, gap=gap, settled=True, folds=tuple(folds))

    def folding(self, stage: FoldStage, *sections: Section | None) -> "Item":
        """Return it with further folds of one stage: other sections, or None for nothing."""
        made = [
            Fold(stage, None if each is None else replace(self, section=each, folds=()))
            for each in sections
        ]
        return replace(self, folds=(*self.folds, *made))


class RaisedButton(Button):
    """A button on a raised ground, where the usual one would not be seen."""

    def _ground(self, skin: Skin) -> Colour:
        theme = skin.theme
        if self.primary or self.lit > 0 or self.pressed or not self.enabled:
            return super()._ground(skin)
        return theme.hover


@dataclass(frozen=True, slots=True)
class Space(Section):
    """Room for controls.

    Attributes:
        dp: Its height.
    """

    dp: int

    def height(self, skin: Skin, width: int) -> int:
        """The height asked for."""
        del width
        return skin.px(self.dp)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Leave it to the controls."""


NOTHING: Final = Space(0)
"""Takes the height that is spare, where it stretches."""


@dataclass(frozen=True, slots=True)
class Label(Section):
    """The words beside a control: what it sets and a caption below.

    How high it is does not depend on the caption's words, so that nothing moves when they change.
    Of words that do not fit the first go, up to a comma.
    """

    title: str
    caption: str
    control: Widget

    def height(self, skin: Skin, width: int) -> int:
        """Two lines, or one control."""
        return max(skin.px(40) if self._has_caption(skin, width) else 0, self.control.height(skin))

    def _has_caption(self, skin: Skin, width: int) -> bool:
        room = skin.px(CAPTION_ROOM_DP)
        return bool(self.caption) and room <= self.words_room(skin, width)

    def _fitting_caption(self, skin: Skin, room: int) -> str:
        parts = self.caption.split(", ")
        versions = (", ".join(parts[first:]) for first in range(len(parts)))
        return next((each for each in versions if skin.width(each, TYPE.caption) <= room), "")

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the title, above the caption where there is room for that."""
        theme = skin.theme
        room = self.words_room(skin, box.width)
        if skin.width(self.title, TYPE.body) > room:
            return
        y = box.centre[1]
        if self._has_caption(skin, box.width):
            at = (box.x, y + skin.px(10))
            caption = self._fitting_caption(skin, room)
            skin.write(surface, caption, at, TYPE.caption, theme.text3)
            y -= skin.px(9)
        skin.write(surface, self.title, (box.x, y), TYPE.body, theme.text)

    def words_room(self, skin: Skin, width: int) -> int:
        """Return the width there is beside the control."""
        return width - self.control.width(skin) - skin.px(16)


@dataclass(frozen=True, slots=True)
class ControlSpace(Section):
    """Room for one control, as high as it wants to be."""

    widget: Widget

    def height(self, skin: Skin, width: int) -> int:
        """The control's height."""
        del width
        return self.widget.height(skin)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Leave it to the control."""


@dataclass(frozen=True, slots=True)
class ButtonSpace(Section):
    """Room for buttons side by side, in as few rows as their words fit into."""

    buttons: tuple[Widget, ...]

    def height(self, skin: Skin, width: int) -> int:
        """As many rows as they need."""
        rows = len(self.rows(skin, width))
        return rows * skin.px(SIZE.button) + (rows - 1) * skin.px(6)

    def rows(self, skin: Skin, width: int) -> list[tuple[Widget, ...]]:
        """Return the buttons row by row; where one row has fewer, it is the first."""
        count, gap = len(self.buttons), skin.px(BUTTON_GAP)
        least = max((self._least(skin, button) for button in self.buttons), default=0)
        most = max(1, min(count, (width + gap) // (least + gap)))
        starts = range(count - most, -most, -most)
        return [self.buttons[max(0, at) : at + most] for at in starts][::-1]

    def _least(self, skin: Skin, button: Widget) -> int:
        if not isinstance(button, Button):
            return 0
        return skin.width(button.label, TYPE.body, bold=True) + skin.px(2 * LEAST_PADDING)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Leave it to the buttons."""


def button_row(*widgets: Widget, sticky: bool = False) -> Item:
    """Return controls that share the width."""
    space = ButtonSpace(widgets)

    def arrange(skin: Skin, box: Box) -> None:
        height = skin.px(SIZE.button)
        for index, row in enumerate(space.rows(skin, box.width)):
            top = box.y + index * (height + skin.px(6))
            _place_row(row, skin, box._replace(y=top, height=height))

    return Item(space, widgets, arrange, sticky=sticky)


def _place_row(widgets: tuple[Widget, ...], skin: Skin, box: Box) -> None:
    gap = skin.px(BUTTON_GAP)
    room = box.width - gap * (len(widgets) - 1)
    wanted = [widget.width(skin) for widget in widgets]
    if sum(wanted) > room:
        wanted = [0] * len(widgets)
    spare = room - sum(wanted)
    x = box.x
    for widget, width in zip(widgets, wanted, strict=True):
        width = box.right - x if widget is widgets[-1] else width + spare // len(widgets)
        widget.place(Box(x, box.y, width, box.height))
        x += width + gap


def foot_row(*buttons: Widget) -> Item:
    """Return the buttons of a panel's foot, which is as high whatever stands there.

    What does not fit between the first and the last is left out.
    """

    def fits(skin: Skin, shown: tuple[Widget, ...], width: int) -> bool:
        return len(ButtonSpace(shown).rows(skin, width)) == 1

    def arrange(skin: Skin, box: Box) -> None:
        shown = buttons if fits(skin, buttons, box.width) else (buttons[0], buttons[-1])
        for button in buttons:
            button.visible = button in shown
        _place_row(shown, skin, box)

    return Item(Space(SIZE.button), buttons, arrange, sticky=True, gap=BUTTON_GAP)


def foot_words(footer: Footer) -> Item:
    """Return the words of a panel's foot, with their control."""
    control = footer.control

    def arrange(skin: Skin, box: Box) -> None:
        if control is not None:
            width, height = control.width(skin), control.height(skin)
            control.place(Box(box.right - width, box.centre[1] - height // 2, width, height))

    widgets = () if control is None else (control,)
    return Item(footer, widgets, arrange, sticky=True, gap=BUTTON_GAP)


def navigation_row(widgets: tuple[Widget, ...], last: Widget | None = None) -> Item:
    """Return small controls side by side, one of them at the right; keys do the same."""

    def arrange(skin: Skin, box: Box) -> None:
        x = box.x
        for widget in widgets:
            width, height = widget.width(skin), widget.height(skin)
            widget.place(Box(x, box.centre[1] - height // 2, width, height))
            x += width + skin.px(2)
        if last is not None:
            width, height = last.width(skin), last.height(skin)
            last.visible = last.visible and width <= box.right - x
            last.place(Box(box.right - width, box.centre[1] - height // 2, width, height))

    every = (*widgets, *(() if last is None else (last,)))
    item = Item(Space(SIZE.icon_button), every, arrange, gap=6)
    return item.folding(FoldStage.EXTRAS, None)


def full_row(widget: Widget) -> Item:
    """Return a control as wide as the panel."""
    return Item(ControlSpace(widget), (widget,), lambda _, box: widget.place(box))


def setting_row(title: str, caption: str, widget: Widget) -> Item:
    """Return a control at the right with its words at the left.

    The caption goes where the panel is too low, the title where it is too narrow.
    """
    label = Label(title, caption, widget)

    def arrange(skin: Skin, box: Box) -> None:
        width, height = widget.width(skin), widget.height(skin)
        alone = skin.width(title, TYPE.body) > label.words_room(skin, box.width)
        if alone and isinstance(widget, Button | Tabs):
            width = box.width
        width = min(width, box.width)
        widget.place(Box(box.right - width, box.centre[1] - height // 2, width, height))

    item = Item(label, (widget,), arrange)
    return item.folding(FoldStage.EXTRAS, replace(label, caption="")) if caption else item


def sentence_item(text: str, lines: int = 2, gap: int | None = None) -> Item:
    """Return a sentence, which takes as much room whatever it says: nothing below it moves.

    In a low panel it has one line less, and smaller words where they need it.
    """
    sentence = Sentence(text, lines)
    return Item(sentence, gap=gap).folding(FoldStage.LAST, replace(sentence, spared=1))


def list_items(heading: Heading | None, listing: MoveList | RemovalList, gap: int) -> list[Item]:
    """Return a game's moves, which take the height that is spare and give way first."""
    fewer = (replace(listing, rows=rows) for rows in range(listing.rows - 1, 0, -1))
    moves = Item(listing, stretch=True, gap=gap)
    moves = moves.folding(FoldStage.ROWS, *fewer).folding(FoldStage.EXTRAS, None)
    return [moves] if heading is None else [Item(heading).folding(FoldStage.EXTRAS, None), moves]


def table_item(table: CandidateTable) -> Item:
    """Return the candidates, of which a low panel shows fewer."""
    smaller = table.smaller(LEAST_ROWS)
    most, last = smaller[:-2], smaller[-2:]
    return Item(table).folding(FoldStage.ROWS, *most).folding(FoldStage.LAST, *last)


def strip_item(strip: EngineStrip, button: Widget, *, slim: bool) -> Item:
    """Return the engine strip with its button in the upper right corner; a slim one is one row."""
    strip = replace(strip, button=button, slim=slim)

    def arrange(skin: Skin, box: Box) -> None:
        button.place(strip.button_box(skin, box))

    return Item(strip, (button,), arrange, sticky=True, gap=BUTTON_GAP)
