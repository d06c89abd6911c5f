"""What all widgets share: a place, a state, and actions instead of call-backs.

A widget is told its box in pixels, is handed events and answers with an `Action` when the
player did something with it. It draws itself with a `Skin` and keeps nothing of it, so a
change of theme or scale needs no new widgets.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Final

import pygame

from game.ui import draw
from game.ui.animation import Tween
from game.ui.elements import Act, Element, Role
from game.ui.layout import NOWHERE, Box
from game.ui.skin import Skin
from game.ui.theme import MOTION, RADIUS, SIZE, STROKE, TYPE, Colour, Theme, mix
from game.words.say import key_words, said

FOCUS_REACH: Final = STROKE.focus + STROKE.focus_gap
"""How far a focus ring reaches out of its control, in dp."""
_NOTICE_RIM: Final = 0.3
"""The share of its text's colour in the border of a tooltip or toast."""
ACTIVATE_KEYS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)

ActionValue = bool | int | float | str | None

HOLD_SECONDS: Final = 0.35
"""A key or button that is down for longer is held, not pressed."""


class Grip(Enum):
    """What a finger does with something, besides pressing it shortly."""

    NONE = auto()
    """It scrolls what is below."""
    SLIDE = auto()
    """It takes it along when it moves rather across than down."""
    DRAG = auto()
    """It takes it along wherever it moves."""
    HOLD = auto()
    """It presses it as long as it is down."""


@dataclass(frozen=True, slots=True)
class Action:
    """What the player did: the name of the widget and its new value, if it has one."""

    name: str
    value: ActionValue = None


class Widget:
    """A control in a box; on its own it is a plain area that can be clicked.

    Attributes:
        name: Comes back in its actions.
        box: Its place in pixels.
        clip: Where it may be hit, if it lies in something that scrolls.
        tooltip: Its name, for the tooltip; empty for none.
        key: The key that does the same, as the key cap shows it ("Ctrl Z").
        show_focus: Whether the focus is to be seen (it came by the keyboard).
        wide: The width it would like in dp, unless it depends on what it shows.
        tall: The same of its height.
        grip: What a finger does with it.
        role: What it is to those who do not see it.
        acts: What can be done with it while it can be used; a press is one at its middle.
    """

    wide: int = SIZE.icon_button
    tall: int = SIZE.icon_button
    grip: ClassVar[Grip] = Grip.NONE
    role: ClassVar[Role] = Role.BUTTON
    acts: frozenset[Act] = frozenset((Act.PRESS, Act.FOCUS))

    def __init__(
        self, name: str, *, tooltip: str = "", key: str = "", enabled: bool = True
    ) -> None:
        self.name = name
        self.box = NOWHERE
        self.clip: Box | None = None
        self.enabled = enabled
        self.visible = True
        self.tooltip = tooltip
        self.key = key
        self.hovered = False
        self.pressed = False
        self.focused = False
        self.show_focus = False
        self._lit = Tween(0.0)

    def place(self, box: Box, clip: Box | None = None) -> None:
        """Move to a box; `clip` limits where the pointer can reach it."""
        self.box = box
        self.clip = clip

    def arrange(self, skin: Skin, box: Box) -> "tuple[Widget, ...]":
        """Move to a box of a panel or page; return it, with the controls that lie on it."""
        del skin
        self.place(box)
        return (self,)

    def width(self, skin: Skin) -> int:
        """Return the width it would like, in pixels."""
        return skin.target(self.wide)

    def height(self, skin: Skin) -> int:
        """Return the height it would like, in pixels."""
        return skin.target(self.tall)

    @property
    def together(self) -> "tuple[Widget, ...]":
        """It and the controls that lie on it, in the order of Tab."""
        return (self,)

    # What it is to those who do not see it.

    def words(self, skin: Skin) -> str:
        """Return what stands on it, or else what it does."""
        del skin
        return self.tooltip

    @property
    def setting(self) -> str:
        """What it is set to, in words; empty of what sets nothing."""
        return ""

    @property
    def is_on(self) -> bool | None:
        """Whether it is on or chosen; None where there is no such thing."""
        return None

    @property
    def seen(self) -> Box:
        """What of it can be seen."""
        return self.box if self.clip is None else self.box.within(self.clip)

    def choices(self) -> tuple[Element, ...]:
        """Return what it lets choose from, each at its place."""
        return ()

    def describe(self, skin: Skin, title: str = "", value: str = "") -> Element:
        """Return what it is, in words.

        Args:
            title: What it sets, where words beside it say so.
            value: What it is set to, where words beside it say so.
        """
        return Element(
            self.role,
            self.name,
            said(title or self.words(skin)),
            self.seen,
            said(value or self.setting),
            self.acts if self.can_focus else frozenset(),
            self.is_on,
            self.enabled,
            self.focused,
            key_words(self.key),
            children=self.choices(),
        )

    @property
    def tip_box(self) -> Box:
        return self.box

    @property
    def can_focus(self) -> bool:
        return self.enabled and self.visible

    @property
    def is_held(self) -> bool:
        """Whether a button is held down on it, under which nothing may change."""
        return self.pressed

    @property
    def is_animating(self) -> bool:
        """Whether it wants to be drawn again soon."""
        return not self._lit.is_done

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether an arrow changes its value rather than leading to another control.

        Args:
            across: Whether it is the left or right one, rather than up or down.
            step: -1 for left and up, +1 for right and down.
        """
        del across, step
        return False

    def hit(self, position: tuple[float, float]) -> bool:
        """Tell whether the pointer at `position` is over it."""
        reachable = self.clip is None or self.clip.contains(position)
        return self.visible and reachable and self.box.contains(position)

    def meaning_at(self, position: tuple[float, float]) -> Hashable:
        """Return what a press at `position` means; equal as long as it means the same."""
        del position
        return self.name

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Take in one event; return what the player did with this widget, if anything."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.hit(event.pos)
        elif not self.enabled:
            self.pressed = False
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.pressed = self.hit(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            clicked = self.pressed and self.hit(event.pos)
            self.pressed = False
            if clicked:
                return self.activate()
        elif event.type == pygame.KEYDOWN and self.focused and event.key in ACTIVATE_KEYS:
            return self.activate()
        return None

    def activate(self) -> Action | None:
        return Action(self.name)

    def update(self, dt: float, skin: Skin) -> bool:
        """Let `dt` seconds pass; return whether it looks different now."""
        lit = 1.0 if self.hovered and self.enabled else 0.0
        is_new = lit != self._lit.target
        self._lit.go_to(lit, skin.gate.duration(MOTION.hover))
        return self._lit.update(dt) or is_new

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw it at its box."""

    @property
    def lit(self) -> float:
        """How far its hover look is faded in, 0 to 1."""
        return self._lit.value

    def ink(self, theme: Theme, colour: Colour, ground: Colour) -> Colour:
        return colour if self.enabled else theme.faded(colour, ground)

    def draw_focus(self, surface: pygame.Surface, skin: Skin, radius: float) -> None:
        """Draw the focus ring outside the box, if it is to be seen."""
        if self.focused and self.show_focus:
            draw_focus_ring(surface, skin, self.box, radius)


def draw_focus_ring(surface: pygame.Surface, skin: Skin, box: Box, radius: float) -> None:
    """Draw the ring that shows where the keyboard is, a gap outside of a box."""
    line, gap = skin.px(STROKE.focus), skin.px(STROKE.focus_gap)
    reach = line + gap
    draw.stroke_round(surface, box.inset(-reach), radius + reach, skin.theme.focus, line)


def draw_border(surface: pygame.Surface, skin: Skin, box: Box, radius: float) -> None:
    """Draw the border that every control has in the high-contrast theme, and in no other."""
    if skin.theme.bordered:
        draw.stroke_round(surface, box, radius, skin.theme.ctrl, skin.unit.exact(STROKE.control))


def draw_ground(
    surface: pygame.Surface, skin: Skin, box: Box, radius: float, colour: Colour
) -> None:
    """Fill a rounded box, with the border that the high-contrast theme gives everything."""
    draw.fill_round(surface, box, radius, colour)
    draw_border(surface, skin, box, radius)


def draw_chosen(surface: pygame.Surface, skin: Skin, box: Box, radius: float) -> None:
    """Draw the ground of the one row or card that is meant among others: raised, with a rim.

    The rim is what tells it in every theme: a fill that text can be read on is no contrast.
    """
    draw.fill_round(surface, box, radius, skin.theme.raised)
    width = STROKE.focus if skin.theme.bordered else STROKE.hairline
    draw.stroke_round(surface, box, radius, skin.theme.ctrl, skin.unit.exact(width))


def draw_bar(
    surface: pygame.Surface, skin: Skin, box: Box, share: float, ink: Colour | None = None
) -> None:
    """Draw how much of something is done, 0 to 1, in the AI's colour unless another is given."""
    radius = box.height / 2
    draw.fill_round(surface, box, radius, skin.theme.line)
    if share > 0:
        done = box._replace(width=max(box.height, round(min(1.0, share) * box.width)))
        draw.fill_round(surface, done, radius, ink or skin.theme.ai)


def draw_notice(surface: pygame.Surface, skin: Skin, box: Box, radius: float) -> None:
    """Draw the plate of a tooltip or toast, with a border that parts it from a board as dark."""
    theme = skin.theme
    draw.fill_round(surface, box, radius, theme.primary)
    rim = theme.ctrl if theme.bordered else mix(theme.primary, theme.on_primary, _NOTICE_RIM)
    width = STROKE.control if theme.bordered else STROKE.hairline
    draw.stroke_round(surface, box, radius, rim, skin.unit.exact(width))


def key_cap_width(skin: Skin, key: str) -> int:
    """Return the width of a key cap in pixels."""
    text = skin.fonts.width(key_words(key), skin.text(TYPE.axis), bold=True)
    return max(skin.px(SIZE.key_cap), text + 2 * skin.px(6))


def draw_key_cap(
    surface: pygame.Surface,
    skin: Skin,
    key: str,
    midleft: tuple[int, int],
    ink: Colour,
    ground: Colour,
) -> Box:
    """Draw a key as a small outlined cap; return where it went."""
    width, height = key_cap_width(skin, key), skin.px(SIZE.key_cap)
    box = Box(midleft[0], midleft[1] - height // 2, width, height)
    draw.stroke_round(surface, box, skin.px(RADIUS.key_cap), mix(ground, ink, 0.55), skin.px(1))
    skin.write(surface, key_words(key), box.centre, TYPE.axis, ink, bold=True, anchor="center")
    return box
