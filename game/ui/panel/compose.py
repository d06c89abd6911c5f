"""What sections are made of: each says its parts once, and all else follows from that.

A section's height at a width, its picture, where it reacts to the pointer and where its controls
stand all come from one layout of its parts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.elements import Act, Element, Role, Said
from game.ui.layout import Box
from game.ui.panel.base import Hit, Laid, Section
from game.ui.panel.parts import Painted
from game.ui.skin import Skin
from game.ui.theme import RADIUS
from game.ui.widgets.base import Widget, draw_chosen, draw_ground
from game.words.say import said


def on_ground(part: Section, dx: int = 0, dy: int = 0) -> "Inset":
    """Return a part on a raised ground, with space around it in dp."""

    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        draw_ground(surface, skin, box, skin.px(RADIUS.inset), skin.theme.raised)

    return Inset(part, dx, dy, Painted(0, paint))


@dataclass(frozen=True, slots=True)
class Space(Section):
    """Room that is left free.

    Attributes:
        dp: How much, in either direction.
        stretch: Whether it takes what is left over.
    """

    dp: float
    stretch: bool = False

    def width(self, skin: Skin) -> int:
        return skin.px(self.dp)

    def height(self, skin: Skin, width: int) -> int:
        del width
        return skin.px(self.dp)

    def lay(self, skin: Skin, width: int) -> Laid:
        """Return its height alone: there is nothing of it to draw, nor to react."""
        return Laid(self.height(skin, width), [])


NOTHING: Final = Space(0)
"""Takes the height that is spare, where it stretches."""
SPRING: Final = Space(0, stretch=True)
"""Keeps apart what stands at either end of a row or of a column."""


@dataclass(frozen=True, slots=True)
class ControlSpace(Section):
    """A control, as high as it wants to be, or so many dp.

    Attributes:
        title: What it sets, where words beside it say so.
        value: What it is set to, where words beside it say so.
    """

    widget: Widget
    tall: int = 0
    stretch: bool = False
    optional: bool = False
    title: str = ""
    value: str = ""

    def width(self, skin: Skin) -> int:
        return self.widget.width(skin)

    def height(self, skin: Skin, width: int) -> int:
        del width
        return skin.target(self.tall) if self.tall else self.widget.height(skin)

    def arrange(self, skin: Skin, box: Box) -> tuple[Widget, ...]:
        return self.widget.arrange(skin, box)

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        del box
        for each in self.widget.together:
            if each.visible:
                yield Said(each.describe(skin, self.title, self.value))


@dataclass(frozen=True, slots=True)
class Tappable(Section):
    """Reacts to the pointer; see `Hit`.

    Attributes:
        is_on: Whether it is the one that is meant among others; None where none can be.
    """

    name: str
    value: int = 0
    tooltip: str = ""
    is_on: bool | None = None

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        del skin
        return (Hit(box, self.name, self.value, self.tooltip),)

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        """Yield what is called by the words in it, or else by its tooltip."""
        del skin
        key, acts = f"{self.name} {self.value}", frozenset((Act.PRESS,))
        name, is_on = said(self.tooltip), self.is_on
        yield Said(Element(Role.BUTTON, key, name, box, acts=acts, is_on=is_on), holds=True)


@dataclass(frozen=True, slots=True)
class RowGround(Tappable):
    """What lies behind a row: where it is pressed, and the rim of one that is meant.

    Attributes:
        radius: Of its corners, in dp.
    """

    radius: int = RADIUS.row

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if self.is_on:
            draw_chosen(surface, skin, box, skin.px(self.radius))


@dataclass(frozen=True, slots=True)
class Meant(Section):
    """What lies behind other parts, and says what they are together."""

    role: Role
    name: str = ""

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        del skin
        key = "" if self.role is Role.ROW else self.role
        yield Said(Element(self.role, key, said(self.name), box), holds=True)


TABLE_ROW: Final = Meant(Role.ROW)
"""Lies behind a row of a table that cannot be pressed."""


# What is made of parts.


class Composed(Section):
    def content(self, skin: Skin, width: int) -> Section:
        """Return what it consists of at a width in pixels."""
        raise NotImplementedError

    def lay(self, skin: Skin, width: int) -> Laid:
        laid, whole = self.content(skin, width).lay(skin, width), self.whole
        if whole is None:
            return laid
        return Laid(laid.height, [(whole, Box(0, 0, width, laid.height)), *laid.places])

    def height(self, skin: Skin, width: int) -> int:
        return self.lay(skin, width).height

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        for part, place in self.lay(skin, box.width).at(box.x, box.y):
            part.draw(surface, skin, place)

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Where its parts react to the pointer; of two that overlap, the last is on top."""
        places = self.lay(skin, box.width).at(box.x, box.y)
        return tuple(hit for part, place in places for hit in part.hits(skin, place))

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        for part, place in self.lay(skin, box.width).at(box.x, box.y):
            yield from part.said(skin, place)


class Sealed(Section):
    """A section of a known height, whose parts are laid out when it is drawn.

    What asks for heights alone, such as a panel that looks for what it has room for, has them
    without the work.
    """

    def content(self, skin: Skin, box: Box) -> Section:
        """Return what it consists of in a box, which may be higher than it asked for."""
        raise NotImplementedError

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        self.content(skin, box).draw(surface, skin, box)

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Where its parts react to the pointer, the one on top first."""
        return self.content(skin, box).hits(skin, box)[::-1]

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        if self.whole is not None:
            yield from self.whole.said(skin, box)
        yield from self.content(skin, box).said(skin, box)


@dataclass(frozen=True, slots=True, eq=False)
class Made(Sealed):
    """What a function returns when it is drawn, so many pixels high."""

    pixels: int
    make: Callable[[Skin, Box], Section]

    def height(self, skin: Skin, width: int) -> int:
        del skin, width
        return self.pixels

    def content(self, skin: Skin, box: Box) -> Section:
        return self.make(skin, box)


Part = Section | int | None
"""Something in a row or column: a number for a space of so many dp, None for nothing."""


@dataclass(init=False, slots=True)
class _Line(Composed):
    """Parts one after the other.

    Attributes:
        gap: The space between them in dp.
        tall: Its height in dp at least.
        top: Whether parts side by side stand at its upper edge rather than in its middle.
    """

    parts: tuple[Section, ...]
    gap: float
    tall: float
    top: bool
    optional: bool

    def __init__(
        self,
        *parts: Part,
        gap: float = 0,
        tall: float = 0,
        top: bool = False,
        optional: bool = False,
    ) -> None:
        spaced = (Space(part) if isinstance(part, int) else part for part in parts)
        self.parts = tuple(part for part in spaced if part is not None)
        self.gap, self.tall, self.top, self.optional = gap, tall, top, optional


class Row(_Line):
    """Parts side by side.

    Where there is too little room, the optional ones go, the last first. What stretches shares
    the room that is left over; if there is none, it shares what all others leave.
    """

    @property
    def stretch(self) -> bool:
        """Whether it takes the room that is left over."""
        return any(part.stretch for part in self.parts)

    def width(self, skin: Skin) -> int:
        widths = sum([part.width(skin) for part in self.parts])
        return widths + skin.px(self.gap) * (len(self.parts) - 1)

    def lay(self, skin: Skin, width: int) -> Laid:
        parts, gap = list(self.parts), skin.px(self.gap)
        widths = [part.width(skin) for part in parts]
        spare = width - sum(widths) - gap * (len(parts) - 1)
        for index in range(len(parts) - 1, -1, -1) if spare < 0 else ():
            if spare < 0 and parts[index].optional:
                spare += widths.pop(index) + gap
                del parts[index]
        sharing = [index for index, part in enumerate(parts) if part.stretch]
        if spare < 0:
            spare += sum(widths[index] for index in sharing)
            widths = [0 if index in sharing else wide for index, wide in enumerate(widths)]
        for index in sharing:
            widths[index] += max(0, spare) // len(sharing)
            if index == sharing[-1]:
                widths[index] += max(0, spare) % len(sharing)
        x, laid = 0, []
        for part, wide in zip(parts, widths, strict=True):
            laid.append((x, part.lay(skin, max(0, min(wide, width - x)))))
            x += wide + gap
        tall = max([skin.px(self.tall), *(each.height for _, each in laid)])
        tops = [0 if self.top else tall // 2 - each.height // 2 for _, each in laid]
        both = zip(laid, tops, strict=True)
        return Laid(tall, [place for (x, each), y in both for place in each.at(x, y)])


class Column(_Line):
    """Parts one below the other, as wide as the column if they stretch.

    Springs between them take the height that is left over.
    """

    def lay(self, skin: Skin, width: int) -> Laid:
        laid = [
            part.lay(skin, width if part.stretch else min(width, part.width(skin)))
            for part in self.parts
        ]
        gap = skin.px(self.gap)
        needed = sum(each.height for each in laid) + gap * (len(laid) - 1)
        spare = max(0, skin.px(self.tall) - needed)
        y, places = 0, list[tuple[Section, Box]]()
        for part, each in zip(self.parts, laid, strict=True):
            places += each.at(0, y)
            y += each.height + gap + (spare if part == SPRING else 0)
        return Laid(max(0, needed + spare), places)


@dataclass(frozen=True, slots=True)
class Inset(Composed):
    """A part with space around it, and perhaps something behind it all.

    Attributes:
        dx: The space at its left and right in dp.
        dy: The space above and below it in dp.
        behind: What is as large as all of it, such as a ground, or where it can be clicked.
        wide: How wide all of it is, in pixels; 0 for all the room there is.
    """

    part: Section
    dx: int = 0
    dy: int = 0
    behind: Section = NOTHING
    wide: int = 0

    def lay(self, skin: Skin, width: int) -> Laid:
        dx, dy = skin.px(self.dx), skin.px(self.dy)
        laid = self.part.lay(skin, width - 2 * dx)
        needed = laid.height + 2 * dy
        tall = max(needed, skin.target(0)) if isinstance(self.behind, Tappable) else needed
        at = laid.at(dx, dy + (tall - needed) // 2)
        return Laid(tall, [(self.behind, Box(0, 0, width, tall)), *at])
