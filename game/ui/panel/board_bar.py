"""The bar below a board: what is shown there if not the game as it stands, and what may be done."""

from dataclasses import dataclass
from typing import Any, Final

import pygame

from game.ui.commands import UserCommand
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE
from game.ui.widgets.base import Action, draw_ground
from game.ui.widgets.buttons import Button
from game.words.say import said

NARROW_DP: Final = 340
"""A narrower bar has its words above its buttons."""
_SIZES: Final = (TYPE.body, TYPE.table, TYPE.caption, TYPE.axis)
_WORDS_DP: Final = 36
_LEAST_WORDS_DP: Final = 176
_PADDING_DP: Final = 12
_EDGE_DP: Final = 5
_GAP_DP: Final = 6


@dataclass(frozen=True, slots=True)
class BarChoice:
    """One button of the bar.

    Attributes:
        key: The key that does the same.
        is_essential: Whether it stays where there is too little room for all; one of them may be.
        is_there: Whether it can be chosen now; otherwise its place stays free.
        others: Labels of what takes its place at times, and has room there.
    """

    action: Action
    label: str
    key: str = ""
    is_essential: bool = False
    is_there: bool = True
    others: tuple[str, ...] = ()


def choice_of(command: UserCommand, label: str = "", **options: Any) -> BarChoice:
    """Return what gives a command; it says the title, unless told otherwise."""
    return BarChoice(Action(command.name), label or command.title, command.cap, **options)


@dataclass(frozen=True, slots=True)
class BarContent:
    """What the bar says.

    Attributes:
        words: With **bold** values.
        choices: What may be done; where there is too little room, the last ones go first.
    """

    words: str
    choices: tuple[BarChoice, ...] = ()


class ChoiceButton(Button):
    def __init__(self, choice: BarChoice) -> None:
        super().__init__(choice.action.name, choice.label, key=choice.key, small=True)
        self._action = choice.action
        self._labels = (choice.label, *choice.others)
        self.is_essential = choice.is_essential
        self.is_there = choice.is_there

    def activate(self) -> Action:
        return self._action

    def width(self, skin: Skin) -> int:
        return max(super().width(skin), self.bare_width(skin))

    def bare_width(self, skin: Skin) -> int:
        """Return the width that shows it without its key."""
        widest = max(skin.width(label, TYPE.body, bold=True) for label in self._labels)
        return widest + skin.px(2 * _PADDING_DP)


class BoardBar:
    """Words at the left, buttons at the right; below each other where it is narrow.

    Its height depends on its width alone, and its room is kept free while it says nothing, so that
    the board never moves for it.

    Attributes:
        content: What it says, None while there is no bar.
    """

    def __init__(self) -> None:
        self.content: BarContent | None = None
        self.widgets: tuple[ChoiceButton, ...] = ()
        self.box = self.words = Box(0, 0, 0, 0)

    def show(self, content: BarContent | None) -> None:
        """Say something else, or nothing; buttons that stay keep their state.

        Nothing changes under a button that is held down.
        """
        is_pressed = content is not None and any(button.pressed for button in self.widgets)
        if content == self.content or is_pressed:
            return
        before = self.content.choices if self.content else ()
        after = content.choices if content else ()
        if before != after:
            kept = dict(zip(before, self.widgets, strict=True))
            self.widgets = tuple(kept.get(choice) or ChoiceButton(choice) for choice in after)
        self.content = content

    @staticmethod
    def height(skin: Skin, width: int) -> int:
        """Return how high it is at a width, both in pixels."""
        row = max(
            skin.target(SIZE.button_small) + 2 * skin.px(_EDGE_DP),
            _least_words(skin) + 2 * skin.px(1),
        )
        return row if width >= skin.px(NARROW_DP) else row + _words_height(skin)

    def place(self, skin: Skin, box: Box) -> None:
        self.box = box
        padding, edge = skin.px(_PADDING_DP), skin.px(_EDGE_DP)
        inner = box.inset(padding, edge)._replace(width=box.width - padding - edge)
        is_narrow = box.width < skin.px(NARROW_DP)
        row = inner
        if is_narrow:
            tall = _words_height(skin)
            row = box.inset(edge)._replace(y=box.y + tall, height=box.height - edge - tall)
            self.words = box.inset(padding, skin.px(1))._replace(height=tall)
        x = self._place_buttons(skin, row, in_row=not is_narrow)
        if not is_narrow:
            room = x - skin.px(_GAP_DP) - inner.x if self.widgets else inner.width
            self.words = box.inset(padding, skin.px(1))._replace(width=max(1, room))

    def _place_buttons(self, skin: Skin, row: Box, *, in_row: bool) -> int:
        """Place what fits at the right of a row; return where the buttons begin."""
        gap = skin.px(_GAP_DP)
        shown = list(self.widgets)
        widths = [button.width(skin) for button in shown]
        if not self._fits(skin, widths, row, in_row):
            widths = [button.bare_width(skin) for button in shown]
        while len(shown) > 1 and not self._fits(skin, widths, row, in_row):
            gone = max(i for i, each in enumerate(shown) if not each.is_essential)
            del shown[gone], widths[gone]
        for button in self.widgets:
            button.visible = button.is_there and button in shown
        x = row.right - sum(widths) - gap * (len(shown) - 1)
        start = x = max(row.x, x)
        for button, width in zip(shown, widths, strict=True):
            tall = min(button.height(skin), row.height)
            width = min(width, row.right - x)
            button.place(Box(x, row.centre[1] - tall // 2, width, tall))
            x += width + gap
        return start

    @staticmethod
    def _fits(skin: Skin, widths: list[int], row: Box, in_row: bool) -> bool:
        """Tell whether buttons leave the room that words need, whatever these are.

        So buttons that stay keep their place when the words change.
        """
        room = row.width - sum(widths) - skin.px(_GAP_DP) * (len(widths) - 1)
        return room >= (skin.px(_GAP_DP + _LEAST_WORDS_DP) if in_row else 0)

    def words_dp(self, skin: Skin, least: int = _SIZES[-1]) -> int:
        """Return the largest size in which the words are whole; `least` where there is none."""
        words = "" if self.content is None else self.content.words
        whole = (
            dp
            for dp in _SIZES
            if skin.paragraph_height(words, dp, self.words.width) <= self.words.height
        )
        return next(whole, least)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the ground and the words; whoever owns the buttons draws them."""
        if self.content is None:
            return
        theme, words = skin.theme, said(self.content.words).replace(" %", "\N{NO-BREAK SPACE}%")
        draw_ground(surface, skin, self.box, skin.px(RADIUS.button), theme.panel)
        box, dp = self.words, self.words_dp(skin)
        tall = skin.paragraph_height(words, dp, box.width)
        most = max(1, box.height // skin.fonts.line_height(skin.text(dp)))
        at, ink, bold = (box.x, box.y + max(0, box.height - tall) // 2), theme.text2, theme.text
        skin.paragraph(surface, words, at, dp, box.width, ink, bold_ink=bold, max_lines=most)


def _least_words(skin: Skin) -> int:
    """Return the height of two lines of the smallest words: these never shrink below a size."""
    return 2 * skin.fonts.line_height(skin.text(_SIZES[-1]))


def _words_height(skin: Skin) -> int:
    return max(skin.px(_WORDS_DP), _least_words(skin))
