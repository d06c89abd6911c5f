"""What a screen says of itself to a screen reader: elements with a role, a name and a place.

Widgets, sections and boards make them of what they draw; `game.window.reader` hands them on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from game.ui.layout import Box


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


class Act(StrEnum):
    """What a reader can do with an element."""

    PRESS = "press"
    FOCUS = "focus"
    MORE = "more"
    LESS = "less"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Element:
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
