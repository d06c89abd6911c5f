"""What a screen says of itself as a screen reader keeps it: numbered nodes, and which are new."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from game.ui.elements import Element, Role
from game.ui.layout import NOWHERE

ROOT: Final = 0
"""The number of the window, whatever it shows."""
_NUMBER: Final = re.compile(r"[-−]?\d+(?:[.,]\d+)?")
_IN_SETS: Final = frozenset((Role.LIST_ITEM, Role.TAB))
_READ_OUT: Final = frozenset((Role.STATUS, Role.ALERT))


@dataclass(frozen=True, slots=True)
class Node:
    """An element in its tree.

    Attributes:
        element: Itself, without its children.
        extent: Of a grid or a table: how many rows and columns its cells have.
        order: Its number among those of its kind beside it, from 1, and how many they are; of what
            is counted.
    """

    element: Element
    parent: int = ROOT
    children: tuple[int, ...] = ()
    extent: tuple[int, int] | None = None
    order: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ScreenTree:
    """All nodes by their numbers, and which of them has the keyboard."""

    nodes: Mapping[int, Node]
    focus: int = ROOT

    def grid_of(self, number: int) -> int:
        """Return the grid or the table that a node lies in; the window if in none."""
        while number != ROOT and self.nodes[number].extent is None:
            number = self.nodes[number].parent
        return number

    def new_since(self, before: "ScreenTree") -> tuple[int, ...]:
        """Return the numbers of the nodes that were not there before, or were others."""
        old = before.nodes
        return tuple(number for number, node in self.nodes.items() if old.get(number) != node)

    def next_after(self, before: "ScreenTree") -> "ScreenTree":
        """Return it with no more that is to be read out than can be told at once.

        What is told at once is read out in any order. So it is one thing that was not there before;
        none if something else has the keyboard now, which comes first.
        """
        news = [
            number
            for number in self.nodes[ROOT].children
            if self.nodes[number].element.role in _READ_OUT and number not in before.nodes
        ]
        later = frozenset(news[self.focus == before.focus :])
        if not later:
            return self
        root = self.nodes[ROOT]
        children = tuple(number for number in root.children if number not in later)
        nodes = {number: node for number, node in self.nodes.items() if number not in later}
        return replace(self, nodes={**nodes, ROOT: replace(root, children=children)})


def number_in(value: str) -> float | None:
    """Return the first number in what something is set to; None where there is none."""
    found = _NUMBER.search(value)
    return float(found.group().replace(",", ".").replace("−", "-")) if found else None


def blank(name: str) -> ScreenTree:
    """Return the tree of a window of which nothing is known yet."""
    return ScreenTree({ROOT: Node(Element(Role.WINDOW, "", name, NOWHERE))})


@dataclass(frozen=True, slots=True)
class Numbers:
    """Gives each thing a number that it keeps: by its key and the keys of all that it lies in.

    What comes back gets another number: readers on Linux take what is gone for gone.
    """

    _given: dict[tuple[int, str], int] = field(default_factory=dict)
    _free: Iterator[int] = field(default_factory=lambda: count(ROOT + 1))

    def tree_of(self, screen: Element) -> ScreenTree:
        """Return the tree of a screen. Of things with the same place and key each has a number."""
        nodes: dict[int, Node] = {}
        # The window stays the same one; other screens have other things in it.
        within = self._of(ROOT, f"{screen.key} {screen.name}")
        focus = self._add(screen, ROOT, within, ROOT, None, nodes)
        for key, number in tuple(self._given.items()):
            if number != within and number not in nodes:
                del self._given[key]
        return ScreenTree(nodes, focus)

    def _of(self, parent: int, key: str) -> int:
        if (parent, key) not in self._given:
            self._given[parent, key] = next(self._free)
        return self._given[parent, key]

    def _add(
        self,
        element: Element,
        number: int,
        within: int,
        parent: int,
        order: tuple[int, int] | None,
        nodes: dict[int, Node],
    ) -> int:
        """Add an element and all below it; return which has the keyboard, or the window."""
        focus = number if element.is_focused else ROOT
        if not element.children:
            nodes[number] = Node(element, parent, order=order)
            return focus
        nodes[number] = Node(element, parent)  # its number is taken
        numbers: list[int] = []
        counted = sum(child.role in _IN_SETS for child in element.children)
        at = 0
        for child in element.children:
            key = child.key
            while (its := self._of(within, key)) in nodes:
                key += "'"
            is_counted = child.role in _IN_SETS
            at += is_counted
            place = (at, counted) if is_counted else None
            focus = self._add(child, its, its, number, place, nodes) or focus
            numbers.append(its)
        alone = element._replace(children=())
        nodes[number] = Node(alone, parent, tuple(numbers), _extent(element), order)
        return focus


def _extent(element: Element) -> tuple[int, int] | None:
    if element.role not in (Role.GRID, Role.TABLE):
        return None
    places = [each.place for each in element.walk() if each.place is not None]
    rows, columns = zip(*places, strict=True) if places else ((-1,), (-1,))
    return max(rows) + 1, max(columns) + 1
