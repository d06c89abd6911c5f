"""What a screen says of itself to a screen reader: elements with a role, a name and a place.

Widgets, sections and boards make them of what they draw; `game.window.reader` hands them on.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import count
from typing import Final, NamedTuple

from game.ui.layout import Box
from game.words.say import listed, said


class Role(StrEnum):
    """What an element is, in the terms of ARIA."""

    WINDOW = "window"
    DIALOG = "dialog"
    GROUP = "group"
    HEADING = "heading"
    TEXT = "text"
    IMAGE = "image"
    BUTTON = "button"
    SWITCH = "switch"
    SLIDER = "slider"
    SPIN_BUTTON = "spin button"
    TAB_LIST = "tab list"
    TAB = "tab"
    FIELD = "text field"
    LIST = "list"
    LIST_ITEM = "list item"
    TABLE = "table"
    GRID = "grid"
    ROW = "row"
    CELL = "cell"
    STATUS = "status"
    """Whatever is said in it is read out when it changes."""
    ALERT = "alert"
    """The same, at once, whatever else is being read out."""


class Act(StrEnum):
    """What a reader can do with an element."""

    PRESS = "press"
    FOCUS = "focus"
    MORE = "more"
    LESS = "less"
    WRITE = "write"


class Element(NamedTuple):
    """A part of a screen.

    Attributes:
        key: What tells it from its siblings, and stays as long as it is the same thing.
        name: In the player's language.
        value: What it is set to or holds; empty if it has none.
        box: Its place in pixels of the window, as far as it can be seen.
        acts: What can be done with it: at its place, as the pointer and the keyboard would.
        is_on: Whether a switch is on or an option is chosen; None where there is no such thing.
        shortcut: The key that does the same, as its cap says.
        place: Its row and column among the rows and columns of a grid or a table, from 0.
    """

    role: Role
    key: str
    name: str
    box: Box
    value: str = ""
    acts: frozenset[Act] = frozenset()
    is_on: bool | None = None
    is_enabled: bool = True
    is_focused: bool = False
    shortcut: str = ""
    place: tuple[int, int] | None = None
    children: "tuple[Element, ...]" = ()

    def walk(self) -> "Iterator[Element]":
        """Yield it and all below it, each before its children."""
        yield self
        for child in self.children:
            yield from child.walk()

    def without(self, act: Act) -> "Element":
        """Return it and all below it, none of which can do something."""
        children = tuple(child.without(act) for child in self.children)
        return self._replace(acts=self.acts - {act}, children=children)

    def within(self, clip: Box) -> "Element":
        """Return it and all below it, each with what can be seen of it in a box."""
        if self.box.within(clip) == self.box:
            return self
        children = tuple(child.within(clip) for child in self.children)
        return self._replace(box=self.box.within(clip), children=children)


def text(words: str, box: Box) -> Element:
    return Element(Role.TEXT, Role.TEXT, words, box)


def distinct(elements: Iterable[Element]) -> tuple[Element, ...]:
    """Return siblings with keys that tell them apart: of equal ones the later are numbered."""
    taken: set[str] = set()
    told = []
    for each in elements:
        if each.key in taken:
            numbered = (f"{each.key} {number}" for number in count(2))
            each = each._replace(key=next(key for key in numbered if key not in taken))
        taken.add(each.key)
        told.append(each)
    return tuple(told)


class Said(NamedTuple):
    """What a part of a picture says.

    Attributes:
        holds: Whether what comes later in its box belongs to it.
    """

    element: Element
    holds: bool = False


def nested(parts: Iterable[Said]) -> tuple[Element, ...]:
    """Return elements in the order of drawing as a tree, by their boxes.

    Texts that follow each other are one. What can be pressed, a heading and a cell are called by
    the words in them; of a table, what stands in a column of its first row is one cell.
    """
    top: list[Element] = []
    holders: list[tuple[Element, list[Element]]] = []

    def close() -> None:
        whole = _whole(*holders.pop())
        if whole.name or whole.children:
            (holders[-1][1] if holders else top).append(whole)

    for element, holds in parts:
        while holders and not holders[-1][0].box.contains(element.box.centre):
            close()
        if not holds:
            (holders[-1][1] if holders else top).append(element)
        # A part of what can be pressed may do the same.
        elif not element.acts or all(element.key != each.key for each, _ in holders):
            role = _PRESSED_IN.get(holders[-1][0].role) if holders and element.acts else None
            holders.append((element._replace(role=role) if role else element, []))
    while holders:
        close()
    return distinct(_joined(top))


_PRESSED_IN: Final = {Role.TABLE: Role.ROW, Role.LIST: Role.LIST_ITEM}
"""What something is that can be pressed in these; elsewhere it is a button."""
_BY_WORDS: Final = (Role.BUTTON, Role.LIST_ITEM, Role.HEADING, Role.CELL)
_ENDS: Final = tuple(".!?:")


def run_together(words: Iterable[str]) -> str:
    """Return words that stand beside or below each other as one text."""
    whole = ""
    for each in map(said, filter(None, words)):
        whole = f"{whole} {each}" if whole.endswith(_ENDS) else listed((whole, each))
    return whole


def _joined(elements: Sequence[Element], told: Sequence[str] = ()) -> list[Element]:
    """Return elements with the texts that follow each other in one, but for what is told already.

    What a control is called, or set to, is told by it.
    """
    controls = (each for each in elements if each.role is not Role.TEXT)
    known = {*told, *(words for each in controls for words in (each.name, each.value))}
    joined: list[Element] = []
    for each in elements:
        if each.role is not Role.TEXT:
            joined.append(each)
        elif each.name and each.name not in known:
            if joined and joined[-1].role is Role.TEXT:
                last = joined.pop()
                each = last._replace(
                    name=run_together((last.name, each.name)), box=last.box.around(each.box)
                )
            joined.append(each)
    return joined


def _whole(element: Element, children: list[Element]) -> Element:
    """Return what holds others, with these."""
    if element.role in _BY_WORDS:
        words = run_together(each.name for each in children if each.role is Role.TEXT)
        others = distinct(each for each in children if each.role is not Role.TEXT)
        return element._replace(name=words or element.name, children=others)
    if element.role is Role.ROW:
        return element._replace(children=tuple(children))  # its table tells what is one cell
    if element.role is Role.TABLE:
        children = _in_columns(children)
    return element._replace(children=distinct(_joined(children, (element.name,))))


def _in_columns(parts: Sequence[Element]) -> list[Element]:
    """Return the rows of a table with their cells, and what else stands in it."""
    rows = [each for each in parts if each.role is Role.ROW]
    heads = next(([cell.box for cell in row.children] for row in rows if row.children), [])
    made = iter([_row(row, at, heads) for at, row in enumerate(rows)])
    return [next(made) if each.role is Role.ROW else each for each in parts]


def _row(row: Element, at: int, heads: Sequence[Box]) -> Element:
    columns: list[list[Element]] = [[] for _ in heads]
    for part in row.children:
        shared = [min(part.box.right, head.right) - max(part.box.x, head.x) for head in heads]
        columns[shared.index(max(shared))].append(part)
    cells = []
    for column, parts in enumerate(columns):
        name = run_together(each.name for each in parts)
        pressed = distinct(each for each in parts if each.role is not Role.TEXT)
        box = parts[0].box if parts else heads[column]._replace(y=row.box.y, height=row.box.height)
        cell = Element(Role.CELL, str(column), name, box, place=(at, column), children=pressed)
        cells.append(cell)
    name = run_together(cell.name for cell in cells)
    return row._replace(key=row.key or str(at), name=name, children=tuple(cells))
