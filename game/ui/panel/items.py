"""How sections and controls share the panel: one item after the other, from top to bottom."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final, NamedTuple

import pygame

from game.ui.elements import Role
from game.ui.layout import Box
from game.ui.panel.analysis import CandidateTable, EngineStrip
from game.ui.panel.base import Section
from game.ui.panel.basics import Heading, Sentence
from game.ui.panel.compose import (
    NOTHING,
    SPRING,
    Column,
    Composed,
    ControlSpace,
    Inset,
    Meant,
    Row,
)
from game.ui.panel.history import MoveList, RemovalList
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE, Colour
from game.ui.widgets import Button, Tabs, Widget
from game.ui.widgets.base import draw_ground
from game.words.say import listed, parts_of

BUTTON_GAP: Final = 10
LEAST_PADDING: Final = 8
"""Space at either side of a button's words, at least, in dp."""
LEAST_ROWS: Final = 1
CAPTION_ROOM_DP: Final = 130
"""Width of the words beside a control from which on they have a caption."""


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
        stretch: Whether it takes the height that is left over.
        sticky: Whether it and all below it stand at the lower edge, and never scroll.
        gap: Space above it in dp at most, None for the panel's usual one.
        settled: Whether only the panel's size decides how far it gives way, not what else is
            shown, as long as there is room: so it stays where it is.
        folds: What becomes of it, one after the other, where the panel is too low for all.
    """

    section: Section
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


SPARE: Final = Item(NOTHING, stretch=True, gap=0)
"""The height that is left over."""


class RaisedButton(Button):
    """A button on a raised ground, where the usual one would not be seen."""

    def _ground(self, skin: Skin) -> Colour:
        theme = skin.theme
        if self.primary or self.lit > 0 or self.pressed or not self.enabled:
            return super()._ground(skin)
        return theme.hover


@dataclass(frozen=True, slots=True)
class Label(Composed):
    """A control at the right with its words at the left: what it sets and a caption below.

    How high it is does not depend on the caption's words, so that nothing moves when they change.
    Of words that do not fit the first go, up to a comma.
    """

    title: str
    caption: str
    control: Widget

    def content(self, skin: Skin, width: int) -> Section:
        """Return words and control; the words go first where it is too narrow, and the caption."""
        control = ControlSpace(self.control, title=self.title)
        room = width - control.width(skin) - skin.px(16)
        title = Phrase(self.title, tall=20)
        if title.width(skin) > room:
            fills = isinstance(self.control, Button | Tabs)
            return Row(
                None if fills else SPRING,
                replace(control, stretch=fills),
                tall=self._tall(skin, room),
            )
        if not self._tall(skin, room):
            return Row(title, SPRING, control)
        parts = parts_of(self.caption)
        versions = (quiet(listed(parts[first:]), tall=18) for first in range(len(parts)))
        caption = next((each for each in versions if each.width(skin) <= room), quiet("", tall=18))
        return Row(Column(title, caption), control, tall=40)

    def _tall(self, skin: Skin, room: int) -> int:
        return 40 if self.caption and room >= skin.px(CAPTION_ROOM_DP) else 0


@dataclass(frozen=True, slots=True)
class Buttons(Composed):
    """Controls that share the width, in as few rows as their words fit into.

    Attributes:
        widest: The longest word that any of them has at other times: the rows are those for it.
    """

    buttons: tuple[Widget, ...]
    aside: Widget | None = None
    widest: str = ""

    def content(self, skin: Skin, width: int) -> Section:
        if self.aside is None:
            return Column(*map(_shared, self.rows(skin, width)), gap=6)
        return Row(replace(self, aside=None), ControlSpace(self.aside), gap=BUTTON_GAP)

    def rows(self, skin: Skin, width: int) -> list[tuple[Widget, ...]]:
        """Return the controls row by row; where one row has fewer, it is the first."""
        count, gap = len(self.buttons), skin.px(BUTTON_GAP)
        labels = (each.label for each in self.buttons if isinstance(each, Button))
        words = max(skin.width(each, TYPE.body, bold=True) for each in (self.widest, *labels))
        least = words + skin.px(2 * LEAST_PADDING)
        most = max(1, min(count, (width + gap) // (least + gap)))
        starts = range(count - most, -most, -most)
        return [self.buttons[max(0, at) : at + most] for at in starts][::-1]


def _shared(widgets: Sequence[Widget]) -> Row:
    return Row(*(ControlSpace(widget, stretch=True) for widget in widgets), gap=BUTTON_GAP)


def button_row(
    *widgets: Widget, aside: Widget | None = None, sticky: bool = False, widest: str = ""
) -> Item:
    """Return controls that share the width, and perhaps a small one at their right."""
    return Item(Buttons(widgets, aside, widest), sticky=sticky)


@dataclass(frozen=True, slots=True)
class FootButtons(Buttons):
    """The same in one row: what does not fit between the first and the last is left out."""

    def content(self, skin: Skin, width: int) -> Section:
        buttons = self.buttons
        shown = buttons if len(self.rows(skin, width)) == 1 else (buttons[0], buttons[-1])
        for button in buttons:
            button.visible = button in shown
        return _shared(shown)


def foot_row(*buttons: Widget) -> Item:
    """Return the buttons of a panel's foot, which is as high whatever stands there."""
    return Item(FootButtons(buttons), sticky=True, gap=BUTTON_GAP)


def foot_words(words: str) -> Item:
    """Return words in the place of such buttons."""
    row = Row(quiet(words, stretch=True), tall=SIZE.button)
    return Item(row, sticky=True, gap=BUTTON_GAP)


def navigation_row(widgets: tuple[Widget, ...], last: Widget | None = None) -> Item:
    """Return small controls side by side, one of them at the right; keys do the same.

    Where there is too little room, the one at the right goes first, then the last of the others,
    but never one of the first four.
    """
    end = ControlSpace(last, optional=True) if last is not None and last.visible else None
    row = Row(
        *(ControlSpace(each, optional=each in widgets[4:]) for each in widgets),
        SPRING,
        end,
        gap=2,
        tall=SIZE.icon_button,
    )
    return Item(row, gap=6).folding(FoldStage.EXTRAS, None)


def full_row(widget: Widget) -> Item:
    return Item(ControlSpace(widget, stretch=True))


def setting_row(title: str, caption: str, widget: Widget) -> Item:
    """Return a control at the right with its words at the left.

    The caption goes where the panel is too low, the title where it is too narrow.
    """
    label = Label(title, caption, widget)
    folded = replace(label, caption="")
    return Item(label).folding(FoldStage.EXTRAS, folded) if caption else Item(label)


def sentence_item(text: str, gap: int | None = None) -> Item:
    """Return a sentence, which takes as much room whatever it says: nothing below it moves.

    In a low panel it has one line less, and smaller words where they need it.
    """
    sentence = Sentence(text, 2)
    return Item(sentence, gap=gap).folding(FoldStage.LAST, replace(sentence, spared=1))


def list_items(heading: Heading | None, listing: MoveList | RemovalList, gap: int) -> list[Item]:
    """Return a game's moves, which take the height that is spare and give way first.

    What is spare stays in their place then, so that what stands below does not move up.
    """
    fewer = (replace(listing, rows=rows) for rows in range(listing.rows - 1, 0, -1))
    moves = Item(listing, stretch=True, gap=gap)
    moves = moves.folding(FoldStage.ROWS, *fewer)
    moves = replace(moves, folds=(*moves.folds, Fold(FoldStage.EXTRAS, SPARE)))
    return [moves] if heading is None else [Item(heading).folding(FoldStage.EXTRAS, None), moves]


def table_item(table: CandidateTable) -> Item:
    """Return the candidates, of which a low panel shows fewer."""
    smaller = table.smaller(LEAST_ROWS)
    most, last = smaller[:-2], smaller[-2:]
    return Item(table).folding(FoldStage.ROWS, *most).folding(FoldStage.LAST, *last)


def strip_item(strip: EngineStrip, button: Widget, *, slim: bool) -> Item:
    """Return the engine strip with its button in the upper right corner; a slim one is one row."""
    return Item(replace(strip, button=button, slim=slim), sticky=True, gap=BUTTON_GAP)


CARD_INSET: Final = 20
GRID_GAP: Final = 12
"""The space between cards in rows and columns, in dp."""


@dataclass(frozen=True, slots=True)
class Card(Composed):
    """Sections on a ground of their own, below a title.

    Attributes:
        note: A few words at the right of the title.
        quiet: Whether the title is no more than a caption.
    """

    sections: tuple[Section, ...]
    title: str = ""
    note: str = ""
    quiet: bool = False

    @property
    def whole(self) -> Meant:
        return Meant(Role.GROUP, self.title)

    def content(self, skin: Skin, width: int) -> Section:
        del skin, width
        title = quiet(self.title) if self.quiet else Phrase(self.title, TYPE.lead, bold=True)
        note = quiet(self.note, right=True, stretch=True)
        above, tall, below = (10, 28, 8) if self.quiet else (4, 40, 12)
        head = Row(title, 12, note, tall=tall)
        ground = Painted(0, _draw_ground)
        return Inset(Column(above, head, *self.sections, below), CARD_INSET, behind=ground)


def _draw_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw_ground(surface, skin, box, skin.px(RADIUS.card), skin.theme.panel)


def in_rows(items: Sequence[Item], columns: int, gap: int) -> tuple[Item, ...]:
    """Return items in rows of so many, `gap` dp apart; the last row may have places left over."""
    if columns == 1:
        return tuple(items)
    filled = [*items, *[Item(NOTHING)] * (-len(items) % columns)]
    rows = (tuple(filled[i : i + columns]) for i in range(0, len(filled), columns))
    return tuple(
        Item(Row(*(Column(item.section) for item in row), gap=gap, top=True)) for row in rows
    )


def in_columns(skin: Skin, width: int, cards: Sequence[Card], least: int) -> tuple[Item, ...]:
    """Return cards in two columns, each at least `least` dp wide, or in one where these are not.

    They stay in their order: the first column has those that make both about equally high.
    """
    wide = (width - skin.px(GRID_GAP)) // 2
    if wide < skin.px(least):
        return tuple(map(Item, cards))
    heights = [card.height(skin, wide) for card in cards]

    def unevenness(first: int) -> int:
        return abs(sum(heights[:first]) - sum(heights[first:]))

    first = min(range(1, len(cards) + 1), key=unevenness)
    columns = (Column(*part, gap=GRID_GAP) for part in (cards[:first], cards[first:]))
    return (Item(Row(*columns, gap=GRID_GAP, top=True)),)


def grid(skin: Skin, width: int, items: Sequence[Item], least: int) -> tuple[Item, ...]:
    """Return items in rows of as many as are at least `least` dp wide each."""
    gap = skin.px(GRID_GAP)
    return in_rows(items, max(1, (width + gap) // (skin.px(least) + gap)), GRID_GAP)
