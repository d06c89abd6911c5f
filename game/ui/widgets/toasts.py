"""Short notices beside a screen's content: those that go by themselves, and one that stays."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.elements import Element, Role
from game.ui.layout import NOWHERE, Box
from game.ui.skin import Skin
from game.ui.spoken import AMOUNTS, REFUSED, News
from game.ui.text import plain
from game.ui.theme import MOTION, RADIUS, SIZE, TYPE, Colour, mix
from game.ui.widgets.base import Action, draw_ground, draw_notice
from game.ui.widgets.buttons import Button
from game.words.say import said

LEAST_NOTICE_DP: Final = 290
"""Width that a notice needs beside something else."""
_PADDING_DP: Final = 12
_SIZES: Final = (TYPE.body, TYPE.table, TYPE.caption, TYPE.axis, 9, 8)
"""Sizes of the words in dp, the first that fits; no text is smaller than what can be read."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What the player is told, and what may be done about it.

    Attributes:
        action: What its button does; None for no button.
        key: The key that does the same.
        refuses: Whether it tells why something that was asked for is not done.
    """

    text: str
    action: Action | None = None
    label: str = ""
    key: str = ""
    refuses: bool = False


class NoticeButton(Button):
    """The button of a notice: on one that goes by itself in its colours turned round."""

    def __init__(self, action: Action, notice: Notice, *, passing: bool) -> None:
        super().__init__(action.name, notice.label, key=notice.key, small=True)
        self._action = action
        self._passing = passing

    def meaning_at(self, position: tuple[float, float]) -> Hashable:
        del position
        return self._action

    def activate(self) -> Action:
        return self._action

    def _ground(self, skin: Skin) -> Colour:
        theme = skin.theme
        base, over = theme.raised, theme.text
        if self._passing:
            base, over = theme.on_primary, theme.primary
        return mix(base, over, 0.18 * self.lit)

    def _ink(self, skin: Skin, ground: Colour) -> Colour:
        del ground
        return skin.theme.primary if self._passing else skin.theme.text


class Toasts:
    """The place for notices: one at a time, with one button at most.

    The button is a control of the screen's; nothing else of a notice takes a click, and it is
    drawn into an area in which nothing else is to be clicked.

    Attributes:
        passing: The notice that goes by itself, if there is one.
        count: How many such ones were shown.
    """

    def __init__(self) -> None:
        self.passing: Notice | None = None
        self.count = 0
        self._standing: Notice | None = None
        self._trouble: Notice | None = None
        self._button: NoticeButton | None = None
        self._left = 0.0
        self._box: Box | None = None

    @property
    def notice(self) -> Notice | None:
        """What is shown: a notice that goes by itself, or else one that stays."""
        return self.passing or self._standing or self._trouble

    @property
    def text(self) -> str:
        """The words of the notice that is shown; empty if there is none."""
        return "" if self.notice is None else plain(self.notice.text)

    @property
    def news(self) -> tuple[News, ...]:
        """What is said of its notices: of those that go by themselves, and of a trouble."""
        passing, trouble = self.passing or Notice(""), self._trouble or Notice("")
        amount = REFUSED if passing.refuses else AMOUNTS[0]
        return (amount, passing.text, self.count), (REFUSED, trouble.text, 0)

    @property
    def is_showing(self) -> bool:
        return self.passing is not None

    @property
    def box(self) -> Box | None:
        """Where the notice was drawn, None if there is none."""
        return self._box if self.notice is not None else None

    @property
    def widgets(self) -> tuple[NoticeButton, ...]:
        """The notice's button, if it has one."""
        return () if self._button is None else (self._button,)

    def show(self, text: str, *, action: Action | str = "", label: str = "", key: str = "") -> None:
        """Show a notice for six seconds in place of any other.

        Args:
            action: What its button does, or the name of that; empty for no button.
            key: The key that does the same.
        """
        does = Action(action) if isinstance(action, str) and action else action or None
        assert not isinstance(does, str)
        self.passing = Notice(text, does, label, key)
        self.count += 1
        self._left = MOTION.toast_stay
        self._begin()

    def refuse(self, why: str) -> None:
        """Show like `show` why something that was asked for is not done."""
        self.show(why)
        self.passing = Notice(why, refuses=True)

    def stand(self, notice: Notice | None) -> bool:
        """Show a notice whenever there is no other; return whether that is another one."""
        if notice == self._standing:
            return False
        self._standing = notice
        if self.passing is None:
            self._begin()
        return True

    def warn(self, trouble: str) -> bool:
        """Show a trouble of the program's like `stand`, behind what the screen says."""
        if trouble == (self._trouble.text if self._trouble else ""):
            return False
        self._trouble = Notice(trouble) if trouble else None
        if self.passing is None and self._standing is None:
            self._begin()
        return True

    def dismiss(self) -> None:
        """Take the notice that goes by itself away at once."""
        if self.passing is not None:
            self.passing = None
            self._begin()

    def describe(self) -> Element:
        """Return its words, whether or not there are any."""
        return Element(Role.TEXT, "notice", plain(said(self.text)), self.box or NOWHERE)

    def wake_after(self) -> float | None:
        """Return the seconds until it changes by itself, None for never."""
        return max(0.0, self._left) if self.passing is not None else None

    def update(self, dt: float) -> bool:
        """Let `dt` seconds pass; return whether it looks different now."""
        if self.passing is None:
            return False
        self._left -= dt
        if self._left > 0:
            return False
        self.dismiss()
        return True

    def fits(self, skin: Skin, area: Box) -> bool:
        """Tell whether all words of the notice have room in an area beside something else."""
        if self.notice is None or area.width < skin.px(LEAST_NOTICE_DP):
            return False
        _, lines, _ = self._lines(skin, self.text, self._room(skin, area))
        return "".join(lines).replace(" ", "") == self.text.replace(" ", "")

    def draw(self, surface: pygame.Surface, skin: Skin, area: Box) -> None:
        """Draw the notice at the left of an area, no larger than it has to be.

        The button goes to the right of the words; whoever owns it draws it.
        """
        notice = self.notice
        if notice is None:
            return
        padding, gap = skin.px(_PADDING_DP), skin.px(8)
        button = self._button
        room = self._room(skin, area)
        size, lines, words = self._lines(skin, self.text, room)
        tall = skin.px(SIZE.chip) if button is None else button.height(skin) + gap
        tall = min(area.height, max(tall, words.height + gap))
        wide = area.width - room.width + words.width
        self._box = Box(area.x, area.centre[1] - tall // 2, wide, tall)
        top = self._box.centre[1] - words.height // 2
        self._draw_words(surface, skin, (self._box.x + padding, top), size, lines)
        if button is not None:
            wide, high = button.width(skin), button.height(skin)
            y = self._box.centre[1] - high // 2
            button.place(Box(self._box.right - gap - wide, y, wide, high))

    def _room(self, skin: Skin, area: Box) -> Box:
        """Return the room for words in an area, beside the button."""
        padding, button = skin.px(_PADDING_DP), self._button
        aside = padding if button is None else 2 * skin.px(8) + button.width(skin)
        return area.inset(0, skin.px(4))._replace(width=area.width - padding - aside)

    def _begin(self) -> None:
        notice = self.notice
        self._button = self._box = None
        if notice is not None and notice.action is not None:
            self._button = NoticeButton(notice.action, notice, passing=self.passing is not None)

    def _draw_words(
        self,
        surface: pygame.Surface,
        skin: Skin,
        place: tuple[int, int],
        size: int,
        lines: list[str],
    ) -> None:
        """Draw the words from a place on, over a ground that is quiet for a notice that stays."""
        assert self._box is not None
        theme = skin.theme
        radius = min(skin.px(RADIUS.chip), self._box.height // 2)
        if self.passing is not None:
            draw_notice(surface, skin, self._box, radius)
        else:
            draw_ground(surface, skin, self._box, radius, theme.panel)
        ink = theme.on_primary if self.passing is not None else theme.text2
        step = skin.fonts.line_height(size)
        for i, line in enumerate(lines):
            at = (place[0], place[1] + round((i + 0.5) * step))
            skin.fonts.draw(surface, line, at, size, ink, anchor="midleft")

    def _lines(self, skin: Skin, text: str, room: Box) -> tuple[int, list[str], Box]:
        """Break the text in the largest size in which it fits; cut it in the smallest.

        Returns:
            The size of the letters, the lines, and a box as large as these.
        """
        fonts, width = skin.fonts, max(1, room.width)
        for dp in _SIZES:
            size = skin.text(dp)
            step = fonts.line_height(size)
            most = max(1, room.height // step)
            broken = _broken(skin, text, size, width)
            if len(fonts.wrap(broken, size, width)) <= most:
                break
        wrapped = fonts.wrap(broken, size, width, most)
        lines = ["".join(run.text for run in line) for line in wrapped]
        widest = max(skin.width(line, dp) for line in lines)
        return size, lines, Box(0, 0, widest, len(lines) * step)


def _broken(skin: Skin, text: str, size: int, width: int) -> str:
    """Break words that are wider than a line, such as paths."""
    words = []
    for word in text.split(" "):
        rest = word
        while len(rest) > 1 and _overflows(skin, rest, size, width):
            fits = (
                n for n in range(len(rest) - 1, 1, -1) if skin.fonts.width(rest[:n], size) <= width
            )
            cut = next(fits, 1)
            words.append(rest[:cut])
            rest = rest[cut:]
        words.append(rest)
    return " ".join(words)


def _overflows(skin: Skin, word: str, size: int, width: int) -> bool:
    """Tell whether a word is wider than a line, and no line may end within it."""
    return skin.fonts.width(word, size) > width and len(skin.fonts.wrap(word, size, width)) == 1
